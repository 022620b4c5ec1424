/**
 * What reading a file attaches, for thousands of files: each directory is looked at once, a file by its name alone.
 * For one file `explainFile` says the same and more.
 */

import { basename, dirname, join, relative } from 'node:path';
import type { DirectoryEntry } from '../ports.js';
import type { Source } from '../source.js';
import { isInside } from '../sources/launchPlace.js';
import type { NestedDirectory } from '../sources/nestedDirectory.js';
import { activationsOf } from './activation.js';
import type { ContextModel } from './contextModel.js';
import { type Attachment, attachment, partition } from './explain.js';
import { NestedDirectories } from './nestedDirectories.js';
import { nestedSourceAt } from './nestedSources.js';
import { directoriesBetween, logicalLaunchDirectory } from './touchedFile.js';

/** Names and kinds of a directory's entries. */
export type ListDirectory = (directory: string) => Promise<readonly DirectoryEntry[] | undefined>;

/** What is known of a file without having looked at it. */
export interface FileActivations {
	/** What reading it attaches in a fresh session. */
	readonly attached: readonly Attachment[];
	/** The file as a source of a directory below the launch directory, where it is one. */
	readonly itself?: Source;
}

/** A directory of files that are asked for. */
interface KnownDirectory {
	readonly nestedDirectories: readonly string[];
	readonly kinds: ReadonlyMap<string, DirectoryEntry['kind']>;
}

export class DirectoryActivations {
	readonly #model: ContextModel;
	readonly #list: ListDirectory;
	readonly #directories = new Map<string, Promise<KnownDirectory | undefined>>();
	readonly #nested: NestedDirectories;
	#logical?: Promise<string | undefined>;

	/** `list` need not be the model's own port: what a directory holds besides Claude Code's files changes no model. */
	constructor(model: ContextModel, list: ListDirectory) {
		this.#model = model;
		this.#list = list;
		this.#nested = new NestedDirectories(model);
	}

	/**
	 * What reading the file attaches; `undefined` for a directory, and for a file outside the launch directory.
	 *
	 * @example (await activations.of('/repo/src/a.ts'))?.attached.length // 2
	 */
	async of(path: string): Promise<FileActivations | undefined> {
		const { place } = this.#model;
		const inside = await this.realPathOf(path);
		if (!isInside(place.directory, inside) || inside === place.directory) return undefined;
		const directory = await this.#directory(dirname(inside));
		const kind = directory?.kinds.get(basename(inside));
		if (!directory || kind === undefined || kind === 'directory') return undefined;
		if (kind === 'symlink' && !(await this.#isFileInside(inside))) return undefined;
		const touched = { path: inside, nestedDirectories: directory.nestedDirectories };
		const activations = await activationsOf(this.#model, touched, this.#nested);
		const { fresh } = partition(this.#model, inside, activations);
		const itself = nestedSourceAt(this.#model, activations.nested, inside);
		return { attached: fresh.map((activation) => attachment(activation, inside)), ...(itself ? { itself } : {}) };
	}

	/** What a directory below the launch directory attaches. */
	nested(directory: string): Promise<NestedDirectory> {
		return this.#nested.of(directory);
	}

	/** Directories below the launch directory down to the file's own; none where the file lies outside. */
	async directoriesOf(path: string): Promise<readonly string[]> {
		const inside = await this.realPathOf(path);
		if (!isInside(this.#model.place.directory, inside)) return [];
		return (await this.#directory(dirname(inside)))?.nestedDirectories ?? [];
	}

	/** The path under the launch directory's real path, where it was opened by another name of it. */
	async realPathOf(path: string): Promise<string> {
		const { place, loadContext, inputs } = this.#model;
		this.#logical ??= logicalLaunchDirectory(loadContext.fs, place, inputs.environment.variables['PWD']);
		const logical = await this.#logical;
		return logical !== undefined && isInside(logical, path) ? join(place.directory, relative(logical, path)) : path;
	}

	#directory(directory: string): Promise<KnownDirectory | undefined> {
		return remembered(this.#directories, directory, async () => {
			const { place, loadContext } = this.#model;
			// Listed first: with the names at hand the port can tell that most of Claude Code's files are not there.
			const entries = await this.#list(directory);
			const real = await loadContext.fs.realPath(directory);
			if (!entries || real === undefined || !isInside(place.directory, real)) return undefined;
			return {
				nestedDirectories: directoriesBetween(place.directory, directory),
				kinds: new Map(entries.map(({ name, kind }) => [name, kind])),
			};
		});
	}

	async #isFileInside(path: string): Promise<boolean> {
		const { fs } = this.#model.loadContext;
		const real = await fs.realPath(path);
		if (real === undefined || !isInside(this.#model.place.directory, real)) return false;
		return (await fs.stat(real))?.kind === 'file';
	}
}

function remembered<T>(known: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
	const hit = known.get(key) ?? make();
	known.set(key, hit);
	return hit;
}
