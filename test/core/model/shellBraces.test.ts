import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { expandShellBraces } from '../../../src/core/model/shellBraces.js';
import { shellParts } from '../../../src/core/model/shellCommand.js';

/** Held against bash; that the client's files follow is in the corpus (`own/gap-braces`). */
const words: readonly (readonly [word: string, ...expansion: string[]])[] = [
	['a{b,c}/f', 'ab/f', 'ac/f'],
	['a{b,}', 'ab', 'a'],
	['a{,}', 'a', 'a'],
	['{a,b}{c,d}', 'ac', 'ad', 'bc', 'bd'],
	['a{b,{c,d}e}', 'ab', 'ace', 'ade'],
	['a{{b,c}}', 'a{b}', 'a{c}'],
	['a{b}{c,d}', 'a{b}c', 'a{b}d'],
	['a{1..3}', 'a1', 'a2', 'a3'],
	['a{3..1}', 'a3', 'a2', 'a1'],
	['{a..c}', 'a', 'b', 'c'],
	['{x{b,c}', '{xb', '{xc'],
	['"h"{b,c}', 'hb', 'hc'],
	['{"a,b",c}', 'a,b', 'c'],
	['a{b}'],
	['a{b,c'],
	['a},b{'],
	['a{b.c}'],
	['a{1...3}'],
	['a{1..c}'],
	['a\\{b,c}'],
	['a{b\\,c}'],
	["'a{b,c}'"],
	['"a{b,c}"'],
];

describe('Braces of a shell', () => {
	for (const [word, ...expansion] of words) {
		it(`${word} is ${expansion.join(' ') || 'one word'}`, () => {
			const [part] = shellParts(`cat ${word}`) ?? [];
			assert.deepEqual(part?.words[1]?.expansion ?? [], expansion);
		});
	}

	it('any word comes to its end', () => {
		for (const word of [
			'{a,b}'.repeat(500),
			'{'.repeat(20_000),
			'{a,'.repeat(6_000),
			'{,'.repeat(3_000) + '}'.repeat(3_000),
		]) {
			const expansion = expandShellBraces(word, word);
			assert.ok((expansion?.length ?? 0) <= 256);
		}
	});
});
