/** The mentions of lexed Markdown, and where they stand in the source. */

import type { Token } from 'marked';
import { type ImportMention, mentionedPath, mentionsInText, rangesWithoutComments, textOf } from './importMentions.js';
import { isBlockText } from './markdownLexer.js';

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
