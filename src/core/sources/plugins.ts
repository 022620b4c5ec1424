/**
 * Which plugins are on, and where they lie (reports.md e; corpus `plugin/dir`, `pain/cc-54996-plugin-*`).
 *
 * `--plugin-dir` names a directory. An enabled plugin (`enabledPlugins["name@marketplace"]`) must stand in the catalogue
 * of a known marketplace; from a directory marketplace it is read in place, from any other one its installed copy is.
 */

import { basename, isAbsolute, join, resolve } from 'node:path';
import type { ContextInputs } from '../inputs.js';
import type { FileSystem } from '../ports.js';
import type { Reason } from '../source.js';
import { own } from '../values.js';
import { isInside, type LaunchPlace } from './launchPlace.js';
import { type FoundPlugin, readCatalogue } from './pluginCatalogue.js';
import { type PluginParts, parseJson, partsOf, pluginFileLimitBytes, wrongManifestKey } from './pluginParts.js';
import { settingPlace } from './settingPlaces.js';
import type { Settings, SettingsFile } from './settings.js';

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
	/** True where its root is the marketplace's own: the skills that the entry names are then all (own recordings). */
	readonly isWholeMarketplace: boolean;
	/** False where its manifest says `defaultEnabled: false`. */
	readonly isOnByDefault: boolean;
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

/** Finds the plugins in the order of the listing: those of `--plugin-dir`, then the enabled ones. */
export async function findPlugins(
	fs: FileSystem,
	inputs: ContextInputs,
	place: LaunchPlace,
	settings: Settings,
): Promise<Plugins> {
	const given = await findGiven(fs, inputs, place, settings);
	const enabled = await findEnabled(fs, inputs, place, settings);
	const names = new Set(given.active.map(({ name }) => name));
	return {
		active: [...given.active, ...enabled.active.filter(({ name }) => !names.has(name))],
		leftOut: [...given.leftOut, ...enabled.leftOut],
	};
}

/** The plugins of `--plugin-dir`; a setting switches one off by the key `name@inline` (own recordings). */
async function findGiven(
	fs: FileSystem,
	inputs: ContextInputs,
	place: LaunchPlace,
	settings: Settings,
): Promise<Plugins> {
	const active: Plugin[] = [];
	const leftOut: PluginLeftOut[] = [];
	const switches = settings.members('enabledPlugins');
	for (const directory of inputs.flags.pluginDirectories) {
		for (const root of await givenRoots(fs, inputs, resolve(place.directory, directory))) {
			const found = { root, key: root, fallbackName: basename(root), entry: {}, isWholeMarketplace: false };
			const plugin = await openPlugin(fs, inputs, found);
			if (!plugin) continue;
			const key = `${plugin.name}@inline`;
			const setting = switches.get(key);
			if (setting?.value === false) leftOut.push(switchedOff(key, setting.file));
			else if (plugin.isOnByDefault || setting?.value === true) active.push(plugin);
		}
	}
	return { active, leftOut };
}

/** The directory itself; a newer client takes those of its subdirectories that have a manifest where it is no plugin. */
async function givenRoots(fs: FileSystem, inputs: ContextInputs, directory: string): Promise<readonly string[]> {
	if (!inputs.client.behaviours.takesDirectoriesOfPlugins) return [directory];
	const entries = (await fs.list(directory)) ?? [];
	if (entries.some(({ name }) => ownContent.has(name))) return [directory];
	const below = entries.map(({ name }) => name).filter((name) => !name.startsWith('.'));
	const manifests = await Promise.all(
		below.map((name) => fs.stat(join(directory, name, '.claude-plugin', 'plugin.json'))),
	);
	const roots = below.filter((_, index) => manifests[index]?.kind === 'file').sort();
	return roots.length > 0 ? roots.map((name) => join(directory, name)) : [directory];
}

/** What makes a directory a plugin itself. */
const ownContent: ReadonlySet<string> = new Set([
	'.claude-plugin',
	'skills',
	'commands',
	'agents',
	'hooks',
	'SKILL.md',
]);

function switchedOff(key: string, file: SettingsFile): PluginLeftOut {
	return {
		key,
		reason: {
			code: file.scope === 'managed' ? 'disabled-by-policy' : 'disabled-by-setting',
			sentence: `The plugin ${key} is switched off in ${file.path}.`,
			place: settingPlace(file, 'enabledPlugins', key),
		},
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
		if (value === false) {
			leftOut.push(switchedOff(key, file));
			continue;
		}
		// Anything but `true`, a list of versions too, switches nothing on (own recordings).
		if (value !== true) continue;
		const found = await catalogue.find(key);
		const plugin = found && (await openPlugin(fs, inputs, found));
		if (plugin) active.push(plugin);
		else {
			const sentence = `The plugin ${key} is enabled in ${file.path}, but not installed from a known marketplace.`;
			const keyPlace = settingPlace(file, 'enabledPlugins', key);
			leftOut.push({ key, reason: { code: 'not-a-file', sentence, place: keyPlace } });
		}
	}
	return { active, leftOut };
}

/** Reads a plugin's manifest; `undefined` where there is no such directory or the client does not take the manifest. */
async function openPlugin(fs: FileSystem, inputs: ContextInputs, found: FoundPlugin): Promise<Plugin | undefined> {
	const { root, key, entry, isWholeMarketplace } = found;
	if ((await fs.stat(root))?.kind !== 'directory') return undefined;
	const about = { root, key, entry, isWholeMarketplace };
	const manifestFile = await fs.readText(join(root, '.claude-plugin', 'plugin.json'), pluginFileLimitBytes);
	// Without a manifest the directory's name is the plugin's.
	if (!manifestFile) return { ...about, name: found.fallbackName, manifest: {}, isOnByDefault: true };
	const manifest = manifestFile.ok ? parseJson(manifestFile.text) : undefined;
	if (!manifest || wrongManifestKey(manifest, inputs.client) !== undefined) return undefined;
	// An entry that stands for the manifest and names parts is at odds with one (own recordings).
	if (found.entryStandsAlone && Object.keys(entry).length > 0) return undefined;
	const isOnByDefault = own(manifest, 'defaultEnabled') !== false;
	return { ...about, name: String(own(manifest, 'name')), manifest: partsOf(manifest), isOnByDefault };
}

/** The path that a plugin names of itself, or `undefined` where it leads out of the plugin. */
export function pluginPath(plugin: Plugin, written: string): string | undefined {
	if (isAbsolute(written)) return undefined;
	const path = join(plugin.root, written);
	return isInside(plugin.root, path) ? path.replace(/(?<=.)[\\/]+$/, '') : undefined;
}
