/** Files that a prompt names: `@file`, `@"file with blanks"`, `@file#L1-2` (loader.md 6, corpus `trigger/mention-*`). */

/**
 * The paths in order of mention, as written: up to the last ASCII letter, digit or `_` before the next white space, and
 * without a fragment behind a `#` (own recordings of 80 endings and beginnings with both clients).
 *
 * @example mentionedPaths('see @a/r.ts, and @"b c.ts"#L1') // ['a/r.ts', 'b c.ts']
 */
export function mentionedPaths(prompt: string): readonly string[] {
	const paths: string[] = [];
	for (const match of prompt.matchAll(/(?:^|\s)@(?:"([^"]+)"|([^\s"]\S*))/g)) {
		const written = match[1] ?? withoutTail(match[2] ?? '');
		const path = withoutFragment.exec(written)?.[1] ?? written;
		if (path !== '') paths.push(path);
	}
	return paths;
}

/** A path, the lines of it and a fragment; what is not of that form is a path altogether (own recordings). */
const withoutFragment = /^([^#]+)(?:#L\d+(?:-L?\d+)?)?(?:#[^#]*)?$/;

function withoutTail(word: string): string {
	let end = word.length;
	while (end > 0 && !/\w/.test(word.charAt(end - 1))) end--;
	return word.slice(0, end);
}
