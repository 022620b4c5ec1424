/** Two texts as a unified difference, for people. */

/** Lines of both texts together above which only their common ends are looked for. */
const exactLimit = 4_000;
/** Unchanged lines around a change. */
const contextLines = 3;

interface Edit {
	readonly sign: ' ' | '-' | '+';
	readonly line: string;
}

/**
 * Lines of a unified difference, without file names; empty where the texts are equal. Texts of very many lines are
 * compared by their common beginning and end only, so that the time stays bounded.
 *
 * @example unifiedDiff('a\nb\n', 'a\nc\n') // ['@@ -1,2 +1,2 @@', ' a', '-b', '+c']
 */
export function unifiedDiff(before: string, after: string): readonly string[] {
	const edits = editsOf(linesOf(before), linesOf(after));
	const changed = edits.flatMap(({ sign }, index) => (sign === ' ' ? [] : [index]));
	const hunks: (readonly string[])[] = [];
	for (let next = 0; next < changed.length; ) {
		const first = changed[next] ?? 0;
		let last = first;
		while (next < changed.length && (changed[next] ?? 0) <= last + 2 * contextLines) last = changed[next++] ?? last;
		hunks.push(hunk(edits, Math.max(0, first - contextLines), Math.min(edits.length, last + 1 + contextLines)));
	}
	return hunks.flat();
}

function linesOf(text: string): readonly string[] {
	const lines = text.split('\n');
	if (lines.at(-1) === '') lines.pop();
	return lines;
}

function hunk(edits: readonly Edit[], start: number, end: number): readonly string[] {
	const count = (slice: readonly Edit[], sign: Edit['sign']): number =>
		slice.filter((edit) => edit.sign === ' ' || edit.sign === sign).length;
	const above = edits.slice(0, start);
	const shown = edits.slice(start, end);
	const range = (sign: Edit['sign']): string => {
		const lines = count(shown, sign);
		return `${count(above, sign) + (lines > 0 ? 1 : 0)},${lines}`;
	};
	return [`@@ -${range('-')} +${range('+')} @@`, ...shown.map(({ sign, line }) => `${sign}${line}`)];
}

function editsOf(before: readonly string[], after: readonly string[]): readonly Edit[] {
	let head = 0;
	while (head < before.length && head < after.length && before[head] === after[head]) head++;
	let tail = 0;
	const room = Math.min(before.length, after.length) - head;
	while (tail < room && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
	const left = before.slice(head, before.length - tail);
	const right = after.slice(head, after.length - tail);
	return [
		...before.slice(0, head).map(kept),
		...(left.length + right.length <= exactLimit
			? exactEdits(left, right)
			: [...left.map(removed), ...right.map(added)]),
		...before.slice(before.length - tail).map(kept),
	];
}

const kept = (line: string): Edit => ({ sign: ' ', line });
const removed = (line: string): Edit => ({ sign: '-', line });
const added = (line: string): Edit => ({ sign: '+', line });

/** Longest common subsequence by the lengths of its suffixes; at most `exactLimit`² / 4 steps. */
function exactEdits(left: readonly string[], right: readonly string[]): readonly Edit[] {
	const width = right.length + 1;
	const lengths = new Uint16Array((left.length + 1) * width);
	const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
	for (let i = left.length - 1; i >= 0; i--) {
		for (let j = right.length - 1; j >= 0; j--) {
			lengths[i * width + j] = left[i] === right[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
		}
	}
	const edits: Edit[] = [];
	let i = 0;
	let j = 0;
	while (i < left.length || j < right.length) {
		const [a, b] = [left[i], right[j]];
		if (i < left.length && j < right.length && a === b) {
			edits.push(kept(a as string));
			i++;
			j++;
		} else if (i < left.length && (j >= right.length || at(i + 1, j) >= at(i, j + 1))) {
			edits.push(removed(a as string));
			i++;
		} else {
			edits.push(added(b as string));
			j++;
		}
	}
	return edits;
}
