/** A text's paragraphs, to be compared with those of another one. */

import type { TextRange } from '../text/frontMatter.js';

export interface Paragraph {
	/** Offsets into the file's text. */
	readonly range: TextRange;
	/** The paragraph's text with each run of white space as one blank: what two equal paragraphs share. */
	readonly words: string;
}

/** Shorter ones (headings, single commands) say nothing about a text. */
const leastLength = 40;

/** Paragraphs of some length from an offset on: runs of filled lines; comments are left out. Linear. */
export function paragraphsOf(text: string, from: number): readonly Paragraph[] {
	const paragraphs: Paragraph[] = [];
	let start = -1;
	let end = -1;
	const close = (): void => {
		if (start >= 0) {
			const words = text.slice(start, end).trim().replace(/\s+/g, ' ');
			if (words.length >= leastLength && !words.startsWith('<!--'))
				paragraphs.push({ range: { offset: start, length: end - start }, words });
		}
		start = -1;
	};
	for (let offset = from; offset < text.length; ) {
		const lineBreak = text.indexOf('\n', offset);
		const lineEnd = lineBreak < 0 ? text.length : lineBreak;
		const line = text.slice(offset, lineEnd);
		if (line.trim() === '') close();
		else {
			if (start < 0) start = offset;
			end = lineEnd;
		}
		offset = lineEnd + 1;
	}
	close();
	return paragraphs;
}
