/** Where two texts part. */

import { unifiedDiff } from '../sessions/lineDiff.js';

export interface TextDifference {
	/** First UTF-16 unit that differs. */
	readonly offset: number;
	/** The line of it, from 1. */
	readonly line: number;
	/** What each side has from there on, cut to a few words. */
	readonly predicted: string;
	readonly received: string;
	/** Lines of a unified difference, the prediction first. */
	readonly diff: readonly string[];
}

/** Newlines at the end of a text are the wire's affair. */
export const bare = (text: string): string => {
	let end = text.length;
	while (text[end - 1] === '\n') end--;
	return text.slice(0, end);
};

/**
 * The difference of two texts; `undefined` where they are the same but for newlines at the end.
 *
 * @example textDifference('a\nb', 'a\nc')?.line // 2
 */
export function textDifference(predicted: string, received: string): TextDifference | undefined {
	const [left, right] = [bare(predicted), bare(received)];
	if (left === right) return undefined;
	let offset = 0;
	while (offset < left.length && left[offset] === right[offset]) offset++;
	return {
		offset,
		line: left.slice(0, offset).split('\n').length,
		predicted: excerpt(left, offset),
		received: excerpt(right, offset),
		diff: unifiedDiff(left, right),
	};
}

/** Units of an excerpt. */
const excerptLength = 60;

const excerpt = (text: string, offset: number): string =>
	text.length - offset > excerptLength ? `${text.slice(offset, offset + excerptLength)}…` : text.slice(offset);
