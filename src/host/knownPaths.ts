/** What a caching file system knows of paths, each entered in the directories above it. */

import { basename, dirname, join } from 'node:path';
import type { DirectoryEntry, EntryOrder, FileStat, TextFile, UnreadableFile } from '../core/ports.js';
import type { ListedNames } from './listedNames.js';

/** What is known of one path. */
export interface Known {
	realPath?: Promise<string | undefined>;
	/** What `realPath` came to, once it has. */
	real?: string;
	stat?: Promise<FileStat | undefined>;
	/** By limit. */
	texts?: Map<number, Promise<TextFile | UnreadableFile | undefined>>;
	lists?: Partial<Record<EntryOrder, Promise<readonly DirectoryEntry[] | undefined>>>;
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

export class KnownPaths {
	readonly #known = new Map<string, Known>();

	get(path: string): Known | undefined {
		return this.#known.get(path);
	}

	/** What is known of the path, to be added to. */
	at(path: string): Known {
		let known = this.#known.get(path);
		if (known) return known;
		known = {};
		this.#known.set(path, known);
		this.#enterAbove(path);
		return known;
	}

	/** Forgets a path and all below it. */
	forget(path: string): void {
		this.#known.get(dirname(path))?.below?.delete(basename(path));
		const pending = [path];
		for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
			const known = this.#known.get(next);
			this.#known.delete(next);
			for (const name of known?.below ?? []) pending.push(join(next, name));
		}
	}

	/** Forgets what a directory holds, but not what is known of each entry. */
	forgetListing(directory: string): void {
		const known = this.#known.get(directory);
		if (!known) return;
		known.lists = undefined;
		known.names = undefined;
		known.naming = undefined;
		known.glimpse = undefined;
		known.asked = 0;
	}

	clear(): void {
		this.#known.clear();
	}

	/** Enters a path in its directories up to the first that has it, so that all below a directory can be found. */
	#enterAbove(path: string): void {
		const parent = dirname(path);
		if (parent === path) return;
		const known = this.at(parent);
		known.below ??= new Set();
		known.below.add(basename(path));
	}
}
