/** A reading of Markdown line by line, in linear time, for bodies that a lexer takes too much work for. */

import type { TextRange } from './frontMatter.js';
import { type ImportMention, mentionedPath, mentionsInText, rangesWithoutComments, textOf } from './importMentions.js';

/** A comment block, or a line of one, at most three blanks in. */
const commentLine = /^ {0,3}<!--/;
const fence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;

/** What stays of a text, and the mentions outside fences, indented code and code spans of one line. */
export function readPlainly(
	source: string,
	imports: boolean,
): { readonly kept: readonly TextRange[]; readonly imports: readonly ImportMention[] } {
	const mentions: ImportMention[] = [];
	const kept: TextRange[] = [];
	let keptFrom = 0;
	let openFence: string | undefined;
	for (let start = 0; start < source.length; ) {
		let end = lineEnd(source, start);
		const line = source.slice(start, end);
		const mark = fence.exec(line)?.[1];
		if (openFence !== undefined) {
			if (mark?.startsWith(openFence) && line.trim() === mark) openFence = undefined;
		} else if (mark !== undefined) {
			openFence = mark;
		} else if (commentLine.test(line)) {
			const close = source.indexOf('-->', start);
			// Never closed: all the rest is one block of HTML, and stays.
			if (close < 0) break;
			end = lineEnd(source, close);
			while (source[end] === '\n') end++;
			const block = source.slice(start, end);
			const rest = rangesWithoutComments(block) ?? [];
			if (start > keptFrom) kept.push({ offset: keptFrom, length: start - keptFrom });
			keptFrom = end;
			if (textOf(block, rest).trim() !== '')
				for (const range of rest) kept.push({ ...range, offset: start + range.offset });
			if (imports) collect(textOf(block, rest), source, start, mentions);
		} else if (imports && !/^(?: {4}|\t)/.test(line)) {
			collect(withoutCodeSpans(line), source, start, mentions);
		}
		start = end;
	}
	if (source.length > keptFrom) kept.push({ offset: keptFrom, length: source.length - keptFrom });
	return { kept, imports: mentions };
}

/** Offset behind the line's end. */
function lineEnd(source: string, from: number): number {
	const end = source.indexOf('\n', from);
	return end < 0 ? source.length : end + 1;
}

function collect(line: string, source: string, start: number, mentions: ImportMention[]): void {
	let position = start;
	for (const { token } of mentionsInText(line)) {
		const offset = source.indexOf(`@${token}`, position);
		if (offset < 0) continue;
		mentions.push({ token, path: mentionedPath(token) as string, offset, length: token.length + 1 });
		position = offset + token.length + 1;
	}
}

/** The line with its code spans blanked, so that offsets stay. */
function withoutCodeSpans(line: string): string {
	return line.includes('`') ? line.replace(/`[^`]*`/g, (span) => '`'.repeat(span.length)) : line;
}
