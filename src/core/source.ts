/**
 * The vocabulary of the product: what a source is, which state it has, and why.
 * Tree, hovers, preview, command line and diagnostics all speak these words (design page `product.md`).
 */

/** Who a source belongs to. `auto-memory` is the memory index; `plugin` and `bundled` occur with skills and agents only. */
export type Scope = 'managed' | 'user' | 'project' | 'local' | 'auto-memory' | 'plugin' | 'bundled';

/** What a source is. */
export type SourceKind =
	| 'instructions' // CLAUDE.md, CLAUDE.local.md and managed `claudeMd`
	| 'agents-md' // AGENTS.md
	| 'rule' // a file of a `.claude/rules` directory
	| 'import' // reached through an `@path` only
	| 'memory-index' // MEMORY.md
	| 'memory-topic' // any other Markdown file of the memory directory
	| 'skill'
	| 'command'
	| 'agent'
	| 'agent-memory'
	| 'settings';

/** State of a source; see product.md. */
export type SourceState =
	| 'loaded' // in the request from the session's start
	| 'on demand' // will be attached when a matching file is read
	| 'attached' // attached by the file or action that is looked at
	| 'listed' // name and description are in the skill or agent listing
	| 'name only' // only the name is in the listing
	| 'truncated' // loaded, but cut
	| 'not loaded';

/** Why a source does not load, or not whole. */
export type ReasonCode =
	| 'excluded'
	| 'external-not-approved'
	| 'outside-launch-directory'
	| 'import-missing'
	| 'import-too-deep'
	| 'import-not-text'
	| 'duplicate-of'
	| 'empty'
	| 'key-missing'
	| 'too-large'
	| 'not-a-file'
	| 'unreadable'
	| 'never-matches'
	| 'superseded'
	| 'disabled-by-setting'
	| 'disabled-by-environment'
	| 'disabled-by-policy'
	| 'untrusted'
	| 'model-invocation-disabled'
	| 'dropped-by-budget'
	| 'beyond-limit'
	| 'version'
	| 'gated';

/** A place in a file that explains something; offsets are UTF-16 units into the file's text. */
export interface Place {
	readonly path: string;
	/** First UTF-16 unit of the cause, where one is known. */
	readonly offset?: number;
	/** Length in UTF-16 units. */
	readonly length?: number;
	/** 1-based line, where no offset is known. */
	readonly line?: number;
}

/** Why a source has the state it has. */
export interface Reason {
	readonly code: ReasonCode;
	/** One sentence for people, in the product's words, e.g. `Excluded by "a.md" in /repo/.claude/settings.json.` */
	readonly sentence: string;
	/** The place that causes it: the settings file of an exclude, the importing line, the file that came first. */
	readonly place?: Place;
	/** True where the claim rests on documentation or on a neighbouring version, not on a recording. */
	readonly unverified?: boolean;
}

/** Why a source is in the request; the words of the client's `InstructionsLoaded` hook. */
export type LoadReason = 'session_start' | 'include' | 'nested_traversal' | 'path_glob_match' | 'compact';

/** One thing that Claude Code knows of, loaded or not. */
export interface Source {
	/** Absolute path as the client shows it (the real path of a linked rule), or `<managed-settings>`. */
	readonly path: string;
	/** Path at which it was found, where that differs from `path` (a symbolic link). */
	readonly foundAt?: string;
	readonly scope: Scope;
	readonly kind: SourceKind;
	readonly state: SourceState;
	readonly reason?: Reason;
	readonly loadReason?: LoadReason;
	/** Path of the importing file. */
	readonly parent?: string;
	/** Where in the parent it is mentioned. */
	readonly mention?: Place;
	/** Path of the file whose reading attached it. */
	readonly trigger?: string;
	/** The text as the model sees it; `undefined` where it was not read. */
	readonly text?: string;
	/** Length of `text` in UTF-16 units (0 where nothing is sent). */
	readonly characters: number;
	/** Estimated tokens of `text`. */
	readonly tokens: number;
	/** SHA-256 of the file's bytes, where the file was read. */
	readonly sha256?: string;
	/** Size of the file in bytes, where it is known. */
	readonly bytes?: number;
	/** Last change of the file in milliseconds since 1970. */
	readonly modified?: number;
	/** Patterns of the rule's `paths`, where it is conditional. */
	readonly patterns?: readonly string[];
	/** Directory that `patterns` are relative to. */
	readonly base?: string;
	/** True when an editor's unsaved text stands in for the disk. */
	readonly unsaved?: boolean;
}
