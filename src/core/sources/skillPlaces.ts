/** Where skills and commands lie, in the order of the listing, before any of them is read. */

import { basename, join } from 'node:path';
import { mapLimited, readsAtOnce } from '../concurrency.js';
import { derived } from '../derived.js';
import type { ContextInputs } from '../inputs.js';
import type { DirectoryEntry, FileSystem } from '../ports.js';
import type { Reason, Scope } from '../source.js';
import { type CommandFile, findCommands, findPluginCommands } from './commandFiles.js';
import { pluginsOnly } from './customization.js';
import { addedDirectories, mainCheckoutFor, projectDirectories } from './customizationRoots.js';
import type { LaunchPlace } from './launchPlace.js';
import { compareNames } from './nameOrder.js';
import { findPlugins, type Plugin, pluginPath } from './plugins.js';
import { settingSourceOff } from './reasons.js';
import { configDirectory, type Settings } from './settings.js';

/** `command`: a Markdown file of a `commands` directory. */
export type SkillKind = 'skill' | 'command';

/** Whose a skill is; nested and added directories count as the project's. No file of a `bundled` one is ever found. */
export type SkillScope = Extract<Scope, 'managed' | 'user' | 'project' | 'plugin' | 'bundled'>;

export interface SkillPlace {
	readonly kind: SkillKind;
	readonly scope: SkillScope;
	/** Path of the SKILL.md or command file. */
	readonly path: string;
	/** Name of the skill's directory, or the command's name: `my-skill`, `sub:cmd`. */
	readonly baseName: string;
	/** Directory that holds the `.claude` directory or stands in its place: the configuration directory, a plugin's root. */
	readonly holder: string;
	readonly plugin?: Plugin;
	/** True where the front matter's `name` counts before `baseName` (a plugin's directory that is a skill itself). */
	readonly prefersWrittenName?: boolean;
	/** The description that a plugin's manifest gives in place of the file's. */
	readonly description?: string;
	/** Directory given with `--add-dir` that it comes from. */
	readonly addedDirectory?: string;
	/** Why its whole source is off. */
	readonly sourceOff?: Reason;
}

type About = Pick<SkillPlace, 'scope' | 'holder' | 'plugin' | 'addedDirectory' | 'sourceOff'>;

/** All skills and commands that the client could list at its start, in listing order. */
export async function findSkillPlaces(
	fs: FileSystem,
	inputs: ContextInputs,
	place: LaunchPlace,
	settings: Settings,
): Promise<readonly SkillPlace[]> {
	const roots = await skillRoots(fs, inputs, place, settings);
	const [skills, commands, ofPlugins] = await Promise.all([
		mapLimited(roots.skills, readsAtOnce, ({ directory, about }) => skillsIn(fs, join(directory, 'skills'), about)),
		mapLimited(roots.commands, readsAtOnce, ({ directory, about }) =>
			commandsIn(fs, join(directory, 'commands'), about),
		),
		findPlugins(fs, inputs, place, settings).then(({ active }) => pluginPlaces(fs, active)),
	]);
	// The commands of all scopes stand together, sorted by name; the stable sort keeps managed before user before project.
	const sorted = commands.flat().sort((a, b) => compareNames(a.baseName, b.baseName));
	return [...skills.flat(), ...sorted, ...ofPlugins];
}

interface Root {
	/** Directory that holds `skills` and `commands`, e.g. `/repo/.claude`. */
	readonly directory: string;
	readonly about: About;
}

async function skillRoots(
	fs: FileSystem,
	inputs: ContextInputs,
	place: LaunchPlace,
	settings: Settings,
): Promise<{ readonly skills: readonly Root[]; readonly commands: readonly Root[] }> {
	const { managedDirectory } = inputs.environment;
	const policy = pluginsOnly(settings, 'skills', inputs.client);
	const off = (source: 'user' | 'project'): Pick<About, 'sourceOff'> => {
		const reason = policy ?? (inputs.flags.settingSources.includes(source) ? undefined : settingSourceOff(source));
		return reason ? { sourceOff: reason } : {};
	};
	const managed: Root = {
		directory: join(managedDirectory, '.claude'),
		about: { scope: 'managed', holder: managedDirectory },
	};
	const user: Root = {
		directory: configDirectory(inputs),
		about: { scope: 'user', holder: configDirectory(inputs), ...off('user') },
	};
	const projectRoot = (holder: string): Root => ({
		directory: join(holder, '.claude'),
		about: { scope: 'project', holder, ...off('project') },
	});
	const project = projectDirectories(inputs, place).map(projectRoot);
	const added = addedDirectories(inputs, place).map((holder): Root => {
		const root = projectRoot(holder);
		return { ...root, about: { ...root.about, addedDirectory: holder } };
	});
	const mainCheckout = async (kind: 'skills' | 'commands'): Promise<readonly Root[]> => {
		const main = await mainCheckoutFor(fs, place, kind);
		return main === undefined ? [] : [projectRoot(main)];
	};
	return {
		skills: [
			managed,
			user,
			...project,
			...(inputs.client.behaviours.takesSkillsOfMainCheckout ? await mainCheckout('skills') : []),
			...added,
		],
		commands: [
			// The policy takes managed commands too (recorded).
			policy ? { ...managed, about: { ...managed.about, sourceOff: policy } } : managed,
			user,
			...project,
			...(await mainCheckout('commands')),
			...added,
		],
	};
}

/** The skills of one `skills` directory, by `localeCompare`: `<directory>/<name>/SKILL.md`, one level. */
export async function skillsIn(fs: FileSystem, directory: string, about: About): Promise<readonly SkillPlace[]> {
	const entries = await fs.list(directory);
	if (!entries) return [];
	const { scope, holder, plugin, addedDirectory, sourceOff } = about;
	const inputs = [directory, scope, holder, plugin, addedDirectory, sourceOff];
	return placesIn(entries, inputs, () => skillPlaces(entries, directory, about));
}

const placesIn = derived<readonly DirectoryEntry[], readonly SkillPlace[]>();

const skillPlaces = (entries: readonly DirectoryEntry[], directory: string, about: About): readonly SkillPlace[] =>
	entries
		.filter(({ kind }) => kind === 'directory' || kind === 'symlink')
		.map(({ name }) => name)
		.sort(compareNames)
		.map((name) => ({ ...about, kind: 'skill', path: join(directory, name, 'SKILL.md'), baseName: name }));

async function commandsIn(fs: FileSystem, directory: string, about: About): Promise<readonly SkillPlace[]> {
	const commands = await findCommands(fs, directory);
	return commands.map((command) => commandPlace(about, command));
}

const commandPlace = (about: About, { path, name }: CommandFile): SkillPlace => ({
	...about,
	kind: 'command',
	path,
	baseName: name,
});

/** The commands of all plugins, then their skills (recorded). */
async function pluginPlaces(fs: FileSystem, plugins: readonly Plugin[]): Promise<readonly SkillPlace[]> {
	const commands = await mapLimited(plugins, readsAtOnce, (plugin) => pluginCommands(fs, plugin));
	const skills = await mapLimited(plugins, readsAtOnce, (plugin) => pluginSkills(fs, plugin));
	return [...commands.flat(), ...skills.flat()];
}

/** The manifest's `commands` stand in for the default directory; the marketplace's entry adds to it (recorded). */
async function pluginCommands(fs: FileSystem, plugin: Plugin): Promise<readonly SkillPlace[]> {
	const about: About = { scope: 'plugin', holder: plugin.root, plugin };
	const fromManifest = plugin.manifest.commands ?? [{ path: './commands' }];
	const written = [...fromManifest, ...(plugin.entry.commands ?? [])];
	const places = await mapLimited(written, readsAtOnce, async ({ path: relativePath, name, description }) => {
		const path = pluginPath(plugin, relativePath);
		if (path === undefined) return [];
		if (!path.endsWith('.md')) {
			const commands = await findPluginCommands(fs, path);
			return commands.map((command) => commandPlace(about, command));
		}
		const place = commandPlace(about, { path, name: name ?? basename(path, '.md') });
		return [{ ...place, ...(description === undefined ? {} : { description }) }];
	});
	return places.flat();
}

/**
 * The default `skills` directory and the directories that manifest and entry name. The plugin's root is a skill itself only
 * where there is neither (own recordings).
 */
async function pluginSkills(fs: FileSystem, plugin: Plugin): Promise<readonly SkillPlace[]> {
	const about: About = { scope: 'plugin', holder: plugin.root, plugin };
	const { manifest, entry, isWholeMarketplace } = plugin;
	const directory = join(plugin.root, 'skills');
	const isReplaced = isWholeMarketplace && entry.skills !== undefined;
	const byDefault = isReplaced ? [] : await skillsIn(fs, directory, about);
	const written = [...(manifest.skills ?? []), ...(entry.skills ?? [])];
	const named = await mapLimited(written, readsAtOnce, async (relativePath) => {
		const path = pluginPath(plugin, relativePath);
		if (path === undefined) return [];
		const own = await skillItself(fs, path, about);
		return own ? [own] : skillsIn(fs, path, about);
	});
	if (written.length > 0 || (await fs.stat(directory))?.kind === 'directory') return [...byDefault, ...named.flat()];
	const root = await skillItself(fs, plugin.root, about);
	return root ? [root] : [];
}

/** A directory that holds a SKILL.md itself; it is named by its front matter first. */
async function skillItself(fs: FileSystem, directory: string, about: About): Promise<SkillPlace | undefined> {
	const path = join(directory, 'SKILL.md');
	if ((await fs.stat(path))?.kind !== 'file') return undefined;
	return { ...about, kind: 'skill', path, baseName: basename(directory), prefersWrittenName: true };
}
