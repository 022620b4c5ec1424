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
import { isString, own } from '../values.js';
import { isInside, type LaunchPlace } from './launchPlace.js';
import { type FoundPlugin, readCatalogue } from './pluginCatalogue.js';
import { noParts, type PluginParts, parseJson, partsOf, pluginFileLimitBytes } from './pluginParts.js';
import { settingPlace } from './settingPlaces.js';
import type { Settings } from './settings.js';

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

/** Reads a plugin's manifest; `undefined` where there is no such directory or the manifest is void. */
async function openPlugin(fs: FileSystem, found: FoundPlugin): Promise<Plugin | undefined> {
	const { root, key, entry } = found;
	if ((await fs.stat(root))?.kind !== 'directory') return undefined;
	const manifestFile = await fs.readText(join(root, '.claude-plugin', 'plugin.json'), pluginFileLimitBytes);
	// Without a manifest the directory's name is the plugin's.
	if (!manifestFile) return { name: found.fallbackName, root, key, manifest: noParts, entry };
	const manifest = manifestFile.ok ? parseJson(manifestFile.text) : undefined;
	const name = manifest && own(manifest, 'name');
	// A name with blanks is no plugin's (recorded).
	if (!manifest || !isString(name) || !/^\S+$/.test(name)) return undefined;
	return { name, root, key, manifest: partsOf(manifest), entry };
}

/** The path that a plugin names of itself, or `undefined` where it leads out of the plugin. */
export function pluginPath(plugin: Plugin, written: string): string | undefined {
	if (isAbsolute(written)) return undefined;
	const path = join(plugin.root, written);
	return isInside(plugin.root, path) ? path.replace(/(?<=.)[\\/]+$/, '') : undefined;
}
