/**
 * What the client believes of a model: its window and how many characters it reckons for a token.
 * Both set the skill listing's budget and the warning for large instruction files (loader.md 8).
 */

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
