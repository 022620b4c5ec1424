/** What is made when it is first asked for, because making it takes a start of the command line too long. */

/**
 * A value that is made once, when it is first asked for: the language data behind `Intl` takes milliseconds to load.
 *
 * @example
 * const collator = lazy(() => new Intl.Collator('en'));
 * collator().compare('a', 'B') // -1
 */
export function lazy<T extends object>(make: () => T): () => T {
	let made: T | undefined;
	return () => {
		made ??= make();
		return made;
	};
}

/**
 * A regular expression with properties of characters, e.g. `\p{C}`. It is given as a string, since an engine works out
 * the sets of a literal when it parses the file, whether that line ever runs or not.
 *
 * @example lazyPattern(String.raw`^\p{L}`, 'u')().test('ä') // true
 */
export const lazyPattern = (source: string, flags: string): (() => RegExp) => lazy(() => new RegExp(source, flags));
