/** The `paths` of a rule or a skill: when it is a condition, and which patterns that condition has. */

import { expandBraces, newBudget, splitAtCommas } from './braces.js';

/** When a rule applies. */
export interface PathCondition {
	/** Patterns to match with: split, braces expanded, a trailing `/**` cut, e.g. `src` for `src/**`. */
	readonly patterns: readonly string[];
	/** The patterns as written, after the split at commas only, e.g. `src/**`; what people recognise. */
	readonly written: readonly string[];
	/** For each of `patterns` the index of the one in `written` that it comes from. */
	readonly origins: readonly number[];
	/** True where braces make more than the client takes (1,000 patterns or 4 MiB) and stay as they are. */
	readonly exceeded: boolean;
}

/**
 * Reads a front matter's `paths`: a list, or a string with commas. `undefined` is no condition, so the rule always
 * loads: nothing, an empty list or string, an object, a number alone, or nothing but `**` (loader.md 5, corpus
 * `glob/yaml-forms`).
 */
export function readPaths(value: unknown): PathCondition | undefined {
	const written = writtenPatterns(value);
	const budget = newBudget();
	const patterns: string[] = [];
	const origins: number[] = [];
	let exceeded = false;
	for (const [origin, pattern] of written.entries()) {
		const expansion = expandBraces(pattern, budget);
		exceeded ||= expansion.exceeded;
		for (const expanded of expansion.patterns) {
			const cut = cutTrailingGlobstar(expanded);
			if (cut === '') continue;
			patterns.push(cut);
			origins.push(origin);
		}
	}
	if (patterns.every((pattern) => pattern === '**')) return undefined;
	return { patterns, written, origins, exceeded };
}

/** Strings of the value; in a list whatever is no string or list is passed over (recorded: `[5]` is no condition). */
function writtenPatterns(value: unknown): readonly string[] {
	const strings = Array.isArray(value) ? value.flat(Number.POSITIVE_INFINITY) : [value];
	return strings
		.filter((item) => typeof item === 'string')
		.flatMap((item) => splitAtCommas(item).map(({ pattern }) => pattern));
}

/** `src/**` means the directory `src` and all below: the client cuts the end off and matches `src`. */
export function cutTrailingGlobstar(pattern: string): string {
	return pattern.endsWith('/**') ? pattern.slice(0, -3) : pattern;
}
