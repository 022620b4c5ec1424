/** What manifests and marketplaces say of a plugin's parts. */

import { isRecord, isString, own } from '../values.js';

export type JsonRecord = Readonly<Record<string, unknown>>;

/** Further places of a plugin's parts, as its manifest or its marketplace names them. */
export interface PluginParts {
	readonly skills: readonly string[];
	readonly commands: readonly string[];
	readonly agents: readonly string[];
}

export const noParts: PluginParts = { skills: [], commands: [], agents: [] };

/** The parts that a manifest or a marketplace's entry names; anything but paths is left out. */
export const partsOf = (data: JsonRecord): PluginParts => ({
	skills: pathList(own(data, 'skills')),
	commands: pathList(own(data, 'commands')),
	agents: pathList(own(data, 'agents')),
});

function pathList(value: unknown): readonly string[] {
	return (Array.isArray(value) ? value : [value]).filter(isString);
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
