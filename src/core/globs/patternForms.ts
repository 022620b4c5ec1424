/** Forms of patterns that mean something else than they look like. */

/** A form in which a pattern matches no file at all. */
export interface DeadForm {
	/** Dotted code, e.g. `glob.absolute`. */
	readonly code: string;
	/** One sentence that says why and what to write instead. */
	readonly sentence: string;
}

/**
 * Why a pattern (braces expanded, a trailing `/**` cut or not) can never match; `undefined` where it can (corpus
 * `globs.json`).
 *
 * @param written the pattern as people know it, for the sentence
 */
export function deadForm(pattern: string, written: string = pattern): DeadForm | undefined {
	for (const [test, code, reason] of deadForms) {
		if (test.test(pattern)) return { code, sentence: `"${shown(written)}" never matches: ${reason}.` };
	}
	return undefined;
}

const deadForms: readonly (readonly [RegExp, string, string])[] = [
	[
		/^!/,
		'glob.negation-alone',
		'a pattern with "!" only takes files away from the patterns before it, and there is none',
	],
	[/^#/, 'glob.comment', 'a pattern that begins with "#" is a comment; write "\\#"'],
	[/^~(?:\/|$)/, 'glob.home', 'patterns are relative to the rule\'s base directory, and "~" is not expanded'],
	[
		/^[a-z]:[\\/]/i,
		'glob.absolute',
		"patterns are relative to the rule's base directory, so an absolute path finds nothing",
	],
	[/^\.(?:\/|$)/, 'glob.dot-slash', 'a path has no "./" at its start; leave it out'],
	[/(?:^|\/)\.\.(?:\/|$)/, 'glob.parent', 'a pattern cannot leave the rule\'s base directory by ".."'],
	[/\/\.(?:\/|$)/, 'glob.dot-segment', 'a path has no "." between its slashes; leave it out'],
	[/^\/?$|\/\//, 'glob.empty-segment', 'nothing stands between two of its slashes'],
	[/(?:^|[^\\])(?:\\\\)*\\$/, 'glob.backslash-end', 'it ends in a backslash that escapes nothing'],
	[/^[^/]*\\\w[^/]*$/, 'glob.backslash', 'a backslash escapes and does not separate; write "/"'],
	[/[\r\n]/, 'glob.line-break', 'it holds a line break; write one pattern an item of a list'],
];

/** A pattern as shown in a sentence: not longer than a line. */
export function shown(pattern: string): string {
	return pattern.length > 80 ? `${pattern.slice(0, 79)}…` : pattern;
}
