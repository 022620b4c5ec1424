/** Reads one transcript file as a stream, and goes on where it stopped when the file has grown. */

import { type FileHandle, open } from 'node:fs/promises';
import type { SessionFold } from '../../core/sessions/sessionFold.js';
import { isAbsence, isSystemError, openFlags } from '../fileFacts.js';
import { mayTell } from './lineRelevance.js';
import { type LineSink, LineSplitter } from './lineSplitter.js';

/** Longer lines are skipped: startup lists of that size do not fit in a model's window. */
export const lineLimitBytes = 8 * 1024 * 1024;

const chunkBytes = 256 * 1024;

/** Why a transcript is not read. */
export type TranscriptFailure = 'missing' | 'unreadable' | 'not-a-file';

/** What one pass over a file's new part came to. `replaced`: the file is another one or shorter, so all is to be read anew. */
export type Advance =
	| { readonly ok: true; readonly bytes: number; readonly isReplaced: boolean }
	| { readonly ok: false; readonly failure: TranscriptFailure };

export class TranscriptReader {
	readonly path: string;
	#position = 0;
	#file: string | undefined;
	#splitter = new LineSplitter(lineLimitBytes);

	constructor(path: string) {
		this.path = path;
	}

	/** Feeds whole lines that were written since the last call; a torn last line waits for its end. */
	async advance(fold: SessionFold, signal?: AbortSignal): Promise<Advance> {
		let handle: FileHandle | undefined;
		try {
			// The name is data as well: whatever stands there is not waited for.
			handle = await open(this.path, openFlags);
			const stats = await handle.stat();
			if (!stats.isFile()) return { ok: false, failure: 'not-a-file' };
			const file = `${stats.dev}:${stats.ino}`;
			if ((this.#file !== undefined && this.#file !== file) || stats.size < this.#position) {
				return { ok: true, bytes: 0, isReplaced: true };
			}
			this.#file = file;
			return { ok: true, bytes: await this.#read(handle, fold, signal), isReplaced: false };
		} catch (error) {
			if (isAbsence(error)) return { ok: false, failure: 'missing' };
			if (isSystemError(error)) return { ok: false, failure: 'unreadable' };
			throw error;
		} finally {
			await handle?.close();
		}
	}

	/** Takes the last line though no line feed follows it; a torn one counts as broken. */
	finish(fold: SessionFold): void {
		this.#splitter.finish(sinkOf(fold));
	}

	async #read(handle: FileHandle, fold: SessionFold, signal: AbortSignal | undefined): Promise<number> {
		const sink = sinkOf(fold);
		const buffer = Buffer.allocUnsafe(chunkBytes);
		const start = this.#position;
		while (!signal?.aborted) {
			const { bytesRead } = await handle.read(buffer, 0, chunkBytes, this.#position);
			if (bytesRead === 0) break;
			this.#position += bytesRead;
			this.#splitter.push(buffer.subarray(0, bytesRead), sink);
		}
		return this.#position - start;
	}
}

function sinkOf(fold: SessionFold): LineSink {
	return {
		line: (bytes) => {
			if (bytes.length === 0) return;
			if (!mayTell(bytes)) fold.pass();
			else addLine(fold, bytes);
		},
		tooLong: () => fold.skip('tooLong'),
	};
}

function addLine(fold: SessionFold, bytes: Buffer): void {
	let value: unknown;
	try {
		value = JSON.parse(bytes.toString('utf8'));
	} catch {
		fold.skip('broken');
		return;
	}
	fold.add(value);
}
