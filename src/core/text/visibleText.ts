/** Descriptions of skills as a newer client hands them on (reports.md h; own recordings of 330 characters and sequences). */

import { lazy } from '../lazy.js';

/** What is neither a control character nor above ASCII stays as it is but for `<` and `>`. */
const printableAscii = /^[\x20-\x7E]*$/;
/** Sequences for terminals, whole or cut off at the text's end: commands with a string, then all others. */
const terminalSequences =
	// biome-ignore lint/suspicious/noControlCharactersInRegex: they begin with control characters
	/(?:\x1B[P\]X^_]|[\x90\x98\x9D-\x9F])[\s\S]*?(?:\x1B\\|\x9C|$)|(?:\x1B\[|\x9B)[0-?]*[ -/]*[@-~]?|\x1B(?:[ -/]*[0-~]|[ -/]*$)/g;
/** The same for titles, which a bell ends as well. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they begin with control characters
const terminalTitles = /(?:\x1B\]|\x9D)[\s\S]*?(?:\x07|\x1B\\|\x9C|$)/g;
const invisible = '[\\p{C}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]+';
/** A joiner within a word of Arabic letters is needed to write it. */
const arabicJoiner = '(?<=\\p{Script=Arabic})\\u200C(?=\\p{Script=Arabic})';
const emojiSequence =
	'\\p{Emoji}(?:\\p{EMod}|\\uFE0F\\u20E3?|[\\u{E0020}-\\u{E007E}]+\\u{E007F})?(?:\\u200D\\p{Emoji}(?:\\p{EMod}|\\uFE0F)?)*';

/** Finds what is kept as it is, or a run of what is invisible. */
function invisibleOrKept(): RegExp {
	try {
		return new RegExp(`(\\p{RGI_Emoji}|${arabicJoiner})|${invisible}`, 'gv');
	} catch {
		// An engine that does not know the sets of emoji sequences.
		return invisibleOrLikeEmoji();
	}
}

/** The same by the form of emoji sequences alone: quick on any text, and not told from those that no font draws. */
const invisibleOrLikeEmoji = (): RegExp => new RegExp(`(${emojiSequence}|${arabicJoiner})|${invisible}`, 'gu');

/**
 * Trying thousands of emoji sequences at each place takes long where an engine no longer compiles expressions, and of a
 * description 1,536 units are sent: what stands behind this many is told by its form. UTF-16 units.
 */
const exactUnits = 16_384;
const runs = lazy(invisibleOrKept);
const quickRuns = lazy(invisibleOrLikeEmoji);

/**
 * A newer client's description: sequences for terminals fall away; runs of what is invisible (controls, formats, surrogates
 * without a partner, private and unassigned characters, line and paragraph separators, ignorable letters and marks, the
 * blank of Braille) become one blank, but for the joints of emoji and of Arabic words; `<` and `>` become entities.
 */
export function visibleText(text: string): string {
	let visible = text;
	if (!printableAscii.test(text)) {
		const plain = text.replace(terminalTitles, '').replace(terminalSequences, '');
		// Not between the halves of one character.
		const cut = /[\uD800-\uDBFF]/.test(plain.charAt(exactUnits - 1)) ? exactUnits - 1 : exactUnits;
		visible = withoutRuns(plain.slice(0, cut), runs());
		if (plain.length > cut) visible += withoutRuns(plain.slice(cut), quickRuns());
	}
	return visible.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const withoutRuns = (text: string, expression: RegExp): string =>
	text.replace(expression, (_, kept: string | undefined) => kept ?? ' ');
