/** Where auto memory lives, and whether it is on (loader.md 7). */

import { isAbsolute, join, normalize, sep } from 'node:path';
import { projectSlugLimit } from '../client/constants.js';
import type { ContextInputs } from '../model/inputs.js';
import type { Reason } from '../model/source.js';
import type { FileSystem } from '../ports.js';
import type { LaunchPlace } from './launchPlace.js';
import * as reasons from './reasons.js';
import { configDirectory, type Settings, type SettingsScope } from './settings.js';
import { isBoolean, isString } from '../values.js';
import { everythingOff, isFalsy, isTruthy, variableOff } from './switches.js';

export interface MemoryDirectory {
	readonly path: string;
	/** Settings file whose `autoMemoryDirectory` names it; the default place otherwise. */
	readonly settingsPath?: string;
	/** Settings whose `autoMemoryDirectory` is not honoured, and why. */
	readonly ignored: readonly { readonly settingsPath: string; readonly value: string; readonly reason: Reason }[];
}

/** The memory directory of a launch place: the strongest honoured `autoMemoryDirectory`, else the project's own. */
export async function findMemoryDirectory(
	fs: FileSystem,
	inputs: ContextInputs,
	place: LaunchPlace,
	settings: Settings,
): Promise<MemoryDirectory> {
	const ignored: { settingsPath: string; value: string; reason: Reason }[] = [];
	const order: readonly SettingsScope[] = ['managed', 'local', 'project', 'user'];
	for (const scope of order) {
		const setting = settings.scalar('autoMemoryDirectory', isString, [scope]);
		if (!setting) continue;
		const path = customDirectory(setting.value, inputs.environment.homeDirectory);
		const redirects = scope === 'project' || scope === 'local';
		const reason =
			path === undefined
				? notADirectory(setting.value)
				: redirects && !inputs.trusted
					? untrusted(setting.file.path)
					: undefined;
		if (path !== undefined && reason === undefined) return { path, settingsPath: setting.file.path, ignored };
		if (reason) ignored.push({ settingsPath: setting.file.path, value: setting.value, reason });
	}
	return { path: await defaultDirectory(fs, inputs, place), ignored };
}

/** Absolute or `~/…`; a relative path and the bare home are ignored (corpus `memory/dir-rel`, `pain/cc-36636`). */
function customDirectory(value: string, home: string): string | undefined {
	const expanded = value.startsWith('~/') ? join(home, value.slice(2)) : value;
	if (!isAbsolute(expanded)) return undefined;
	const path = normalize(expanded);
	const trimmed = path.length > 1 && path.endsWith(sep) ? path.slice(0, -1) : path;
	return trimmed === '/' || trimmed === home ? undefined : trimmed;
}

const notADirectory = (value: string): Reason => ({
	code: 'disabled-by-setting',
	sentence: `autoMemoryDirectory "${value}" is ignored: it must be absolute or begin with ~/, and must not be the home itself.`,
});

const untrusted = (settingsPath: string): Reason => ({
	code: 'untrusted',
	sentence: `autoMemoryDirectory in ${settingsPath} counts only once the workspace is trusted.`,
	unverified: true,
});

/** `<config>/projects/<slug>/memory`; for a slug over the limit, the one directory that starts with its first 200 units. */
async function defaultDirectory(fs: FileSystem, inputs: ContextInputs, place: LaunchPlace): Promise<string> {
	return join(await projectDirectory(fs, inputs, place), 'memory');
}

/** The project's directory under the configuration: transcripts and auto memory (loader.md 7 and 10). */
export async function projectDirectory(fs: FileSystem, inputs: ContextInputs, place: LaunchPlace): Promise<string> {
	const projects = join(configDirectory(inputs), 'projects');
	const slug = projectSlug(place.mainRepositoryRoot ?? place.directory);
	if (slug.length <= projectSlugLimit) return join(projects, slug);
	const prefix = `${slug.slice(0, projectSlugLimit)}-`;
	const matching = ((await fs.list(projects)) ?? []).filter((entry) => entry.name.startsWith(prefix));
	return join(projects, matching.length === 1 && matching[0] ? matching[0].name : `${prefix}…`);
}

/**
 * The client's name for a directory: every UTF-16 unit but letters and digits becomes `-`.
 *
 * @example projectSlug('/home/ann/my_app') // '-home-ann-my-app'
 */
export const projectSlug = (directory: string): string => directory.replace(/[^A-Za-z0-9]/g, '-');

/** Why auto memory is off, where something switches it off. */
export function memoryOff(inputs: ContextInputs, settings: Settings): Reason | undefined {
	const off = everythingOff(inputs) ?? variableOff(inputs, 'CLAUDE_CODE_DISABLE_CLAUDE_MDS');
	if (off) return off;
	const variable = inputs.environment.variables['CLAUDE_CODE_DISABLE_AUTO_MEMORY'];
	if (isTruthy(variable)) return reasons.environmentOff('CLAUDE_CODE_DISABLE_AUTO_MEMORY', variable ?? '');
	if (isFalsy(variable)) return undefined;
	if (
		isTruthy(inputs.environment.variables['CLAUDE_CODE_REMOTE']) &&
		!inputs.environment.variables['CLAUDE_CODE_REMOTE_MEMORY_DIR']
	) {
		return variableOff(inputs, 'CLAUDE_CODE_REMOTE');
	}
	const enabled = settings.scalar('autoMemoryEnabled', isBoolean);
	if (enabled?.value !== false) return undefined;
	const offset = enabled.file.text?.indexOf('"autoMemoryEnabled"') ?? -1;
	return reasons.settingOff(
		'autoMemoryEnabled',
		'false',
		enabled.file.path,
		enabled.file.scope === 'managed',
		offset < 0 ? undefined : offset,
	);
}
