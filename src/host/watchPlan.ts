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
 * A missing path is looked out for by the name of its first missing step in the nearest directory that exists; so is each
 * directory on the way from one directory of the plan to another below it.
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
	/** A directory in the workspace may be a link out of it, which the workspace's watcher does not follow. */
	const leadsOut = async (directory: string): Promise<boolean> =>
		request.isWatchedElsewhere(directory) && !request.isWatchedElsewhere((await fs.realPath(directory)) ?? directory);
	const isOurs = async (path: string, directory: string): Promise<boolean> =>
		!request.isWatchedElsewhere(path) || leadsOut(directory);
	for (const path of request.paths) {
		if (request.isListed(path) && (await isDirectory(path)) && (await isOurs(path, path))) at(path).all = true;
		let step = path;
		while (dirname(step) !== step && !(await isDirectory(dirname(step)))) step = dirname(step);
		const directory = dirname(step);
		if (directory !== step && (await isOurs(step, directory))) at(directory).names.add(basename(step));
	}
	for (const directory of [...plan.keys()]) {
		for (const step of stepsToPlanned(plan, directory)) {
			const above = dirname(step);
			if (!request.isWatchedElsewhere(above)) at(above).names.add(basename(step));
		}
	}
	return plan;
}

/**
 * The directory and those above it, up to one that lies in a directory of the plan. A directory says nothing when one above
 * it is moved away, so that each of them has to be looked out for.
 */
function stepsToPlanned(plan: WatchPlan, directory: string): readonly string[] {
	const steps: string[] = [];
	for (let step = directory; dirname(step) !== step; step = dirname(step)) {
		steps.push(step);
		if (plan.has(dirname(step))) return steps;
	}
	return [];
}
