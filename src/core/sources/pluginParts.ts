/** What manifests and marketplaces say of a plugin's parts. */

import type { ClientProfile } from '../client/profile.js';
import { isRecord, isString, own } from '../values.js';

export type JsonRecord = Readonly<Record<string, unknown>>;

/** A file or directory that gives commands. */
export interface PluginCommands {
	readonly path: string;
	/** Name and description of a single command, where a manifest gives them. */
	readonly name?: string;
	readonly description?: string;
}

/** Further places of a plugin's parts, as its manifest or its marketplace names them; absent where it says nothing. */
export interface PluginParts {
	readonly skills?: readonly string[];
	readonly commands?: readonly PluginCommands[];
	readonly agents?: readonly string[];
}

/** The parts that a manifest or a marketplace's entry names; only paths that begin with `./` count (recorded). */
export function partsOf(data: JsonRecord): PluginParts {
	const skills = pathList(own(data, 'skills'));
	const commands = commandList(own(data, 'commands'));
	const agents = pathList(own(data, 'agents'));
	return { ...(skills ? { skills } : {}), ...(commands ? { commands } : {}), ...(agents ? { agents } : {}) };
}

const isPath = (value: unknown): value is string => isString(value) && value.startsWith('./');

function pathList(value: unknown): readonly string[] | undefined {
	return value === undefined ? undefined : (Array.isArray(value) ? value : [value]).filter(isPath);
}

function commandList(value: unknown): readonly PluginCommands[] | undefined {
	if (!isRecord(value)) return pathList(value)?.map((path) => ({ path }));
	// Commands whose text stands in the manifest have no file; of two with one file the first counts (recorded).
	const byPath = new Map<string, PluginCommands>();
	for (const [name, command] of Object.entries(value)) {
		const path = isRecord(command) ? own(command, 'source') : undefined;
		const description = isRecord(command) ? own(command, 'description') : undefined;
		if (isPath(path) && !byPath.has(path))
			byPath.set(path, { path, name, ...(isString(description) ? { description } : {}) });
	}
	return [...byPath.values()];
}

type Check = (value: unknown) => boolean;

const isListOf =
	(check: Check): Check =>
	(value) =>
		Array.isArray(value) ? value.every(check) : check(value);
const isCommand: Check = (value) => isRecord(value) && isPath(own(value, 'source')) !== isString(own(value, 'content'));
const isConfiguration: Check = isListOf((value) => isRecord(value) || isPath(value));
const isNoScalar: Check = (value) => typeof value === 'object' && value !== null;

/** What a value must be, or the client takes the plugin for none at all (own recordings of both clients). */
const checks: Readonly<Record<string, Check>> = {
	version: isString,
	skills: isListOf(isPath),
	commands: (value) => (isRecord(value) ? Object.values(value).every(isCommand) : isListOf(isPath)(value)),
	agents: isListOf((value) => isPath(value) && value.endsWith('.md')),
	hooks: isConfiguration,
	mcpServers: isConfiguration,
	lspServers: isConfiguration,
	outputStyles: isListOf(isPath),
	themes: (value) => isNoScalar(value) || isPath(value),
	monitors: (value) => isNoScalar(value) || isPath(value),
	channels: isNoScalar,
	dependencies: isNoScalar,
	settings: isNoScalar,
	userConfig: isNoScalar,
};

/** Keys that only an older client looks at. */
const formerChecks: Readonly<Record<string, Check>> = {
	$schema: isString,
	displayName: isString,
	description: isString,
	author: (value) => isRecord(value) && isString(own(value, 'name')),
	homepage: (value) => isString(value) && /^[a-z][a-z\d+.-]*:./i.test(value),
	repository: isString,
	license: isString,
	keywords: (value) => Array.isArray(value) && value.every(isString),
};

/**
 * The first key of a manifest whose value the client does not take. A name has no blanks, for newer clients no `/` and no
 * `:` either.
 */
export function wrongManifestKey(manifest: JsonRecord, { behaviours }: ClientProfile): string | undefined {
	const name = own(manifest, 'name');
	const isName = isString(name) && (behaviours.readsManifestsLeniently ? /^[^\s/:]+$/ : /^\S+$/).test(name);
	if (!isName) return 'name';
	const all = behaviours.readsManifestsLeniently ? checks : { ...checks, ...formerChecks };
	return Object.keys(all).find((key) => Object.hasOwn(manifest, key) && all[key]?.(own(manifest, key)) === false);
}

/** Manifests and catalogues; a large marketplace's has some hundred kilobytes. */
export const pluginFileLimitBytes = 16 * 1024 * 1024;

/** The object of a JSON text; `undefined` where it is none. Never throws. */
export function parseJson(text: string): JsonRecord | undefined {
	try {
		const data: unknown = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
		return isRecord(data) ? data : undefined;
	} catch {
		return undefined;
	}
}
