/**
 * How wide a text is on a terminal, as the client reckons the skill listing: not in units but in columns (own recordings
 * of 50 kinds of characters; `日` takes two, a line break none).
 */

import { lazy, lazyPattern } from '../lazy.js';

const printableAscii = /^[\x20-\x7E]*$/;
/** Colours and other sequences for terminals. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they begin with the control character Escape
const escapes = /\u001B\[[\d;?]*[ -/]*[@-~]/g;
const emoji = lazyPattern(String.raw`^(?![\u{1F1E6}-\u{1F1FF}])\p{Emoji_Presentation}`, 'u');
/** Characters of East Asia that take two columns. */
const wide =
	/^[\u1100-\u115F\u2329\u232A\u2E80-\u303E\u3041-\uA4C6\uA960-\uA97C\uAC00-\uD7A3\uF900-\uFAFF\uFE10-\uFE19\uFE30-\uFE6B\uFF01-\uFF60\uFFE0-\uFFE6\u{16FE0}-\u{18D08}\u{1AFF0}-\u{1B2FB}\u{1F200}-\u{1F265}\u{20000}-\u{3FFFD}]/u;
/** Marks belong to the character before them. */
const mark = lazyPattern(String.raw`^\p{M}`, 'u');
/** Controls, what is ignorable, and the parts of a Korean syllable behind its first. */
const without = lazyPattern(String.raw`^[\p{Cc}\p{Default_Ignorable_Code_Point}\u1160-\u11FF\uD7B0-\uD7FF]`, 'u');
/** A character that is shown as an emoji by what follows it: `❤️`, `1️⃣`. */
const madeEmoji = lazyPattern(String.raw`^\p{Emoji}\uFE0F|\u20E3$`, 'u');
const flag = /^[\u{1F1E6}-\u{1F1FF}]{2}/u;

/** Columns of a text; for printable ASCII its length. */
export function displayWidth(text: string): number {
	if (printableAscii.test(text)) return text.length;
	let width = 0;
	for (const { segment } of segmenter().segment(text.replace(escapes, ''))) width += widthOfSegment(segment);
	return width;
}

const segmenter = lazy(() => new Intl.Segmenter());

function widthOfSegment(segment: string): number {
	if (emoji().test(segment) || madeEmoji().test(segment) || flag.test(segment)) return 2;
	let width = 0;
	for (const character of segment) {
		if (mark().test(character)) continue;
		width += wide.test(character) ? 2 : without().test(character) ? 0 : 1;
	}
	return width;
}
