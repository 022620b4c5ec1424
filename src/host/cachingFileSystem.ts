/** A file system that asks the disk once, until it is told that something changed; unsaved editor texts win over it. */

import { basename, dirname, join, sep } from 'node:path';
import type { DirectoryEntry, EntryOrder, FileStat, FileSystem, TextFile, UnreadableFile } from '../core/ports.js';
import { defaultLimitBytes, failed } from './fileFacts.js';
import { type Known, KnownPaths } from './knownPaths.js';
import { ListedNames } from './listedNames.js';
import { UnsavedTexts } from './unsavedTexts.js';

/** Paths of more UTF-16 units exist nowhere (`PATH_MAX` of Linux and the longest path of Windows). */
const longestPath = process.platform === 'win32' ? 32_767 : 4_096;

/** A list of names that nobody watches is believed for so long. Milliseconds. */
const glimpseLife = 50;

type Text = TextFile | UnreadableFile | undefined;

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
	readonly #known = new KnownPaths();
	readonly #unsaved = new UnsavedTexts((path) => this.#real(path));
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
			(alias) => this.#known.get(alias) !== undefined || this.#known.get(dirname(alias))?.lists !== undefined,
		);
	}

	/** Forgets what is known of a path and of all below it, and its directory's listing. */
	invalidate(path: string): void {
		for (const alias of this.#aliases(path)) {
			const directory = dirname(alias);
			this.#known.forget(alias);
			this.#known.forgetListing(directory);
			this.#doubtAbsence(directory);
			const parent = this.#known.get(directory);
			if (parent) parent.stat = undefined;
		}
		this.#unsaved.forgetPlaces();
	}

	/** A directory in which something changes is there, whether or not its coming was told: so is all above it. */
	#doubtAbsence(directory: string): void {
		for (let path = directory; ; path = dirname(path)) {
			const known = this.#known.get(path);
			if (known?.real !== undefined) return;
			if (known) known.realPath = undefined;
			const above = dirname(path);
			if (above === path || this.#known.get(above)?.names?.isPlain(basename(path))) return;
			this.#known.forgetListing(above);
		}
	}

	/** Forgets everything but the unsaved texts. */
	clear(): void {
		this.#known.clear();
		this.#unsaved.forgetPlaces();
	}

	/** Lets an editor's text stand in for a file that exists; `undefined` gives the disk its word back. */
	setUnsaved(path: string, text: string | undefined): void {
		this.#unsaved.set(path, text);
	}

	realPath(path: string): Promise<string | undefined> {
		this.#count('realPath', this.#known.get(path)?.realPath !== undefined);
		return this.#real(path);
	}

	stat(path: string): Promise<FileStat | undefined> {
		return this.#kept('stat', this.#settled(path)?.stat) ?? this.#askedStat(path);
	}

	async #askedStat(path: string): Promise<FileStat | undefined> {
		const real = await this.#real(path);
		if (real === undefined) return undefined;
		const known = this.#known.at(real);
		this.#count('stat', known.stat !== undefined);
		known.stat ??= this.#behind.stat(real);
		const stat = await known.stat;
		const unsaved = await this.#unsaved.at(real);
		return stat?.kind === 'file' && unsaved ? { ...stat, size: unsaved.bytes } : stat;
	}

	readText(path: string, limit: number = defaultLimitBytes): Promise<Text> {
		return this.#kept('readText', this.#settled(path)?.texts?.get(limit)) ?? this.#askedText(path, limit);
	}

	async #askedText(path: string, limit: number): Promise<Text> {
		const real = await this.#real(path);
		if (real === undefined) return undefined;
		const unsaved = await this.#unsaved.at(real);
		if (unsaved) return this.#readUnsaved(path, unsaved, limit);
		const known = this.#known.at(real);
		known.texts ??= new Map();
		const text = known.texts.get(limit);
		this.#count('readText', text !== undefined);
		return text ?? added(known.texts, limit, this.#behind.readText(real, limit));
	}

	list(path: string, order: EntryOrder = 'system'): Promise<readonly DirectoryEntry[] | undefined> {
		const lists = this.#settled(path)?.lists;
		return this.#kept('list', lists?.[order] ?? lists?.system) ?? this.#askedList(path, order);
	}

	async #askedList(path: string, order: EntryOrder): Promise<readonly DirectoryEntry[] | undefined> {
		const real = await this.#real(path);
		if (real === undefined) return undefined;
		const known = this.#known.at(real);
		known.lists ??= {};
		const { lists } = known;
		const list = lists[order] ?? lists.system;
		this.#count('list', list !== undefined);
		if (list) return list;
		const listing = this.#behind.list(real, order).then((entries) => {
			// An answer that was overtaken by a change says nothing of the names any more.
			if (known.lists === lists) known.names = entries && new ListedNames(entries);
			return entries;
		});
		lists[order] = listing;
		return listing;
	}

	/** What is known of the place that a path is known to lead to, unless an unsaved text may stand in for it. */
	#settled(path: string): Known | undefined {
		const real = this.#known.get(path)?.real;
		if (real === undefined) return undefined;
		return this.#unsaved.isNoneAt(real) ? this.#known.get(real) : undefined;
	}

	/** An answer that is at hand, counted. */
	#kept<T>(method: keyof FileSystem, answer: T | undefined): T | undefined {
		if (answer !== undefined) this.#count(method, true);
		return answer;
	}

	async #readUnsaved(path: string, unsaved: TextFile, limit: number): Promise<Text> {
		const stat = await this.stat(path);
		if (!stat) return undefined;
		if (stat.kind !== 'file') return failed('not-a-file');
		if (unsaved.bytes > limit) return failed('too-large', unsaved.bytes);
		// The same object for the same text, so that what was derived from it can be kept with it.
		const known = this.#known.at(path);
		if (known.unsaved?.sha256 !== unsaved.sha256 || known.unsaved.modified !== stat.modified)
			known.unsaved = { ...unsaved, modified: stat.modified };
		return known.unsaved;
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
		const known = this.#known.at(path);
		if (known.realPath) return known.realPath;
		const listed = this.#listedRealPath(path);
		if (listed) {
			known.real = listed.real;
			known.realPath = Promise.resolve(listed.real);
		} else
			known.realPath = this.#askedRealPath(path).then((real) => {
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
		const parent = this.#known.at(directory);
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
		if (this.#namesIn(real)) return;
		const known = this.#known.at(real);
		known.naming ??= this.#behind.list(real, 'any').then((entries) => entries && new ListedNames(entries));
		const { naming } = known;
		const names = await naming;
		// An answer that was overtaken by a change says nothing of the names any more.
		if (known.naming !== naming) return;
		known.naming = undefined;
		known.glimpse = names && { names, until: this.#now() + glimpseLife };
	}

	/** The names in a directory, as far as they are known and to be believed. */
	#namesIn(real: string): ListedNames | undefined {
		const known = this.#known.get(real);
		if (known?.names) return known.names;
		return known?.glimpse && known.glimpse.until >= this.#now() ? known.glimpse.names : undefined;
	}

	/**
	 * The real path as far as the listing of its directory tells it: where the entry is no link, or is not there. Nothing is
	 * in a directory that is not there itself.
	 */
	#listedRealPath(path: string): { readonly real: string | undefined } | undefined {
		const parent = dirname(path);
		if (parent === path || path.endsWith(sep)) return undefined;
		const directory = this.#known.get(parent)?.real;
		if (directory === undefined) return this.#isListedAbsent(parent) ? { real: undefined } : undefined;
		const names = this.#namesIn(directory);
		if (!names) return undefined;
		const name = basename(path);
		if (names.isPlain(name)) return { real: join(directory, name) };
		return names.isSurelyAbsent(name) ? { real: undefined } : undefined;
	}

	/** True where the listing of a directory above tells that the way to this one does not exist. */
	#isListedAbsent(directory: string): boolean {
		const parent = dirname(directory);
		if (parent === directory) return false;
		const above = this.#known.get(parent)?.real;
		if (above === undefined) return this.#isListedAbsent(parent);
		return this.#namesIn(above)?.isSurelyAbsent(basename(directory)) === true;
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
