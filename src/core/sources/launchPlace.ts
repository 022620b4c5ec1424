/**
 * Where the client is started: the launch directory's real path, its repository, and the main checkout of a worktree.
 * Read from git's own files, without running git.
 */

import { dirname, isAbsolute, join, resolve, sep } from 'node:path';
import type { FileSystem } from '../ports.js';

export interface LaunchPlace {
	/** Real path of the launch directory. */
	readonly directory: string;
	/** The directory as it was given (absolute, links not resolved). */
	readonly given: string;
	/** Directory that holds the nearest `.git`, at or above the launch directory. */
	readonly repositoryRoot?: string;
	/** Root of the main checkout; the repository root itself unless that is a linked worktree. */
	readonly mainRepositoryRoot?: string;
	/** Directories from the file-system root down to the launch directory. */
	readonly walk: readonly string[];
}

/** Finds the place; `undefined` where the launch directory does not exist. */
export async function findLaunchPlace(fs: FileSystem, given: string): Promise<LaunchPlace | undefined> {
	const directory = await fs.realPath(given);
	if (directory === undefined) return undefined;
	const walk = ancestors(directory);
	for (const candidate of [...walk].reverse()) {
		const main = await mainCheckoutOf(fs, candidate);
		if (main !== undefined) return { directory, given, repositoryRoot: candidate, mainRepositoryRoot: main, walk };
	}
	return { directory, given, walk };
}

/** The directory and all above it, the file-system root first. */
export function ancestors(directory: string): readonly string[] {
	const up = dirname(directory);
	return up === directory ? [directory] : [...ancestors(up), directory];
}

/** True where `path` is the directory or lies below it. */
export function isInside(directory: string, path: string): boolean {
	return path === directory || path.startsWith(directory.endsWith(sep) ? directory : directory + sep);
}

/**
 * The main checkout's root where `directory` is a repository's root, else `undefined`.
 * A worktree's `.git` is a file (`gitdir: …/main/.git/worktrees/name`) whose `commondir` leads to the main `.git`.
 */
async function mainCheckoutOf(fs: FileSystem, directory: string): Promise<string | undefined> {
	const dotGit = join(directory, '.git');
	const stat = await fs.stat(dotGit);
	if (!stat || stat.kind === 'other') return undefined;
	if (stat.kind === 'directory') return directory;
	const link = await fs.readText(dotGit, gitFileLimitBytes);
	const target = link?.ok ? /^gitdir:\s*(.+?)\s*$/m.exec(link.text)?.[1] : undefined;
	if (target === undefined) return directory;
	const gitDirectory = isAbsolute(target) ? target : resolve(directory, target);
	const common = await fs.readText(join(gitDirectory, 'commondir'), gitFileLimitBytes);
	// A submodule's git directory has no `commondir`: it is a repository of its own.
	if (!common?.ok) return directory;
	const commonDirectory = await fs.realPath(resolve(gitDirectory, common.text.trim()));
	return commonDirectory?.endsWith(`${sep}.git`) ? dirname(commonDirectory) : directory;
}

/** `.git` and `commondir` hold one line; anything longer is not git's. */
const gitFileLimitBytes = 65_536;
