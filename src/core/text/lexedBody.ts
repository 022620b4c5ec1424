/** The body of an instruction file by its lexed blocks: what stays of it, and its imports. */

import type { Token } from 'marked';
import type { TextRange } from './frontMatter.js';
import { mayMention, rangesWithoutComments, textOf } from './importMentions.js';
import type { ParsedBody } from './instructionText.js';
import { type LexedBlocks, lexBlocks, WorkExceeded } from './markdownLexer.js';
import { MentionCollector } from './mentionCollector.js';
import { readPlainly } from './plainReading.js';

/** What to look for. */
export interface LexedReadingOptions {
	readonly imports: boolean;
	/** True where link definitions get lost. */
	readonly dropsDefinitions: boolean;
}

/** What is found, in the coordinates of the source; see `ParsedBody`. */
export type LexedReading = Pick<ParsedBody, 'kept' | 'imports' | 'exact'>;

/** Reads a source, whose only line ends are line feeds, by its blocks; line by line where those take too much work. */
export function readLexed(source: string, options: LexedReadingOptions): LexedReading {
	try {
		return parseBlocks(source, lexBlocks(source), options);
	} catch (error) {
		if (!(error instanceof WorkExceeded)) throw error;
		return { ...readPlainly(source, options.imports), exact: false };
	}
}

function parseBlocks(
	source: string,
	blocks: LexedBlocks,
	{ imports, dropsDefinitions }: LexedReadingOptions,
): LexedReading {
	const exact = !imports || lexMentioningInlines(blocks);
	const collector = new MentionCollector(source);
	const kept: TextRange[] = [];
	let position = 0;
	for (const token of blocks.tokens) {
		// The lexer passes over a repeated definition without a token; everything else follows seamlessly.
		const start = startOf(token.raw, source, position);
		if (start < 0) continue;
		if (!dropsDefinitions) keep(kept, position, start);
		position = start + token.raw.length;
		if (imports) collector.addBlock(token, start, position);
		if (token.type !== 'def' || !dropsDefinitions) keepBlock(kept, token, start);
	}
	if (!dropsDefinitions) keep(kept, position, source.length);
	return { kept, imports: collector.mentions, exact };
}

/** Where a block's source begins at or after a position; the lexer may take a blank at the very end for a line break. */
function startOf(raw: string, source: string, position: number): number {
	if (source.startsWith(raw, position) || position + raw.length >= source.length) return position;
	return source.indexOf(raw, position);
}

/** Keeps a block; one that begins with a comment loses its comments, and all of itself when only blanks are left. */
function keepBlock(kept: TextRange[], token: Token, start: number): void {
	const rest = token.type === 'html' ? rangesWithoutComments(token.raw) : undefined;
	if (!rest) keep(kept, start, start + token.raw.length);
	else if (textOf(token.raw, rest).trim() !== '')
		for (const { offset, length } of rest) keep(kept, start + offset, start + offset + length);
}

/** Adds a stretch, joined to the one before where it follows it. */
function keep(kept: TextRange[], start: number, end: number): void {
	const last = kept.at(-1);
	if (end <= start) return;
	if (last && last.offset + last.length === start)
		kept[kept.length - 1] = { offset: last.offset, length: end - last.offset };
	else kept.push({ offset: start, length: end - start });
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
