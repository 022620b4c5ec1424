/** `claudeMdExcludes`: files that the settings keep out (loader.md 9, corpus `set/excludes`, `pain/cc-87248`). */

import { isAbsolute, posix } from 'node:path';
import type { Work } from '../globs/boundedExpression.js';
import { compileShellPattern, type ShellMatcher, shellPatternLimit } from '../globs/shellPattern.js';
import type { FileSystem } from '../ports.js';
import type { Scope } from '../source.js';
import type { Setting, Settings } from './settings.js';

/** The exclude that keeps a file out. */
export interface Exclusion {
	readonly pattern: string;
	/** Path of the settings file that holds the pattern. */
	readonly settingsPath: string;
	/** Place of the pattern in that file, where it stands there literally. */
	readonly offset?: number;
}

interface CompiledExclude {
	readonly setting: Setting<string>;
	readonly matchers: readonly ShellMatcher[];
	/** Of its own, so that no pattern can take what the others need. */
	readonly work: Work;
}

/** Length of all patterns together; those beyond match nothing, as longer ones than `shellPatternLimit` do. */
const totalLengthLimit = 50_000;
/** Steps of all tests together, a few seconds; each pattern has its share, and matches nothing once that is used up. */
const workLimit = 20_000_000;

/** The excludes of all settings files, compiled once for a settings state. */
export class Excludes {
	readonly #patterns: readonly CompiledExclude[];
	/** Answers by path, since one model asks many times. */
	readonly #known = new Map<string, CompiledExclude | undefined>();

	constructor(patterns: readonly CompiledExclude[]) {
		this.#patterns = patterns;
	}

	/** Reads them; the links and detours in an absolute pattern's fixed beginning are resolved as the client does. */
	static async read(fs: FileSystem, settings: Settings): Promise<Excludes> {
		let left = totalLengthLimit;
		const counted = settings.strings('claudeMdExcludes').filter(({ value }) => {
			if (value.length <= shellPatternLimit) left -= value.length;
			return left >= 0 && value.length <= shellPatternLimit;
		});
		const patterns = await Promise.all(
			counted.map(async (setting) => {
				const written = setting.value.replaceAll('\\', '/');
				const pattern = written.startsWith('/') ? posix.normalize(written) : written;
				const forms = [...new Set([pattern, await resolvedPattern(fs, pattern)])];
				const work: Work = { left: workLimit / counted.length };
				return { setting, matchers: forms.map((form) => compileShellPattern(form)), work };
			}),
		);
		return new Excludes(patterns);
	}

	/**
	 * The first exclude that matches one of a file's paths, tested as absolute paths with forward slashes.
	 * Managed files and the memory index cannot be excluded.
	 */
	find(scope: Scope, paths: readonly string[]): Exclusion | undefined {
		if (this.#patterns.length === 0) return undefined;
		if (scope !== 'user' && scope !== 'project' && scope !== 'local') return undefined;
		const hit = this.#hit(paths);
		if (!hit) return undefined;
		const { value, file } = hit.setting;
		const offset = file.text?.indexOf(JSON.stringify(value)) ?? -1;
		return { pattern: value, settingsPath: file.path, ...(offset >= 0 ? { offset } : {}) };
	}

	#hit(paths: readonly string[]): CompiledExclude | undefined {
		const key = paths.join('\0');
		if (this.#known.has(key)) return this.#known.get(key);
		const normalised = paths.map((path) => path.replaceAll('\\', '/'));
		const hit = this.#patterns.find(({ matchers, work }) =>
			matchers.some((matches) => normalised.some((path) => matches(path, work))),
		);
		this.#known.set(key, hit);
		return hit;
	}
}

/**
 * An absolute pattern with the directory of its fixed beginning resolved: where `/link` leads to `/real`,
 * `/link/CLAUDE.md` and `/link/.claude/**` exclude what `/real/CLAUDE.md` and `/real/.claude/**` do; `/link/**` does not,
 * since its fixed beginning is `/link` and that one's directory `/` (own recordings).
 */
async function resolvedPattern(fs: FileSystem, pattern: string): Promise<string> {
	if (!isAbsolute(pattern)) return pattern;
	const directory = posix.dirname(/^[^*?{}[\]()!+@]*/.exec(pattern)?.[0] ?? '');
	const real = directory === '/' ? undefined : await fs.realPath(directory);
	return real === undefined ? pattern : `${real === '/' ? '' : real}${pattern.slice(directory.length)}`;
}
