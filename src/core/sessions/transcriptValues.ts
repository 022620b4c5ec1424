/** Values of a transcript line that may be kept: short, bounded, and with memory of their own. */

import { isString } from '../values.js';

/** Paths of more units exist nowhere (`PATH_MAX` of Linux, the longest path of Windows is never met here). */
const longestPath = 4_096;

/** A text that can be a path: not empty, not too long, one line. */
export function pathOf(value: unknown): string | undefined {
	if (!isString(value) || value === '' || value.length > longestPath) return undefined;
	return /[\0\r\n]/.test(value) ? undefined : value;
}

/** A name, an id or a version; longer texts are none. */
export function shortText(value: unknown): string | undefined {
	return isString(value) && value !== '' && value.length <= 300 ? value : undefined;
}

/** The same text with memory of its own: a slice would keep the whole transcript line alive. */
export const detached = (text: string): string => JSON.parse(JSON.stringify(text)) as string;
