/** The body of an instruction file as the client takes it: block comments gone, imports found. One lex serves both. */

import type { TextRange } from './frontMatter.js';
import { type ImportMention, mayMention, textOf } from './importMentions.js';
import { readLexed } from './lexedBody.js';
import { simpleMentions } from './simpleBody.js';

export interface ParsedBody {
	/** The body without its block comments; not trimmed. */
	readonly text: string;
	/**
	 * The stretches of the body that `text` consists of, in order; counted with `\n` for each `\r\n` where the text was
	 * normalised (`offsetInBody` takes care of that).
	 */
	readonly kept: readonly TextRange[];
	/** The `@path` mentions that count, in order; the offsets are into the body that was given. */
	readonly imports: readonly ImportMention[];
	/**
	 * False where the body takes a Markdown lexer too much work (thousands of nested or unclosed constructs), so that
	 * comments and imports were found line by line, without looking at all of the markup.
	 */
	readonly exact: boolean;
}

/** What to look for, and how the client does it. */
export interface BodyOptions {
	/** False where imports are of no interest (MEMORY.md never imports, corpus `import/memory`); true where absent. */
	readonly imports?: boolean;
	/**
	 * True for a client that puts every body with `<!--` together again from the lexer's blocks, whether a comment was
	 * removed or not: `\r\n` becomes `\n` and link definitions (`[a]: b`) get lost (recorded on 2.1.235). False where
	 * absent: a body that loses no comment stays as it is, one that does keeps its definitions (recorded on 2.1.332).
	 */
	readonly alwaysRejoins?: boolean;
}

/**
 * Parses the body of an instruction file, e.g. `<!-- x --> @a.md` to the text ` @a.md` and one import of `a.md`.
 *
 * Comments are removed where a block begins with one (loader.md 3, corpus `comments/para`, `import/after-comment`);
 * imports count in plain text only (loader.md 4). A body with neither is not lexed at all and keeps its line ends.
 */
export function parseBody(body: string, options: BodyOptions = {}): ParsedBody {
	const rejoins = options.alwaysRejoins === true && body.includes('<!--');
	const imports = options.imports !== false && mayMention(body);
	const source = withLineFeeds(body);
	if (!holdsComment(body) && !imports && !(rejoins && mayDefine(body))) return whole(rejoins ? source : body);

	const simple = imports && !source.includes('<!--') ? simpleMentions(source) : undefined;
	if (simple && source === body) return { ...whole(body), imports: simple };

	const { kept, imports: mentions, exact } = readLexed(source, { imports, dropsDefinitions: rejoins });
	const text = textOf(source, kept);
	return {
		...(rejoins || text !== source ? { text, kept } : whole(body)),
		imports: source.length === body.length ? mentions : movedToBody(mentions, body),
		exact,
	};
}

function whole(text: string): ParsedBody {
	return { text, kept: [{ offset: 0, length: text.length }], imports: [], exact: true };
}

/**
 * The place in a body of a place in its parsed text, e.g. for `<!-- x -->\nA` and 0 the offset of the `A`; the end of a
 * stretch rather than the start of the next one.
 */
export function offsetInBody(body: string, parsed: ParsedBody, textOffset: number): number {
	let rest = textOffset;
	let offset = 0;
	for (const range of parsed.kept) {
		offset = range.offset + Math.min(rest, range.length);
		rest -= range.length;
		if (rest <= 0) break;
	}
	const normalised = !parsed.text.includes('\r') && body.includes('\r');
	return normalised ? offset + droppedBefore(body)(offset) : offset;
}

/** True where a line may be a link definition. */
function mayDefine(body: string): boolean {
	return body.includes(']:');
}

/** True where a comment is opened and closed. */
function holdsComment(body: string): boolean {
	const open = body.indexOf('<!--');
	return open >= 0 && body.includes('-->', open);
}

/** The lexer knows one line end only, and what it hands back has no other. */
function withLineFeeds(text: string): string {
	return text.includes('\r') ? text.replace(/\r\n|\r/g, '\n') : text;
}

/** Mentions found in the text with line feeds, moved to their places in the body with `\r\n`. */
function movedToBody(mentions: readonly ImportMention[], body: string): ImportMention[] {
	const dropped = droppedBefore(body);
	// A list item's raw text is scanned before its markup, so the order of mention is not that of place.
	const byPlace = [...mentions].sort((a, b) => a.offset - b.offset);
	const moved = new Map(byPlace.map((mention) => [mention, mention.offset + dropped(mention.offset)]));
	return mentions.map((mention) => ({ ...mention, offset: moved.get(mention) ?? mention.offset }));
}

/** How many carriage returns were dropped before an offset of the text with line feeds; offsets must rise. */
export function droppedBefore(body: string): (offset: number) => number {
	let dropped = 0;
	let next = body.indexOf('\r\n');
	return (offset) => {
		while (next >= 0 && next - dropped < offset) {
			dropped++;
			next = body.indexOf('\r\n', next + 2);
		}
		return dropped;
	};
}
