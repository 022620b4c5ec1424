/** Splits chunks of bytes into lines in bounded memory. */

const lineFeed = 0x0a;

/** What becomes of the lines. */
export interface LineSink {
	/** One whole line without its line feed; the bytes are only valid during the call. */
	line(bytes: Buffer): void;
	/** A line over the limit, which was let go. */
	tooLong(): void;
}

/** Keeps at most one unfinished line of at most `limit` bytes. */
export class LineSplitter {
	readonly #limit: number;
	#parts: Buffer[] = [];
	#length = 0;
	#isTooLong = false;

	constructor(limit: number) {
		this.#limit = limit;
	}

	/** Takes the next bytes; they may be overwritten afterwards. */
	push(chunk: Buffer, sink: LineSink): void {
		let start = 0;
		for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
			this.#end(chunk.subarray(start, end), sink);
			start = end + 1;
		}
		if (start < chunk.length) this.#keep(chunk.subarray(start));
	}

	/** What follows the last line feed, as a line: a file's end, or a line that is being written. */
	finish(sink: LineSink): void {
		if (this.#length > 0 || this.#isTooLong) this.#end(Buffer.alloc(0), sink);
	}

	#end(rest: Buffer, sink: LineSink): void {
		if (this.#isTooLong || this.#length + rest.length > this.#limit) sink.tooLong();
		else if (this.#length === 0) sink.line(rest);
		else sink.line(Buffer.concat([...this.#parts, rest], this.#length + rest.length));
		this.#forget();
		this.#isTooLong = false;
	}

	#keep(rest: Buffer): void {
		if (this.#isTooLong) return;
		if (this.#length + rest.length > this.#limit) {
			this.#forget();
			this.#isTooLong = true;
			return;
		}
		this.#parts.push(Buffer.from(rest));
		this.#length += rest.length;
	}

	#forget(): void {
		this.#parts = [];
		this.#length = 0;
	}
}
