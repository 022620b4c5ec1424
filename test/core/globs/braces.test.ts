import assert from 'node:assert/strict';
import fc from 'fast-check';
import { expandBraces, newBudget, splitAtCommas } from '../../../src/core/globs/braces.js';

const numbered = (count: number, start = 'z'): string =>
	Array.from({ length: count }, (_, index) => start + index).join(',');

describe('Braces', () => {
	const table: readonly (readonly [title: string, pattern: string, expanded: readonly string[]])[] = [
		['make a pattern of each part', '*.{ts,tsx}', ['*.ts', '*.tsx']],
		['multiply', '{a,b}/{c,d}', ['a/c', 'a/d', 'b/c', 'b/d']],
		['lose blanks around their parts', '*.{ts, css }', ['*.ts', '*.css']],
		['may hold an empty part', 'a{x,}', ['ax', 'a']],
		['of one part get lost', '*.{ts}', ['*.ts']],
		['are no range', 'f{1..3}', ['f1..3']],
		['stay when never closed', 'a{b,c', ['a{b,c']],
		['stay when empty, with all behind them', 'a{}b{c,d}', ['a{}b{c,d}']],
		['that only close are text', 'a}b', ['a}b']],
		['may be opened again and again', '{{{a}}}', ['a']],
		['are not needed', 'src/**', ['src/**']],
	];
	for (const [title, pattern, expanded] of table) {
		it(title, () => assert.deepEqual(expandBraces(pattern), { patterns: expanded, exceeded: false }));
	}

	it('do not nest: the first one ends at the next closing one', () => {
		assert.deepEqual(expandBraces('{src/{api,x},lib}/*').patterns, ['src/api/*', 'src/lib/*', 'x,lib}/*']);
	});

	it('make up to 1,000 patterns; one more, and the pattern stays as it is', () => {
		const short = (count: number): string =>
			Array.from({ length: count }, (_, index) => (index + 360).toString(36)).join(',');
		assert.equal(expandBraces(`{${short(1_000)}}`).patterns.length, 1_000);
		assert.deepEqual(expandBraces(`{${short(1_001)}}`), { patterns: [`{${short(1_001)}}`], exceeded: true });
		assert.equal(expandBraces(`{${short(500)}}{,b}`).exceeded, false);
		assert.equal(expandBraces(`{${short(501)}}{,b}`).exceeded, true);
	});

	it('take 4 MiB of work, and each part costs the whole pattern', () => {
		assert.equal(expandBraces(`{${numbered(920)},x}`).exceeded, false);
		assert.equal(expandBraces(`{${numbered(928)},x}`).exceeded, true);
		assert.equal(expandBraces(`{${'z'.repeat(1_390_000)},x}`).exceeded, false);
		assert.equal(expandBraces(`{${'z'.repeat(1_410_000)},x}`).exceeded, true);
	});

	it('share one budget; what is too much leaves the rest to the next', () => {
		const budget = newBudget();
		for (const expected of [false, false, false, true, false]) {
			const pattern = budget.patterns === 100 && !expected ? '{a,b}' : `{${numbered(300)}}`;
			assert.equal(expandBraces(pattern, budget).exceeded, expected);
		}
		assert.equal(budget.patterns, 98);
	});

	it('end quickly on hostile patterns', function () {
		this.timeout(20_000);
		const hostile = [
			`{${numbered(10_000)}}`,
			'{a,b}'.repeat(200_000),
			'{'.repeat(1_000_000),
			`${'{'.repeat(500_000)}${'}'.repeat(500_000)}`,
			`{${','.repeat(1_000_000)}}`,
			'{,'.repeat(500_000),
			`{${'{'.repeat(400_000)},${'}'.repeat(400_000)}`,
			'{a}'.repeat(300_000),
			'{a,{b,'.repeat(100_000) + '}'.repeat(100_000),
		];
		for (const pattern of hostile) {
			const { patterns } = expandBraces(pattern);
			assert.ok(patterns.length <= 1_000);
		}
	});

	it('leave no closed pair behind, whatever the pattern, unless it is empty', () => {
		fc.assert(
			fc.property(fc.string({ unit: fc.constantFrom('{', '}', ',', 'a', ' ', '/'), maxLength: 24 }), (pattern) => {
				const { patterns, exceeded } = expandBraces(pattern);
				assert.ok(patterns.length >= 1 && patterns.length <= 1_000);
				if (!exceeded) for (const each of patterns) assert.ok(!/^[^{]*\{[^}]+\}/.test(each), each);
			}),
			{ numRuns: 2_000 },
		);
	});
});

describe('A string of patterns', () => {
	const table: readonly (readonly [text: string, parts: readonly string[]])[] = [
		['a, b ,c', ['a', 'b', 'c']],
		['a/{b,c}, d', ['a/{b,c}', 'd']],
		['{a,{b,c}},d', ['{a,{b,c}}', 'd']],
		['a},b', ['a}', 'b']],
		[' , ,', []],
		['{a,b', ['{a,b']],
	];
	for (const [text, parts] of table) {
		it(`${JSON.stringify(text)} holds ${parts.length}, where they stand`, () => {
			const found = splitAtCommas(text);
			assert.deepEqual(
				found.map(({ pattern }) => pattern),
				parts,
			);
			for (const { pattern, offset } of found) assert.equal(text.slice(offset, offset + pattern.length), pattern);
		});
	}
});
