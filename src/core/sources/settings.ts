/**
 * Settings as the client reads them: files of strict JSON of the user, the launch directory and the policy (loader.md 9).
 *
 * A comment or a trailing comma voids the whole file; a key of the wrong type is ignored, the rest of its file counts.
 */

import { join, resolve } from 'node:path';
import type { ContextInputs, SettingSource } from '../inputs.js';
import type { FileSystem } from '../ports.js';
import type { Place } from '../source.js';
import { isRecord, isString, own } from '../values.js';
import { firstWrongKey, withoutWrongKeys } from './settingsSchema.js';

export type SettingsScope = 'managed' | SettingSource;

export interface SettingsFile {
	readonly scope: SettingsScope;
	readonly path: string;
	/** `void`: the text is no JSON object, so the client ignores the file as a whole. */
	readonly state: 'read' | 'missing' | 'void' | 'unreadable' | 'switched-off';
	/** Where and why a void file breaks. */
	readonly fault?: { readonly message: string; readonly place: Place };
	readonly data: Readonly<Record<string, unknown>>;
	/** The file's text, where it was read; for places of keys. */
	readonly text?: string;
}

/** A setting's value and the file that decides it. */
export interface Setting<T> {
	readonly value: T;
	readonly file: SettingsFile;
}

/** All settings files of a launch directory, and how they combine. */
export class Settings {
	/** Files from the weakest to the strongest: user, project, local, managed and the policy's further files. */
	readonly files: readonly SettingsFile[];

	constructor(files: readonly SettingsFile[]) {
		this.files = files;
	}

	/** The strongest file's value of a scalar key whose type fits: managed, else local, project, user. */
	scalar<T>(
		key: string,
		isType: (value: unknown) => value is T,
		among: readonly SettingsScope[] = allScopes,
	): Setting<T> | undefined {
		for (const file of [...this.files].reverse()) {
			const value = own(file.data, key);
			if (among.includes(file.scope) && isType(value)) return { value, file };
		}
		return undefined;
	}

	/** Strings of an array key, joined over all files, weakest file first. */
	strings(key: string): readonly Setting<string>[] {
		return this.files.flatMap((file) => {
			const value = own(file.data, key);
			return Array.isArray(value) ? value.filter(isString).map((item) => ({ value: item, file })) : [];
		});
	}

	/** Members of an object key, merged over all files; a stronger file's member wins. */
	members(key: string): ReadonlyMap<string, Setting<unknown>> {
		const merged = new Map<string, Setting<unknown>>();
		for (const file of this.files) {
			const value = own(file.data, key);
			if (isRecord(value))
				for (const [name, member] of Object.entries(value)) merged.set(name, { value: member, file });
		}
		return merged;
	}

	/** The file of one scope; the main one of the policy's. */
	file(scope: SettingsScope): SettingsFile | undefined {
		return this.files.find((file) => file.scope === scope);
	}
}

const allScopes: readonly SettingsScope[] = ['managed', 'user', 'project', 'local'];

/** Directory of the user's configuration: `CLAUDE_CONFIG_DIR`, else `~/.claude`. */
export function configDirectory(inputs: ContextInputs): string {
	const given = inputs.environment.variables['CLAUDE_CONFIG_DIR'];
	return given ? resolve(inputs.launchDirectory, given) : join(inputs.environment.homeDirectory, '.claude');
}

/** Reads the settings files of a launch directory. */
export async function readSettings(fs: FileSystem, inputs: ContextInputs, launchDirectory: string): Promise<Settings> {
	const on = (source: SettingSource): boolean => inputs.flags.settingSources.includes(source);
	const files = await Promise.all([
		readSettingsFile(fs, 'user', join(configDirectory(inputs), 'settings.json'), on('user')),
		readSettingsFile(fs, 'project', join(launchDirectory, '.claude', 'settings.json'), on('project')),
		readSettingsFile(fs, 'local', join(launchDirectory, '.claude', 'settings.local.json'), on('local')),
		readSettingsFile(fs, 'managed', join(inputs.environment.managedDirectory, 'managed-settings.json'), true),
		...(await furtherPolicyFiles(fs, inputs)).map((path) => readSettingsFile(fs, 'managed', path, true)),
	]);
	return new Settings(files);
}

/**
 * The policy's further files, each stronger than the ones before: `managed-settings.d/*.json` in the order of code units,
 * hidden ones left out, links followed (own recordings of both clients).
 */
async function furtherPolicyFiles(fs: FileSystem, inputs: ContextInputs): Promise<readonly string[]> {
	const directory = join(inputs.environment.managedDirectory, 'managed-settings.d');
	const entries = (await fs.list(directory, 'any')) ?? [];
	return entries
		.filter(({ name, kind }) => kind !== 'directory' && name.endsWith('.json') && !name.startsWith('.'))
		.map(({ name }) => name)
		.sort()
		.map((name) => join(directory, name));
}

async function readSettingsFile(
	fs: FileSystem,
	scope: SettingsScope,
	path: string,
	switchedOn: boolean,
): Promise<SettingsFile> {
	if (!switchedOn) return { scope, path, state: 'switched-off', data: {} };
	const file = await fs.readText(path);
	if (!file) return { scope, path, state: 'missing', data: {} };
	if (!file.ok) return { scope, path, state: 'unreadable', data: {} };
	return parseSettingsFile(scope, path, file.text);
}

/** Parses one settings file's text; never throws. */
export function parseSettingsFile(scope: SettingsScope, path: string, text: string): SettingsFile {
	const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
	// An empty file is no fault: the client treats it as one without keys.
	if (json.trim() === '') return { scope, path, state: 'read', data: {}, text };
	try {
		const data: unknown = JSON.parse(json);
		if (isRecord(data)) return checkedFile(scope, path, data, text);
		return {
			scope,
			path,
			state: 'void',
			fault: { message: 'The file holds no JSON object.', place: { path, offset: 0 } },
			data: {},
			text,
		};
	} catch (error) {
		return {
			scope,
			path,
			state: 'void',
			fault: { message: faultMessage(error), place: { path, offset: faultOffset(error, json) } },
			data: {},
			text,
		};
	}
}

/** A wrong value of a known key voids the file; in managed settings it costs that key alone. */
function checkedFile(
	scope: SettingsScope,
	path: string,
	data: Readonly<Record<string, unknown>>,
	text: string,
): SettingsFile {
	const wrong = firstWrongKey(data);
	if (wrong === undefined) return { scope, path, state: 'read', data, text };
	const key = JSON.stringify(wrong);
	const offset = text.indexOf(key);
	const place: Place = { path, ...(offset < 0 ? {} : { offset, length: key.length }) };
	const fault = { message: `The value of ${key} is not one that the client takes.`, place };
	if (scope === 'managed') return { scope, path, state: 'read', fault, data: withoutWrongKeys(data), text };
	return { scope, path, state: 'void', fault, data: {}, text };
}

function faultMessage(error: unknown): string {
	const message = error instanceof Error ? error.message : String(error);
	return `Not strict JSON: ${message.replace(/ in JSON at position.*$/s, '').replace(/, "[\s\S]*"?\.{0,3} is not valid JSON$/, '')}.`;
}

/** V8 names the position in its message; a text that ends too early is at fault at its end. */
function faultOffset(error: unknown, text: string): number {
	const match = /position (\d+)/.exec(error instanceof Error ? error.message : '');
	return match ? Number(match[1]) : text.length;
}
