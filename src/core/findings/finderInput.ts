/** What every finder is given: the model, what the caller has at hand beyond it, and cached looks at the file system. */

import type { ContextModel } from '../model/contextModel.js';
import type { Discovery } from '../model/discovery.js';
import { whyNoAgentsMd } from '../model/nestedSources.js';
import type { DirectoryEntry, EntryKind } from '../ports.js';
import type { LoadedFile, RejectedFile } from '../sources/loadPass.js';
import type { RuleFile } from '../sources/ruleFiles.js';
import type { FindingCode, FindingFamily, Level } from './catalog.js';
import type { Finding } from './finding.js';

/** What a caller may add to the model; a finder that needs what is not there finds nothing. */
export interface FindingOptions {
	/** The user's levels; a code that is `off` is neither looked for nor reported. */
	readonly levels?: Readonly<Partial<Record<FindingCode, Level>>>;
	/** Nested instruction files and rules below the launch directory. */
	readonly discovery?: Discovery;
	/** Absolute paths of the workspace's files (git-ignored ones left out or not, as the caller likes). */
	readonly workspaceFiles?: readonly string[];
	/** Does git track the file? `undefined` where that is not known. */
	readonly isTracked?: (path: string) => Promise<boolean | undefined>;
	/** Working directories that the project's transcripts name; they betray a project that shares the memory directory. */
	readonly transcriptDirectories?: readonly string[];
	/** Finders of other parts, e.g. the one for secrets. */
	readonly extraFinders?: readonly FamilyFinder[];
	/** Called between pieces of work, so that a host can do something else in between. */
	readonly pause?: () => Promise<void>;
	/** Told when a finder throws; its findings are left out, all others are there. */
	readonly onError?: (family: FindingFamily, error: unknown) => void;
}

/** Finds what is wrong in one family; may read through the model's port, never writes. */
export interface FamilyFinder {
	readonly family: FindingFamily;
	find(input: FinderInput): Promise<readonly Finding[]> | readonly Finding[];
}

/** Files that one pass of the loader looked at together: the startup part, or one nested directory. */
export interface LoadGroup {
	/** The nested directory; absent for the startup part. */
	readonly directory?: string;
	readonly loaded: readonly LoadedFile[];
	readonly conditional: readonly RuleFile[];
	readonly rejected: readonly RejectedFile[];
}

export interface FinderInput {
	readonly model: ContextModel;
	readonly options: FindingOptions;
	readonly groups: readonly LoadGroup[];
	readonly look: FileLook;
}

/** The input for a model; one serves all families of a run. */
export function finderInput(model: ContextModel, options: FindingOptions): FinderInput {
	const { startup, conditional, rejected } = model.instructions;
	const nested = (options.discovery?.nested ?? []).map((directory) => ({
		directory: directory.directory,
		loaded: [...(whyNoAgentsMd(model, directory) ? [] : directory.agentsMd), ...directory.always],
		conditional: directory.conditional,
		rejected: directory.rejected,
	}));
	return { model, options, groups: [{ loaded: startup, conditional, rejected }, ...nested], look: new FileLook(model) };
}

/** Every file of the groups that was read, each path once. */
export function readFiles(groups: readonly LoadGroup[]): readonly LoadedFile[] {
	const byPath = new Map<string, LoadedFile>();
	for (const { loaded, conditional } of groups) {
		for (const file of [...loaded, ...conditional]) if (!byPath.has(file.path)) byPath.set(file.path, file);
	}
	return [...byPath.values()];
}

/** Looks at the file system, each path once: only whether and what something is there, never what it holds. */
export class FileLook {
	readonly #model: ContextModel;
	readonly #kinds = new Map<string, Promise<EntryKind | undefined>>();
	readonly #lists = new Map<string, Promise<readonly DirectoryEntry[]>>();

	constructor(model: ContextModel) {
		this.#model = model;
	}

	/** What stands at a path. */
	kind(path: string): Promise<EntryKind | undefined> {
		return remembered(this.#kinds, path, async () => (await this.#model.loadContext.fs.stat(path))?.kind);
	}

	async isFile(path: string): Promise<boolean> {
		return (await this.kind(path)) === 'file';
	}

	/** Entries of a directory; none where there is no readable one. */
	list(path: string): Promise<readonly DirectoryEntry[]> {
		return remembered(this.#lists, path, async () => (await this.#model.loadContext.fs.list(path)) ?? []);
	}
}

function remembered<T>(known: Map<string, Promise<T>>, path: string, look: () => Promise<T>): Promise<T> {
	const hit = known.get(path) ?? look();
	known.set(path, hit);
	return hit;
}
