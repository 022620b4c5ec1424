import assert from 'node:assert/strict';
import { maskerOf } from '../../../src/core/check/masking.js';

describe('Masking', () => {
	const value = 'ghp_0123456789abcdef';
	const cases: readonly (readonly [title: string, values: readonly string[], text: string, expected: string])[] = [
		['Should replace every occurrence', [value], `${value} and ${value}`, '**** and ****'],
		['Should replace the longer of two values that overlap', ['abcdefgh', 'abcdefghij'], 'abcdefghij', '****'],
		['Should replace a value that a message has cut', [value], 'see "ghp_01234567…" here', 'see "****…" here'],
		[
			'Should leave the beginning of a value where it goes on otherwise',
			[value],
			'ghp_0123 is a prefix',
			'ghp_0123 is a prefix',
		],
		[
			'Should find a value whose line breaks a message has joined',
			['line one\nline two'],
			'has "line one line two"',
			'has "****"',
		],
		['Should not hide ordinary words for a short value', ['the'], 'the end', 'the end'],
	];
	for (const [title, values, text, expected] of cases) it(title, () => assert.equal(maskerOf(values)(text), expected));
});
