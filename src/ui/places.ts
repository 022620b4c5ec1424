/**
 * From offsets in a file to positions in VS Code's document of it. The two differ: a document has no byte-order mark, and
 * one kind of line end where a file may mix them.
 */

import { Position, Range } from 'vscode';
import type { Place } from '../core/source.js';

/**
 * The position of an offset (UTF-16 units) in the text of a file.
 *
 * @example positionAt('\uFEFFa\r\nbc', 5) // line 1, character 1
 */
export function positionAt(text: string, offset: number): Position {
	const before = text.slice(0, Math.max(0, offset));
	let line = 0;
	let start = before.startsWith('\uFEFF') ? 1 : 0;
	for (const { index, 0: end } of before.matchAll(/\r\n|\r|\n/g)) {
		// An offset between the two units of a line end belongs to its line.
		if (end === '\r' && index + 1 === before.length && text[before.length] === '\n') break;
		line++;
		start = index + end.length;
	}
	return new Position(line, Math.max(0, before.length - start));
}

/** The range of a place in the text of its file; `undefined` where the place names the file only. */
export function rangeOf(text: string, place: Place): Range | undefined {
	if (place.offset !== undefined) {
		return new Range(positionAt(text, place.offset), positionAt(text, place.offset + (place.length ?? 0)));
	}
	return place.line === undefined ? undefined : new Range(place.line - 1, 0, place.line - 1, 0);
}

/** The positions of many offsets in one text: its lines are looked for once. */
export class TextPositions {
	readonly #text: string;
	/** First unit of each line, the byte-order mark left out. */
	readonly #starts: number[];

	constructor(text: string) {
		this.#text = text;
		this.#starts = [text.startsWith('\uFEFF') ? 1 : 0];
		for (const { index, 0: end } of text.matchAll(/\r\n|\r|\n/g)) this.#starts.push(index + end.length);
	}

	range(offset: number, length: number): Range {
		return new Range(this.#at(offset), this.#at(offset + length));
	}

	#at(offset: number): Position {
		const within = Math.max(0, Math.min(offset, this.#text.length));
		let low = 0;
		let high = this.#starts.length - 1;
		while (low < high) {
			const middle = (low + high + 1) >> 1;
			if ((this.#starts[middle] as number) <= within) low = middle;
			else high = middle - 1;
		}
		return new Position(low, Math.max(0, within - (this.#starts[low] as number)));
	}
}
