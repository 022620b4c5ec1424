import assert from 'node:assert/strict';
import fc from 'fast-check';
import { scanTopicLinks } from '../../../src/core/text/links.js';

describe('Topic links of a memory index', () => {
	const table: readonly (readonly [title: string, text: string, links: readonly (readonly string[])[]])[] = [
		['are links to files', '- [a](a.md)', [['markdown', 'a.md', 'a']]],
		['may have a title and a dot', '[b](./b.md "t")', [['markdown', 'b.md', 'b']]],
		['may stand in angle brackets', '[c](<c d.md>)', [['markdown', 'c d.md', 'c']]],
		['may have a fragment', '[e](e.md#sec)', [['markdown', 'e.md', 'e', 'sec']]],
		[
			'may be percent-encoded',
			'[c](c%20d.md) [x](100%.md)',
			[
				['markdown', 'c d.md', 'c'],
				['markdown', '100%.md', 'x'],
			],
		],
		[
			'may be wiki links',
			'[[slug-x]] and [[slug|A title]] and [[s#part]]',
			[
				['wiki', 'slug-x', 'slug-x'],
				['wiki', 'slug', 'A title'],
				['wiki', 's', 's', 'part'],
			],
		],
		[
			'may lie in folders',
			'[a](sub/a.md) [b](../b.md)',
			[
				['markdown', 'sub/a.md', 'a'],
				['markdown', '../b.md', 'b'],
			],
		],
		['may hold brackets in their text', '[a [b] c](d.md)', [['markdown', 'd.md', 'a [b] c']]],
		['may hold brackets in their target', '[a](b(1).md)', [['markdown', 'b(1).md', 'a']]],
		[
			'may stand next to another',
			'[a](a.md)[b](b.md)',
			[
				['markdown', 'a.md', 'a'],
				['markdown', 'b.md', 'b'],
			],
		],
		[
			'are not in code',
			'`[a](a.md)` ``x ` [[b]]``\n```\n[c](c.md)\n```\n~~~\n[[d]]\n~~~\n[e](e.md)',
			[['markdown', 'e.md', 'e']],
		],
		['are behind a backtick that is never closed', '` [a](a.md)', [['markdown', 'a.md', 'a']]],
		['are not pictures', '![a](a.png)', []],
		['are not escaped', '\\[a](a.md)', []],
		[
			'are not on the web, in the file itself or absolute',
			'[a](https://x/y.md) [b](mailto:x@y) [c](#sec) [d](/etc/x.md) [e]()',
			[],
		],
		['are not plain names', 'plain f.md', []],
	];
	for (const [title, text, links] of table) {
		it(title, () => {
			assert.deepEqual(
				scanTopicLinks(text).map(({ kind, target, title: name, fragment }) => [
					kind,
					target,
					name,
					...(fragment ? [fragment] : []),
				]),
				links,
			);
		});
	}

	it('stand where they say', () => {
		const text = '# T\r\n- x [a](<./c d.md#s> "t") y\n- [[slug|T]]\n';
		assert.deepEqual(
			scanTopicLinks(text).map(({ offset, length, targetOffset, targetLength, line }) => [
				text.slice(offset, offset + length),
				text.slice(targetOffset, targetOffset + targetLength),
				line,
			]),
			[
				['[a](<./c d.md#s> "t")', './c d.md', 1],
				['[[slug|T]]', 'slug', 2],
			],
		);
	});

	it('are found in any text without an exception, one behind the other', () => {
		fc.assert(
			fc.property(
				fc.string({
					unit: fc.constantFrom(
						'[',
						']',
						'(',
						')',
						'<',
						'>',
						'`',
						'|',
						'#',
						'\\',
						'\n',
						'"',
						' ',
						'a',
						'.md',
						'!',
						'%',
					),
					maxLength: 60,
				}),
				(text) => {
					let end = 0;
					for (const { offset, length, targetOffset, targetLength } of scanTopicLinks(text)) {
						assert.ok(offset >= end && targetOffset > offset && targetOffset + targetLength < offset + length);
						end = offset + length;
					}
				},
			),
			{ numRuns: 2_000 },
		);
	});
});
