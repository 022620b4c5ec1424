/** The disk behind the core's port, without ever blocking the process: for the extension and the library. */

import * as fs from 'node:fs';
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
import { Limiter } from './limiter.js';

/** System calls under way at once; Node's pool has four threads, more would only hold descriptors open. */
const concurrency = 16;

/** The disk, read through Node's thread pool. Nothing it meets makes it throw or wait: see the port's contract. */
export class NodeFileSystem implements FileSystem {
	readonly #limiter = new Limiter(concurrency);

	stat(path: string): Promise<FileStat | undefined> {
		return this.#limiter.run(async () => {
			const stats = await statOf(path);
			return stats && toFileStat(stats);
		});
	}

	realPath(path: string): Promise<string | undefined> {
		return this.#limiter.run(() => realPathOf(path));
	}

	readText(path: string, limit: number = defaultLimitBytes): Promise<TextFile | UnreadableFile | undefined> {
		return this.#limiter.run(async () => {
			// Looked at before it is opened: opening a device or a FIFO can have an effect.
			const stats = await statOf(path);
			if (!stats) return undefined;
			const refused = refusal(mayBeOfSystem(stats) ? ((await realPathOf(path)) ?? path) : path, stats, limit);
			if (refused) return refused;
			try {
				return await readOpened(path, await called<number>((done) => fs.open(path, openFlags, done)), limit);
			} catch (error) {
				if (isAbsence(error)) return undefined;
				if (isSystemError(error)) return failed('unreadable', stats.size);
				throw error;
			}
		});
	}

	list(path: string, order: EntryOrder = 'system'): Promise<readonly DirectoryEntry[] | undefined> {
		if (isSystemPath(path)) return Promise.resolve(undefined);
		return this.#limiter.run(() =>
			valueOr(undefined, async () => {
				const entries =
					order === 'system'
						? await entriesOf(path)
						: await called<fs.Dirent[]>((done) => fs.readdir(path, { withFileTypes: true }, done));
				return entries.map((entry) => toDirectoryEntry(path, entry));
			}),
		);
	}
}

/** `readdir` sorts the names; only `opendir` gives them as the system has them. */
async function entriesOf(path: string): Promise<readonly fs.Dirent[]> {
	const directory = await called<fs.Dir>((done) => fs.opendir(path, { bufferSize: directoryBufferSize }, done));
	try {
		const entries: fs.Dirent[] = [];
		for (;;) {
			let entry = await directory.read();
			if (!entry) return entries;
			entries.push(entry);
			// What came along with the first entry of a call lies in a buffer and needs no trip through the pool.
			for (let buffered = directoryBufferSize - 1; buffered > 0; buffered--) {
				entry = directory.readSync();
				if (!entry) return entries;
				entries.push(entry);
			}
		}
	} finally {
		directory.closeSync();
	}
}

async function readOpened(path: string, descriptor: number, limit: number): Promise<TextFile | UnreadableFile> {
	try {
		// Looked at again: what was opened may not be what was looked at.
		const stats = fs.fstatSync(descriptor);
		const refused = refusal(path, stats, limit);
		if (refused) return refused;
		let buffer = Buffer.allocUnsafe(stats.size + 1);
		let length = 0;
		for (;;) {
			const count = await called<number>((done) =>
				fs.read(descriptor, buffer, length, buffer.length - length, null, done),
			);
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

function statOf(path: string): Promise<fs.Stats | undefined> {
	return valueOr(undefined, () => called<fs.Stats>((done) => fs.stat(path, done)));
}

function realPathOf(path: string): Promise<string | undefined> {
	return valueOr(undefined, () => called<string>((done) => fs.realpath.native(path, done)));
}

type Callback<T> = (error: NodeJS.ErrnoException | null, value: T) => void;

/** Node's callback functions cost about half of those of `node:fs/promises`. */
function called<T>(call: (done: Callback<T>) => void): Promise<T> {
	return new Promise((resolve, reject) => call((error, value) => (error ? reject(error) : resolve(value))));
}

/** The value of a call, or `fallback` where the system refuses it. */
async function valueOr<T, F>(fallback: F, call: () => Promise<T>): Promise<T | F> {
	try {
		return await call();
	} catch (error) {
		if (isSystemError(error)) return fallback;
		throw error;
	}
}
