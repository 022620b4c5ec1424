/** What a shell makes of the braces in a word: `a{b,c}` is two words, `a{1..3}` three. */

/** More words than these are no list of files that anyone reads; the word then makes as many as these. */
const wordLimit = 256;

/**
 * The words in order; `undefined` where the word stays as it is: `a{b}`, `a{b,c`, `a{1..c}`.
 *
 * @param unquoted as long as the word, with blanks in the place of what is quoted: quoted braces and commas are plain
 * @example expandShellBraces('a{b,c}', 'a{b,c}') // ['ab', 'ac']
 */
export function expandShellBraces(word: string, unquoted: string): readonly string[] | undefined {
	if (!unquoted.includes('{') || !unquoted.includes('}')) return undefined;
	const words: string[] = [];
	const pending: Word[] = [{ text: word, unquoted, from: 0 }];
	while (pending.length > 0 && words.length + pending.length <= wordLimit) {
		const next = pending.pop() as Word;
		const group = firstGroup(next);
		if (group) pending.push(...group.reverse());
		else words.push(next.text);
	}
	return words.length === 1 && words[0] === word ? undefined : words;
}

interface Word {
	readonly text: string;
	readonly unquoted: string;
	/** Before it nothing is left to expand. */
	readonly from: number;
}

/** The words that the first braces with alternatives make; `undefined` without such braces. */
function firstGroup({ text, unquoted, from }: Word): Word[] | undefined {
	const ends = groupsOf(unquoted);
	for (let start = unquoted.indexOf('{', from); start >= 0; start = unquoted.indexOf('{', start + 1)) {
		const group = ends.get(start);
		if (!group) continue;
		const { end, commas } = group;
		const bounds = [start, ...commas, end];
		const items =
			commas.length > 0
				? commas.concat(end).map((to, index) => {
						const begin = (bounds[index] as number) + 1;
						return { text: text.slice(begin, to), unquoted: unquoted.slice(begin, to) };
					})
				: sequence(unquoted.slice(start + 1, end))?.map((item) => ({ text: item, unquoted: item }));
		if (!items) continue;
		return items.map((item) => ({
			text: text.slice(0, start) + item.text + text.slice(end + 1),
			unquoted: unquoted.slice(0, start) + item.unquoted + unquoted.slice(end + 1),
			from: start,
		}));
	}
	return undefined;
}

/** For each opening brace that is closed: where, and the commas that stand in it but in no braces within. */
function groupsOf(unquoted: string): ReadonlyMap<number, { readonly end: number; readonly commas: readonly number[] }> {
	const groups = new Map<number, { readonly end: number; readonly commas: readonly number[] }>();
	const open: { readonly start: number; readonly commas: number[] }[] = [];
	for (const { 0: unit, index } of unquoted.matchAll(/[{},]/g)) {
		if (unit === '{') open.push({ start: index, commas: [] });
		else if (unit === ',') open.at(-1)?.commas.push(index);
		else {
			const closed = open.pop();
			if (closed) groups.set(closed.start, { end: index, commas: closed.commas });
		}
	}
	return groups;
}

/** `1..3` and `a..c`, up or down; `undefined` for anything else. */
function sequence(text: string): readonly string[] | undefined {
	const [, first, last] = /^(-?\d{1,6})\.\.(-?\d{1,6})$/.exec(text) ?? /^([A-Za-z])\.\.([A-Za-z])$/.exec(text) ?? [];
	if (first === undefined || last === undefined) return undefined;
	const isNumber = /\d/.test(first);
	const [from, to] = [first, last].map((end) => (isNumber ? Number(end) : end.charCodeAt(0))) as [number, number];
	const length = Math.min(Math.abs(to - from) + 1, wordLimit);
	return Array.from({ length }, (_, index) => {
		const value = from + (to < from ? -index : index);
		return isNumber ? String(value) : String.fromCharCode(value);
	});
}
