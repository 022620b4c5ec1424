/** `@path` mentions in the inline content of Markdown: which count, and where they stand. */

import type { TextRange } from './frontMatter.js';

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
