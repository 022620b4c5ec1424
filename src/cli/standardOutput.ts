/** Standard output as the commands use it. */

import { fstatSync, writeSync } from 'node:fs';
import { exitCodes } from './usageError.js';

export interface StandardOutput {
	readonly isTTY: boolean;
	/** Columns of the terminal; absent where there is none. */
	readonly columns?: number;
	write(text: string): void;
}

/**
 * Pipes and files are written to by plain system calls: Node's stream for them takes as long to make as fifty skills to
 * read. A terminal, or what is neither, gets the stream.
 */
export function standardOutput(): StandardOutput {
	return isPipeOrFile() ? new PlainOutput() : new StreamOutput();
}

function isPipeOrFile(): boolean {
	// On Windows a pipe shows as something else, and its writes may come to nothing.
	if (process.platform === 'win32') return false;
	try {
		const stats = fstatSync(1);
		return stats.isFile() || stats.isFIFO() || stats.isSocket();
	} catch {
		return false;
	}
}

class StreamOutput implements StandardOutput {
	readonly isTTY = process.stdout.isTTY === true;
	readonly columns = process.stdout.columns;

	constructor() {
		process.stdout.on('error', leave);
	}

	write(text: string): void {
		process.stdout.write(text);
	}
}

class PlainOutput implements StandardOutput {
	readonly isTTY = false;
	/** Takes over where a pipe is full and its reader has made it one that does not wait. */
	#stream: StreamOutput | undefined;

	write(text: string): void {
		if (this.#stream) this.#stream.write(text);
		else this.#writeAll(Buffer.from(text));
	}

	#writeAll(bytes: Buffer): void {
		let written = 0;
		try {
			while (written < bytes.length) written += writeSync(1, bytes, written);
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') leave(error as NodeJS.ErrnoException);
			this.#stream = new StreamOutput();
			process.stdout.write(bytes.subarray(written));
		}
	}
}

/** A reader that closes the pipe early (`| head`) is no fault. */
function leave(error: NodeJS.ErrnoException): never {
	if (error.code === 'EPIPE') process.exit(exitCodes.fine);
	writeSync(2, `context-inspector: Standard output cannot be written to (${error.code}).\n`);
	process.exit(exitCodes.unusable);
}
