import assert from 'node:assert/strict';
import { displayWidth } from '../../../src/core/text/displayWidth.js';

/** As recorded: how much a description of 20 such characters takes from the skill listing's budget. */
const recorded: readonly (readonly [text: string, width: number])[] = [
	['abc', 3],
	['日本', 4],
	['한', 2],
	['\u1112\u1161\u11AB', 2],
	['Ａ', 2],
	['ｱ', 1],
	['「', 2],
	['\u3000', 2],
	['か\u3099', 2],
	['𠀋', 2],
	['🙂', 2],
	['👩‍👩‍👧', 2],
	['👍🏽', 2],
	['🇩🇪', 2],
	['🇩', 1],
	['1️⃣', 2],
	['❤️', 2],
	['❤', 1],
	['☀', 1],
	['⌚', 2],
	['⌚\uFE0E', 2],
	['a\uFE0F', 1],
	['★', 1],
	['™', 1],
	['e\u0301', 1],
	['กำ', 2],
	['कि', 1],
	['م', 1],
	['—', 1],
	['…', 1],
	['①', 1],
	['𝒳', 1],
	['\u00A0', 1],
	['\u2028', 1],
	['\u2800', 1],
	['\uE000', 1],
	['\uFFFD', 1],
	['\n', 0],
	['\u0007', 0],
	['\u0085', 0],
	['\u00AD', 0],
	['\u200C', 0],
	['\u200D', 0],
	['\u2060', 0],
	['\u034F', 0],
	['\u{E0041}', 0],
	['\uFEFF', 0],
	['\u115F', 2],
	['\u3164', 2],
	['\u001B[31m', 0],
];

describe('The width of a text', () => {
	for (const [text, width] of recorded) {
		it(`of ${JSON.stringify(text)} is ${width}`, () =>
			assert.equal(displayWidth(`q${text.repeat(20)}q`), 2 + 20 * width));
	}
});
