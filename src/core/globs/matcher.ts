/** Which files a path condition matches: gitignore semantics, as the client's matcher has them (loader.md 5). */

import ignore from 'ignore';
import { matchLinearly } from './linearMatcher.js';
import type { PathCondition } from './paths.js';
import { deadForm } from './patternForms.js';

/** Verdict on one file. */
export interface PathVerdict {
	readonly matched: boolean;
	/** The written pattern that decided, e.g. `src/**`; absent where nothing matched. */
	readonly pattern?: string;
}

export interface PathMatcher {
	/**
	 * Verdict on a file by its path relative to the condition's base, e.g. `src/api/client.ts`. Case does not count, nor
	 * does the kind of separator. A path outside the base (`../x`, an absolute one, the empty one) never matches.
	 */
	matches(relativePath: string): PathVerdict;
	/** Why no file at all can match, as a sentence; `undefined` where one can. */
	readonly neverMatches: string | undefined;
}

/** Longer patterns name no file: a path has at most 4,096 bytes. */
const patternLengthLimit = 4_096;
/** With more wildcards a regular expression may take forever on a long name; such patterns are matched otherwise. */
const wildcardLimit = 4;

const matchers = new WeakMap<PathCondition, PathMatcher>();

/** The matcher of a condition; nothing is compiled before a path needs it, and nothing twice. */
export function compilePaths(condition: PathCondition): PathMatcher {
	let matcher = matchers.get(condition);
	if (!matcher) {
		matcher = new ConditionMatcher(condition);
		matchers.set(condition, matcher);
	}
	return matcher;
}

class ConditionMatcher implements PathMatcher {
	readonly #condition: PathCondition;
	/** For each pattern that is no negation a stretch that every path it matches holds; most paths end here. */
	#needles: readonly string[] | undefined;
	#decide: ((path: string) => number | undefined) | undefined;

	constructor(condition: PathCondition) {
		this.#condition = condition;
	}

	matches(relativePath: string): PathVerdict {
		const { path, lower } = normalised(relativePath);
		if (path === undefined) return noMatch;
		this.#needles ??= this.#condition.patterns.filter((pattern) => !pattern.startsWith('!')).map(needleOf);
		if (!this.#needles.some((needle) => lower.includes(needle))) return noMatch;
		this.#decide ??= compile(this.#condition.patterns);
		const index = this.#decide(path);
		if (index === undefined) return noMatch;
		const written = this.#condition.written[this.#condition.origins[index] as number];
		return { matched: true, ...(written !== undefined && { pattern: written }) };
	}

	get neverMatches(): string | undefined {
		const { patterns, written, origins } = this.#condition;
		const forms = patterns.map((pattern, index) => deadForm(pattern, written[origins[index] as number]));
		return forms.every((form) => form !== undefined) ? forms[0]?.sentence : undefined;
	}
}

const noMatch: PathVerdict = { matched: false };

interface NormalisedPath {
	readonly given: string;
	/** Relative, below the base, `/` between its parts; `undefined` where the matcher does not take it. */
	readonly path: string | undefined;
	readonly lower: string;
}

/** One path is held against hundreds of rules in a row. */
let latest: NormalisedPath = { given: '', path: undefined, lower: '' };

function normalised(given: string): NormalisedPath {
	if (latest.given === given) return latest;
	const path = given.replaceAll('\\', '/');
	const isTaken = path !== '' && !/^(?:\.{0,2}\/|\.{1,2}$|[a-z]:)/i.test(path);
	latest = { given, path: isTaken ? path : undefined, lower: path.toLowerCase() };
	return latest;
}

/** From a path to the index of the pattern that matches it. */
function compile(patterns: readonly string[]): (path: string) => number | undefined {
	const usable = patterns
		.map((pattern, index) => ({ pattern, index }))
		.filter(({ pattern }) => pattern.length <= patternLengthLimit);
	if (usable.some(({ pattern }) => countWildcards(pattern) > wildcardLimit)) return decideLinearly(usable);
	let decide = decideByRegExp(usable);
	return (path) => {
		try {
			return decide(path);
		} catch {
			// A character class that is no regular expression (`[~-!]`): its pattern matches nothing, the others still do.
			// Expressions are compiled one by one as paths reach them, so any path may be the first to show it.
			decide = decideByRegExp(usable.filter(({ pattern }) => isRegExp(pattern)));
			return decide(path);
		}
	};
}

interface IndexedPattern {
	readonly pattern: string;
	readonly index: number;
}

function decideByRegExp(patterns: readonly IndexedPattern[]): (path: string) => number | undefined {
	const rules = ignore();
	for (const { pattern, index } of patterns) rules.add({ pattern, mark: String(index) });
	return (path) => {
		const { ignored, rule } = rules.test(path);
		return ignored && rule?.mark !== undefined ? Number(rule.mark) : undefined;
	};
}

function isRegExp(pattern: string): boolean {
	try {
		ignore().add({ pattern }).test('a');
		return true;
	} catch {
		return false;
	}
}

/**
 * The same decision without regular expressions: the last pattern that says something decides, and a directory that
 * matches takes everything below it along.
 */
function decideLinearly(patterns: readonly IndexedPattern[]): (path: string) => number | undefined {
	return (path) => {
		for (let end = path.indexOf('/'); ; end = path.indexOf('/', end + 1)) {
			const part = end < 0 ? path : path.slice(0, end + 1);
			let decided: number | undefined;
			for (const { pattern, index } of patterns) {
				const negated = pattern.startsWith('!');
				if (negated === (decided === undefined)) continue;
				if (matchLinearly(negated ? pattern.slice(1) : pattern, part)) decided = negated ? undefined : index;
			}
			if (decided !== undefined || end < 0) return decided;
		}
	};
}

function countWildcards(pattern: string): number {
	return pattern.match(/\*+/g)?.length ?? 0;
}

/** The longest plain ASCII stretch outside classes and escapes, in lower case. */
function needleOf(pattern: string): string {
	let longest = '';
	if (pattern.length > patternLengthLimit) return longest;
	for (const stretch of pattern.replace(/\[[^\]]*\]?|\\./g, '*').split(/[^!-)+-.0->@A-Z^-~]+/)) {
		if (stretch.length > longest.length) longest = stretch;
	}
	return longest.toLowerCase();
}
