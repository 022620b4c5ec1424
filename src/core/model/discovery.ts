/**
 * What lies below the launch directory: nested instruction files, rules and skills that only a touched file brings.
 * The client itself never scans for them; this scan is for people, and runs only when someone asks.
 */

import { join } from 'node:path';
import { mapLimited } from '../concurrency.js';
import type { DirectoryEntry, FileSystem } from '../ports.js';
import type { Source } from '../source.js';
import type { NestedDirectory } from '../sources/nestedDirectory.js';
import { discoverNestedSkills } from '../sources/skillSession.js';
import type { Skill } from '../sources/skills.js';
import type { ContextModel } from './contextModel.js';
import { NestedDirectories } from './nestedDirectories.js';
import { notLoadedIn, onDemandIn } from './nestedSources.js';

export interface DiscoveryOptions {
	/** Stops the scan; what was found by then is returned with `complete: false`. */
	readonly cancelled?: () => boolean;
	/** Called now and then with the number of directories looked at. */
	readonly onProgress?: (directories: number) => void;
	/** Names of directories that are not entered; the client has no such exceptions, so they are reported. */
	readonly skipNames?: readonly string[];
	/** Stop after so many directories. */
	readonly directoryLimit?: number;
}

export interface Discovery {
	/** Directories below the launch directory that hold something of Claude Code's, in path order. */
	readonly nested: readonly NestedDirectory[];
	/** Nested instruction files and rules with state `on demand`, each directory's in the client's order. */
	readonly onDemand: readonly Source[];
	readonly notLoaded: readonly Source[];
	/** Skills of directories below the launch directory, in path order of these. */
	readonly skills: readonly Skill[];
	/** Directories below the launch directory with skills of their own. */
	readonly skillDirectories: readonly string[];
	readonly directories: number;
	/** Directories that were not entered because of their name. */
	readonly skipped: readonly string[];
	/** False where the scan was cancelled or ran into its limit. */
	readonly complete: boolean;
}

/** Names of directories that are not entered unless the caller wants them. */
export const defaultSkipNames: readonly string[] = ['.git', 'node_modules'];

/** Scans the tree below the launch directory, directory links left out (a cycle would never end). */
export async function discoverBelow(model: ContextModel, options: DiscoveryOptions = {}): Promise<Discovery> {
	const found = await scan(model.loadContext.fs, model.place.directory, options);
	const directories = found.holders.filter((directory) => directory !== model.place.directory).sort();
	const nestedDirectories = new NestedDirectories(model, new Set(directories));
	const nested = await mapLimited(directories, 8, (directory) => nestedDirectories.of(directory));
	const skillDirectories = found.skillHolders.filter((directory) => directory !== model.place.directory).sort();
	const skills = await mapLimited(skillDirectories, 8, (directory) => discoverNestedSkills(model, directory));
	return {
		nested,
		skills: skills.flat(),
		onDemand: nested.flatMap((directory) => onDemandIn(model, directory)),
		notLoaded: nested.flatMap((directory) => notLoadedIn(model, directory)),
		skillDirectories,
		directories: found.directories,
		skipped: found.skipped.sort(),
		complete: found.complete,
	};
}

interface Scan {
	holders: string[];
	skillHolders: string[];
	skipped: string[];
	directories: number;
	complete: boolean;
}

/** Directories in flight at once: enough to keep the disk busy, few enough to bound memory. */
const scanWidth = 32;

async function scan(fs: FileSystem, top: string, options: DiscoveryOptions): Promise<Scan> {
	const skipNames = new Set(options.skipNames ?? defaultSkipNames);
	const result: Scan = { holders: [], skillHolders: [], skipped: [], directories: 0, complete: true };
	let frontier: string[] = [top];
	while (frontier.length > 0) {
		const next: string[] = [];
		await mapLimited(frontier, scanWidth, async (directory) => {
			if (options.cancelled?.() || result.directories >= (options.directoryLimit ?? Number.POSITIVE_INFINITY)) {
				result.complete = false;
				return;
			}
			result.directories += 1;
			const entries = (await fs.list(directory, 'any')) ?? [];
			if (entries.some(isOfClaudeCode)) result.holders.push(directory);
			for (const entry of entries) {
				if (entry.kind !== 'directory') continue;
				if (entry.name === 'skills' && directory.endsWith('.claude')) result.skillHolders.push(join(directory, '..'));
				if (skipNames.has(entry.name)) result.skipped.push(join(directory, entry.name));
				else next.push(join(directory, entry.name));
			}
		});
		options.onProgress?.(result.directories);
		frontier = next;
	}
	return result;
}

const instructionNames = new Set(['CLAUDE.md', 'CLAUDE.local.md', 'AGENTS.md', '.claude']);
const isOfClaudeCode = (entry: DirectoryEntry): boolean => instructionNames.has(entry.name);
