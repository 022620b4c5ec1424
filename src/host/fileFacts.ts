/** What the two Node file systems share: kinds, the way files are opened, and what a read file is. */

import type * as Crypto from 'node:crypto';
import { constants, type Dirent, lstatSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { instructionFileLimitBytes } from '../core/client/constants.js';
import type { DirectoryEntry, EntryKind, FileStat, ReadFailure, TextFile, UnreadableFile } from '../core/ports.js';

/** Limit of `readText` where none is given: the client's 4 MiB. */
export const defaultLimitBytes = instructionFileLimitBytes;

/**
 * Files are opened so that nothing can wait or take effect: a FIFO that takes a regular file's place between `stat` and
 * `open` returns at once, a terminal does not become ours. Links are followed, as the client does. 0 on Windows.
 */
export const openFlags: number = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** Entries that one system call may bring; the buffered rest of a directory then costs nothing. */
export const directoryBufferSize = 256;

export function kindOf(entry: Stats): EntryKind {
	return entry.isFile() ? 'file' : entry.isDirectory() ? 'directory' : 'other';
}

export function toFileStat(stats: Stats): FileStat {
	return { kind: kindOf(stats), size: stats.size, modified: stats.mtimeMs };
}

export function toDirectoryEntry(directory: string, entry: Dirent): DirectoryEntry {
	return { name: entry.name, kind: entryKind(directory, entry) };
}

function entryKind(directory: string, entry: Dirent): DirectoryEntry['kind'] {
	if (entry.isFile()) return 'file';
	if (entry.isDirectory()) return 'directory';
	if (entry.isSymbolicLink()) return 'symlink';
	if (entry.isFIFO() || entry.isSocket() || entry.isCharacterDevice() || entry.isBlockDevice()) return 'other';
	// Some file systems do not tell an entry's kind with its name.
	const stats = lstatSync(join(directory, entry.name), { throwIfNoEntry: false });
	if (!stats) return 'other';
	return stats.isSymbolicLink() ? 'symlink' : kindOf(stats);
}

export function failed(failure: ReadFailure, bytes?: number): UnreadableFile {
	return bytes === undefined ? { ok: false, failure } : { ok: false, failure, bytes };
}

/**
 * True for a path of the system's own trees. What lies there is made when it is read, and can be the variables of this
 * process (`/proc/self/environ`) or without an end; `/dev/shm` is a directory for temporary files like any other.
 */
export const isSystemPath = (path: string): boolean =>
	/^\/(?:proc|sys|dev)(?:\/|$)/.test(path) && !/^\/dev\/shm(?:\/|$)/.test(path);

/** True where a link may lead to a file of the system: such files take no room on any disk, as empty ones do. */
export const mayBeOfSystem = ({ blocks }: Stats): boolean => blocks === 0 && process.platform !== 'win32';

/** Why a file with these facts is not read; `undefined` where it may be. */
export function refusal(path: string, stats: Stats, limit: number): UnreadableFile | undefined {
	if (!stats.isFile() || isSystemPath(path)) return failed('not-a-file');
	return stats.size > limit ? failed('too-large', stats.size) : undefined;
}

/** A read file. Its hash is computed when it is first asked for: most starts of the command line never do. */
export function toTextFile(bytes: Buffer, modified: number): TextFile {
	// Buffer decodes as the WHATWG decoder does (invalid bytes to U+FFFD) and keeps a byte-order mark.
	const text = bytes.toString('utf8');
	let hashed: Buffer | string = text.includes('\uFFFD') ? bytes : text;
	let isHashed = false;
	return {
		ok: true,
		text,
		bytes: bytes.length,
		modified,
		get sha256() {
			if (!isHashed) hashed = sha256Of(hashed);
			isHashed = true;
			return hashed as string;
		},
	};
}

/** SHA-256 in hexadecimal digits; a string counts as its UTF-8 bytes. */
export function sha256Of(content: Buffer | string): string {
	// Loading the module costs about as much as reading a hundred files, so it waits until it is needed.
	const { createHash } = require('node:crypto') as typeof Crypto;
	return createHash('sha256').update(content).digest('hex');
}

/** True for the errors of the system (`ENOENT`, `EACCES`, …) and for a path that no system takes (a NUL in it). */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
	if (!(error instanceof Error) || !('code' in error)) return false;
	return 'errno' in error || error.code === 'ERR_INVALID_ARG_VALUE';
}

/** True where the error says that nothing stands at the path. */
export function isAbsence(error: unknown): boolean {
	return isSystemError(error) && absenceCodes.has(error.code ?? '');
}

const absenceCodes: ReadonlySet<string> = new Set([
	'ENOENT',
	'ENOTDIR',
	'ELOOP',
	'ENAMETOOLONG',
	'ERR_INVALID_ARG_VALUE',
]);
