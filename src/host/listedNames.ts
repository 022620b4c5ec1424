/** What the listing of a directory tells of the names in it, without another look at the disk. */

import type { DirectoryEntry } from '../core/ports.js';

export class ListedNames {
	readonly #entries: readonly DirectoryEntry[];
	/** Of most directories nobody asks for a name, so nothing is prepared before the first question. */
	#kinds?: ReadonlyMap<string, DirectoryEntry['kind']>;
	#folded?: ReadonlySet<string>;

	constructor(entries: readonly DirectoryEntry[]) {
		this.#entries = entries;
	}

	/** True where the name is an entry's and that is no link. */
	isPlain(name: string): boolean {
		this.#kinds ??= new Map(this.#entries.map((entry) => [entry.name, entry.kind]));
		const kind = this.#kinds.get(name);
		return kind !== undefined && kind !== 'symlink';
	}

	/** True where no file system would find an entry of that name, whatever it thinks of case. */
	isSurelyAbsent(name: string): boolean {
		if (!/^[\w.-]+$/.test(name) || /^\.+$/.test(name)) return false;
		this.#folded ??= new Set(this.#entries.map((entry) => entry.name.toLowerCase()));
		return !this.#folded.has(name.toLowerCase());
	}
}
