/** A finding: one thing in the context's files that does not do what its author means it to do. */

import type { TextRange } from '../text/frontMatter.js';
import { grouped } from '../text/numbers.js';
import { catalog, type FindingCode, type Severity } from './catalog.js';
import type { FixData } from './fixData.js';

/** A stretch of a file's own text, in UTF-16 units. */
export interface FileRange {
	readonly path: string;
	readonly range: TextRange;
}

/** Another place that has to do with a finding, e.g. the first of two links to one topic. */
export interface RelatedPlace extends FileRange {
	/** What stands there, as a sentence. */
	readonly message: string;
}

export interface Finding extends FileRange {
	/** E.g. `memory.link-dead`; the catalog says what each code means. */
	readonly code: FindingCode;
	/** One sentence: what is wrong, why it matters, what to do. */
	readonly message: string;
	/** The code's level, unless the user gave it another. */
	readonly severity: Severity;
	readonly related: readonly RelatedPlace[];
	/** True where another finding of the code says what is to be done: a hint, whatever the code's level. */
	readonly isFollowUp?: boolean;
	/** What the quick fixes of this finding need; absent where there is none. */
	readonly data?: FixData;
	/** True where the claim rests on documentation or a neighbouring version, not on a recording. */
	readonly unverified?: boolean;
}

/** The start of a file, where nothing smaller is at fault. */
export const fileStart: TextRange = { offset: 0, length: 0 };

/** A finding with its code's default severity (a code that is off by default is a hint once it is asked for). */
export function finding(
	code: FindingCode,
	path: string,
	range: TextRange,
	message: string,
	more: {
		readonly related?: readonly RelatedPlace[];
		readonly data?: FixData | undefined;
		readonly unverified?: boolean | undefined;
	} = {},
): Finding {
	const { level } = catalog[code];
	return {
		code,
		message,
		path,
		range,
		severity: level === 'off' ? 'hint' : level,
		related: more.related ?? [],
		...(more.data ? { data: more.data } : {}),
		...(more.unverified ? { unverified: true } : {}),
	};
}

/** A text of the repository as quoted in a message: on one line, and not longer than that line should be. */
export function quoted(text: string): string {
	const line = text.slice(0, 200).replace(/\s+/g, ' ');
	return `"${line.length > 80 ? `${line.slice(0, 79)}…` : line}"`;
}

/** A number as people write it, e.g. `25,000`. */
export const counted = grouped;

/** A count and its noun, e.g. `1 file`, `12 files`. */
export const plural = (count: number, noun: string): string => `${counted(count)} ${noun}${count === 1 ? '' : 's'}`;
