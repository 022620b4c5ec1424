/**
 * What a client leaves in the user's configuration when it is run for a recording, and taking it away again.
 *
 * Measured on 2.1.235 and 2.1.332 in print mode without session persistence: nothing but a line about its run in
 * `plugins/store` (2.1.332, with the session's id), the project's empty memory directory or a generated index in it
 * (2.1.332), and, when a version is started for the first time, its own `.claude.json` and a backup of it.
 */

import { mkdir, readdir, readFile, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContextModel } from '../../core/model/contextModel.js';
import { globalConfigPath } from '../../core/sources/globalConfig.js';
import { configDirectory } from '../../core/sources/settings.js';
import { isRecord } from '../../core/values.js';

interface KeptFile {
	readonly content: Buffer;
	readonly modified: Date;
	readonly accessed: Date;
}

/** Files of the store that are looked at, and bytes of one: the client's own are a few lines each. */
const storeLimit = 500;
const storeFileLimit = 64 * 1024;

export class ClientTraces {
	readonly #places: Places;
	readonly #before: Snapshot;

	private constructor(places: Places, before: Snapshot) {
		this.#places = places;
		this.#before = before;
	}

	/** Notes what there is before a client is run. */
	static async before({ inputs, memory }: ContextModel): Promise<ClientTraces> {
		const places = {
			configDirectory: configDirectory(inputs),
			globalConfig: globalConfigPath(inputs),
			memoryIndex: join(memory.directory.path, 'MEMORY.md'),
		};
		return new ClientTraces(places, await snapshot(places));
	}

	/**
	 * Takes away what the session with this id left. What another session may have written meanwhile stays; a sentence
	 * says so for each.
	 */
	async undo(sessionId: string): Promise<readonly string[]> {
		const after = await snapshot(this.#places);
		for (const [path, file] of after.store) {
			const old = this.#before.store.get(path);
			const isOurs = file.content.includes(sessionId) && !old?.content.includes(sessionId);
			if (isOurs) await putBack(path, old);
		}
		if (after.hasMemoryIndex && !this.#before.hasMemoryIndex) await rm(this.#places.memoryIndex, { force: true });
		const notes = await this.#undoConfiguration(after);
		const known = new Set(this.#before.directories);
		// Only what is empty goes.
		for (const directory of after.directories) if (!known.has(directory)) await rmdir(directory).catch(() => undefined);
		return notes;
	}

	async #undoConfiguration(after: Snapshot): Promise<readonly string[]> {
		const [old, now] = [this.#before.globalConfig, after.globalConfig];
		if (!now || old?.equals(now)) return [];
		const keys = changedKeys(old, now);
		if (old)
			return [
				`Claude Code brought its own file ${this.#places.globalConfig} up to date meanwhile, as any start of it may (${keys.join(', ')}).`,
			];
		await rm(this.#places.globalConfig, { force: true });
		for (const path of after.backups) if (!this.#before.backups.includes(path)) await rm(path, { force: true });
		return [];
	}
}

interface Places {
	readonly configDirectory: string;
	readonly globalConfig: string;
	readonly memoryIndex: string;
}

interface Snapshot {
	readonly store: ReadonlyMap<string, KeptFile>;
	readonly backups: readonly string[];
	readonly globalConfig: Buffer | undefined;
	readonly hasMemoryIndex: boolean;
	/** See `directoriesOf`. */
	readonly directories: readonly string[];
}

async function snapshot({ configDirectory: directory, globalConfig, memoryIndex }: Places): Promise<Snapshot> {
	const store = join(directory, 'plugins', 'store');
	const backups = join(directory, 'backups');
	const files = new Map<string, KeptFile>();
	for (const path of (await filesIn(store)).slice(0, storeLimit)) {
		const file = await keptFile(path);
		if (file) files.set(path, file);
	}
	return {
		store: files,
		backups: await filesIn(backups),
		globalConfig: await readFile(globalConfig).catch(() => undefined),
		hasMemoryIndex: (await stat(memoryIndex).catch(() => undefined)) !== undefined,
		directories: await directoriesOf(directory),
	};
}

/** The configuration directory and those in which the client makes others, the deepest first. */
async function directoriesOf(directory: string): Promise<readonly string[]> {
	const top = await directoriesIn(directory);
	const projects = await directoriesIn(join(directory, 'projects'));
	const inProjects = (await Promise.all(projects.map(directoriesIn))).flat();
	const inPlugins = await directoriesIn(join(directory, 'plugins'));
	const exists = await stat(directory).catch(() => undefined);
	return [...inProjects, ...projects, ...inPlugins, ...top, ...(exists ? [directory] : [])];
}

async function directoriesIn(directory: string): Promise<readonly string[]> {
	const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
	return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(directory, name));
}

async function filesIn(directory: string): Promise<readonly string[]> {
	const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
	return entries.filter((entry) => entry.isFile()).map(({ name }) => join(directory, name));
}

async function keptFile(path: string): Promise<KeptFile | undefined> {
	try {
		const { size, mtime, atime } = await stat(path);
		return size > storeFileLimit ? undefined : { content: await readFile(path), modified: mtime, accessed: atime };
	} catch {
		return undefined;
	}
}

async function putBack(path: string, old: KeptFile | undefined): Promise<void> {
	if (!old) return rm(path, { force: true });
	await mkdir(join(path, '..'), { recursive: true });
	await writeFile(path, old.content);
	await utimes(path, old.accessed, old.modified);
}

/** Names of the top-level keys that differ. */
function changedKeys(before: Buffer | undefined, after: Buffer): readonly string[] {
	const [old, now] = [before, after].map((content) => {
		try {
			const value: unknown = JSON.parse(String(content));
			return isRecord(value) ? value : {};
		} catch {
			return {};
		}
	});
	const names = new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})]);
	return [...names].filter((name) => JSON.stringify(Object(old)[name]) !== JSON.stringify(Object(now)[name]));
}
