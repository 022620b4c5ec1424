/**
 * A repository as a revision has it, behind the core's port: from git's objects alone, without a checkout. Everything
 * outside the repository, and what git ignores or a submodule holds inside it, is as it is on the disk now.
 */

import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { DirectoryEntry, FileStat, FileSystem, TextFile, UnreadableFile } from '../core/ports.js';
import { isInside } from '../core/sources/launchPlace.js';
import { defaultLimitBytes, failed, toTextFile } from './fileFacts.js';
import { commitTime, type GitObject, GitObjects, parseTree, type TreeEntry } from './gitObjects.js';

export interface GitTreeOptions {
	/** Paths that are taken from the disk although they lie in the repository: what git ignores. */
	readonly fromDisk?: ReadonlySet<string>;
}

/** A path followed through all links: to the disk, or into the revision. */
type Place =
	| { readonly where: 'disk'; readonly path: string }
	| { readonly where: 'tree'; readonly path: string; readonly entry: Pick<TreeEntry, 'kind' | 'id'> };

/** As many links as Linux follows before it calls a path a circle. */
const linkLimit = 40;
/** A link's text is a path; paths have at most so many bytes. */
const linkLengthLimit = 4_096;

export class GitTreeFileSystem implements FileSystem {
	/** Id of the commit. */
	readonly commit: string;
	readonly #disk: FileSystem;
	readonly #root: string;
	readonly #objects: GitObjects;
	readonly #modified: number;
	readonly #fromDisk: ReadonlySet<string>;
	/** Directories that hold one of them. */
	readonly #diskHolders: ReadonlySet<string>;
	readonly #trees = new Map<string, Promise<ReadonlyMap<string, TreeEntry>>>();
	#missing = 0;

	/**
	 * Opens a revision; `undefined` where the repository has no such commit.
	 *
	 * @param root real path of the repository's root
	 * @param revision anything that git takes for a commit, e.g. `origin/main`, `HEAD~3`
	 */
	static async open(
		disk: FileSystem,
		root: string,
		revision: string,
		options: GitTreeOptions = {},
	): Promise<GitTreeFileSystem | undefined> {
		const objects = new GitObjects(root);
		const commit = await objects.read(`${revision}^{commit}`);
		if (commit?.type === 'commit') return new GitTreeFileSystem(disk, root, objects, commit, options);
		objects.close();
		return undefined;
	}

	private constructor(
		disk: FileSystem,
		root: string,
		objects: GitObjects,
		commit: GitObject,
		{ fromDisk = new Set() }: GitTreeOptions,
	) {
		this.#disk = disk;
		this.#root = root;
		this.#objects = objects;
		this.#fromDisk = fromDisk;
		this.#diskHolders = new Set([...fromDisk].map((path) => dirname(path)));
		this.#modified = commitTime(commit);
		this.commit = commit.id;
	}

	/** Objects that the revision names and the repository lacks: it is a shallow or partial clone. */
	get missingObjects(): number {
		return this.#missing;
	}

	/** Ends the processes behind it. */
	close(): void {
		this.#objects.close();
	}

	async stat(path: string): Promise<FileStat | undefined> {
		const place = await this.#follow(path);
		if (!place) return undefined;
		if (place.where === 'disk') return this.#disk.stat(place.path);
		if (place.entry.kind !== 'file') return { kind: 'directory', size: 0, modified: this.#modified };
		return { kind: 'file', size: await this.#sizeOf(place.entry.id), modified: this.#modified };
	}

	async realPath(path: string): Promise<string | undefined> {
		const place = await this.#follow(path);
		return place?.where === 'disk' ? this.#disk.realPath(place.path) : place?.path;
	}

	async readText(path: string, limit: number = defaultLimitBytes): Promise<TextFile | UnreadableFile | undefined> {
		const place = await this.#follow(path);
		if (!place) return undefined;
		if (place.where === 'disk') return this.#disk.readText(place.path, limit);
		if (place.entry.kind !== 'file') return failed('not-a-file');
		const size = await this.#sizeOf(place.entry.id);
		if (size > limit) return failed('too-large', size);
		const blob = await this.#read(place.entry.id);
		return blob ? toTextFile(blob.content, this.#modified) : failed('unreadable');
	}

	/** In git's order, which is sorted: a revision has no other. */
	async list(path: string): Promise<readonly DirectoryEntry[] | undefined> {
		const place = await this.#follow(path);
		if (!place) return undefined;
		if (place.where === 'disk') return this.#disk.list(place.path);
		if (place.entry.kind === 'file') return undefined;
		const entries = [...(await this.#entriesOf(place.entry)).values()].map(
			({ name, kind }): DirectoryEntry => ({
				name,
				kind: kind === 'link' ? 'symlink' : kind === 'file' ? 'file' : 'directory',
			}),
		);
		return [...entries, ...(await this.#diskEntriesOf(place.path, entries))];
	}

	/** What a listing shows of the disk: `.git`, and what git ignores. */
	async #diskEntriesOf(directory: string, known: readonly DirectoryEntry[]): Promise<readonly DirectoryEntry[]> {
		const names = new Set(known.map(({ name }) => name));
		const isShown = (name: string): boolean => !names.has(name) && this.#isOfDisk(join(directory, name));
		if (directory !== this.#root && !this.#diskHolders.has(directory)) return [];
		return ((await this.#disk.list(directory)) ?? []).filter(({ name }) => isShown(name));
	}

	#isOfDisk(path: string): boolean {
		return (basename(path) === '.git' && dirname(path) === this.#root) || this.#fromDisk.has(path);
	}

	/** Follows a path with all its links, as the operating system does. */
	async #follow(path: string): Promise<Place | undefined> {
		let pending = resolve(path);
		for (let links = 0; links <= linkLimit; links++) {
			if (!isInside(this.#root, pending)) {
				pending = await this.#throughDisk(pending);
				if (!isInside(this.#root, pending)) return { where: 'disk', path: pending };
			}
			const step = await this.#throughTree(pending);
			if (typeof step !== 'string') return step;
			pending = step;
		}
		return undefined;
	}

	/** A path outside the repository with the links of its existing part resolved: they may lead into the repository. */
	async #throughDisk(path: string): Promise<string> {
		for (let nearest = path; ; nearest = dirname(nearest)) {
			const real = await this.#disk.realPath(nearest);
			if (real !== undefined) return isInside(this.#root, real) ? join(real, relative(nearest, path)) : path;
			if (dirname(nearest) === nearest) return path;
		}
	}

	/** What stands at a path of the revision, or the path that a link on the way makes of it. */
	async #throughTree(path: string): Promise<Place | string | undefined> {
		const names = relative(this.#root, path)
			.split(sep)
			.filter((name) => name !== '');
		let entry: Pick<TreeEntry, 'kind' | 'id'> = { kind: 'directory', id: `${this.commit}^{tree}` };
		let at = this.#root;
		for (const [index, name] of names.entries()) {
			const holder = at;
			at = join(at, name);
			const next = (await this.#entriesOf(entry)).get(name);
			if (!next) return this.#isOfDisk(at) ? { where: 'disk', path } : undefined;
			// Its content is another repository's, so it is taken as it is now.
			if (next.kind === 'submodule') return { where: 'disk', path };
			if (next.kind === 'link') return this.#targetOf(next, holder, names.slice(index + 1));
			entry = next;
		}
		return { where: 'tree', path, entry };
	}

	async #targetOf({ id }: TreeEntry, holder: string, rest: readonly string[]): Promise<string | undefined> {
		if ((await this.#sizeOf(id)) > linkLengthLimit) return undefined;
		const target = (await this.#read(id))?.content.toString('utf8');
		if (target === undefined || target === '' || target.includes('\0')) return undefined;
		return isAbsolute(target) ? resolve(target, ...rest) : resolve(holder, target, ...rest);
	}

	/** Entries of a directory by name. */
	#entriesOf({ kind, id }: Pick<TreeEntry, 'kind' | 'id'>): Promise<ReadonlyMap<string, TreeEntry>> {
		if (kind !== 'directory') return Promise.resolve(new Map());
		const known = this.#trees.get(id) ?? this.#readTree(id);
		this.#trees.set(id, known);
		return known;
	}

	async #readTree(id: string): Promise<ReadonlyMap<string, TreeEntry>> {
		const tree = await this.#read(id);
		return new Map((tree ? parseTree(tree) : []).map((entry) => [entry.name, entry]));
	}

	async #sizeOf(id: string): Promise<number> {
		const facts = await this.#objects.look(id);
		if (!facts) this.#missing++;
		return facts?.size ?? 0;
	}

	async #read(id: string): Promise<GitObject | undefined> {
		const object = await this.#objects.read(id);
		if (!object) this.#missing++;
		return object;
	}
}
