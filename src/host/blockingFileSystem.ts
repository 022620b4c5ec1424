/** The disk behind the core's port for a process that has nothing else to do: the command line. */

import * as fs from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { DirectoryEntry, EntryOrder, FileStat, FileSystem, TextFile, UnreadableFile } from '../core/ports.js';
import {
	defaultLimitBytes,
	directoryBufferSize,
	failed,
	isAbsence,
	isSystemError,
	isSystemPath,
	mayBeOfSystem,
	openFlags,
	refusal,
	toDirectoryEntry,
	toFileStat,
	toTextFile,
} from './fileFacts.js';

/**
 * The disk, read by plain system calls. A small tree is read several times quicker than through Node's thread pool,
 * whose every call takes two hops between threads. One call at a time, so the concurrency is one.
 *
 * It is made for one command: texts and real paths are looked up once, and what changes on the disk later is not seen.
 */
export class BlockingFileSystem implements FileSystem {
	readonly #realPaths = new Map<string, string | undefined>();
	readonly #texts = new Map<string, TextFile | UnreadableFile | undefined>();

	async stat(path: string): Promise<FileStat | undefined> {
		const stats = statOf(path);
		return stats && toFileStat(stats);
	}

	async realPath(path: string): Promise<string | undefined> {
		return this.#realPath(path);
	}

	#realPath(path: string): string | undefined {
		if (!this.#realPaths.has(path)) this.#realPaths.set(path, this.#askedRealPath(path));
		return this.#realPaths.get(path);
	}

	/** One look at the last step where the directory is known: the system would look at every step again. */
	#askedRealPath(path: string): string | undefined {
		const directory = dirname(path);
		const name = basename(path);
		// Elsewhere the system also gives names their true case.
		const isPlain =
			process.platform === 'linux' &&
			path.length <= longestPath &&
			path === `${directory === '/' ? '' : directory}/${name}`;
		// Most paths that a loader asks for are not there, and to have that thrown costs more than to look first.
		if (!isPlain || name === '' || name === '.' || name === '..') return statOf(path) && realPathOf(path);
		const real = this.#realPath(directory);
		if (real === undefined) return undefined;
		const stats = valueOr(undefined, () => fs.lstatSync(path, { throwIfNoEntry: false }));
		if (!stats?.isSymbolicLink()) return stats && join(real, name);
		return statOf(path) && realPathOf(path);
	}

	async readText(path: string, limit: number = defaultLimitBytes): Promise<TextFile | UnreadableFile | undefined> {
		const key = `${limit} ${path}`;
		if (!this.#texts.has(key)) this.#texts.set(key, readText(path, limit));
		return this.#texts.get(key);
	}

	async list(path: string, order: EntryOrder = 'system'): Promise<readonly DirectoryEntry[] | undefined> {
		if (isSystemPath(path)) return undefined;
		return valueOr(undefined, () => {
			const entries = order === 'system' ? entriesOf(path) : fs.readdirSync(path, { withFileTypes: true });
			return entries.map((entry) => toDirectoryEntry(path, entry));
		});
	}
}

function readText(path: string, limit: number): TextFile | UnreadableFile | undefined {
	// Looked at before it is opened: opening a device or a FIFO can have an effect.
	const stats = statOf(path);
	if (!stats) return undefined;
	const refused = refusal(mayBeOfSystem(stats) ? (realPathOf(path) ?? path) : path, stats, limit);
	if (refused) return refused;
	try {
		return readOpened(path, fs.openSync(path, openFlags), limit);
	} catch (error) {
		if (isAbsence(error)) return undefined;
		if (isSystemError(error)) return failed('unreadable', stats.size);
		throw error;
	}
}

/** Paths of more UTF-16 units exist nowhere (`PATH_MAX` of Linux). */
const longestPath = 4_096;

/** `readdir` sorts the names; only `opendir` gives them as the system has them. */
function entriesOf(path: string): readonly fs.Dirent[] {
	const directory = fs.opendirSync(path, { bufferSize: directoryBufferSize });
	try {
		const entries: fs.Dirent[] = [];
		for (let entry = directory.readSync(); entry; entry = directory.readSync()) entries.push(entry);
		return entries;
	} finally {
		directory.closeSync();
	}
}

function readOpened(path: string, descriptor: number, limit: number): TextFile | UnreadableFile {
	try {
		// Looked at again: what was opened may not be what was looked at.
		const stats = fs.fstatSync(descriptor);
		const refused = refusal(path, stats, limit);
		if (refused) return refused;
		let buffer = Buffer.allocUnsafe(stats.size + 1);
		let length = 0;
		for (;;) {
			const count = fs.readSync(descriptor, buffer, length, buffer.length - length, null);
			length += count;
			if (length > limit) return failed('too-large');
			// One byte more than its size was asked for, so a file that has grown in the meantime shows.
			const isWhole = count === 0 || (length === stats.size && length > 0);
			if (isWhole) return toTextFile(buffer.subarray(0, length), stats.mtimeMs);
			if (length < buffer.length) continue;
			buffer = Buffer.concat([buffer], Math.min(2 * length + 4096, limit + 1));
		}
	} finally {
		fs.closeSync(descriptor);
	}
}

function statOf(path: string): fs.Stats | undefined {
	return valueOr(undefined, () => fs.statSync(path, { throwIfNoEntry: false }));
}

function realPathOf(path: string): string | undefined {
	return valueOr(undefined, () => fs.realpathSync.native(path));
}

/** The value of a call, or `fallback` where the system refuses it. */
function valueOr<T>(fallback: T, call: () => T): T {
	try {
		return call();
	} catch (error) {
		if (isSystemError(error)) return fallback;
		throw error;
	}
}
