/** A file system that remembers what was asked of it, so that a change on disk can be told to matter or not. */

import { basename, dirname, sep } from 'node:path';
import type { DirectoryEntry, EntryOrder, FileStat, FileSystem, TextFile, UnreadableFile } from '../core/ports.js';

/** What happened to a path. */
export type FileEventKind = 'changed' | 'created' | 'deleted';

/** Longer paths exist nowhere; a repository may name them all the same. */
const longestPath = 4_096;

/** Paths that an answer was made of; each is recorded as it was asked for and with its links resolved. */
export class RecordingFileSystem implements FileSystem {
	readonly #behind: FileSystem;
	readonly #onNew: () => void;
	/** Files whose content was read. */
	readonly #texts = new Set<string>();
	/** Paths whose existence, kind or target was asked for. */
	readonly #probes = new Set<string>();
	/** Paths that were not there. */
	readonly #absent = new Set<string>();
	/** Directories that were listed because every entry counts. */
	readonly #lists = new Set<string>();
	/** The names that were in them. */
	readonly #names = new Map<string, ReadonlySet<string>>();
	/** Directories that were listed in search of Claude Code's own files: other entries do not count. */
	readonly #searched = new Set<string>();
	/** Directories above all these. */
	readonly #above = new Set<string>();

	/** `onNew` is called when something is asked for that was not asked for before. */
	constructor(behind: FileSystem, onNew: () => void = () => {}) {
		this.#behind = behind;
		this.#onNew = onNew;
	}

	async stat(path: string): Promise<FileStat | undefined> {
		await this.#record(this.#probes, path);
		return this.#noteAbsence(path, await this.#behind.stat(path));
	}

	async realPath(path: string): Promise<string | undefined> {
		await this.#record(this.#probes, path);
		return this.#noteAbsence(path, await this.#behind.realPath(path));
	}

	async readText(path: string, limit?: number): Promise<TextFile | UnreadableFile | undefined> {
		await this.#record(this.#texts, path);
		return this.#behind.readText(path, limit);
	}

	async list(path: string, order?: EntryOrder): Promise<readonly DirectoryEntry[] | undefined> {
		await this.#record(this.#lists, path);
		const entries = await this.#behind.list(path, order);
		const names = new Set(entries?.map(({ name }) => name));
		this.#names.set(path, names);
		this.#names.set((await this.#behind.realPath(path)) ?? path, names);
		return entries;
	}

	/** The same file system for a search through a tree: only what may be Claude Code's is waited for in its directories. */
	searching(): FileSystem {
		return {
			stat: (path) => this.stat(path),
			realPath: (path) => this.realPath(path),
			readText: (path, limit) => this.readText(path, limit),
			list: async (path, order) => {
				await this.#record(this.#searched, path);
				return this.#behind.list(path, order);
			},
		};
	}

	/** Every recorded path but the searched directories: what has to be watched for the answers to stay true. */
	paths(): ReadonlySet<string> {
		return new Set([...this.#texts, ...this.#probes, ...this.#lists]);
	}

	/** True where the content of the path was read. */
	readsText(path: string): boolean {
		return this.#texts.has(path);
	}

	/** True where every entry of the directory counts. */
	lists(path: string): boolean {
		return this.#lists.has(path);
	}

	/**
	 * Would the answers be others after this event? `undefined`: only if the path is a directory now.
	 */
	isConcerned(kind: FileEventKind, path: string): boolean | undefined {
		if (kind === 'changed') return this.#texts.has(path) || this.#cameUnseen(path);
		const directory = dirname(path);
		if (this.#texts.has(path) || this.#probes.has(path) || this.#above.has(path)) return true;
		if (this.#lists.has(path) || this.#lists.has(directory)) return true;
		if (!this.#searched.has(path) && !this.#searched.has(directory)) return false;
		if (isOfClaudeCode(path)) return true;
		return kind === 'created' ? undefined : this.#searched.has(path);
	}

	/** True where a file that changed was not there: a watcher that was just starting has missed how it came. */
	#cameUnseen(path: string): boolean {
		return this.#absent.has(path) || this.#names.get(dirname(path))?.has(basename(path)) === false;
	}

	#noteAbsence<T>(path: string, answer: T | undefined): T | undefined {
		if (answer === undefined && path.length <= longestPath) this.#absent.add(path);
		return answer;
	}

	async #record(paths: Set<string>, path: string): Promise<void> {
		if (path.length > longestPath || paths.has(path)) return;
		paths.add(path);
		addAbove(this.#above, path);
		const real = await this.#behind.realPath(path);
		if (real !== undefined && real !== path) {
			paths.add(real);
			addAbove(this.#above, real);
		}
		this.#onNew();
	}
}

const ownNames = new Set(['CLAUDE.md', 'CLAUDE.local.md', 'AGENTS.md', 'SKILL.md', '.claude']);

function isOfClaudeCode(path: string): boolean {
	return ownNames.has(basename(path)) || path.includes(`${sep}.claude${sep}`);
}

function addAbove(above: Set<string>, path: string): void {
	for (let up = dirname(path); !above.has(up); up = dirname(up)) above.add(up);
}
