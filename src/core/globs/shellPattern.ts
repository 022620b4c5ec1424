/** Patterns as shells read them (`claudeMdExcludes`; package `picomatch`, as the client), whatever a repository writes. */

import picomatch from 'picomatch';
import { type BoundedTest, compileBounded, type Work } from './boundedExpression.js';

/** A longer pattern matches nothing here: to take it apart alone would take too long. */
export const shellPatternLimit = 1_000;

/** Tells whether a path matches; costs some of the work that is left, and is false where nothing is left. */
export type ShellMatcher = (path: string, work: Work) => boolean;

/** Compiles a pattern; one that is too long, or that picomatch or the engine refuses, matches nothing. */
export function compileShellPattern(pattern: string, options: { readonly nocase?: boolean } = {}): ShellMatcher {
	if (pattern.length > shellPatternLimit) return () => false;
	const settings = { dot: true, nocase: options.nocase === true };
	const plain = isPlain(pattern) ? guarded(() => picomatch(pattern, settings)) : undefined;
	let bounded: BoundedTest | undefined;
	return (path, work) => {
		if (path === pattern) return true;
		if (plain && path.length <= plainPathLimit) {
			work.left -= path.length;
			// Called with the path alone: a second argument would make picomatch answer with an object.
			return work.left > 0 && guarded(() => plain(path)) === true;
		}
		bounded ??= boundedOf(pattern, settings);
		return bounded(path, work);
	};
}

/** Two wildcards and no groups: the engine tries each pair of positions at worst. */
const isPlain = (pattern: string): boolean =>
	!/[(+]/.test(pattern) && (pattern.match(/\*+/g)?.length ?? 0) <= 2 && (pattern.match(/\{/g)?.length ?? 0) <= 2;
const plainPathLimit = 300;

function boundedOf(pattern: string, settings: { readonly dot: boolean; readonly nocase: boolean }): BoundedTest {
	const expression = guarded(() => picomatch.makeRe(pattern, settings));
	const test = expression && compileBounded(expression.source, settings.nocase ? 'i' : '');
	return test ?? (() => false);
}

/** The engine compiles expressions late, and refuses some (too large, classes out of order) only then. */
function guarded<T>(call: () => T): T | undefined {
	try {
		return call();
	} catch {
		return undefined;
	}
}
