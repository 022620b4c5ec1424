/**
 * One context model per launch directory, kept true to the disk and to open editors.
 *
 * Nothing is read or watched before somebody asks for a model. File events only dirty; after a pause one rebuild follows,
 * served from the cache but for what changed, and one event.
 */

import { type CancellationToken, EventEmitter, type ExtensionMode, Uri, workspace } from 'vscode';
import type { ContextInputs } from '../core/inputs.js';
import type { ContextModel } from '../core/model/contextModel.js';
import type { Discovery } from '../core/model/discovery.js';
import type { FileSystem } from '../core/ports.js';
import { type CacheCounts, CachingFileSystem } from '../host/cachingFileSystem.js';
import { NodeFileSystem } from '../host/fileSystem.js';
import type { FileEventKind } from '../host/recordingFileSystem.js';
import type { Configuration } from './configuration.js';
import { Disposable } from './disposable.js';
import { modelSettingIds, settingIds } from './ids.js';
import type { ComponentLog, Log } from './log.js';
import { ClientInputs } from './model/clientInputs.js';
import { deepestContaining, type LaunchDirectory, launchDirectories } from './model/launchDirectories.js';
import { type DiscoveryState, LaunchModel, type ModelChange, type ModelState } from './model/launchModel.js';
import { ModelWatcher } from './model/modelWatcher.js';
import { UnsavedTexts } from './model/unsavedTexts.js';

/** A file, or the launch directory itself. */
export type ModelKey = Uri | LaunchDirectory;

/** One launch directory and how far its model is. */
export interface ModelEntry {
	readonly launch: LaunchDirectory;
	readonly state: ModelState;
	/** The last model that was built. */
	readonly model: ContextModel | undefined;
}

export class ModelManager extends Disposable {
	readonly #configuration: Configuration;
	readonly #log: ComponentLog;
	readonly #disk = new NodeFileSystem();
	readonly #cache = new CachingFileSystem(this.#disk);
	readonly #inputs: ClientInputs;
	readonly #models = new Map<string, LaunchModel>();
	#launches: readonly LaunchDirectory[] = [];
	#watcher?: ModelWatcher;
	#unsaved?: UnsavedTexts;

	readonly #onDidChange = this._register(new EventEmitter<ModelChange>());
	/** Fires once per rebuild, after the first build too. */
	readonly onDidChange = this.#onDidChange.event;
	readonly #onDidChangeLaunches = this._register(new EventEmitter<void>());
	/** Fires when launch directories come or go: folders, settings. */
	readonly onDidChangeLaunches = this.#onDidChangeLaunches.event;
	readonly #onDidChangeDiscovery = this._register(new EventEmitter<LaunchDirectory>());
	/** Fires while nested files are being looked for, and at the end. */
	readonly onDidChangeDiscovery = this.#onDidChangeDiscovery.event;

	constructor(configuration: Configuration, log: Log, mode: ExtensionMode) {
		super();
		this.#configuration = configuration;
		this.#log = log.component('ModelManager');
		this.#inputs = new ClientInputs(configuration, mode);
		this._register(workspace.onDidChangeWorkspaceFolders(() => this.#syncLaunches()));
		this._register(
			workspace.onDidGrantWorkspaceTrust(() => {
				// Settings of the workspace that were held back count from now on.
				this.#syncLaunches();
				this.#dirtyAll();
			}),
		);
		this._register(
			configuration.onDidChange((event) => {
				if (configuration.affects(event, settingIds.launchDirectory)) this.#syncLaunches();
				if (modelSettingIds.some((id) => configuration.affects(event, id))) this.#dirtyAll();
				if (configuration.affects(event, settingIds.skipDirectories)) this.#forgetDiscoveries();
			}),
		);
		this.#syncLaunches();
	}

	override dispose(): void {
		for (const model of this.#models.values()) model.dispose();
		this.#models.clear();
		super.dispose();
	}

	/** The files as the models read them: cached until they change, unsaved texts of editors first. */
	get files(): FileSystem {
		return this.#cache;
	}

	/** How often the files were answered from memory and from the disk; for tests. */
	get fileCounts(): CacheCounts {
		return this.#cache.counts;
	}

	/** Launch directories in the order of the workspace. */
	get launches(): readonly LaunchDirectory[] {
		return this.#launches;
	}

	/**
	 * The launch directory that a file belongs to: the deepest one that contains it, else one of the file's workspace
	 * folder (the file then lies outside the launch directory), else one whose model holds the file's text, as a user's
	 * own CLAUDE.md.
	 */
	launchFor(uri: Uri): LaunchDirectory | undefined {
		if (uri.scheme !== 'file') return undefined;
		const path = uri.fsPath;
		const containing = deepestContaining(this.#launches, path) ?? this.#launchByRealPath(path);
		if (containing) return containing;
		const folder = workspace.getWorkspaceFolder(uri)?.uri.toString();
		return (
			this.#launches.find((launch) => launch.folder.uri.toString() === folder) ??
			this.#launches.find((launch) => this.#models.get(launch.key)?.readsText(path))
		);
	}

	/** The model of a launch directory or of the one that a file belongs to, as of now; built where it has to be. */
	async modelFor(key: ModelKey): Promise<ContextModel | undefined> {
		return this.#start(key)?.get();
	}

	/** The last model that was built, without waiting; `undefined` before the first. */
	current(key: ModelKey): ContextModel | undefined {
		return this.#modelOf(key)?.current;
	}

	/** How far a launch directory's model is. */
	state(launch: LaunchDirectory): ModelState {
		return this.#models.get(launch.key)?.state ?? { kind: 'idle' };
	}

	/** Every launch directory with what is known of it; nothing is built for it. */
	all(): readonly ModelEntry[] {
		return this.#launches.map((launch) => ({ launch, state: this.state(launch), model: this.current(launch) }));
	}

	/**
	 * What lies below a launch directory: nested instruction files, rules and skills. Scans the tree on the first call
	 * after a change; callers share the scan, and a cancelled token stops it for all with what was found.
	 */
	discovery(key: ModelKey, token?: CancellationToken): Promise<Discovery | undefined> {
		return this.#start(key)?.discovery(token) ?? Promise.resolve(undefined);
	}

	discoveryState(launch: LaunchDirectory): DiscoveryState {
		return this.#models.get(launch.key)?.discoveryState ?? { running: false, directories: 0 };
	}

	stopDiscovery(launch: LaunchDirectory): void {
		this.#models.get(launch.key)?.stopDiscovery();
	}

	/** Lets the next `discovery` scan again, e.g. after it was stopped. */
	forgetDiscovery(launch: LaunchDirectory): void {
		this.#models.get(launch.key)?.forgetDiscovery();
		this.#onDidChangeDiscovery.fire(launch);
	}

	/** Forgets everything that was read and builds the models in use anew. */
	refresh(): void {
		this.#cache.clear();
		this.#inputs.clear();
		this.#dirtyAll();
	}

	/** What a launch directory's model is made from besides the files, as of now. */
	inputsOf(launch: LaunchDirectory): Promise<ContextInputs> {
		return this.#inputs.of(launch);
	}

	/** The client found on this machine, without running it. */
	installedClientVersion(): Promise<string | undefined> {
		return this.#inputs.installedClient().then((client) => client?.version);
	}

	/** Directories outside the workspace that are watched now; for tests. */
	get watchedOutside(): readonly string[] {
		return this.#watcher?.outsideDirectories ?? [];
	}

	#modelOf(key: ModelKey): LaunchModel | undefined {
		const launch = key instanceof Uri ? this.launchFor(key) : key;
		return launch && this.#models.get(launch.key);
	}

	/** The model of a key; the first one asked for starts the watching. */
	#start(key: ModelKey): LaunchModel | undefined {
		const model = this.#modelOf(key);
		if (model && !this._isDisposed) this.#watch();
		return model;
	}

	#watch(): void {
		this.#unsaved ??= this._register(
			new UnsavedTexts({
				setUnsaved: (path, text) => this.#cache.setUnsaved(path, text),
				onDidSave: (path) => {
					// VS Code's own watcher may be deaf to a directory that came together with those above it.
					if (this.#cache.concerns(path)) this.#cache.invalidate(path);
				},
				matters: (path) => this.#some((model) => model.readsText(path)),
				onDidChange: (path) => {
					for (const model of this.#models.values()) if (model.readsText(path)) model.dirty();
				},
			}),
		);
		this.#watcher ??= this._register(
			new ModelWatcher({
				cache: this.#cache,
				disk: this.#disk,
				recorders: () => [...this.#models.values()].flatMap((model) => model.recorders),
				onEvent: (kind, path) => this.#onEvent(kind, path),
				onUnwatched: (directories) => {
					for (const directory of directories) this.#cache.invalidate(directory);
				},
				log: this.#log,
			}),
		);
	}

	#onEvent(kind: FileEventKind, path: string): void {
		if (this.#cache.concerns(path)) this.#cache.invalidate(path);
		for (const model of this.#models.values()) {
			const verdict = model.isConcerned(kind, path);
			if (verdict === undefined) void this.#dirtyIfDirectory(model, path);
			else if (verdict) {
				this.#log.trace('dirtied', { kind, path });
				model.dirty();
			}
		}
	}

	/** A new directory may hold something of Claude Code's, moved there in one step. */
	async #dirtyIfDirectory(model: LaunchModel, path: string): Promise<void> {
		if ((await this.#disk.stat(path))?.kind === 'directory') model.dirty();
	}

	#launchByRealPath(path: string): LaunchDirectory | undefined {
		const real = this.#launches.flatMap((launch) => {
			const directory = this.#models.get(launch.key)?.current?.place.directory;
			return directory === undefined ? [] : [{ ...launch, path: directory }];
		});
		const key = deepestContaining(real, path)?.key;
		return this.#launches.find((launch) => launch.key === key);
	}

	#some(test: (model: LaunchModel) => boolean): boolean {
		return [...this.#models.values()].some(test);
	}

	#dirtyAll(): void {
		for (const model of this.#models.values()) model.dirty();
	}

	#forgetDiscoveries(): void {
		for (const launch of this.#launches) this.forgetDiscovery(launch);
	}

	#syncLaunches(): void {
		const launches = launchDirectories(this.#configuration);
		const keys = new Set(launches.map((launch) => launch.key));
		const isSame =
			launches.length === this.#launches.length &&
			launches.every(({ key }, index) => key === this.#launches[index]?.key);
		if (isSame) return;
		for (const [key, model] of this.#models) {
			if (keys.has(key)) continue;
			this.#models.delete(key);
			this._release(model);
		}
		for (const launch of launches) if (!this.#models.has(launch.key)) this.#models.set(launch.key, this.#add(launch));
		this.#launches = launches;
		this.#watcher?.update();
		this.#onDidChangeLaunches.fire();
	}

	#add(launch: LaunchDirectory): LaunchModel {
		const model = this._register(
			new LaunchModel(launch, {
				fs: this.#cache,
				inputs: (of) => this.#inputs.of(of),
				skipDirectories: (of) => this.#configuration.skipDirectories(of.folder.uri),
				beforeBuild: () => this.#unsaved?.flush(),
				log: this.#log,
			}),
		);
		model.onDidChange((change) => {
			this.#watcher?.update();
			this.#onDidChange.fire(change);
		});
		model.onDidAsk(() => this.#watcher?.update());
		model.onDidChangeDiscovery((changed) => this.#onDidChangeDiscovery.fire(changed));
		return model;
	}
}
