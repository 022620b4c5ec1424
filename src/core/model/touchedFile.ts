/** Which file a tool call touches, as the loader sees its path (loader.md 5 and 6). */

import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { FileSystem } from '../ports.js';
import { isInside, type LaunchPlace } from '../sources/launchPlace.js';

export interface TouchedFile {
	/** Absolute path below the launch directory's real path; links inside it are kept as written. */
	readonly path: string;
	/** Directories from the one below the launch directory down to the file's own. */
	readonly nestedDirectories: readonly string[];
}

/**
 * The touched file, or `undefined` where it lies outside the launch directory and so triggers nothing.
 *
 * A path that starts with the logical launch directory (the shell's `PWD`) counts as one below the real path
 * (corpus `pain/cc-71072-logical-launch-dir`); any other link that leads outside does not (`pain/cc-71072-linked-dir-outside`).
 */
export async function touchedFile(
	fs: FileSystem,
	place: LaunchPlace,
	logicalDirectory: string | undefined,
	written: string,
): Promise<TouchedFile | undefined> {
	const absolute = isAbsolute(written) ? resolve(written) : resolve(place.directory, written);
	const path =
		logicalDirectory !== undefined && isInside(logicalDirectory, absolute)
			? join(place.directory, relative(logicalDirectory, absolute))
			: absolute;
	if (!isInside(place.directory, path) || path === place.directory) return undefined;
	const real = await realPathOfNearest(fs, path);
	if (real === undefined || !isInside(place.directory, real)) return undefined;
	return { path, nestedDirectories: directoriesBetween(place.directory, dirname(path)) };
}

/** `PWD` where it is another name of the launch directory. */
export async function logicalLaunchDirectory(
	fs: FileSystem,
	place: LaunchPlace,
	pwd: string | undefined,
): Promise<string | undefined> {
	if (pwd === undefined || !isAbsolute(pwd) || pwd === place.directory) return undefined;
	return (await fs.realPath(pwd)) === place.directory ? resolve(pwd) : undefined;
}

/** Real path of a file, or of what exists above it where the file itself does not. */
async function realPathOfNearest(fs: FileSystem, path: string): Promise<string | undefined> {
	for (let nearest = path; ; nearest = dirname(nearest)) {
		const real = await fs.realPath(nearest);
		if (real !== undefined) return real;
		if (nearest === dirname(nearest)) return undefined;
	}
}

/**
 * Directories below `top` down to `bottom`.
 *
 * @example directoriesBetween('/repo', '/repo/a/b') // ['/repo/a', '/repo/a/b']
 */
export function directoriesBetween(top: string, bottom: string): readonly string[] {
	const steps = relative(top, bottom)
		.split(sep)
		.filter((step) => step !== '');
	return steps.map((_, index) => join(top, ...steps.slice(0, index + 1)));
}

/** The path that a rule's patterns are matched against, or `undefined` where the file lies outside the rule's base. */
export function pathBelow(base: string, path: string): string | undefined {
	const below = relative(base, path);
	return below === '' || below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below)
		? undefined
		: below.split(sep).join('/');
}
