/** Numbers and names as the parts of the Budget view write them. */

import { env } from 'vscode';
import type { Place } from '../../core/source.js';
import { type Cost, formatNumber } from '../format.js';

/** Gives places numbers, and paths names. */
export interface PageContext {
	readonly name: (path: string) => string;
	readonly target: (place: Place | undefined) => { readonly target?: number };
}

/**
 * A share in per cent; small ones with a decimal, so that they do not look like nothing.
 *
 * @example formatShare(0.0042) // '0.4%'
 */
export function formatShare(share: number): string {
	const percent = { style: 'percent', maximumFractionDigits: share < 0.1 ? 1 : 0 } as const;
	if (share > 0 && share < 0.001) return `<${(0.001).toLocaleString(env.language, percent)}`;
	return share.toLocaleString(env.language, percent);
}

/** E.g. `+412`, `−120`, `±0`. */
export const formatDifference = (value: number): string =>
	value === 0 ? '±0' : `${value > 0 ? '+' : '−'}${formatNumber(Math.abs(value))}`;

/** Names may be as long as a repository likes; the end of a path says more than its beginning. */
export const shortened = (text: string): string =>
	text.length <= longestName ? text : `…${text.slice(text.length - longestName + 1)}`;
const longestName = 300;

export const moreOrLess = ({ tokens, characters }: Cost): 'more' | 'less' | 'same' => {
	const difference = tokens === 0 ? characters : tokens;
	return difference > 0 ? 'more' : difference < 0 ? 'less' : 'same';
};
