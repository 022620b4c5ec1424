/** What a client really sent, as far as it is the user's: paths, names and the texts of their own sources. */

import type { Scope } from '../source.js';

/** A file that arrived in a request. */
export interface ReceivedEntry {
	/** Path as the client shows it, e.g. `/repo/CLAUDE.md`. */
	readonly path: string;
	/** Whose it is, as the client says; attached files come without a word on that. */
	readonly scope?: Scope;
	/** Its text without the newlines at the end. */
	readonly text: string;
	/** True where the client says that it cut the text. */
	readonly isTruncated: boolean;
}

/** A line of the skill listing. */
export interface ReceivedSkill {
	/** As the line shows it, e.g. `my-o1 (my-same)`. */
	readonly name: string;
	readonly description: string | null;
}

/** A line of the agent listing. */
export interface ReceivedAgent {
	readonly name: string;
	/** E.g. `- helper: Helps (Tools: All tools)`. */
	readonly line: string;
}

/** What came after one tool call. */
export interface ReceivedCall {
	readonly attached: readonly ReceivedEntry[];
	/** Names of skills that the call made known. */
	readonly skills: readonly string[];
	/** True where the client answered the call with an error: a missing file, or one that its permissions deny. */
	readonly hasFailed: boolean;
}

export interface ReceivedRequest {
	/** The startup part; files that a prompt names follow it, without a scope. */
	readonly startup: readonly ReceivedEntry[];
	/** One for each call that the client made, in order. */
	readonly calls: readonly ReceivedCall[];
	readonly skills: readonly ReceivedSkill[];
	readonly agents: readonly ReceivedAgent[];
	/** UTF-16 units of the conversation that are the client's own words: counted, and not kept. */
	readonly clientCharacters: number;
}
