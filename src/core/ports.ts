/**
 * The one port of the core: everything it learns about the outside world comes through these interfaces.
 *
 * Absence is a value (`undefined`), never an exception; exceptions are for bugs. Paths are absolute and use the
 * separator of the platform that the adapter serves. Nothing here writes.
 */

/** What stands at a path, links followed. */
export type EntryKind = 'file' | 'directory' | 'other';

export interface FileStat {
	/** `other` is a FIFO, a socket or a device: it is never opened. */
	readonly kind: EntryKind;
	/** Size in bytes. */
	readonly size: number;
	/** Last change in milliseconds since 1970. */
	readonly modified: number;
}

export interface DirectoryEntry {
	readonly name: string;
	/** Kind of the entry itself: a symbolic link is `symlink`, whatever it leads to. */
	readonly kind: EntryKind | 'symlink';
}

/** Why a file that exists gave no text; `not-a-file` stands for files of the system (`/proc`, `/sys`, `/dev`), too. */
export type ReadFailure = 'too-large' | 'not-a-file' | 'unreadable';

export interface TextFile {
	readonly ok: true;
	/** Content decoded as UTF-8, invalid bytes as U+FFFD, a byte-order mark kept. */
	readonly text: string;
	/** Size in bytes. */
	readonly bytes: number;
	/** Last change in milliseconds since 1970. */
	readonly modified: number;
	/** SHA-256 of the bytes, 64 hexadecimal digits. */
	readonly sha256: string;
	/** True when an editor's unsaved text stands in for the disk. */
	readonly unsaved?: boolean;
}

export interface UnreadableFile {
	readonly ok: false;
	readonly failure: ReadFailure;
	/** Size in bytes where it is known. */
	readonly bytes?: number;
}

/** In which order a directory's entries are wanted. */
export type EntryOrder = 'system' | 'any';

export interface FileSystem {
	/** What stands at the path, links followed; `undefined` where nothing does or a link leads nowhere or in a circle. */
	stat(path: string): Promise<FileStat | undefined>;
	/** The path with every link resolved, or `undefined` where nothing stands there. */
	realPath(path: string): Promise<string | undefined>;
	/** Text of a regular file of at most `limit` bytes (default: the client's 4 MiB); `undefined` where nothing stands there. */
	readText(path: string, limit?: number): Promise<TextFile | UnreadableFile | undefined>;
	/**
	 * Entries of a directory; `undefined` where there is no readable one. `system` (the default) is the order of the
	 * operating system's directory, not sorted; `any` lets the adapter take the quickest way.
	 */
	list(path: string, order?: EntryOrder): Promise<readonly DirectoryEntry[] | undefined>;
}

/** What the client would find in its process: variables, home, platform and time. */
export interface Environment {
	/** Environment variables, e.g. `CLAUDE_CONFIG_DIR`. */
	readonly variables: Readonly<Record<string, string | undefined>>;
	/** The user's home directory, e.g. `/home/ann`. */
	readonly homeDirectory: string;
	/** Directory of managed policy, e.g. `/etc/claude-code`. */
	readonly managedDirectory: string;
	/** Milliseconds since 1970; used for the recency of skill usage. */
	readonly now: number;
}
