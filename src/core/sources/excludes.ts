/** `claudeMdExcludes`: files that the settings keep out (loader.md 9, corpus `set/excludes`, `pain/cc-87248`). */

import picomatch from 'picomatch';
import type { Scope } from '../model/source.js';
import type { Setting, Settings } from './settings.js';

/** The exclude that keeps a file out. */
export interface Exclusion {
	readonly pattern: string;
	/** Path of the settings file that holds the pattern. */
	readonly settingsPath: string;
	/** Place of the pattern in that file, where it stands there literally. */
	readonly offset?: number;
}

/** Compiled once for a settings state. */
export class Excludes {
	readonly #patterns: readonly { readonly setting: Setting<string>; readonly matches: (path: string) => boolean }[];

	constructor(settings: Settings) {
		this.#patterns = settings
			.strings('claudeMdExcludes')
			.map((setting) => ({ setting, matches: compile(setting.value) }));
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

/** A pattern that picomatch cannot compile (it refuses those over 65,536 units) matches nothing. */
function compile(pattern: string): (path: string) => boolean {
	try {
		const matches = picomatch(pattern, { dot: true });
		// Called with the path alone: a second argument would make picomatch answer with an object.
		return (path) => matches(path);
	} catch {
		return () => false;
	}
}
