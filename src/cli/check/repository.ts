/** The files that a check looks at: all that the client would read, or only what every machine with the checkout has. */

import { join, resolve } from 'node:path';
import { mapLimited, readsAtOnce } from '../../core/concurrency.js';
import { defaultSkipNames } from '../../core/model/discovery.js';
import type { FileSystem } from '../../core/ports.js';
import { findLaunchPlace } from '../../core/sources/launchPlace.js';
import { CachingFileSystem } from '../../host/cachingFileSystem.js';
import { NodeFileSystem } from '../../host/fileSystem.js';
import { ignoredPaths, repositoryFiles } from '../../host/git.js';
import { HermeticFileSystem } from '../../host/hermeticFileSystem.js';
import { UsageError } from '../usageError.js';

/** One repository (or a directory outside of all) as a check sees it. */
export interface Repository {
	/** Real path of the repository's root, or of the directory itself where it is in none. */
	readonly root: string;
	/** Where the client is started, as a real path. */
	readonly directory: string;
	readonly fs: FileSystem;
	/** Files of the working tree, without ignored ones where git can tell. */
	readonly files: readonly string[];
	readonly isTracked?: (path: string) => Promise<boolean>;
	/** False for a directory outside of all repositories. */
	readonly isRepository: boolean;
	/** True where there is a repository but git cannot read it: ignored files then count as well. */
	readonly isUnreadable: boolean;
}

/** Opens the repository of a directory. */
export async function openRepository(given: string, isHermetic: boolean): Promise<Repository> {
	const disk = new CachingFileSystem(new NodeFileSystem());
	const path = resolve(given);
	const place = await findLaunchPlace(disk, path);
	if (!place) throw new UsageError(`There is no directory ${path}.`);
	if ((await disk.stat(path))?.kind !== 'directory') throw new UsageError(`${path} is not a directory.`);
	if ((await disk.list(path, 'any')) === undefined) throw new UsageError(`The directory ${path} cannot be read.`);
	const root = place.repositoryRoot ?? place.directory;
	const isRepository = place.repositoryRoot !== undefined;
	const known = isRepository ? await repositoryFiles(root) : undefined;
	const hidden = isHermetic && known ? await ignoredPaths(root) : new Set<string>();
	const fs = isHermetic ? new HermeticFileSystem(disk, root, hidden) : disk;
	return {
		root,
		directory: place.directory,
		fs,
		files: known ? [...known.tracked, ...known.untracked] : await filesBelow(fs, place.directory),
		...(known ? { isTracked: async (file: string) => known.tracked.has(file) } : {}),
		isRepository,
		isUnreadable: isRepository && known === undefined,
	};
}

/** Every file below a directory; directories that hold no work of the user's are left out. */
async function filesBelow(fs: FileSystem, top: string): Promise<readonly string[]> {
	const files: string[] = [];
	let frontier: readonly string[] = [top];
	while (frontier.length > 0) {
		const next: string[] = [];
		await mapLimited(frontier, readsAtOnce, async (directory) => {
			for (const { name, kind } of (await fs.list(directory)) ?? []) {
				const path = join(directory, name);
				if (kind !== 'directory') files.push(path);
				else if (!defaultSkipNames.includes(name)) next.push(path);
			}
		});
		frontier = next;
	}
	return files;
}
