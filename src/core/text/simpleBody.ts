/**
 * The plainest Markdown, read for its imports without starting a lexer: most files mention others in paragraphs and lists
 * of plain words. A property test holds that it agrees with the lexer wherever it answers at all.
 */

import { type ImportMention, mayMention, mentionedPath, mentionsInText } from './importMentions.js';

/** Words at the line's very start, or behind the mark of a list; nothing in them is markup. */
const plainLine = /^(?:[-*] )?[A-Za-z@](?:[^\\<!`*_[\]]|(?<=[A-Za-z0-9])_)*$/;
const openFence = /^(`{3,})[^`]*$/;
const anyFence = /^ {0,3}`{3,}[`~]* *$/;
const closingFence = /^`+ *$/;
/** A fence that is not at the line's very start may be within a list; what begins with `<` may reach over blank lines. */
const unclear = /^(?:[ \t]*(?:`{3}|~{3}|<)|(?:[ \t]*(?:[-+*>]|\d{1,9}[.)]))+[ \t]*(?:`{3}|~{3}|<))/;

/** The mentions of a source without comments, in order; `undefined` where only a lexer can tell. */
export function simpleMentions(source: string): readonly ImportMention[] | undefined {
	// A definition may take in lines, blank ones too, for its title.
	if (source.includes(']:')) return undefined;
	const mentions: ImportMention[] = [];
	let fence: string | undefined;
	/** Lines since the last blank one: whether all are plain, and the mentions in them. */
	let isPlain = true;
	let found: ImportMention[] = [];
	let mayHold = false;
	const closeBlock = (): boolean => {
		if (mayHold && !isPlain) return false;
		for (const mention of found) mentions.push(mention);
		isPlain = true;
		found = [];
		mayHold = false;
		return true;
	};
	let end = -1;
	for (let start = 0; start < source.length; start = end + 1) {
		const lineFeed = source.indexOf('\n', start);
		end = lineFeed < 0 ? source.length : lineFeed;
		const line = source.slice(start, end);
		if (fence !== undefined) {
			if (!anyFence.test(line)) continue;
			if (!closingFence.test(line)) return undefined;
			if (line.startsWith(fence)) fence = undefined;
		} else if (/^[ \t]*$/.test(line)) {
			if (!closeBlock()) return undefined;
		} else if (openFence.test(line)) {
			// At the end of a text a fence does not end a paragraph.
			if (lineFeed < 0 || !closeBlock()) return undefined;
			fence = openFence.exec(line)?.[1];
		} else if (unclear.test(line)) {
			return undefined;
		} else {
			isPlain &&= plainLine.test(line);
			if (mayMention(line)) {
				mayHold = true;
				if (isPlain) for (const mention of mentionsOf(line, start)) found.push(mention);
			}
		}
	}
	return closeBlock() ? mentions : undefined;
}

const mentionsOf = (line: string, start: number): readonly ImportMention[] =>
	mentionsInText(line).map(({ token, index }) => ({
		token,
		path: mentionedPath(token) as string,
		offset: start + index,
		length: token.length + 1,
	}));
