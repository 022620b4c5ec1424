/** The workspace's files, arranged so that a pattern is held against those only that it may match. */

import { cutTrailingGlobstar } from '../globs/paths.js';
import { pathBelow } from '../model/touchedFile.js';

/** Paths below one base directory, relative to it, with forward slashes. */
export class FilesBelow {
	readonly paths: readonly string[];
	/** The first matches of patterns that were asked for: many rules have the same ones. */
	readonly known = new Map<string, readonly string[]>();
	/** The paths in lower case with their originals, sorted; made when a pattern first asks. */
	#sorted: readonly (readonly [lower: string, path: string])[] | undefined;

	constructor(paths: readonly string[]) {
		this.paths = paths;
	}

	/**
	 * Files that a pattern may match: below the directories that it begins with, where it is tied to the base by a slash;
	 * all of them otherwise. Case does not count, as it does not in matching.
	 *
	 * @example files.candidates('src/api/*.ts') // those below src/api
	 */
	candidates(pattern: string): readonly string[] {
		const prefix = anchoredPrefix(pattern);
		return prefix === undefined ? this.paths : this.#below(prefix.toLowerCase());
	}

	/** True where a listed file is the path or lies below it. */
	holds(path: string): boolean {
		return this.#below(path.toLowerCase()).length > 0;
	}

	#below(prefix: string): readonly string[] {
		this.#sorted ??= this.paths
			.map((path) => [path.toLowerCase(), path] as const)
			.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
		const sorted = this.#sorted;
		const found: string[] = [];
		const self = sorted[lowerBound(sorted, prefix)];
		if (self?.[0] === prefix) found.push(self[1]);
		const directory = `${prefix}/`;
		for (let index = lowerBound(sorted, directory); sorted[index]?.[0].startsWith(directory); index++)
			found.push((sorted[index] as readonly [string, string])[1]);
		return found;
	}
}

function lowerBound(sorted: readonly (readonly [string, string])[], value: string): number {
	let low = 0;
	let high = sorted.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((sorted[middle] as readonly [string, string])[0] < value) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** The plain directories that an anchored pattern begins with, e.g. `src/api` for `/src/api/**`; `undefined` for none. */
export function anchoredPrefix(pattern: string): string | undefined {
	const body = cutTrailingGlobstar(pattern).replace(/\/$/, '');
	if (!body.includes('/') || /[\\{]/.test(body)) return undefined;
	const steps = body.replace(/^\//, '').split('/');
	const wild = steps.findIndex((step) => /[*?[]/.test(step));
	const prefix = (wild < 0 ? steps : steps.slice(0, wild)).join('/');
	return prefix === '' ? undefined : prefix;
}

/** The same files for the several directories that patterns are relative to; most rules have the same one. */
export class WorkspaceFiles {
	readonly #paths: readonly string[];
	readonly #below = new Map<string, FilesBelow>();

	constructor(absolutePaths: readonly string[]) {
		this.#paths = absolutePaths;
	}

	below(base: string): FilesBelow {
		const known = this.#below.get(base) ?? new FilesBelow(this.#paths.flatMap((path) => pathBelow(base, path) ?? []));
		this.#below.set(base, known);
		return known;
	}
}
