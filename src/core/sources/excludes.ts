/** `claudeMdExcludes`: files that the settings keep out (loader.md 9, corpus `set/excludes`, `pain/cc-87248`). */

import { isAbsolute, posix } from 'node:path';
import picomatch from 'picomatch';
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
	readonly matches: (path: string) => boolean;
}

/** The excludes of all settings files, compiled once for a settings state. */
export class Excludes {
	readonly #patterns: readonly CompiledExclude[];

	constructor(patterns: readonly CompiledExclude[]) {
		this.#patterns = patterns;
	}

	/** Reads them; the links and detours in an absolute pattern's fixed beginning are resolved as the client does. */
	static async read(fs: FileSystem, settings: Settings): Promise<Excludes> {
		const patterns = await Promise.all(
			settings.strings('claudeMdExcludes').map(async (setting) => {
				const written = setting.value.replaceAll('\\', '/');
				const pattern = written.startsWith('/') ? posix.normalize(written) : written;
				const tests = [...new Set([pattern, await resolvedPattern(fs, pattern)])].map(compile);
				return { setting, matches: (path: string) => tests.some((test) => test(path)) };
			}),
		);
		return new Excludes(patterns);
	}

	/**
	 * The first exclude that matches one of a file's paths, tested as absolute paths with forward slashes.
	 * Managed files and the memory index cannot be excluded.
	 */
	find(scope: Scope, paths: readonly string[]): Exclusion | undefined {
		if (scope !== 'user' && scope !== 'project' && scope !== 'local') return undefined;
		const normalised = paths.map((path) => path.replaceAll('\\', '/'));
		const hit = this.#patterns.find(({ matches }) => normalised.some(matches));
		if (!hit) return undefined;
		const { value, file } = hit.setting;
		const offset = file.text?.indexOf(JSON.stringify(value)) ?? -1;
		return { pattern: value, settingsPath: file.path, ...(offset >= 0 ? { offset } : {}) };
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

/**
 * Patterns over the limit, or that picomatch or the engine behind it refuses (when it is made or when it is first used,
 * since expressions are compiled late), match nothing.
 */
function compile(pattern: string): (path: string) => boolean {
	if (pattern.length > patternLengthLimit) return () => false;
	try {
		const matches = picomatch(pattern, { dot: true });
		// Called with the path alone: a second argument would make picomatch answer with an object.
		return (path) => {
			try {
				return matches(path);
			} catch {
				return false;
			}
		};
	} catch {
		return () => false;
	}
}

/** A path has at most 4,096 bytes; a longer pattern names none. */
const patternLengthLimit = 4_096;
