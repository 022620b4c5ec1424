/** Where keys and patterns stand in a file's front matter, whether or not it is valid YAML. */

import type { FrontMatter, TextRange } from '../text/frontMatter.js';
import { locateKey } from '../text/locateKey.js';

/** Why a block is not valid YAML, as a part of a sentence. */
export const faultWords = ({ fault }: FrontMatter): string => fault?.message.replace(/\.+$/, '') ?? 'it cannot be read';

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
export function patternPlaces(
	text: string,
	frontMatter: FrontMatter,
	key: string,
	patterns: readonly string[],
): readonly PatternPlace[] {
	const items = locateKey(text, frontMatter, key)?.items ?? [];
	const place = keyPlace(text, frontMatter, key);
	const whole = place ? trimmed(text, place.value) : { offset: 0, length: 0 };
	let next = 0;
	return patterns.map((pattern) => {
		const index = items.findIndex((item, position) => position >= next && item.value === pattern);
		const item = items[index];
		if (!item) return { range: whole, quote: '' };
		next = index + 1;
		return {
			range: { offset: item.offset, length: item.length },
			quote: item.quoted ? quoteBefore(text, item.offset) : '',
		};
	});
}

/** The quote that a pattern stands in: right before it, or further left where a quoted string holds several. */
function quoteBefore(text: string, offset: number): PatternPlace['quote'] {
	const quote = /(["'])[^"']*$/.exec(text.slice(Math.max(0, offset - 1_000), offset))?.[1];
	return quote === "'" ? "'" : '"';
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
