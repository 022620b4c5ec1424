/** Places in a text: lines, words and names that resemble each other. Everything here is linear in the text. */

import type { TextRange } from '../text/frontMatter.js';

/** The lines of a text, found once; each look-up takes logarithmic time however long the lines are. */
export class Lines {
	readonly text: string;
	readonly #starts: number[] = [0];

	constructor(text: string) {
		this.text = text;
		for (let index = text.indexOf('\n'); index >= 0; index = text.indexOf('\n', index + 1))
			this.#starts.push(index + 1);
	}

	/** The line that holds an offset, without its line break. */
	at(offset: number): TextRange {
		const line = this.#lineOf(offset);
		const start = this.#starts[line] as number;
		let end = line + 1 < this.#starts.length ? (this.#starts[line + 1] as number) - 1 : this.text.length;
		if (end > start && this.text[end - 1] === '\r') end--;
		return { offset: start, length: end - start };
	}

	/** The line that holds an offset, with its line break (the one before it, where it is the last line). */
	wholeAt(offset: number): TextRange {
		const line = this.#lineOf(offset);
		const start = this.#starts[line] as number;
		const next = this.#starts[line + 1];
		if (next !== undefined) return { offset: start, length: next - start };
		const before = start === 0 ? 0 : this.text[start - 2] === '\r' ? start - 2 : start - 1;
		return { offset: before, length: this.text.length - before };
	}

	/** The first line that holds more than blanks at or after an offset (its first units, where it is endless). */
	firstFilled(from = 0): TextRange {
		const filled = /\S/g;
		filled.lastIndex = from;
		const match = filled.exec(this.text);
		return match ? shortened(this.at(match.index)) : { offset: 0, length: 0 };
	}

	/** The last line that holds more than blanks. */
	lastFilled(): TextRange {
		const end = this.text.trimEnd().length;
		return end === 0 ? { offset: 0, length: 0 } : shortened(this.at(end - 1));
	}

	#lineOf(offset: number): number {
		let low = 0;
		let high = this.#starts.length - 1;
		while (low < high) {
			const middle = (low + high + 1) >> 1;
			if ((this.#starts[middle] as number) <= offset) low = middle;
			else high = middle - 1;
		}
		return low;
	}
}

/** A line as the place of something that concerns more than it: no more than a window shows. */
const shortened = ({ offset, length }: TextRange): TextRange => ({ offset, length: Math.min(length, 200) });

/** The text of a range. */
export const sliceOf = (text: string, { offset, length }: TextRange): string => text.slice(offset, offset + length);

/** Names that are compared by distance; longer ones are cut. */
const nameLimit = 100;

/**
 * Insertions, deletions and replacements that turn one name into the other, whatever their case.
 *
 * @example editDistance('bulid.md', 'build.md') // 2
 */
export function editDistance(left: string, right: string): number {
	const a = left.slice(0, nameLimit).toLowerCase();
	const b = right.slice(0, nameLimit).toLowerCase();
	let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
	for (let row = 1; row <= a.length; row++) {
		const current = [row];
		for (let column = 1; column <= b.length; column++) {
			const change = (previous[column - 1] as number) + (a[row - 1] === b[column - 1] ? 0 : 1);
			current.push(Math.min(change, (previous[column] as number) + 1, (current[column - 1] as number) + 1));
		}
		previous = current;
	}
	return previous[b.length] as number;
}

/** Candidates that are looked at for one name. */
const candidateLimit = 500;

/** Up to three names that resemble a missing one, closest first: a third of its length may differ. */
export function closestNames(missing: string, candidates: readonly string[]): readonly string[] {
	const most = Math.max(2, Math.floor(missing.length / 3));
	return candidates
		.slice(0, candidateLimit)
		.filter((name) => Math.abs(name.length - missing.length) <= most)
		.map((name) => ({ name, distance: editDistance(missing, name) }))
		.filter(({ distance }) => distance <= most)
		.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
		.slice(0, 3)
		.map(({ name }) => name);
}
