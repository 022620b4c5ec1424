/** `@path` mentions in the inline content of Markdown: which count, and where they stand. */

import type { Token } from 'marked';

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

/** Text of a block that begins with a comment and holds its end, without its comments; `undefined` for other blocks. */
export function withoutComments(raw: string): string | undefined {
	if (!raw.trimStart().startsWith('<!--') || !raw.includes('-->')) return undefined;
	let rest = '';
	let from = 0;
	for (;;) {
		const open = raw.indexOf('<!--', from);
		const close = open < 0 ? -1 : raw.indexOf('-->', open + 4);
		if (close < 0) return rest + raw.slice(from);
		rest += raw.slice(from, open);
		from = close + 3;
	}
}

/** A piece of inline content in the order of the text: what is read, and whether mentions in it count. */
interface Leaf {
	readonly raw: string;
	readonly counts: boolean;
}

/** The leaves of a block's tokens in the order of the text. */
export function* leavesOf(tokens: readonly Token[]): Generator<Leaf> {
	for (const token of tokens) {
		if (token.type === 'html') {
			// What follows a comment on its line is text; any other HTML is markup.
			const rest = withoutComments(token.raw);
			if (rest === undefined) yield { raw: token.raw, counts: false };
			else yield { raw: rest, counts: true };
		} else if (token.type === 'list') {
			for (const item of token.items as Token[]) yield* leavesOf([item]);
		} else if ('tokens' in token && token.tokens) {
			yield* leavesOf(token.tokens);
			if (token.type === 'link' || token.type === 'image') yield { raw: linkTarget(token.raw), counts: false };
		} else {
			yield { raw: token.raw, counts: token.type === 'text' };
		}
	}
}

/** What follows a link's text, e.g. `](a.md "A")`. */
function linkTarget(raw: string): string {
	return raw.slice(Math.max(0, raw.lastIndexOf(']('), raw.lastIndexOf('][')));
}

/**
 * Adds the mentions of one top-level block with their places in its source, which stands from `start` to `end`. Quotes and lists lex a copy of their text without the
 * prefixes, so places are found by walking the words of all leaves through the source, in order.
 */
export function collectMentions(
	block: Token,
	source: string,
	start: number,
	end: number,
	mentions: ImportMention[],
): void {
	const place = new SourceCursor(source, start, end);
	for (const { raw, counts } of leavesOf([block])) {
		const found = counts ? mentionsInText(raw) : [];
		let from = 0;
		for (const { token, index } of found) {
			place.pass(raw.slice(from, index));
			const offset = place.find(`@${token}`);
			if (offset !== undefined)
				mentions.push({ token, path: mentionedPath(token) as string, offset, length: token.length + 1 });
			from = index + 1 + token.length;
		}
		place.pass(raw.slice(from));
	}
}

/** Walks forward through a stretch of source. */
class SourceCursor {
	readonly #source: string;
	readonly #end: number;
	#position: number;
	/** Words that were not found cost a look at all the rest; after some of them only mentions are looked for. */
	#patience = 200;

	constructor(source: string, start: number, end: number) {
		this.#source = source;
		this.#position = start;
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
		const index = this.#source.indexOf(text, this.#position);
		if (index < 0 || index + text.length > this.#end) return undefined;
		this.#position = index + text.length;
		return index;
	}
}
