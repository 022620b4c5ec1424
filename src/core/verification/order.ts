/** Whether the files of a startup part stand in another order than predicted. */

import type { Source } from '../source.js';

/**
 * Files of one rules directory come in the operating system's order, so they count as one place, with what they import.
 * Files that only one side has do not count.
 */
export function hasOtherOrder(predicted: readonly Source[], received: readonly { readonly path: string }[]): boolean {
	const places = placesOf(predicted);
	const sent = received.flatMap(({ path }) => places.get(path) ?? []);
	const paths = new Set(received.map(({ path }) => path));
	const own = predicted.filter(({ path }) => paths.has(path)).flatMap(({ path }) => places.get(path) ?? []);
	return runs(own).join('\n') !== runs(sent).join('\n');
}

/** By path: the rules directory of a rule or of what it imports, else the path itself. */
function placesOf(sources: readonly Source[]): ReadonlyMap<string, string> {
	const places = new Map<string, string>();
	for (const source of sources) {
		const { path, kind, foundAt = path, parent } = source;
		const directory = kind === 'rule' ? /^(.*[\\/]rules)[\\/]/.exec(foundAt)?.[1] : undefined;
		const inherited = kind === 'import' && parent !== undefined ? places.get(parent) : undefined;
		places.set(path, directory ?? (inherited !== undefined && inherited !== parent ? inherited : path));
	}
	return places;
}

const runs = (places: readonly string[]): readonly string[] =>
	places.filter((place, index) => place !== places[index - 1]);
