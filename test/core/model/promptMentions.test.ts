import assert from 'node:assert/strict';
import { mentionedPaths } from '../../../src/core/model/promptMentions.js';

describe('Files that a prompt names', () => {
	const rows: readonly (readonly [prompt: string, ...paths: string[]])[] = [
		['@a/x.ts', 'a/x.ts'],
		['see @a/x.ts, @b.ts.', 'a/x.ts', 'b.ts'],
		['(see @a/x.ts)', 'a/x.ts'],
		['@a/x.ts] @a/x.ts\u2026 @a/x.ts- @a/x.ts"', 'a/x.ts', 'a/x.ts', 'a/x.ts', 'a/x.ts'],
		['@a/x.ts#L1-L2 @b#foo', 'a/x.ts', 'b'],
		['@a/x.ts:3 @b_', 'a/x.ts:3', 'b_'],
		['@"a b/c.ts" @"d.ts"#L1 @"e.ts#L2"', 'a b/c.ts', 'd.ts', 'e.ts'],
		['first\n@a\n\t@b\u00A0@c', 'a', 'b', 'c'],
		['@dir/', 'dir'],
		['me@a.ts (@b.ts) `@c.ts` "@d.ts" -@e.ts'],
		['@ @... @\u00E9'],
		['@#a/b.ts @c#d#e.ts @f.ts#g @h.ts#L1-2 @i.ts#L3#j', '#a/b.ts', 'c#d#e.ts', 'f.ts', 'h.ts', 'i.ts'],
	];
	for (const [prompt, ...paths] of rows) {
		it(`${JSON.stringify(prompt)} names ${paths.join(', ') || 'none'}`, () =>
			assert.deepEqual(mentionedPaths(prompt), paths));
	}

	it('are found in linear time', () => {
		for (const unit of ['@', '@(', '@"', ' @', '@a)']) assert.ok(Array.isArray(mentionedPaths(unit.repeat(100_000))));
	});
});
