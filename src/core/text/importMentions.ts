/** `@path` mentions in the inline content of Markdown: which count, and where they stand. */

import type { Token } from 'marked';
import type { TextRange } from './frontMatter.js';
import { isBlockText } from './markdownLexer.js';

/** One `@path` that the client would follow. */
export interface ImportMention {
	/** As written, without the `@`, e.g. `docs/my\ notes.md#setup`. */
	readonly token: string;
	/** The path that is meant: blanks unescaped, `#fragment` and trailing `/` cut, e.g. `docs/my notes.md`. */
	readonly path: string;
	/** Offset of the `@` in the given body, in UTF-16 units. */
	readonly offset: number;
	/** Length of `@` and token. */
	readonly length: number;
}

/**
 * `@` at the start of a stretch of text or after white space, up to the next white space; `\ ` is a blank of the path.
 * Punctuation at the end belongs to the path (corpus `import/syntax`, `pain/cc-86060`).
 */
const mention = /(?:^|\s)@((?:[^\s\\]|\\ )+)/g;
/** What a path may begin with: `./`, `../`, `~/`, `/` or a name. */
const pathStart = /^(?:~\/|\/.|[\w.-])/;

/** The mentions in a stretch of plain text, as tokens without the `@`. */
export function mentionsInText(text: string): readonly { readonly token: string; readonly index: number }[] {
	if (!text.includes('@')) return [];
	return [...text.matchAll(mention)]
		.map((match) => ({
			token: match[1] as string,
			index: match.index + match[0].length - (match[1] as string).length - 1,
		}))
		.filter(({ token }) => mentionedPath(token) !== undefined);
}

/** The path that a token means, e.g. `a\ b.md#top` → `a b.md`; `undefined` where it is none, e.g. `#top` or `(x)`. */
export function mentionedPath(token: string): string | undefined {
	const hash = token.indexOf('#');
	const path = (hash < 0 ? token : token.slice(0, hash)).replaceAll('\\ ', ' ');
	if (!pathStart.test(path)) return undefined;
	let end = path.length;
	while (end > 1 && path[end - 1] === '/') end--;
	return path.slice(0, end);
}

/**
 * True where a text may hold a mention at all: an `@` that begins a path and stands at the start or after white space
 * or punctuation (the end of markup, as in `**@a.md**`), which `ann@example.com` does not.
 */
export function mayMention(text: string): boolean {
	return possibleMention.test(text);
}

const possibleMention = /(?:^|[\s!-/:-@[-`{-~])@[\w.~/-]/;

/**
 * What is left of a block that begins with a comment and holds the end of one: the stretches between its comments.
 * `undefined` for other blocks.
 */
export function rangesWithoutComments(raw: string): readonly TextRange[] | undefined {
	if (!raw.trimStart().startsWith('<!--') || !raw.includes('-->')) return undefined;
	const ranges: TextRange[] = [];
	let from = 0;
	for (;;) {
		const open = raw.indexOf('<!--', from);
		const close = open < 0 ? -1 : raw.indexOf('-->', open + 4);
		const end = close < 0 ? raw.length : open;
		if (end > from) ranges.push({ offset: from, length: end - from });
		if (close < 0) return ranges;
		from = close + 3;
	}
}

/** The text of the stretches. */
export function textOf(source: string, ranges: readonly TextRange[]): string {
	return ranges.map(({ offset, length }) => source.slice(offset, offset + length)).join('');
}

/** What follows a link's text, e.g. `](a.md "A")`. */
function linkTarget(raw: string): string {
	return raw.slice(Math.max(0, raw.lastIndexOf(']('), raw.lastIndexOf('][')));
}

/**
 * Finds the mentions of top-level blocks and their places in the source. Quotes and lists lex a copy of their text without
 * the prefixes, so places are found by walking the words of all tokens through the source, in order.
 */
export class MentionCollector {
	readonly mentions: ImportMention[] = [];
	readonly #source: string;
	readonly #known = new Set<string>();
	#place: SourceCursor;

	constructor(source: string) {
		this.#source = source;
		this.#place = new SourceCursor(source, 0, source.length);
	}

	/** Adds the mentions of one block, which stands in the source from `start` to `end`. */
	addBlock(block: Token, start: number, end: number): void {
		this.#place = new SourceCursor(this.#source, start, end);
		this.#visit(block);
	}

	#visit(token: Token): void {
		if (token.type === 'html') {
			// What follows a comment on its line is text; any other HTML is markup.
			const rest = rangesWithoutComments(token.raw);
			if (rest) this.#addText(textOf(token.raw, rest));
			else this.#place.pass(token.raw);
		} else if (token.type === 'list') {
			for (const item of token.items as Token[]) this.#visit(item);
		} else if (token.type === 'image') {
			this.#place.pass(token.raw);
		} else if ('tokens' in token && token.tokens) {
			if (isBlockText(token)) this.#addBlockText(token.raw);
			for (const child of token.tokens) this.#visit(child);
			if (token.type === 'link') this.#place.pass(linkTarget(token.raw));
		} else if (token.type === 'text') {
			this.#addText(token.raw);
		} else {
			this.#place.pass(token.raw);
		}
	}

	/**
	 * The text of a list item is read as it stands, code spans and all, and once more without its markup: a mention in a
	 * code span counts there, which it does not in a paragraph (recorded on both versions).
	 */
	#addBlockText(raw: string): void {
		const start = this.#place.position;
		this.#addText(raw);
		this.#place.position = start;
	}

	#addText(raw: string): void {
		let from = 0;
		for (const { token, index } of mentionsInText(raw)) {
			this.#place.pass(raw.slice(from, index));
			const offset = this.#place.find(`@${token}`);
			const key = `${offset} ${token}`;
			if (offset !== undefined && !this.#known.has(key)) {
				this.#known.add(key);
				this.mentions.push({ token, path: mentionedPath(token) as string, offset, length: token.length + 1 });
			}
			from = index + 1 + token.length;
		}
		this.#place.pass(raw.slice(from));
	}
}

/** Walks forward through a stretch of source. */
class SourceCursor {
	readonly #source: string;
	readonly #end: number;
	position: number;
	/** Words that were not found cost a look at all the rest; after some of them only mentions are looked for. */
	#patience = 200;

	constructor(source: string, start: number, end: number) {
		this.#source = source;
		this.position = start;
		this.#end = end;
	}

	/** Moves behind the words of a text. */
	pass(text: string): void {
		for (const [word] of text.matchAll(/\S+/g)) {
			if (this.#patience === 0) return;
			if (this.find(word) === undefined) this.#patience--;
		}
	}

	/** Where a string without line breaks comes next; moves behind it. */
	find(text: string): number | undefined {
		const index = this.#source.indexOf(text, this.position);
		if (index < 0 || index + text.length > this.#end) return undefined;
		this.position = index + text.length;
		return index;
	}
}
