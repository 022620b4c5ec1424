/** Where a memory index ends for the model, for an editor that shows it while one types. */

import { memoryCharacterLimit, memoryLineLimit } from '../client/constants.js';
import { type IndexViewOptions, loadedIndexView } from '../text/truncation.js';

/** A memory index at or near its limit. */
export interface TruncationLine {
	/** `cut`: text is lost; `near`: nothing is yet, and 90 % of a limit are reached. */
	readonly state: 'cut' | 'near';
	/** The limit that decides. */
	readonly cause: 'lines' | 'characters';
	/** Lines or units, as `cause` says: what the model gets, what there is, and the most there may be. */
	readonly kept: number;
	readonly total: number;
	readonly limit: number;
	/** Offset behind the last unit that is loaded; of `near`, behind the last one that is no blank. */
	readonly offset: number;
	/** Offset where the text begins that is lost (behind the line break at the cut); the text's length for `near`. */
	readonly lostOffset: number;
}

/** Share of a limit from which on it is said that the index is nearly full (issue 4). */
const nearShare = 0.9;

/**
 * The truncation line of a memory index, from nothing but its text; `undefined` where there is room. Linear in the text.
 *
 * @example truncationLine('- x\n'.repeat(260), options)?.kept // 200
 */
export function truncationLine(text: string, options: IndexViewOptions): TruncationLine | undefined {
	const { index, cutOffset } = loadedIndexView(text, options);
	const { totalLines, totalCharacters, keptLines, keptCharacters } = index;
	if (index.truncated) {
		const lostOffset = cutOffset + (/^\r?\n/.exec(text.slice(cutOffset, cutOffset + 2))?.[0].length ?? 0);
		const place = { state: 'cut', offset: cutOffset, lostOffset } as const;
		return index.cause === 'lines'
			? { ...place, cause: 'lines', kept: keptLines, total: totalLines, limit: memoryLineLimit }
			: {
					...place,
					cause: 'characters',
					kept: keptCharacters,
					total: totalCharacters,
					limit: memoryCharacterLimit,
				};
	}
	const place = { state: 'near', offset: text.trimEnd().length, lostOffset: text.length } as const;
	if (totalLines >= memoryLineLimit * nearShare && index.text !== '')
		return { ...place, cause: 'lines', kept: totalLines, total: totalLines, limit: memoryLineLimit };
	if (totalCharacters < memoryCharacterLimit * nearShare) return undefined;
	return {
		...place,
		cause: 'characters',
		kept: totalCharacters,
		total: totalCharacters,
		limit: memoryCharacterLimit,
	};
}
