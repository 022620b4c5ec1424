/** A file system that asks the disk once, until it is told that something changed; unsaved editor texts win over it. */

import { basename, dirname, join, sep } from 'node:path';
import type { DirectoryEntry, EntryOrder, FileStat, FileSystem, TextFile, UnreadableFile } from '../core/ports.js';
import { defaultLimitBytes, failed, sha256Of } from './fileFacts.js';

/** Paths of more UTF-16 units exist nowhere (`PATH_MAX` of Linux and the longest path of Windows). */
const longestPath = process.platform === 'win32' ? 32_767 : 4_096;

/** A list of names that nobody watches is believed for so long. Milliseconds. */
const glimpseLife = 50;

type Text = TextFile | UnreadableFile | undefined;

/** What is known of one path. */
interface Known {
	realPath?: Promise<string | undefined>;
	/** What `realPath` came to, once it has. */
	real?: string;
	stat?: Promise<FileStat | undefined>;
	/** By limit. */
	texts?: Map<number, Promise<Text>>;
	lists?: Map<EntryOrder, Promise<readonly DirectoryEntry[] | undefined>>;
	/** What the listing came to, once it has. */
	names?: ListedNames;
	/** How many names in it were asked for before they were listed, and the listing that this led to. */
	asked?: number;
	naming?: Promise<ListedNames | undefined>;
	/** What that came to, and until when it is believed. */
	glimpse?: { readonly names: ListedNames; readonly until: number };
	/** The unsaved text as it was last given out. */
	unsaved?: TextFile;
	/** Names below this path of which something is known. */
	below?: Set<string>;
}

/** The names of a listed directory. */
class ListedNames {
	readonly #kinds: ReadonlyMap<string, DirectoryEntry['kind']>;
	#folded?: ReadonlySet<string>;

	constructor(entries: readonly DirectoryEntry[]) {
		this.#kinds = new Map(entries.map((entry) => [entry.name, entry.kind]));
	}

	/** True where the name is an entry's and that is no link. */
	isPlain(name: string): boolean {
		const kind = this.#kinds.get(name);
		return kind !== undefined && kind !== 'symlink';
	}

	/** True where no file system would find an entry of that name, whatever it thinks of case. */
	isSurelyAbsent(name: string): boolean {
		if (!/^[\w.-]+$/.test(name) || /^\.+$/.test(name)) return false;
		this.#folded ??= new Set([...this.#kinds.keys()].map((each) => each.toLowerCase()));
		return !this.#folded.has(name.toLowerCase());
	}
}

/** How often each method was answered from the cache and how often by the file system behind it. */
export interface CacheCounts {
	readonly hits: Readonly<Record<keyof FileSystem, number>>;
	readonly misses: Readonly<Record<keyof FileSystem, number>>;
}

/**
 * Remembers every answer, absence too, until `invalidate`. Contents are kept under a file's real path, so that a change
 * of the file reaches all links to it.
 */
export class CachingFileSystem implements FileSystem {
	readonly #behind: FileSystem;
	readonly #now: () => number;
	readonly #known = new Map<string, Known>();
	readonly #unsaved = new Map<string, TextFile>();
	#unsavedByRealPath?: Promise<ReadonlyMap<string | undefined, TextFile>>;
	readonly #counts = { hits: noCalls(), misses: noCalls() };

	/** `now` is the time in milliseconds; tests give their own. */
	constructor(behind: FileSystem, now: () => number = Date.now) {
		this.#behind = behind;
		this.#now = now;
	}

	get counts(): CacheCounts {
		return { hits: { ...this.#counts.hits }, misses: { ...this.#counts.misses } };
	}

	/** True where the path, or its directory's listing, or anything below it was asked for: a change there may matter. */
	concerns(path: string): boolean {
		return this.#aliases(path).some(
			(alias) => this.#known.has(alias) || this.#known.get(dirname(alias))?.lists !== undefined,
		);
	}

	/** Forgets what is known of a path and of all below it, and its directory's listing. */
	invalidate(path: string): void {
		for (const alias of this.#aliases(path)) {
			this.#forget(alias);
			const parent = this.#known.get(dirname(alias));
			if (!parent) continue;
			parent.below?.delete(basename(alias));
			parent.lists = undefined;
			parent.names = undefined;
			parent.naming = undefined;
			parent.glimpse = undefined;
			parent.asked = 0;
			this.#doubtAbsence(dirname(alias));
			parent.stat = undefined;
		}
		this.#unsavedByRealPath = undefined;
	}

	/** A directory in which something changes is there, whether or not its coming was told. */
	#doubtAbsence(directory: string): void {
		for (let path = directory; ; path = dirname(path)) {
			const known = this.#known.get(path);
			if (!known?.realPath || known.real !== undefined) return;
			known.realPath = undefined;
		}
	}

	/** Forgets everything but the unsaved texts. */
	clear(): void {
		this.#known.clear();
		this.#unsavedByRealPath = undefined;
	}

	/** Lets an editor's text stand in for a file that exists; `undefined` gives the disk its word back. */
	setUnsaved(path: string, text: string | undefined): void {
		if (text === undefined) this.#unsaved.delete(path);
		else this.#unsaved.set(path, toUnsaved(text));
		this.#unsavedByRealPath = undefined;
	}

	realPath(path: string): Promise<string | undefined> {
		this.#count('realPath', this.#known.get(path)?.realPath !== undefined);
		return this.#real(path);
	}

	async stat(path: string): Promise<FileStat | undefined> {
		const real = await this.#real(path);
		if (real === undefined) return undefined;
		const known = this.#at(real);
		this.#count('stat', known.stat !== undefined);
		known.stat ??= this.#behind.stat(real);
		const stat = await known.stat;
		const unsaved = await this.#unsavedAt(real);
		return stat?.kind === 'file' && unsaved ? { ...stat, size: unsaved.bytes } : stat;
	}

	async readText(path: string, limit: number = defaultLimitBytes): Promise<Text> {
		const real = await this.#real(path);
		if (real === undefined) return undefined;
		const unsaved = await this.#unsavedAt(real);
		if (unsaved) return this.#readUnsaved(path, unsaved, limit);
		const known = this.#at(real);
		known.texts ??= new Map();
		const text = known.texts.get(limit);
		this.#count('readText', text !== undefined);
		return text ?? added(known.texts, limit, this.#behind.readText(real, limit));
	}

	async list(path: string, order: EntryOrder = 'system'): Promise<readonly DirectoryEntry[] | undefined> {
		const real = await this.#real(path);
		if (real === undefined) return undefined;
		const known = this.#at(real);
		known.lists ??= new Map();
		const list = known.lists.get(order) ?? known.lists.get('system');
		this.#count('list', list !== undefined);
		if (list) return list;
		const lists = known.lists;
		const listing = this.#behind.list(real, order).then((entries) => {
			// An answer that was overtaken by a change says nothing of the names any more.
			if (known.lists === lists) known.names = entries && new ListedNames(entries);
			return entries;
		});
		return added(lists, order, listing);
	}

	async #readUnsaved(path: string, unsaved: TextFile, limit: number): Promise<Text> {
		const stat = await this.stat(path);
		if (!stat) return undefined;
		if (stat.kind !== 'file') return failed('not-a-file');
		if (unsaved.bytes > limit) return failed('too-large', unsaved.bytes);
		// The same object for the same text, so that what was derived from it can be kept with it.
		const known = this.#at(path);
		if (known.unsaved?.sha256 !== unsaved.sha256 || known.unsaved.modified !== stat.modified)
			known.unsaved = { ...unsaved, modified: stat.modified };
		return known.unsaved;
	}

	/** An editor knows its file under a path of its own, so both are compared by their real paths. */
	async #unsavedAt(real: string): Promise<TextFile | undefined> {
		if (this.#unsaved.size === 0) return undefined;
		this.#unsavedByRealPath ??= Promise.all(
			[...this.#unsaved].map(async ([path, text]) => [await this.#real(path), text] as const),
		).then((entries) => new Map(entries));
		return (await this.#unsavedByRealPath).get(real);
	}

	/** The path, and what it comes to where a link on the way is known: events name either. */
	#aliases(path: string): readonly string[] {
		if (path.length > longestPath) return [];
		const real = this.#knownRealPath(path);
		return real === path ? [path] : [path, real];
	}

	#knownRealPath(path: string): string {
		const real = this.#known.get(path)?.real;
		const parent = dirname(path);
		if (real !== undefined || parent === path) return real ?? path;
		return join(this.#knownRealPath(parent), basename(path));
	}

	/** The real path, not counted as a call. */
	#real(path: string): Promise<string | undefined> {
		// No system takes it, and all its thousand directories need not be remembered.
		if (path.length > longestPath) return Promise.resolve(undefined);
		const known = this.#at(path);
		if (known.realPath) return known.realPath;
		const listed = this.#listedRealPath(path);
		const asked = listed ? Promise.resolve(listed.real) : this.#askedRealPath(path);
		known.realPath = asked.then((real) => {
			known.real = real;
			return real;
		});
		return known.realPath;
	}

	/**
	 * Claude Code looks for half a dozen names in each directory, and most directories have none of them: the second
	 * question lists the names, which answers all others.
	 */
	async #askedRealPath(path: string): Promise<string | undefined> {
		const directory = dirname(path);
		const parent = this.#at(directory);
		parent.asked = (parent.asked ?? 0) + 1;
		if (parent.asked > 1 && directory !== path) {
			const real = await this.#real(directory);
			if (real === undefined) return undefined;
			await this.#learnNames(real);
			const listed = this.#listedRealPath(path);
			if (listed) return listed.real;
		}
		return this.#behind.realPath(path);
	}

	/**
	 * Lists a directory for its names only. Nobody watches it for names that were not asked for, so the list answers the
	 * questions of a moment and is then forgotten; the answers stay, and their names are watched.
	 */
	async #learnNames(real: string): Promise<void> {
		const known = this.#at(real);
		if (known.names || (known.glimpse && known.glimpse.until >= this.#now())) return;
		known.naming ??= this.#behind.list(real, 'any').then((entries) => entries && new ListedNames(entries));
		const { naming } = known;
		const names = await naming;
		// An answer that was overtaken by a change says nothing of the names any more.
		if (known.naming !== naming) return;
		known.naming = undefined;
		known.glimpse = names && { names, until: this.#now() + glimpseLife };
	}

	/** The real path as far as the listing of its directory tells it: where the entry is no link, or is not there. */
	#listedRealPath(path: string): { readonly real: string | undefined } | undefined {
		const directory = this.#known.get(dirname(path))?.real;
		const known = directory === undefined ? undefined : this.#known.get(directory);
		const glimpse = known?.glimpse && known.glimpse.until >= this.#now() ? known.glimpse.names : undefined;
		const names = known?.names ?? glimpse;
		if (directory === undefined || !names || path.endsWith(sep)) return undefined;
		const name = basename(path);
		if (names.isPlain(name)) return { real: join(directory, name) };
		return names.isSurelyAbsent(name) ? { real: undefined } : undefined;
	}

	#at(path: string): Known {
		let known = this.#known.get(path);
		if (known) return known;
		known = {};
		this.#known.set(path, known);
		this.#enterAbove(path);
		return known;
	}

	/** Enters a path in its directories up to the first that has it, so that all below a directory can be found. */
	#enterAbove(path: string): void {
		const parent = dirname(path);
		if (parent === path) return;
		const known = this.#at(parent);
		known.below ??= new Set();
		known.below.add(basename(path));
	}

	#forget(path: string): void {
		const pending = [path];
		for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
			const known = this.#known.get(next);
			this.#known.delete(next);
			for (const name of known?.below ?? []) pending.push(join(next, name));
		}
	}

	#count(method: keyof FileSystem, isHit: boolean): void {
		this.#counts[isHit ? 'hits' : 'misses'][method]++;
	}
}

function added<K, V>(map: Map<K, V>, key: K, value: V): V {
	map.set(key, value);
	return value;
}

function noCalls(): Record<keyof FileSystem, number> {
	return { stat: 0, realPath: 0, readText: 0, list: 0 };
}

function toUnsaved(text: string): TextFile {
	return { ok: true, text, bytes: Buffer.byteLength(text), modified: 0, sha256: sha256Of(text), unsaved: true };
}
