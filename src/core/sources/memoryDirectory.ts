/** Where auto memory lives, and whether it is on (loader.md 7). */

import { isAbsolute, join, normalize, sep } from 'node:path';
import { projectSlugLimit } from '../client/constants.js';
import type { ContextInputs } from '../inputs.js';
import type { Reason } from '../source.js';
import { isBoolean, isString } from '../values.js';
import type { LaunchPlace } from './launchPlace.js';
import * as reasons from './reasons.js';
import { configDirectory, type Settings, type SettingsScope } from './settings.js';
import { everythingOff, isFalsy, isTruthy, variableOff } from './switches.js';

export interface MemoryDirectory {
	readonly path: string;
	/** Settings file whose `autoMemoryDirectory` names it; the default place otherwise. */
	readonly settingsPath?: string;
	/** Settings whose `autoMemoryDirectory` is not honoured, and why. */
	readonly ignored: readonly { readonly settingsPath: string; readonly value: string; readonly reason: Reason }[];
}

/**
 * The memory directory of a launch place: the strongest `autoMemoryDirectory`, else the project's own. A value that is no
 * directory takes the weaker settings' values along (own recordings); one of an untrusted workspace leaves them.
 */
export function findMemoryDirectory(inputs: ContextInputs, place: LaunchPlace, settings: Settings): MemoryDirectory {
	const ignored: { settingsPath: string; value: string; reason: Reason }[] = [];
	const order: readonly SettingsScope[] = ['managed', 'local', 'project', 'user'];
	for (const scope of order) {
		const setting = settings.scalar('autoMemoryDirectory', isString, [scope]);
		if (!setting) continue;
		const { value, file } = setting;
		const isRedirect = scope === 'project' || scope === 'local';
		if (isRedirect && !inputs.trusted) {
			ignored.push({ settingsPath: file.path, value, reason: untrusted(file.path) });
			continue;
		}
		const path = customDirectory(value, inputs.environment.homeDirectory);
		if (path !== undefined) return { path, settingsPath: file.path, ignored };
		ignored.push({ settingsPath: file.path, value, reason: notADirectory(value) });
		break;
	}
	return { path: defaultDirectory(inputs, place), ignored };
}

/**
 * Absolute, or `~/` and a path below the home; a relative path, a directory at the root with a name of one unit, the bare
 * home by `~` and what leaves it by `~/..` are ignored (corpus `memory/dir-rel`, `pain/cc-36636`; own recordings of 40
 * spellings: the home itself counts when it is written out).
 */
function customDirectory(value: string, home: string): string | undefined {
	if (value.includes('\0')) return undefined;
	const below = value.startsWith('~/') ? normalize(value.slice(2)) : undefined;
	if (below !== undefined && (/^\.?[\\/]*$/.test(below) || below.split(/[\\/]/)[0] === '..')) return undefined;
	const expanded = below === undefined ? value : join(home, below);
	if (!isAbsolute(expanded)) return undefined;
	const path = normalize(expanded);
	const trimmed = path.length > 1 && path.endsWith(sep) ? path.slice(0, -1) : path;
	return trimmed.length < shortestDirectory ? undefined : trimmed;
}

const shortestDirectory = '/ab'.length;

const notADirectory = (value: string): Reason => ({
	code: 'disabled-by-setting',
	sentence: `autoMemoryDirectory "${value}" is ignored: it must be absolute or lead below the home by ~/.`,
});

const untrusted = (settingsPath: string): Reason => ({
	code: 'untrusted',
	sentence: `autoMemoryDirectory in ${settingsPath} counts only once the workspace is trusted.`,
	unverified: true,
});

/** `<config>/projects/<name>/memory`, or the same below `CLAUDE_CODE_REMOTE_MEMORY_DIR` (own recordings). */
function defaultDirectory(inputs: ContextInputs, place: LaunchPlace): string {
	const base = inputs.environment.variables['CLAUDE_CODE_REMOTE_MEMORY_DIR'] || configDirectory(inputs);
	return join(base, 'projects', projectName(place.mainRepositoryRoot ?? place.directory), 'memory');
}

/**
 * The name of a directory's project directory: its slug; a longer one is cut to 200 units, and a hash of the whole path
 * follows (own recordings of both clients).
 */
export function projectName(directory: string): string {
	const slug = projectSlug(directory);
	if (slug.length <= projectSlugLimit) return slug;
	return `${slug.slice(0, projectSlugLimit)}-${hashOf(directory)}`;
}

/** 31 times the hash so far plus the unit, in 32 bits; its amount to the base of 36. */
function hashOf(text: string): string {
	let hash = 0;
	for (let index = 0; index < text.length; index++) hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0;
	return Math.abs(hash).toString(36);
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
