/** The extension's settings, typed; a value of the wrong type counts as absent and is said so once in the log. */

import { type ConfigurationChangeEvent, type ConfigurationScope, EventEmitter, workspace } from 'vscode';
import type { SettingSource } from '../core/inputs.js';
import { Disposable } from './disposable.js';
import { section, settingIds } from './ids.js';
import type { ComponentLog, Log } from './log.js';

/** Settings that decide which model a folder gets. */
export interface ModelSettings {
	/** Launch directories as written, relative to the folder; at least one. */
	readonly launchDirectories: readonly string[];
	/** `auto`, or a version such as `2.1.332`. */
	readonly clientVersion: string;
	/** A model id, or `undefined` for the one that the environment names. */
	readonly model: string | undefined;
	readonly pinnedMemory: boolean;
	/** Variables that the client would be started with, on top of this process's own. */
	readonly environment: Readonly<Record<string, string>>;
	readonly addDirectories: readonly string[];
	readonly pluginDirectories: readonly string[];
	readonly settingSources: readonly SettingSource[];
	readonly bare: boolean;
	readonly safeMode: boolean;
}

type Check<T> = (value: unknown) => value is T;

const isBoolean: Check<boolean> = (value) => typeof value === 'boolean';
const isString: Check<string> = (value) => typeof value === 'string';
const isStrings: Check<readonly string[]> = (value): value is readonly string[] =>
	Array.isArray(value) && value.every((item) => typeof item === 'string');
const isStringOrStrings: Check<string | readonly string[]> = (value): value is string | readonly string[] =>
	isString(value) || isStrings(value);
const isVariables: Check<Readonly<Record<string, string>>> = (value): value is Readonly<Record<string, string>> =>
	typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isString);
const isSettingSources: Check<readonly SettingSource[]> = (value): value is readonly SettingSource[] =>
	isStrings(value) && value.every((item) => item === 'user' || item === 'project' || item === 'local');

export class Configuration extends Disposable {
	readonly #log: ComponentLog;
	readonly #reported = new Set<string>();
	readonly #onDidChange = this._register(new EventEmitter<ConfigurationChangeEvent>());
	/** Fires when a setting of this extension changes. */
	readonly onDidChange = this.#onDidChange.event;

	constructor(log: Log) {
		super();
		this.#log = log.component('Configuration');
		this._register(
			workspace.onDidChangeConfiguration((event) => {
				if (event.affectsConfiguration(section)) this.#onDidChange.fire(event);
			}),
		);
	}

	/** True where the event concerns a setting, e.g. `affects(event, settingIds.model)`. */
	affects(event: ConfigurationChangeEvent, id: string, scope?: ConfigurationScope): boolean {
		return event.affectsConfiguration(`${section}.${id}`, scope);
	}

	/** Settings of the model of a folder. */
	modelSettings(scope: ConfigurationScope): ModelSettings {
		const written = this.get(settingIds.launchDirectory, isStringOrStrings, '', scope);
		const directories = typeof written === 'string' ? [written] : written;
		const model = this.get(settingIds.model, isString, '', scope).trim();
		return {
			launchDirectories: directories.length > 0 ? directories : [''],
			clientVersion: this.get(settingIds.clientVersion, isString, 'auto', scope).trim() || 'auto',
			model: model === '' ? undefined : model,
			pinnedMemory: this.get(settingIds.pinnedMemory, isBoolean, false, scope),
			environment: this.get(settingIds.environment, isVariables, {}, scope),
			addDirectories: this.get(settingIds.addDirectories, isStrings, [], scope),
			pluginDirectories: this.get(settingIds.pluginDirectories, isStrings, [], scope),
			settingSources: this.get(settingIds.settingSources, isSettingSources, ['user', 'project', 'local'], scope),
			bare: this.get(settingIds.bare, isBoolean, false, scope),
			safeMode: this.get(settingIds.safeMode, isBoolean, false, scope),
		};
	}

	/** Names of directories that the search for nested files does not enter. */
	skipDirectories(scope: ConfigurationScope): readonly string[] {
		return this.get(settingIds.skipDirectories, isStrings, ['.git', 'node_modules'], scope);
	}

	get statusBarEnabled(): boolean {
		return this.get(settingIds.statusBar, isBoolean, true);
	}

	/** The value of a setting, or `fallback` where it has the wrong type; features read theirs with it. */
	get<T>(id: string, check: Check<T>, fallback: T, scope?: ConfigurationScope): T {
		const value: unknown = workspace.getConfiguration(section, scope).get(id);
		if (value === undefined || value === null) return fallback;
		if (check(value)) return value;
		const report = `${id}=${JSON.stringify(value)}`;
		if (!this.#reported.has(report))
			this.#log.warn('the value of a setting is ignored: its type is wrong', { id, value });
		this.#reported.add(report);
		return fallback;
	}
}

/** Checks for features' own settings. */
export const settingTypes = { isBoolean, isString, isStrings, isVariables };
