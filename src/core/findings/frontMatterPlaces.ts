/** Where keys and patterns stand in a file's front matter, whether or not it is valid YAML. */

import type { FrontMatter, TextRange } from '../text/frontMatter.js';

/** One key at the left edge of the front matter. */
export interface KeyPlace {
	/** Without its quotes, e.g. `paths`. */
	readonly key: string;
	/** The key as written; offsets are into the file's text. */
	readonly range: TextRange;
	/** Everything from behind the colon to the next key or the end of the block. */
	readonly value: TextRange;
}

const keyLine = /^(?:([A-Za-z_][\w.-]{0,60})|"([^"\\\n]{1,60})"|'([^'\n]{1,60})')[ \t]{0,20}:(?=[ \t\r\n]|$)/gm;

/** The keys of the front matter in order. */
export function keyPlaces(text: string, { block }: FrontMatter): readonly KeyPlace[] {
	if (!block) return [];
	const yaml = text.slice(block.offset, block.offset + block.length);
	const matches = [...yaml.matchAll(keyLine)];
	return matches.map((match, index) => {
		const key = (match[1] ?? match[2] ?? match[3]) as string;
		const start = match.index + match[0].length;
		const end = matches[index + 1]?.index ?? yaml.length;
		return {
			key,
			range: { offset: block.offset + match.index, length: match[0].trimEnd().length - 1 },
			value: { offset: block.offset + start, length: end - start },
		};
	});
}

/** The last place of a key: of two equal ones the last counts. */
export const keyPlace = (text: string, frontMatter: FrontMatter, key: string): KeyPlace | undefined =>
	keyPlaces(text, frontMatter)
		.filter((place) => place.key === key)
		.at(-1);

/** A pattern's place in the file, and how it is written there. */
export interface PatternPlace {
	readonly range: TextRange;
	/** The quote around it; `''` for a plain scalar. */
	readonly quote: '"' | "'" | '';
}

/**
 * Where each of a value's patterns stands, in order; the whole value for one that is written in another way than it reads
 * (escapes, a folded line).
 */
export function patternPlaces(text: string, { value }: KeyPlace, patterns: readonly string[]): readonly PatternPlace[] {
	const end = value.offset + value.length;
	let from = value.offset;
	return patterns.map((pattern) => {
		for (const [written, quote] of spellings(pattern)) {
			const offset = indexOfItem(text, written, from, end);
			if (offset < 0) continue;
			from = offset + written.length;
			return { range: { offset, length: written.length }, quote: quote ?? quoteBefore(text, offset) };
		}
		return { range: trimmed(text, value), quote: '' };
	});
}

/** A pattern as it may be written: as it is, or with the escapes of double or single quotes. */
function spellings(pattern: string): readonly (readonly [string, PatternPlace['quote'] | undefined])[] {
	const double = JSON.stringify(pattern).slice(1, -1);
	const single = pattern.replaceAll("'", "''");
	return [
		[pattern, undefined],
		[double, '"'],
		[single, "'"],
	];
}

/** The next place where a pattern stands by itself: not within a longer one. */
function indexOfItem(text: string, written: string, from: number, end: number): number {
	for (
		let index = text.indexOf(written, from), tries = 0;
		index >= 0 && index + written.length <= end && tries < 50;
		tries++
	) {
		const before = text[index - 1] ?? '';
		const after = text[index + written.length] ?? '';
		if (/^[\s"',[:-]?$/.test(before) && /^[\s"',\]]?$/.test(after)) return index;
		index = text.indexOf(written, index + 1);
	}
	return -1;
}

function quoteBefore(text: string, offset: number): PatternPlace['quote'] {
	// In a quoted list with commas the quote stands further left; looking at one line is enough.
	const line = text.slice(Math.max(text.lastIndexOf('\n', offset - 1) + 1, offset - 1_000), offset);
	const value = /^(?:[\w.-]+:|\s*-)?\s*(["'])/.exec(line);
	const before = text[offset - 1];
	if (before === '"' || before === "'") return before;
	return value && !line.slice(value[0].length).includes(value[1] as string) ? (value[1] as '"' | "'") : '';
}

/** The range without the blanks at its ends. */
export function trimmed(text: string, { offset, length }: TextRange): TextRange {
	const inner = text.slice(offset, offset + length);
	const start = inner.length - inner.trimStart().length;
	return { offset: offset + Math.min(start, length), length: inner.trim().length };
}

/** One `- item` of a block list, quotes and all. */
export interface ListItem {
	/** The item without its dash and the blanks around it, a trailing comment left out. */
	readonly written: string;
	readonly range: TextRange;
}

/** Items of the block list that is a key's value, one a line. */
export function listItems(text: string, { value }: KeyPlace): readonly ListItem[] {
	const items: ListItem[] = [];
	let offset = value.offset;
	for (const line of text.slice(value.offset, value.offset + value.length).split('\n')) {
		const match = /^([ \t]*-[ \t]+)(\S.*)$/.exec(line);
		if (match) {
			const written = withoutComment(match[2] as string).trimEnd();
			items.push({ written, range: { offset: offset + (match[1] as string).length, length: written.length } });
		}
		offset += line.length + 1;
	}
	return items;
}

/** A plain item without ` # comment`; a quoted one up to its closing quote. */
function withoutComment(written: string): string {
	const quote = written[0];
	if (quote === '"' || quote === "'") {
		const close = written.lastIndexOf(quote);
		return close > 0 ? written.slice(0, close + 1) : written;
	}
	const comment = written.search(/\s#/);
	return comment < 0 ? written : written.slice(0, comment);
}
