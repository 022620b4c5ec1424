/** A lock held against what a model's repository brings from outside. */

import { dirname, join } from 'node:path';
import type { ContextModel } from '../model/contextModel.js';
import { isInside } from '../sources/launchPlace.js';
import { externalFiles, lockRoot } from './externalFiles.js';
import { type ComparedLockEntry, compareLock } from './lockComparison.js';
import type { LockFile } from './lockFile.js';

/** Every locked, imported or linked file; in order of the paths. */
export async function compareModelLock(model: ContextModel, lock: LockFile): Promise<readonly ComparedLockEntry[]> {
	const files = await externalFiles(model);
	// What a file that cannot be followed here would bring is not known to be gone.
	const isWhole = files.every(({ content }) => content !== undefined) && !(await hasDeadLinks(model));
	return compareLock(lock, files, { isWhole });
}

/** Entries that are looked at for links that lead nowhere. */
const entryLimit = 5_000;
const instructionNames: ReadonlySet<string> = new Set(['CLAUDE.md', 'CLAUDE.local.md', 'AGENTS.md', '.claude']);

/** Is there an instruction file or a rule that is a link to what this machine does not have? The loader leaves it out in silence. */
async function hasDeadLinks(model: ContextModel): Promise<boolean> {
	const { fs, place } = model.loadContext;
	const root = lockRoot(model);
	let left = entryLimit;
	const isDeadIn = async (directory: string, names?: ReadonlySet<string>): Promise<boolean> => {
		for (const { name, kind } of (await fs.list(directory, 'any')) ?? []) {
			if (--left < 0) return false;
			if (names && !names.has(name)) continue;
			const path = join(directory, name);
			if (kind === 'symlink' && (await fs.stat(path)) === undefined) return true;
			if (kind === 'directory' && !names && (await isDeadIn(path))) return true;
		}
		return false;
	};
	for (let directory = place.directory; isInside(root, directory); directory = dirname(directory)) {
		if (await isDeadIn(directory, instructionNames)) return true;
		if (await isDeadIn(join(directory, '.claude'), new Set([...instructionNames, 'rules']))) return true;
		if (await isDeadIn(join(directory, '.claude', 'rules'))) return true;
		if (dirname(directory) === directory) break;
	}
	return false;
}
