/** The result of holding a prediction against what a client sent. */

import type { TextDifference } from './textDifference.js';

export type PartKind = 'startup' | 'attached' | 'skill' | 'agent';

export type PartState =
	| 'same' // the client sent what is predicted
	| 'different text' // it sent the part with another text
	| 'other place' // it sent the part at another place of the order
	| 'missing' // predicted, and not sent
	| 'unexpected'; // sent, and not predicted

export interface ComparedPart {
	readonly kind: PartKind;
	/** Path of a file, name of a skill or agent. */
	readonly name: string;
	/** The file whose reading attaches it or makes it known. */
	readonly trigger?: string;
	readonly state: PartState;
	/** One sentence for people. */
	readonly sentence: string;
	/** Where the two texts part, and how; only where the state is `different text`. */
	readonly difference?: TextDifference;
}

export interface Verification {
	/** In the order of the request. */
	readonly parts: readonly ComparedPart[];
	readonly counts: Readonly<Record<PartState, number>>;
	/** True where every part is the same. */
	readonly agrees: boolean;
	/** The result in one sentence. */
	readonly summary: string;
	/** What limits the comparison, a sentence each. */
	readonly notes: readonly string[];
}
