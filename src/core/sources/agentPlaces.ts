/** Where agents' files lie, the strongest source first. */

import { basename, join } from 'node:path';
import { mapLimited, readsAtOnce } from '../concurrency.js';
import type { ContextInputs } from '../inputs.js';
import type { FileSystem } from '../ports.js';
import type { Reason } from '../source.js';
import { findMarkdownFiles, findMarkdownFilesUnsorted, type MarkdownFile } from './commandFiles.js';
import { pluginsOnly } from './customization.js';
import { addedDirectories, mainCheckoutFor, projectDirectories } from './customizationRoots.js';
import type { LaunchPlace } from './launchPlace.js';
import { findPlugins, type Plugin, pluginPath } from './plugins.js';
import { settingSourceOff } from './reasons.js';
import { configDirectory, type Settings } from './settings.js';

export type AgentScope = 'managed' | 'user' | 'project' | 'plugin';

export interface AgentPlace {
	readonly path: string;
	readonly scope: AgentScope;
	/** Directory that holds the `.claude` directory or stands in its place. */
	readonly holder: string;
	readonly plugin?: Plugin;
	/** Directories between the `agents` directory and the file. */
	readonly directories: readonly string[];
	/** File name without `.md`. */
	readonly stem: string;
	/** Why its whole source is off. */
	readonly sourceOff?: Reason;
}

type AgentRoot = Pick<AgentPlace, 'scope' | 'holder' | 'sourceOff'> & { readonly directory: string };

/**
 * All agent files: managed, project nearest first, added directories (the last one first), user, plugins. Of one name the
 * first counts, within an `agents` directory the last one: by path in 2.1.332, as the system lists them in 2.1.235.
 */
export async function findAgentPlaces(
	fs: FileSystem,
	inputs: ContextInputs,
	place: LaunchPlace,
	settings: Settings,
): Promise<readonly AgentPlace[]> {
	const policy = pluginsOnly(settings, 'agents', inputs.client);
	const off = (source: 'user' | 'project'): Pick<AgentPlace, 'sourceOff'> => {
		const reason = policy ?? (inputs.flags.settingSources.includes(source) ? undefined : settingSourceOff(source));
		return reason ? { sourceOff: reason } : {};
	};
	const { managedDirectory } = inputs.environment;
	const main = await mainCheckoutFor(fs, place, 'agents');
	const projects = [
		...projectDirectories(inputs, place),
		...(main === undefined ? [] : [main]),
		...[...addedDirectories(inputs, place)].reverse(),
	];
	const user = configDirectory(inputs);
	const roots: readonly AgentRoot[] = [
		{ directory: join(managedDirectory, '.claude', 'agents'), scope: 'managed', holder: managedDirectory },
		...projects.map(
			(holder): AgentRoot => ({
				directory: join(holder, '.claude', 'agents'),
				scope: 'project',
				holder,
				...off('project'),
			}),
		),
		{ directory: join(user, 'agents'), scope: 'user', holder: user, ...off('user') },
	];
	const found = await mapLimited(roots, readsAtOnce, async ({ directory, ...about }) => {
		const files = await agentFiles(fs, inputs, directory);
		return files.map((file): AgentPlace => ({ ...about, ...file })).reverse();
	});
	return [...found.flat(), ...(await pluginAgents(fs, inputs, place, settings))];
}

/** The files of one `agents` directory; the last one of a name counts (own recordings, 15 sets of names). */
async function agentFiles(fs: FileSystem, inputs: ContextInputs, directory: string): Promise<readonly MarkdownFile[]> {
	const files = await findMarkdownFilesUnsorted(fs, directory);
	if (!inputs.client.behaviours.sortsAgentFiles) return files;
	return [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The manifest's `agents` stand in for the default directory (recorded). */
async function pluginAgents(
	fs: FileSystem,
	inputs: ContextInputs,
	place: LaunchPlace,
	settings: Settings,
): Promise<readonly AgentPlace[]> {
	const { active } = await findPlugins(fs, inputs, place, settings);
	const found = await mapLimited(active, readsAtOnce, async (plugin) => {
		const about = { scope: 'plugin', holder: plugin.root, plugin } as const;
		const written = [...(plugin.manifest.agents ?? ['./agents']), ...(plugin.entry.agents ?? [])];
		const places = await mapLimited(written, readsAtOnce, async (relativePath) => {
			const path = pluginPath(plugin, relativePath);
			if (path === undefined) return [];
			if (path.endsWith('.md')) return [{ ...about, path, directories: [], stem: basename(path, '.md') }];
			return (await findMarkdownFiles(fs, path)).map((file): AgentPlace => ({ ...about, ...file }));
		});
		return places.flat();
	});
	return found.flat();
}
