import assert from 'node:assert/strict';
import fc from 'fast-check';
import { nearMiss, nearMissIn } from '../../../src/core/globs/nearMiss.js';
import { readPaths } from '../../../src/core/globs/paths.js';
import { patternUnit } from '../../support/patternUnit.js';

describe('A near miss', () => {
	const table: readonly (readonly [pattern: string, path: string, sentence: RegExp | undefined])[] = [
		['/src/**', 'packages/web/src/a.ts', /lies deeper/],
		['src/*.ts', 'src/api/a.ts', /lies deeper/],
		['src/**/*.ts', 'src/a.tsx', /asks for "\.ts" and the file ends in "\.tsx"/],
		['src/*.{js,jsx}', 'src/a.ts', /asks for \.\{js,jsx\} and the file ends in "\.ts"/],
		['app/[id]/**', 'app/[id]/page.tsx', /character class/],
		['./src/**', 'src/a.ts', /never matches/],
		['../src/**', 'src/a.ts', /cannot leave/],
		['/repo/src/**', 'repo/src/a.ts', undefined],
		['src\\api\\**', 'src/api/a.ts', /backslash/],
		['lib/**', 'src/a.ts', undefined],
		['src/**', 'src/a.ts', undefined],
		['!src/**', 'src/a.ts', undefined],
		['**/*.ts', 'docs/a.md', undefined],
		['*.ts', 'a.md', undefined],
		['**/*.{ts,tsx}', 'docs/a.md', undefined],
		['src/*.ts', 'src/a.md', /asks for "\.ts"/],
	];
	for (const [pattern, path, sentence] of table) {
		it(`of ${pattern} is ${sentence ? 'explained' : 'none'} for ${path}`, () => {
			const said = nearMiss(pattern, path);
			if (sentence) assert.match(said ?? '', sentence);
			else assert.equal(said, undefined);
		});
	}

	const negations: readonly (readonly [patterns: readonly string[], path: string, sentence: string | undefined])[] = [
		[['**/*.ts', '!**/b.ts'], 'other/src/b.ts', '"**/*.ts" matches, and "!**/b.ts" takes the file away.'],
		[['src/**', '*.ts', '!*.test.ts', '!b*'], 'lib/a.test.ts', '"*.ts" matches, and "!*.test.ts" takes the file away.'],
		[['*.ts', '!*.{test,spec}.ts'], 'a.spec.ts', '"*.ts" matches, and "!*.{test,spec}.ts" takes the file away.'],
		[['!b.ts', '*.ts'], 'b.ts', undefined],
		[['*.ts', '!b.ts'], 'a.ts', undefined],
		[['*.ts', '!b.ts'], 'b.md', undefined],
	];
	for (const [patterns, path, sentence] of negations) {
		it(`of ${patterns.join(', ')} is ${sentence ? 'explained' : 'none'} for ${path}`, () => {
			const condition = readPaths(patterns);
			assert.ok(condition);
			assert.equal(nearMissIn(condition, path)?.sentence, sentence);
		});
	}

	it('comes without an exception, in one sentence, for any pattern and path', () => {
		fc.assert(
			fc.property(
				fc.string({ unit: patternUnit, maxLength: 16 }),
				fc.string({ unit: patternUnit, maxLength: 16 }),
				(pattern, path) => {
					const said = nearMiss(pattern, path);
					if (said !== undefined) assert.ok(said.endsWith('.'));
				},
			),
			{ numRuns: 2_000 },
		);
	});
});
