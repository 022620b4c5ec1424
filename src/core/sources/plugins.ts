/**
 * Which plugins are on, and where they lie (reports.md e; corpus `plugin/dir`, `pain/cc-54996-plugin-*`).
 *
 * `--plugin-dir` names a directory. An enabled plugin (`enabledPlugins["name@marketplace"]`) must stand in the catalogue
 * of a known marketplace; from a directory marketplace it is read in place, from any other one its installed copy is.
 */

import { basename, isAbsolute, join, resolve } from 'node:path';
import type { ContextInputs } from '../model/inputs.js';
import type { Reason } from '../model/source.js';
import type { FileSystem } from '../ports.js';
import { isInside, type LaunchPlace } from './launchPlace.js';
import { settingPlace } from './settingPlaces.js';
import { configDirectory, isRecord, isString, own, type Settings } from './settings.js';

type JsonRecord = Readonly<Record<string, unknown>>;

/** Further places of a plugin's parts, as its manifest or its marketplace names them. */
export interface PluginParts {
	readonly skills: readonly string[];
	readonly commands: readonly string[];
	readonly agents: readonly string[];
}

export interface Plugin {
	/** Prefix of its skills and agents, e.g. `plug`. */
	readonly name: string;
	/** Directory of the plugin. */
	readonly root: string;
	/** `plug@market`, or the directory given with `--plugin-dir`. */
	readonly key: string;
	/** What `.claude-plugin/plugin.json` names; `commands` and `agents` then replace the default directories. */
	readonly manifest: PluginParts;
	/** What the marketplace's entry names, beside the default directories. */
	readonly entry: PluginParts;
}

/** An enabled or switched-off plugin that brings nothing, and why. */
export interface PluginLeftOut {
	readonly key: string;
	readonly reason: Reason;
}

export interface Plugins {
	readonly active: readonly Plugin[];
	readonly leftOut: readonly PluginLeftOut[];
}

const noParts: PluginParts = { skills: [], commands: [], agents: [] };

/** Finds the plugins in the order of the listing: those of `--plugin-dir`, then the enabled ones. */
export async function findPlugins(
	fs: FileSystem,
	inputs: ContextInputs,
	place: LaunchPlace,
	settings: Settings,
): Promise<Plugins> {
	const given = await Promise.all(
		inputs.flags.pluginDirectories.map((directory) => {
			const root = resolve(place.directory, directory);
			return openPlugin(fs, { root, key: root, fallbackName: basename(root), entry: noParts });
		}),
	);
	const enabled = await findEnabled(fs, inputs, place, settings);
	const names = new Set(given.flatMap((plugin) => (plugin ? [plugin.name] : [])));
	return {
		active: [
			...given.filter((plugin) => plugin !== undefined),
			...enabled.active.filter(({ name }) => !names.has(name)),
		],
		leftOut: enabled.leftOut,
	};
}

async function findEnabled(
	fs: FileSystem,
	inputs: ContextInputs,
	place: LaunchPlace,
	settings: Settings,
): Promise<Plugins> {
	const active: Plugin[] = [];
	const leftOut: PluginLeftOut[] = [];
	const members = settings.members('enabledPlugins');
	if (members.size === 0) return { active, leftOut };
	const catalogue = await readCatalogue(fs, inputs, place, settings);
	for (const [key, { value, file }] of members) {
		// Built-in plugins have switches here too, but no directory.
		if (key.endsWith('@builtin')) continue;
		const keyPlace = settingPlace(file, 'enabledPlugins', key);
		if (value === false) {
			const code = file.scope === 'managed' ? 'disabled-by-policy' : 'disabled-by-setting';
			leftOut.push({
				key,
				reason: { code, sentence: `The plugin ${key} is switched off in ${file.path}.`, place: keyPlace },
			});
			continue;
		}
		const found = await catalogue.find(key);
		const plugin = found && (await openPlugin(fs, found));
		if (plugin) active.push(plugin);
		else {
			const sentence = `The plugin ${key} is enabled in ${file.path}, but not installed from a known marketplace.`;
			leftOut.push({ key, reason: { code: 'not-a-file', sentence, place: keyPlace } });
		}
	}
	return { active, leftOut };
}

interface FoundPlugin {
	readonly root: string;
	readonly key: string;
	readonly fallbackName: string;
	readonly entry: PluginParts;
}

/** Reads a plugin's manifest; `undefined` where there is no such directory or the manifest is void. */
async function openPlugin(fs: FileSystem, found: FoundPlugin): Promise<Plugin | undefined> {
	const { root, key, entry } = found;
	if ((await fs.stat(root))?.kind !== 'directory') return undefined;
	const manifestFile = await fs.readText(join(root, '.claude-plugin', 'plugin.json'), jsonLimitBytes);
	// Without a manifest the directory's name is the plugin's.
	if (!manifestFile) return { name: found.fallbackName, root, key, manifest: noParts, entry };
	const manifest = manifestFile.ok ? parseJson(manifestFile.text) : undefined;
	const name = manifest && own(manifest, 'name');
	// A name with blanks is no plugin's (recorded).
	if (!manifest || !isString(name) || !/^\S+$/.test(name)) return undefined;
	return { name, root, key, manifest: partsOf(manifest), entry };
}

const partsOf = (data: JsonRecord): PluginParts => ({
	skills: pathList(own(data, 'skills')),
	commands: pathList(own(data, 'commands')),
	agents: pathList(own(data, 'agents')),
});

function pathList(value: unknown): readonly string[] {
	return (Array.isArray(value) ? value : [value]).filter(isString);
}

/** The path that a plugin names of itself, or `undefined` where it leads out of the plugin. */
export function pluginPath(plugin: Plugin, written: string): string | undefined {
	if (isAbsolute(written)) return undefined;
	const path = join(plugin.root, written);
	return isInside(plugin.root, path) ? path.replace(/(?<=.)[\\/]+$/, '') : undefined;
}

/** What is known of marketplaces and installed copies. */
class Catalogue {
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
		return root === undefined ? undefined : { root, key, fallbackName: name, entry: partsOf(entry) };
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
				const plugins = data && own(data, 'plugins');
				return Array.isArray(plugins) ? plugins.filter(isRecord) : [];
			});
			this.#entries.set(location, entries);
		}
		return entries;
	}
}

interface Marketplace {
	/** Directory that holds the marketplace. */
	readonly location: string;
	/** True where the marketplace is a directory of the user's, so that its plugins are read in place. */
	readonly isDirectory: boolean;
}

async function readCatalogue(
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

/** Manifests and catalogues; a large marketplace's has some hundred kilobytes. */
const jsonLimitBytes = 16 * 1024 * 1024;

async function readJson(fs: FileSystem, path: string): Promise<JsonRecord | undefined> {
	const file = await fs.readText(path, jsonLimitBytes);
	return file?.ok ? parseJson(file.text) : undefined;
}

function parseJson(text: string): JsonRecord | undefined {
	try {
		const data: unknown = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
		return isRecord(data) ? data : undefined;
	} catch {
		return undefined;
	}
}
