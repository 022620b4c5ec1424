/** Punctuation at the end of an import, which belongs to its path (corpus `pain/cc-86060`): `@a.md.` looks for a file `a.md.`. */

/** Paths have at most 4,096 bytes. */
const pathLengthLimit = 4_096;

/**
 * A path without the punctuation at its end, and that punctuation; `undefined` where it ends in none.
 *
 * @example withoutPunctuation('docs/a.md.') // { path: 'docs/a.md', punctuation: '.' }
 */
export function withoutPunctuation(
	written: string,
): { readonly path: string; readonly punctuation: string } | undefined {
	if (written.length > pathLengthLimit) return undefined;
	let end = written.length;
	while (end > 0 && /[^\p{L}\p{N}_/]/u.test(written[end - 1] as string)) end--;
	return end === 0 || end === written.length
		? undefined
		: { path: written.slice(0, end), punctuation: written.slice(end) };
}

/** Why such an import brings nothing; the same words in every face. */
export const countsAsPath = (punctuation: string, path: string): string =>
	`${punctuation} counts as part of the path, so ${path} is not imported`;
