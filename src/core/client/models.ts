/**
 * What the client believes of a model: its window and how many characters it reckons for a token.
 * Both set the skill listing's budget and the warning for large instruction files (loader.md 8).
 *
 * All numbers are measured by how many descriptions of equal length one listing keeps, for each id and both versions.
 */

import { grouped } from '../text/numbers.js';
import type { Behaviours } from './behaviours.js';

/** One model as a client version counts it. */
export interface ModelProfile {
	/** The id as given, e.g. `claude-opus-4-6` or `claude-sonnet-4-5[1m]`. */
	readonly id: string;
	/** Context window in tokens. */
	readonly windowTokens: number;
	/** Characters that the client reckons for one token. */
	readonly charactersPerToken: number;
	/** False where the id is of no measured family and the newest family's numbers stand in. */
	readonly measured: boolean;
}

/** The model that is assumed where none is named. */
export const defaultModelId = 'claude-opus-4-6';

const windowTokens = 200_000;
const largeWindowTokens = 1_000_000;

/** Models that count four characters a token and have a window of 200,000 tokens in both versions. */
const olderFamilies: readonly RegExp[] = [
	/claude-3-/,
	/claude-haiku-4-5(?!\d)/,
	/claude-sonnet-4-[56](?!\d)/,
	/claude-opus-4-[56](?!\d)/,
	// Without a minor version: `claude-sonnet-4`, `claude-sonnet-4-0`, `claude-sonnet-4-20250514`, `claude-opus-4`.
	/claude-sonnet-4(?:[-@](?:0|\d{8}))?(?![-@]?\d)/,
	/claude-opus-4(?![-@]?\d)/,
];

/** Models that count three characters a token and got the large window with the later clients. */
const newerFamilies: readonly RegExp[] = [
	/claude-opus-4-[789](?!\d)/,
	/claude-(?:opus|sonnet|haiku|fable|mythos)-5(?!\d)/,
	// Retired models that the client replaces by its default one.
	/claude-opus-4-(?:0|1|20250514)(?!\d)/,
	/claude-opus-4-1-20250805/,
];

/** Names that the client takes in place of an id, and the family that each stood for when it was recorded. */
const newerAliases: ReadonlySet<string> = new Set(['opus', 'sonnet', 'opusplan', 'fable', 'best', 'default']);

/**
 * The profile of a model id or alias, for a client with these behaviours.
 *
 * @example modelProfileOf('claude-opus-4-6[1m]', behaviours) // 1,000,000 tokens of 4 characters
 */
export function modelProfileOf(id: string, behaviours: Behaviours): ModelProfile {
	const lower = id.trim().toLowerCase();
	const large = lower.endsWith('[1m]');
	const name = large ? lower.slice(0, -'[1m]'.length) : lower;
	if (isOlder(name, behaviours)) {
		return { id, windowTokens: large ? largeWindowTokens : windowTokens, charactersPerToken: 4, measured: true };
	}
	return {
		id,
		windowTokens: large || behaviours.newModelsHaveLargeWindow ? largeWindowTokens : windowTokens,
		charactersPerToken: 3,
		measured: name === 'haiku' || newerAliases.has(name) || newerFamilies.some((family) => family.test(name)),
	};
}

/**
 * One sentence where a model is of no measured family; nothing where it is.
 *
 * @example modelNoteOf(modelProfileOf('foo', behaviours)) // 'The model "foo" is not known; the numbers are …'
 */
export function modelNoteOf({ id, windowTokens, charactersPerToken, measured }: ModelProfile): string | undefined {
	if (measured) return undefined;
	const shown = id.length > 60 ? `${id.slice(0, 59)}…` : id;
	return `The model "${shown}" is not known; it is reckoned like the newest family, with a window of ${grouped(windowTokens)} tokens and ${charactersPerToken} characters a token, which sets the budget of the skill listing.`;
}

/** `haiku` is haiku-4-5 in the older client and a model with a large window in the newer one. */
function isOlder(name: string, behaviours: Behaviours): boolean {
	if (name === 'haiku') return !behaviours.newModelsHaveLargeWindow;
	return olderFamilies.some((family) => family.test(name));
}
