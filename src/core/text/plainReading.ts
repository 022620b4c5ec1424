/** A reading of Markdown line by line, in linear time, for bodies that a lexer takes too much work for. */

import { type ImportMention, mentionedPath, mentionsInText, withoutComments } from './importMentions.js';

/** A comment block, or a line of one, at most three blanks in. */
const commentLine = /^ {0,3}<!--/;
const fence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;

/** The text without comment blocks, and the mentions outside fences, indented code and code spans of one line. */
export function readPlainly(
	source: string,
	imports: boolean,
): { readonly text: string; readonly imports: readonly ImportMention[] } {
	const mentions: ImportMention[] = [];
	let text = '';
	let openFence: string | undefined;
	for (let start = 0; start < source.length; ) {
		let end = lineEnd(source, start);
		let line = source.slice(start, end);
		const mark = fence.exec(line)?.[1];
		if (openFence !== undefined) {
			if (mark?.startsWith(openFence) && line.trim() === mark) openFence = undefined;
		} else if (mark !== undefined) {
			openFence = mark;
		} else if (commentLine.test(line)) {
			const close = source.indexOf('-->', start);
			if (close < 0) {
				// Never closed: all the rest is one block of HTML, and stays.
				return { text: text + source.slice(start), imports: mentions };
			}
			end = lineEnd(source, close);
			while (source[end] === '\n') end++;
			line = withoutComments(source.slice(start, end)) ?? '';
			if (line.trim() === '') line = '';
			if (imports) collect(line, source, start, mentions);
		} else if (imports && !/^(?: {4}|\t)/.test(line)) {
			collect(withoutCodeSpans(line), source, start, mentions);
		}
		text += line;
		start = end;
	}
	return { text, imports: mentions };
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
