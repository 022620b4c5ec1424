/** Files that a prompt names: `@file`, `@"file with blanks"`, `@file#L1-2` (loader.md 6, corpus `trigger/mention-*`). */

/**
 * The paths in order of mention, as written, without a line range.
 *
 * @example mentionedPaths('see @a/r.ts and @"b c.ts"') // ['a/r.ts', 'b c.ts']
 */
export function mentionedPaths(prompt: string): readonly string[] {
	const paths: string[] = [];
	for (const match of prompt.matchAll(/(?:^|\s)@(?:"([^"]+)"|([^\s"]+))/g)) {
		const written = match[1] ?? (match[2] ?? '').replace(/[^\w)\]}/-]+$/, '');
		const path = written.replace(/#L\d+(?:-L?\d+)?$/, '');
		if (path !== '') paths.push(path);
	}
	return paths;
}
