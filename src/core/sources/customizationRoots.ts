/** Directories whose `.claude` holds skills, commands and agents of a project. */

import { join, resolve } from 'node:path';
import type { ContextInputs } from '../inputs.js';
import type { FileSystem } from '../ports.js';
import type { LaunchPlace } from './launchPlace.js';
import { configDirectory } from './settings.js';

export type CustomizationKind = 'skills' | 'commands' | 'agents';

/**
 * Directories that may hold a project's `.claude/<kind>`, nearest first: from the launch directory up to the repository's
 * root, without git up to the file system's root (corpus `skill/locations`, `skill/nogit`). The home directory and all
 * above it never count for a launch directory below it (recorded), the user's own directory is read as the user's only.
 */
export function projectDirectories(inputs: ContextInputs, place: LaunchPlace): readonly string[] {
	const { homeDirectory } = inputs.environment;
	const nearestFirst = [...place.walk].reverse();
	const root = place.repositoryRoot === undefined ? -1 : nearestFirst.indexOf(place.repositoryRoot);
	const upToRoot = root < 0 ? nearestFirst : nearestFirst.slice(0, root + 1);
	const home = upToRoot.indexOf(resolve(homeDirectory));
	const user = configDirectory(inputs);
	return (home > 0 ? upToRoot.slice(0, home) : upToRoot).filter((directory) => join(directory, '.claude') !== user);
}

/**
 * The main checkout's root, for a linked worktree whose own root has no `.claude/<kind>` (recorded); `undefined`
 * otherwise.
 */
export async function mainCheckoutFor(
	fs: FileSystem,
	place: LaunchPlace,
	kind: CustomizationKind,
): Promise<string | undefined> {
	const { repositoryRoot, mainRepositoryRoot } = place;
	if (repositoryRoot === undefined || mainRepositoryRoot === undefined || repositoryRoot === mainRepositoryRoot) {
		return undefined;
	}
	const own = await fs.stat(join(repositoryRoot, '.claude', kind));
	return own?.kind === 'directory' ? undefined : mainRepositoryRoot;
}

/** Absolute paths of `--add-dir`; a `~` that no shell has expanded is a name like any other (recorded). */
export const addedDirectories = (inputs: ContextInputs, place: LaunchPlace): readonly string[] =>
	inputs.flags.addDirectories.map((directory) => resolve(place.directory, directory));
