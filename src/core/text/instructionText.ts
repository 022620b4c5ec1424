/** The body of an instruction file as the client takes it: block comments gone, imports found. One lex serves both. */

import type { Token } from 'marked';
import { collectMentions, type ImportMention, mayMention, withoutComments } from './importMentions.js';
import { type LexedBlocks, lexBlocks, WorkExceeded } from './markdownLexer.js';
import { readPlainly } from './plainReading.js';

export interface ParsedBody {
	/** The body without its block comments; not trimmed. */
	readonly text: string;
	/** The `@path` mentions that count, in order; the offsets are into the body that was given. */
	readonly imports: readonly ImportMention[];
	/**
	 * False where the body takes a Markdown lexer too much work (thousands of nested or unclosed constructs), so that
	 * comments and imports were found line by line, without looking at all of the markup.
	 */
	readonly exact: boolean;
}

/** What to look for; both where absent. */
export interface BodyOptions {
	/** False where imports are of no interest (MEMORY.md never imports, corpus `import/memory`). */
	readonly imports?: boolean;
}

/**
 * Parses the body of an instruction file, e.g. `<!-- x --> @a.md` to the text ` @a.md` and one import of `a.md`.
 *
 * Comments are removed where a block begins with one (loader.md 3, corpus `comments/para`, `import/after-comment`);
 * imports count in plain text only (loader.md 4). A body with neither is not lexed at all and keeps its line ends.
 */
export function parseBody(body: string, options: BodyOptions = {}): ParsedBody {
	const comments = holdsComment(body);
	const imports = options.imports !== false && mayMention(body);
	if (!comments && !imports)
		return { text: body.includes('<!--') ? withLineFeeds(body) : body, imports: [], exact: true };

	const source = withLineFeeds(body);
	const parsed = parse(source, imports);
	return {
		text: body.includes('<!--') ? parsed.text : body,
		imports: source.length === body.length ? parsed.imports : movedToBody(parsed.imports, body),
		exact: parsed.exact,
	};
}

function parse(source: string, imports: boolean): ParsedBody {
	try {
		return parseBlocks(source, lexBlocks(source), imports);
	} catch (error) {
		if (!(error instanceof WorkExceeded)) throw error;
		return { ...readPlainly(source, imports), exact: false };
	}
}

function parseBlocks(source: string, blocks: LexedBlocks, imports: boolean): ParsedBody {
	const exact = !imports || lexMentioningInlines(blocks);
	const mentions: ImportMention[] = [];
	let text = '';
	let position = 0;
	for (const token of blocks.tokens) {
		// The lexer drops a repeated link definition without a token; everything else follows seamlessly.
		const start = source.startsWith(token.raw, position) ? position : source.indexOf(token.raw, position);
		if (start >= 0) {
			position = start + token.raw.length;
			if (imports) collectMentions(token, source, start, position, mentions);
		}
		text += keptText(token);
	}
	return { text, imports: mentions, exact };
}

/** What is left of a block: a comment block loses its comments, and itself when only blanks are left. */
function keptText(token: Token): string {
	const rest = token.type === 'html' ? withoutComments(token.raw) : undefined;
	if (rest === undefined) return token.raw;
	return rest.trim() === '' ? '' : rest;
}

/** Lexes the inline content that may hold a mention; false where one of them was too much work. */
function lexMentioningInlines(blocks: LexedBlocks): boolean {
	let exact = true;
	for (const inline of blocks.inlines) {
		if (!mayMention(inline.src)) continue;
		try {
			blocks.lexInline(inline);
		} catch (error) {
			if (!(error instanceof WorkExceeded)) throw error;
			exact = false;
			inline.tokens.push({ type: 'text', raw: inline.src, text: inline.src, escaped: false });
		}
	}
	return exact;
}

/** True where a comment is opened and closed. */
function holdsComment(body: string): boolean {
	const open = body.indexOf('<!--');
	return open >= 0 && body.includes('-->', open);
}

/** The lexer knows one line end only, and what it hands back has no other. */
export function withLineFeeds(text: string): string {
	return text.includes('\r') ? text.replace(/\r\n|\r/g, '\n') : text;
}

/** Mentions found in the text with line feeds, moved to their places in the body with `\r\n`. */
function movedToBody(mentions: readonly ImportMention[], body: string): ImportMention[] {
	let dropped = 0;
	let next = body.indexOf('\r\n');
	return mentions.map((mention) => {
		while (next >= 0 && next - dropped < mention.offset) {
			dropped++;
			next = body.indexOf('\r\n', next + 2);
		}
		return { ...mention, offset: mention.offset + dropped };
	});
}
