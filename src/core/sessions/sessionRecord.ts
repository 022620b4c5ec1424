/** What a session really had in its context, told from its transcript: paths, hashes, sizes, times and reasons, no texts. */

import type { LoadReason, Scope, SourceKind } from '../source.js';
import type { TouchTool } from './transcriptEvents.js';

/** A file that the session received. */
export interface LoadedItem {
	/** Path as the client wrote it: absolute, or `<managed-settings>`. */
	readonly path: string;
	/** Absent where the transcript does not tell (AGENTS.md of a nested directory, a kind of a later client). */
	readonly scope?: Scope;
	readonly kind: SourceKind;
	readonly loadReason: LoadReason;
	/** Path of the importing file, where the transcript names it. */
	readonly parent?: string;
	/** The file whose reading attached it. */
	readonly trigger?: string;
	/** Patterns of a path rule. */
	readonly patterns?: readonly string[];
	/** SHA-256 of the text as the session received it (front matter and comments gone). */
	readonly sha256: string;
	/** Bytes of that text in UTF-8. */
	readonly bytes: number;
	/** UTF-16 units of that text. */
	readonly characters: number;
	/** SHA-256 of the file itself, where the transcript holds its text. */
	readonly fileSha256?: string;
	/** True where the session received the file as it stands, front matter and all (a file restored after compaction). */
	readonly isRaw?: boolean;
	/** True where the client cut the text (MEMORY.md over its limits). */
	readonly isTruncated?: boolean;
	/** When, in milliseconds since 1970. */
	readonly at?: number;
	/** When the client told the model that the file has changed on disk. */
	readonly notedChangeAt?: number;
	/** The text itself, only where it was asked for by path. */
	readonly text?: string;
}

/** A file that tool calls or prompts touched. */
export interface TouchedPath {
	readonly path: string;
	readonly tool: TouchTool;
	/** First time, in milliseconds since 1970. */
	readonly at?: number;
	readonly count: number;
	/** True where every call failed (a missing file, a refused edit). */
	readonly isFailed: boolean;
}

/** A line of a listing. */
export interface ListedName {
	readonly name: string;
	/** SHA-256 of the whole line `- name: description`. */
	readonly sha256: string;
	/** UTF-16 units of the line. */
	readonly characters: number;
	readonly at?: number;
	/** True for the client's own agents; absent where the transcript does not tell. */
	readonly isBuiltIn?: boolean;
}

export interface InvokedSkill {
	/** Name of the skill's directory. */
	readonly name: string;
	readonly directory: string;
	readonly sha256: string;
	readonly bytes: number;
	readonly characters: number;
	readonly at?: number;
}

/**
 * Does the transcript say what the startup part held? `pending`: no request was sent yet, or none since compaction.
 * `not recorded`: an old client, whose transcripts lack the list.
 */
export type StartupList = 'recorded' | 'not recorded' | 'pending';

/** Context of the main conversation, or of one sub-agent. */
export interface ContextRecord {
	readonly startupList: StartupList;
	/** When the startup part was put together last. */
	readonly startupAt?: number;
	/** Startup files in the client's order, as the session has them now. */
	readonly startup: readonly LoadedItem[];
	/** Files attached since the start or the last compaction. */
	readonly attached: readonly LoadedItem[];
	/** Every load in order, those that compaction took away again included. */
	readonly loads: readonly LoadedItem[];
	/** Loads and touched paths beyond the record's limits, which are only counted. */
	readonly uncounted: number;
	readonly touched: readonly TouchedPath[];
	/** The same since the last compaction: only these can have attached what is there now. */
	readonly touchedNow: readonly TouchedPath[];
	/** Skills of the listing in its order; absent where the transcript holds no listing. */
	readonly skills?: readonly ListedName[];
	/** Names of nested skills that the session was told of; the listing may have them too. */
	readonly discoveredSkills: readonly string[];
	/** Agents of the listing in its order; absent where the transcript holds no listing. */
	readonly agents?: readonly ListedName[];
	readonly invokedSkills: readonly InvokedSkill[];
	/** Times of compactions. */
	readonly compactions: readonly (number | undefined)[];
}

export interface SessionRecord extends ContextRecord {
	/** The transcript's name without `.jsonl`. */
	readonly sessionId: string;
	/** Directory in which the session was started. */
	readonly directory?: string;
	/** Version of the client that wrote last. */
	readonly clientVersion?: string;
	/** Model that answered last; with its `[1m]` where the transcript tells (2.1.332). */
	readonly model?: string;
	readonly gitBranch?: string;
	readonly startedAt?: number;
	readonly lastAt?: number;
	readonly subAgents: readonly SubAgentRecord[];
	/** Lines that were not read, by cause. */
	readonly skippedLines: SkippedLines;
	readonly lines: number;
}

export interface SubAgentRecord extends ContextRecord {
	readonly id: string;
}

export interface SkippedLines {
	/** No JSON, or no object. */
	readonly broken: number;
	/** Longer than the reader takes. */
	readonly tooLong: number;
}
