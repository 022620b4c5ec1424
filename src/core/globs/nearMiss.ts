/** Why a path nearly matches a pattern, explained to people. */

import { lazyPattern } from '../lazy.js';
import { neverMatches } from './explain.js';
import { compilePaths } from './matcher.js';
import { readPaths } from './paths.js';
import { shown } from './patternForms.js';

/**
 * Why a path that one would expect to match a written pattern does not, in one sentence, e.g. for `/src/*.ts` and
 * `src/api/a.ts`; `undefined` where the pattern matches, or where nothing suggests that it was meant to. The path is
 * relative to the rule's base.
 */
export function nearMiss(pattern: string, path: string): string | undefined {
	if (!mayNearlyMatch(pattern, path)) return undefined;
	const condition = readPaths([pattern]);
	if (!condition || matches(pattern, path)) return undefined;
	const dead = neverMatches(condition);
	if (dead) return matches(dead.replacement ?? withoutDeadStart(pattern), path) ? dead.sentence : undefined;
	if (pattern.startsWith('!')) return undefined;
	for (const [changed, sentence] of variants(pattern, path)) {
		if (changed !== pattern && matches(changed, path)) return sentence;
	}
	return undefined;
}

/**
 * Every change below keeps the pattern's words, but for its extension and what stands in braces or brackets: a path that
 * lacks one is no near miss. Hundreds of rules are asked for each explained file, and most fall away here.
 */
function mayNearlyMatch(pattern: string, path: string): boolean {
	const lower = path.toLowerCase();
	const fixed = pattern
		.toLowerCase()
		.replace(/(?:\.\w+)+$/, '')
		.replace(/\{[^{}]*\}|\[[^\]]*\]/g, '*');
	return fixed.split(notOfWords()).every((word) => lower.includes(word));
}

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
	if (extension) {
		yield [
			pattern.slice(0, -extension.length) + actual,
			`"${name}" asks for "${extension}" and the file ${actual ? `ends in "${actual}"` : 'has no extension'}.`,
		];
	}
	const braces = /\.?\{[^{}]*\}$/.exec(pattern)?.[0];
	if (braces) {
		yield [
			pattern.slice(0, -braces.length) + (braces.startsWith('.') ? actual : actual.replace(/^\./, '')),
			`"${name}" asks for ${braces} and the file ${actual ? `ends in "${actual}"` : 'has no extension'}.`,
		];
	}
}

/** What a dead pattern would say without the part that kills it. */
function withoutDeadStart(pattern: string): string {
	return pattern
		.replace(/^~\//, '**/')
		.replace(/^(?:\.\.\/)+/, '**/')
		.replace(/^(?:[a-z]:)?[\\/]+/i, '**/')
		.replaceAll('//', '/')
		.replaceAll('/./', '/');
}

function matches(pattern: string, path: string): boolean {
	const condition = readPaths([pattern]);
	return condition !== undefined && compilePaths(condition).matches(path).matched;
}
