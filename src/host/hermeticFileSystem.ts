/** The disk as every machine with the same checkout sees it: nothing but one repository, and of that what git does not ignore. */

import { dirname, resolve } from 'node:path';
import type { DirectoryEntry, FileStat, FileSystem, TextFile, UnreadableFile } from '../core/ports.js';
import { isInside } from '../core/sources/launchPlace.js';

/** A home directory that nobody has; it stands in for the user's, which is left out. */
export const hermeticHome: string = resolve('/hermetic-home');
/** A managed directory that nobody has. */
export const hermeticManaged: string = resolve('/hermetic-managed');

export class HermeticFileSystem implements FileSystem {
	readonly #behind: FileSystem;
	readonly #root: string;
	readonly #hidden: ReadonlySet<string>;

	/**
	 * @param root real path of the repository's root; links that lead out of it lead nowhere
	 * @param hidden paths inside it that are left out with all below them: what git ignores
	 */
	constructor(behind: FileSystem, root: string, hidden: ReadonlySet<string> = new Set()) {
		this.#behind = behind;
		this.#root = root;
		this.#hidden = hidden;
	}

	async stat(path: string): Promise<FileStat | undefined> {
		return (await this.realPath(path)) === undefined ? undefined : this.#behind.stat(path);
	}

	async realPath(path: string): Promise<string | undefined> {
		const real = await this.#behind.realPath(path);
		return real !== undefined && isInside(this.#root, real) && !this.#isHidden(real) ? real : undefined;
	}

	async readText(path: string, limit?: number): Promise<TextFile | UnreadableFile | undefined> {
		return (await this.realPath(path)) === undefined ? undefined : this.#behind.readText(path, limit);
	}

	async list(path: string): Promise<readonly DirectoryEntry[] | undefined> {
		const real = await this.realPath(path);
		if (real === undefined) return undefined;
		const entries = await this.#behind.list(path);
		return this.#hidden.size === 0 ? entries : entries?.filter(({ name }) => !this.#hidden.has(resolve(real, name)));
	}

	#isHidden(path: string): boolean {
		if (this.#hidden.size === 0) return false;
		for (let at = path; at !== this.#root; at = dirname(at)) if (this.#hidden.has(at)) return true;
		return false;
	}
}
