import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readPaths } from '../../../src/core/globs/paths.js';

describe('The paths of a rule', () => {
	const conditions: readonly (readonly [
		title: string,
		value: unknown,
		patterns: readonly string[],
		written?: readonly string[],
	])[] = [
		['may be a list', ['src/api/**', 'lib'], ['src/api', 'lib'], ['src/api/**', 'lib']],
		['may be a string with commas', 'src/**, *.{ts,tsx}', ['src', '*.ts', '*.tsx'], ['src/**', '*.{ts,tsx}']],
		['may be a list of strings with commas', ['a, b', 'c'], ['a', 'b', 'c']],
		['may be a list of lists', [['a'], [['b,c']]], ['a', 'b', 'c']],
		['pass over numbers and whatever else is no text', [1, true, null, { a: 'x' }, 'a'], ['a']],
		['may hold ** beside others', ['**', 'a'], ['**', 'a']],
		['of * or **/* are a condition', ['*', '**/*'], ['*', '**/*']],
		['lose one /** only', 'a/**/**', ['a/**']],
		['lose /** behind braces', '{a/**,b}', ['a', 'b'], ['{a/**,b}']],
		['may hold a line break', 'a/**\nb/**\n', ['a/**\nb'], ['a/**\nb/**']],
	];
	for (const [title, value, patterns, written] of conditions) {
		it(title, () => {
			const condition = readPaths(value);
			assert.deepEqual(condition?.patterns, patterns);
			if (written) assert.deepEqual(condition?.written, written);
			assert.equal(condition?.origins.length, patterns.length);
		});
	}

	const unconditional: readonly unknown[] = [
		undefined,
		null,
		'',
		' , ',
		[],
		[''],
		5,
		[5],
		true,
		[true],
		{},
		{ a: ['x'] },
		'**',
		['**', '**'],
		'/**',
		'**/**',
		[['**'], '/**'],
		[null],
	];
	for (const value of unconditional) {
		it(`are no condition as ${JSON.stringify(value)}`, () => assert.equal(readPaths(value), undefined));
	}

	it('go on behind a pattern with too many alternatives, which stays as it is', () => {
		const many = `{${Array.from({ length: 2_000 }, (_, index) => `z${index}`).join(',')}}.q`;
		const condition = readPaths([many, 'a', '{b,c}']);
		assert.deepEqual(condition?.patterns, [many, 'a', 'b', 'c']);
		assert.equal(condition?.exceeded, true);
	});

	it('are read without an exception, whatever they are', () => {
		fc.assert(fc.property(fc.anything(), (value) => void readPaths(value)));
	});
});
