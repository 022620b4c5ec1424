/** Which directories to watch so that a set of paths is watched, those that do not exist yet too. */

import { basename, dirname } from 'node:path';
import type { FileSystem } from '../core/ports.js';

/** Names to look out for, by the existing directory that holds or will hold them. `all`: every entry counts. */
export type WatchPlan = ReadonlyMap<string, { readonly all: boolean; readonly names: ReadonlySet<string> }>;

export interface WatchRequest {
	readonly paths: Iterable<string>;
	/** True for a directory all of whose entries count. */
	readonly isListed: (path: string) => boolean;
	/** True for paths that something else watches. */
	readonly isWatchedElsewhere: (path: string) => boolean;
}

/**
 * A missing path is looked out for by the name of its first missing step in the nearest directory that exists.
 *
 * @example
 * // with nothing in /home/ann, the path /home/ann/.claude/CLAUDE.md gives
 * new Map([['/home/ann', { all: false, names: new Set(['.claude']) }]])
 */
export async function watchPlan(fs: FileSystem, request: WatchRequest): Promise<WatchPlan> {
	const plan = new Map<string, { all: boolean; names: Set<string> }>();
	const at = (directory: string): { all: boolean; names: Set<string> } => {
		const known = plan.get(directory);
		if (known) return known;
		const added = { all: false, names: new Set<string>() };
		plan.set(directory, added);
		return added;
	};
	const isDirectory = async (path: string): Promise<boolean> => (await fs.stat(path))?.kind === 'directory';
	for (const path of request.paths) {
		if (request.isWatchedElsewhere(path)) continue;
		if (request.isListed(path) && (await isDirectory(path))) at(path).all = true;
		let step = path;
		while (dirname(step) !== step && !(await isDirectory(dirname(step)))) step = dirname(step);
		const directory = dirname(step);
		if (directory !== step && !request.isWatchedElsewhere(directory)) at(directory).names.add(basename(step));
	}
	return plan;
}
