/** Where enabled plugins lie: the client's records of marketplaces and installed copies. */

import { isAbsolute, join } from 'node:path';
import type { ContextInputs } from '../inputs.js';
import type { FileSystem } from '../ports.js';
import { isRecord, isString, own } from '../values.js';
import { isInside, type LaunchPlace } from './launchPlace.js';
import { type JsonRecord, type PluginParts, parseJson, partsOf, pluginFileLimitBytes } from './pluginParts.js';
import { configDirectory, type Settings } from './settings.js';

/** A plugin's directory, before its manifest is read. */
export interface FoundPlugin {
	readonly root: string;
	/** `plug@market`, or the directory given with `--plugin-dir`. */
	readonly key: string;
	/** Its name, where there is no manifest. */
	readonly fallbackName: string;
	/** What the marketplace's entry names. */
	readonly entry: PluginParts;
	/** True where the plugin's root is the marketplace's. */
	readonly isWholeMarketplace: boolean;
	/** True where the entry says `strict: false`. */
	readonly entryStandsAlone?: boolean;
}

/** What is known of marketplaces and installed copies. */
export class Catalogue {
	readonly #fs: FileSystem;
	readonly #marketplaces: ReadonlyMap<string, Marketplace>;
	readonly #installed: ReadonlyMap<string, string>;
	readonly #entries = new Map<string, Promise<readonly JsonRecord[]>>();

	constructor(fs: FileSystem, marketplaces: ReadonlyMap<string, Marketplace>, installed: ReadonlyMap<string, string>) {
		this.#fs = fs;
		this.#marketplaces = marketplaces;
		this.#installed = installed;
	}

	/** Where the plugin `name@marketplace` lies. */
	async find(key: string): Promise<FoundPlugin | undefined> {
		const at = key.lastIndexOf('@');
		const marketplace = at > 0 ? this.#marketplaces.get(key.slice(at + 1)) : undefined;
		if (!marketplace) return undefined;
		const name = key.slice(0, at);
		const entry = (await this.#entriesOf(marketplace)).find((candidate) => own(candidate, 'name') === name);
		if (!entry) return undefined;
		const root = this.#rootOf(key, marketplace, own(entry, 'source'));
		if (root === undefined) return undefined;
		return {
			root,
			key,
			fallbackName: name,
			entry: partsOf(entry),
			isWholeMarketplace: root === marketplace.location,
			entryStandsAlone: own(entry, 'strict') === false,
		};
	}

	#rootOf(key: string, marketplace: Marketplace, source: unknown): string | undefined {
		if (!marketplace.isDirectory || !isString(source)) return this.#installed.get(key);
		if (isAbsolute(source)) return undefined;
		const root = join(marketplace.location, source).replace(/(?<=.)[\\/]+$/, '');
		return isInside(marketplace.location, root) ? root : undefined;
	}

	#entriesOf({ location }: Marketplace): Promise<readonly JsonRecord[]> {
		let entries = this.#entries.get(location);
		if (!entries) {
			entries = readJson(this.#fs, join(location, '.claude-plugin', 'marketplace.json')).then((data) => {
				const plugins = data && isMarketplace(data) ? own(data, 'plugins') : undefined;
				return Array.isArray(plugins) ? plugins.filter(isRecord) : [];
			});
			this.#entries.set(location, entries);
		}
		return entries;
	}
}

/** One whose owner is no object is none (own recordings). */
const isMarketplace = (data: JsonRecord): boolean => !Object.hasOwn(data, 'owner') || isRecord(own(data, 'owner'));

interface Marketplace {
	/** Directory that holds the marketplace. */
	readonly location: string;
	/** True where the marketplace is a directory of the user's, so that its plugins are read in place. */
	readonly isDirectory: boolean;
}

/** Reads what the client knows of marketplaces and installed copies. */
export async function readCatalogue(
	fs: FileSystem,
	inputs: ContextInputs,
	place: LaunchPlace,
	settings: Settings,
): Promise<Catalogue> {
	const directory = join(configDirectory(inputs), 'plugins');
	const [known, installed] = await Promise.all([
		readJson(fs, join(directory, 'known_marketplaces.json')),
		readJson(fs, join(directory, 'installed_plugins.json')),
	]);
	const marketplaces = new Map<string, Marketplace>();
	if (inputs.client.behaviours.loadsPluginsFromDirectoryMarketplace) {
		// Declared in user settings is enough; declared in project settings is not.
		for (const [name, entry] of recordsOf(own(settings.file('user')?.data ?? {}, 'extraKnownMarketplaces'))) {
			const source = own(entry, 'source');
			if (isRecord(source)) addMarketplace(marketplaces, name, source, own(source, 'path'));
		}
	}
	for (const [name, entry] of recordsOf(known)) {
		const source = own(entry, 'source');
		addMarketplace(marketplaces, name, isRecord(source) ? source : {}, own(entry, 'installLocation'));
	}
	return new Catalogue(fs, marketplaces, installedCopies(own(installed ?? {}, 'plugins'), place));
}

function addMarketplace(to: Map<string, Marketplace>, name: string, source: JsonRecord, location: unknown): void {
	const isDirectory = own(source, 'source') === 'directory';
	if (isString(location) && isAbsolute(location)) to.set(name, { location, isDirectory });
}

/** `installPath` by key; of several copies the first one that holds for this project (version 1 has one copy a key). */
function installedCopies(plugins: unknown, place: LaunchPlace): ReadonlyMap<string, string> {
	const paths = new Map<string, string>();
	if (!isRecord(plugins)) return paths;
	for (const [key, value] of Object.entries(plugins)) {
		const copies = (Array.isArray(value) ? value : [value]).filter(isRecord);
		const copy = copies.find((candidate) => {
			const project = own(candidate, 'projectPath');
			return !isString(project) || project === place.directory || project === place.repositoryRoot;
		});
		const path = copy && own(copy, 'installPath');
		if (isString(path) && isAbsolute(path)) paths.set(key, path);
	}
	return paths;
}

const recordsOf = (value: unknown): readonly (readonly [string, JsonRecord])[] =>
	isRecord(value)
		? Object.entries(value).flatMap(([key, member]) => (isRecord(member) ? [[key, member] as const] : []))
		: [];

async function readJson(fs: FileSystem, path: string): Promise<JsonRecord | undefined> {
	const file = await fs.readText(path, pluginFileLimitBytes);
	return file?.ok ? parseJson(file.text) : undefined;
}
