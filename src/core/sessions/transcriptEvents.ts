/**
 * What a line of a session's transcript can tell about the context. Field names are those of transcripts that the clients
 * 2.1.235 and 2.1.332 wrote (loader.md 10; recorded in print mode with sub-agents, `/compact` and `--continue`).
 */

/** A file of the startup part, or one that was attached, with the text that the session received. */
export interface TranscriptFile {
	readonly path: string;
	/** `Managed`, `User`, `Project`, `Local`, `AutoMem`, or what a later client may write. */
	readonly type?: string;
	readonly text: string;
	/** Text of the file itself, where the client noted that it differs from what it sent. */
	readonly rawText?: string;
	/** Patterns of a path rule. */
	readonly globs?: readonly string[];
	/** Path of the importing file. */
	readonly parent?: string;
	/** True where the client says that the file is a rule (2.1.332). */
	readonly isRule?: boolean;
}

/** Tools whose calls touch one file. */
export type TouchTool = 'Read' | 'Write' | 'Edit' | 'Bash' | 'mention';

export type TranscriptEvent =
	/** The list of startup files: the whole of it, or what changed when a session was resumed. */
	| {
			readonly kind: 'startup';
			readonly files: readonly TranscriptFile[];
			readonly isDelta: boolean;
			readonly removed: readonly string[];
	  }
	/** The client has put its first context together; without a list before it, that context holds no startup file. */
	| { readonly kind: 'context-complete' }
	| { readonly kind: 'attached'; readonly file: TranscriptFile }
	/** AGENTS.md files that the client's own hook attaches to a Read call. */
	| { readonly kind: 'hook-attached'; readonly files: readonly TranscriptFile[]; readonly callId?: string }
	| {
			readonly kind: 'skill-listing';
			readonly text: string;
			readonly names: readonly string[];
			readonly isInitial: boolean;
	  }
	/** Skills of a nested directory, told by their names alone; their lines may come later (2.1.235) or at once. */
	| { readonly kind: 'skills-discovered'; readonly names: readonly string[] }
	| {
			readonly kind: 'agent-listing';
			readonly lines: readonly string[];
			readonly added: readonly string[];
			readonly removed: readonly string[];
			/** Names of the client's own agents, where it tells them apart (2.1.332). */
			readonly builtIn?: readonly string[];
			readonly isInitial: boolean;
	  }
	| {
			readonly kind: 'call';
			readonly id: string;
			/** Calls of one answer of the model share it. */
			readonly messageId: string;
			readonly tool: TouchTool;
			/** Absolute paths; several where one Bash command reads several files. */
			readonly paths: readonly string[];
	  }
	| { readonly kind: 'call-failed'; readonly id: string }
	| { readonly kind: 'answer'; readonly messageId: string }
	| { readonly kind: 'prompt' }
	/** A file that a prompt names, or that comes back after compaction. */
	| { readonly kind: 'file'; readonly path: string; readonly text: string }
	| { readonly kind: 'skill-body'; readonly directory: string; readonly text: string }
	/** The client told the model that an attached file has changed on disk. */
	| { readonly kind: 'changed-note'; readonly path: string }
	| { readonly kind: 'compaction' }
	| { readonly kind: 'model'; readonly id: string };

export interface TranscriptLine {
	/** Milliseconds since 1970. */
	readonly at?: number;
	/** Directory of the session's shell when the line was written. */
	readonly cwd?: string;
	readonly version?: string;
	readonly gitBranch?: string;
	/** Id of the sub-agent whose line it is; absent in the main conversation. */
	readonly agent?: string;
	readonly events: readonly TranscriptEvent[];
}
