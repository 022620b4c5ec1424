/** How much of a memory index reaches the model, and where in the file it ends. */

import { memoryCharacterLimit, memoryLineLimit } from '../client/constants.js';
import { lazyPattern } from '../lazy.js';
import { readFrontMatter } from './frontMatter.js';
import { offsetInBody, parseBody } from './instructionText.js';

/** A memory index within the client's limits. Lengths are UTF-16 units. */
export interface TruncatedIndex {
	/** What reaches the model. */
	readonly text: string;
	readonly truncated: boolean;
	/** The limit that decided the cut; `characters` where both were over and the second one cut further. */
	readonly cause?: 'lines' | 'characters';
	readonly totalLines: number;
	readonly totalCharacters: number;
	/** Lines and units within the limits, before the text was cleaned. */
	readonly keptLines: number;
	readonly keptCharacters: number;
}

/**
 * Cuts a trimmed index to 200 lines, then to 25,000 units back to the last line break at or before them; a single
 * longer line is cut at 25,000 (corpus `memory/lines201`, `memory/chars-cut`, `memory/newline-at-limit`,
 * `memory/chars-oneline`). Like JavaScript's `slice`, the last cut may halve a surrogate pair.
 */
export function truncateIndex(trimmed: string): TruncatedIndex {
	const totals = { totalLines: countLines(trimmed), totalCharacters: trimmed.length };
	const lineCut = endOfLines(trimmed, memoryLineLimit);
	let text = trimmed.slice(0, lineCut);
	let cause: TruncatedIndex['cause'] = lineCut < trimmed.length ? 'lines' : undefined;
	if (text.length > memoryCharacterLimit) {
		const lineBreak = text.lastIndexOf('\n', memoryCharacterLimit);
		text = text.slice(0, lineBreak > 0 ? lineBreak : memoryCharacterLimit);
		cause = 'characters';
	}
	return {
		text,
		truncated: cause !== undefined,
		...(cause && { cause }),
		...totals,
		keptLines: countLines(text),
		keptCharacters: text.length,
	};
}

/** A memory index as the model gets it, and the place in the file where that ends. */
export interface IndexView {
	readonly index: TruncatedIndex;
	/** Offset in the file's own text behind the last unit that is loaded; the text's length where all of it is. */
	readonly cutOffset: number;
	/** 0-based line of the file that holds `cutOffset`: lines below it are not loaded. */
	readonly cutLine: number;
}

export interface IndexViewOptions {
	/** See `FrontMatterOptions`. */
	readonly afterByteOrderMark: boolean;
	/** True where what is left after the cut is cleaned (2.1.332, corpus `pain/cc-62325`): see `cleanedIndex`. */
	readonly cleansText: boolean;
	/** See `BodyOptions`. */
	readonly alwaysRejoins?: boolean;
}

/**
 * The loaded view of MEMORY.md: front matter and block comments removed, trimmed as JavaScript does, then truncated.
 * The counts are of that text, not of the file (corpus `memory/fm`, `memory/blank-lead`).
 */
export function loadedIndexView(fileText: string, options: IndexViewOptions): IndexView {
	const { bodyOffset } = readFrontMatter(fileText, options);
	const body = fileText.slice(bodyOffset);
	const parsed = parseBody(body, { imports: false, alwaysRejoins: options.alwaysRejoins === true });
	const cut = truncateIndex(parsed.text.trim());
	const index = options.cleansText ? cleaned(cut) : cut;
	if (!index.truncated) return { index, cutOffset: fileText.length, cutLine: countLines(fileText) - 1 };
	const blanks = parsed.text.length - parsed.text.trimStart().length;
	const end = bodyOffset + offsetInBody(body, parsed, blanks + cut.text.length);
	// A carriage return at the cut is cleaned away with its line feed.
	const cutOffset = options.cleansText && fileText.startsWith('\r\n', end - 1) ? end - 1 : end;
	return { index, cutOffset, cutLine: countLines(fileText.slice(0, cutOffset)) - 1 };
}

/** Behind a cut the client's own warning follows after a line feed, so that only the beginning is trimmed. */
function cleaned(cut: TruncatedIndex): TruncatedIndex {
	const text = cut.truncated ? cleanedIndex(`${cut.text}\n`).slice(0, -1).trimStart() : cleanedIndex(cut.text).trim();
	return { ...cut, text };
}

/** Every separator of lines. */
const lineSeparators = /\r\n?|[\u2028\u2029]/g;
/** What shows nothing: controls, formats, ignorable characters; joiners and the forms of emoji are needed. */
const invisibles = lazyPattern(
	String.raw`(?!\t|\n|\u200C|\u200D|\uFE0E|\uFE0F)[\p{C}\p{Default_Ignorable_Code_Point}]`,
	'gu',
);
/** Text that holds neither. */
const plain = /^[\t\n\x20-\x7E]*$/;

/**
 * Memory as a newer client hands it on: separators of lines become `\n`, invisible characters fall away. The limits count
 * what was there before (own recordings of 2.1.332 with every control, format and ignorable character).
 */
export function cleanedIndex(text: string): string {
	return plain.test(text) ? text : text.replace(lineSeparators, '\n').replace(invisibles(), '');
}

/** Lines of a text, as `split('\n')` counts them: 1 for the empty text. */
function countLines(text: string): number {
	let lines = 1;
	for (let index = text.indexOf('\n'); index >= 0; index = text.indexOf('\n', index + 1)) lines++;
	return lines;
}

/** Offset of the end of the first lines, the last line break left out; the text's length where there are fewer. */
function endOfLines(text: string, limit: number): number {
	let index = -1;
	for (let line = 0; line < limit; line++) {
		index = text.indexOf('\n', index + 1);
		if (index < 0) return text.length;
	}
	return index;
}
