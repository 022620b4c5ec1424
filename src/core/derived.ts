/** Work that is kept with the object it was done on, e.g. with a file's text while the file is unchanged. */

/**
 * Keeps for each object what was last made of it, as long as all that it was made with is the same.
 * What is made must depend on nothing else.
 *
 * @example
 * const widths = derived<TextFile, number>();
 * widths(file, [tabSize], () => widthOf(file.text, tabSize)) // reckoned
 * widths(file, [tabSize], () => widthOf(file.text, tabSize)) // as before
 */
export function derived<K extends object, T>(): (of: K, inputs: readonly unknown[], make: () => T) => T {
	const known = new WeakMap<K, { readonly inputs: readonly unknown[]; readonly made: T }>();
	return (of, inputs, make) => {
		const last = known.get(of);
		if (last && areSame(last.inputs, inputs)) return last.made;
		const made = make();
		known.set(of, { inputs, made });
		return made;
	};
}

function areSame(left: readonly unknown[], right: readonly unknown[]): boolean {
	return left.length === right.length && left.every((value, index) => Object.is(value, right[index]));
}
