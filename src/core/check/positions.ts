/** Lines and columns of offsets, as editors and code hosts count them: from 1, in UTF-16 units. */

export interface Position {
	/** From 1. */
	readonly line: number;
	/** From 1, in UTF-16 units. */
	readonly column: number;
}

/** The lines of a text, found once; a look-up takes logarithmic time. */
export class LineIndex {
	readonly #starts: number[] = [0];
	readonly #length: number;

	constructor(text: string) {
		this.#length = text.length;
		for (let index = text.indexOf('\n'); index >= 0; index = text.indexOf('\n', index + 1))
			this.#starts.push(index + 1);
	}

	/**
	 * The position of an offset; one beyond the text is at its end.
	 *
	 * @example new LineIndex('a\nbc').at(3) // { line: 2, column: 2 }
	 */
	at(offset: number): Position {
		const within = Math.max(0, Math.min(offset, this.#length));
		let low = 0;
		let high = this.#starts.length - 1;
		while (low < high) {
			const middle = (low + high + 1) >> 1;
			if ((this.#starts[middle] as number) <= within) low = middle;
			else high = middle - 1;
		}
		return { line: low + 1, column: within - (this.#starts[low] as number) + 1 };
	}
}
