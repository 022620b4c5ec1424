/** Why a path nearly matches a pattern, explained to people. */

import { lazyPattern } from '../lazy.js';
import { neverMatches } from './explain.js';
import { compilePaths } from './matcher.js';
import { type PathCondition, readPaths } from './paths.js';
import { shown } from './patternForms.js';

/**
 * Why a path that one would expect to match a written pattern does not, in one sentence, e.g. for `/src/*.ts` and
 * `src/api/a.ts`; `undefined` where the pattern matches, or where nothing suggests that it was meant to. The path is
 * relative to the rule's base.
 */
export const nearMiss = (pattern: string, path: string): string | undefined =>
	new ExpectedPattern(pattern).sentenceFor(path);

/** The first pattern of a condition that a path nearly matches, and why it does not. */
export function nearMissIn(
	condition: PathCondition,
	path: string,
): { readonly pattern: string; readonly sentence: string } | undefined {
	const patterns = expected.get(condition) ?? condition.written.map((pattern) => new ExpectedPattern(pattern));
	expected.set(condition, patterns);
	const taken = takenAway(condition, patterns, path);
	if (taken) return taken;
	for (const each of patterns) {
		const sentence = each.sentenceFor(path);
		if (sentence !== undefined) return { pattern: each.pattern, sentence };
	}
	return undefined;
}

/** Where a pattern matches and a later one with `!` takes the file away. */
function takenAway(
	condition: PathCondition,
	patterns: readonly ExpectedPattern[],
	path: string,
): { readonly pattern: string; readonly sentence: string } | undefined {
	if (!condition.written.some((pattern) => pattern.startsWith('!'))) return undefined;
	if (compilePaths(condition).matches(path).matched) return undefined;
	const matching = patterns.findIndex((each) => !each.isNegation && each.matches(path));
	const negation =
		matching < 0 ? undefined : [...patterns].reverse().find((each) => each.isNegation && each.matches(path));
	const found = patterns[matching];
	if (!found || !negation) return undefined;
	const sentence = `"${shown(found.pattern)}" matches, and "${shown(negation.pattern)}" takes the file away.`;
	return { pattern: negation.pattern, sentence };
}

/** Hundreds of rules are asked about each explained file; what is made of their patterns is kept with them. */
const expected = new WeakMap<PathCondition, readonly ExpectedPattern[]>();

/** One pattern as people write it, with what is worked out of it on the way. */
class ExpectedPattern {
	readonly pattern: string;
	#words: readonly string[] | undefined;
	readonly #conditions = new Map<string, PathCondition | undefined>();

	constructor(pattern: string) {
		this.pattern = pattern;
	}

	get isNegation(): boolean {
		return this.pattern.startsWith('!');
	}

	/** Does it name the file, be it to take it away? */
	matches(path: string): boolean {
		return this.#matches(this.pattern.replace(/^!/, ''), path);
	}

	sentenceFor(path: string): string | undefined {
		const { pattern } = this;
		if (!this.#mayNearlyMatch(path)) return undefined;
		const condition = this.#conditionOf(pattern);
		if (!condition || this.#matches(pattern, path)) return undefined;
		const dead = neverMatches(condition);
		if (dead) return this.#matches(dead.replacement ?? withoutDeadStart(pattern), path) ? dead.sentence : undefined;
		if (this.isNegation) return undefined;
		for (const [changed, sentence] of variants(pattern, path)) {
			if (changed !== pattern && this.#matches(changed, path)) return sentence;
		}
		return undefined;
	}

	/**
	 * Every change keeps the pattern's words, but for its extension and what stands in braces or brackets: a path that
	 * lacks one is no near miss. Most patterns fall away here.
	 */
	#mayNearlyMatch(path: string): boolean {
		this.#words ??= this.pattern
			.toLowerCase()
			.replace(/(?:\.\w+)+$/, '')
			.replace(/\{[^{}]*\}|\[[^\]]*\]/g, '*')
			.split(notOfWords());
		const lower = path.toLowerCase();
		return this.#words.every((word) => lower.includes(word));
	}

	#matches(changed: string, path: string): boolean {
		const condition = this.#conditionOf(changed);
		return condition !== undefined && compilePaths(condition).matches(path).matched;
	}

	/** The same object for the same pattern, since its matcher is kept with it. */
	#conditionOf(changed: string): PathCondition | undefined {
		if (this.#conditions.has(changed)) return this.#conditions.get(changed);
		// A change can take up the extension of each file that is asked about.
		if (this.#conditions.size >= keptChanges) this.#conditions.clear();
		const condition = readPaths([changed]);
		this.#conditions.set(changed, condition);
		return condition;
	}
}

const keptChanges = 32;

const notOfWords = lazyPattern(String.raw`[^\p{L}\p{N}_-]+`, 'u');

/** Changes to a pattern that would make it match, with what they mean. */
function* variants(pattern: string, path: string): Generator<readonly [pattern: string, sentence: string]> {
	const name = shown(pattern);
	yield [
		pattern.replace(/\[([^\]/]*)\]/g, '\\[$1\\]'),
		`"${name}" holds a character class: write "\\[" and "\\]" for a name in brackets.`,
	];
	yield [
		pattern.replace(/\\(?=[\w*])/g, '/'),
		`"${name}" holds a backslash, which does not separate directories; write "/".`,
	];
	const rooted = pattern.replace(/^\//, '');
	yield [
		`**/${rooted}`,
		`"${name}" is relative to the rule's base directory, and the file lies deeper; write "**/${shown(rooted)}" for any depth.`,
	];
	yield [
		pattern.replace(/\/\*(?=$|[^*/][^/]*$)/, '/**/*'),
		`"${name}" matches in that directory only, and the file lies deeper; write "**/" before the last part for any depth.`,
	];
	const extension = /(?:\.\w+)+$/.exec(pattern)?.[0];
	const actual = /(?:\.\w+)+$/.exec(path)?.[0] ?? '';
	// An extension alone (`**/*.ts`) says nothing of the other files.
	if (extension && namesSomething(pattern.slice(0, -extension.length))) {
		yield [
			pattern.slice(0, -extension.length) + actual,
			`"${name}" asks for "${extension}" and the file ${actual ? `ends in "${actual}"` : 'has no extension'}.`,
		];
	}
	const braces = /\.?\{[^{}]*\}$/.exec(pattern)?.[0];
	if (braces && namesSomething(pattern.slice(0, -braces.length))) {
		yield [
			pattern.slice(0, -braces.length) + (braces.startsWith('.') ? actual : actual.replace(/^\./, '')),
			`"${name}" asks for ${braces} and the file ${actual ? `ends in "${actual}"` : 'has no extension'}.`,
		];
	}
}

const namesSomething = (stem: string): boolean => /[^*?/.]/.test(stem);

/** What a dead pattern would say without the part that kills it. */
function withoutDeadStart(pattern: string): string {
	return pattern
		.replace(/^~\//, '**/')
		.replace(/^(?:\.\.\/)+/, '**/')
		.replace(/^(?:[a-z]:)?[\\/]+/i, '**/')
		.replaceAll('//', '/')
		.replaceAll('/./', '/');
}
