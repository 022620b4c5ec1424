/** The model of one launch directory over time: built when first asked for, dirtied by events, rebuilt after a pause. */

import { type CancellationToken, EventEmitter } from 'vscode';
import type { ContextInputs } from '../../core/inputs.js';
import { buildContextModel, type ContextModel } from '../../core/model/contextModel.js';
import { type Discovery, discoverBelow } from '../../core/model/discovery.js';
import type { FileSystem } from '../../core/ports.js';
import { type FileEventKind, RecordingFileSystem } from '../../host/recordingFileSystem.js';
import { Disposable } from '../disposable.js';
import type { ComponentLog } from '../log.js';
import type { LaunchDirectory } from './launchDirectories.js';

/** Events are gathered this long after the last one before the model is rebuilt. Milliseconds. */
const pause = 150;
/** An endless stream of events does not put off the rebuild for longer. Milliseconds. */
const longestPause = 1_000;

/** How far a launch directory's model is. */
export type ModelState =
	| { readonly kind: 'idle' }
	| { readonly kind: 'building' }
	| { readonly kind: 'ready'; readonly model: ContextModel }
	/** The launch directory does not exist. */
	| { readonly kind: 'missing' }
	/** Building threw: a fault of this extension. */
	| { readonly kind: 'failed'; readonly message: string };

export interface ModelChange {
	readonly launch: LaunchDirectory;
	readonly model: ContextModel | undefined;
	readonly previous: ContextModel | undefined;
}

/** How far a search for nested files is. */
export interface DiscoveryState {
	readonly running: boolean;
	/** Directories looked at so far. */
	readonly directories: number;
	/** The last finished search of the current model; `complete` is false where it was stopped. */
	readonly result?: Discovery;
	/** The last finished search of an earlier model, until there is a newer one. */
	readonly previous?: Discovery;
}

export interface LaunchModelHost {
	readonly fs: FileSystem;
	readonly inputs: (launch: LaunchDirectory) => Promise<ContextInputs>;
	readonly skipDirectories: (launch: LaunchDirectory) => readonly string[];
	/** Called before a build reads, so that unsaved texts are those of now. */
	readonly beforeBuild: () => void;
	readonly log: ComponentLog;
}

interface Search {
	readonly model: ContextModel;
	readonly promise: Promise<Discovery>;
	stopped: boolean;
	directories: number;
	result?: Discovery;
}

export class LaunchModel extends Disposable {
	readonly launch: LaunchDirectory;
	readonly #host: LaunchModelHost;
	readonly #onDidChange = this._register(new EventEmitter<ModelChange>());
	readonly onDidChange = this.#onDidChange.event;
	/** Fires when paths were asked for that have to be watched. */
	readonly #onDidAsk = this._register(new EventEmitter<void>());
	readonly onDidAsk = this.#onDidAsk.event;
	readonly #onDidChangeDiscovery = this._register(new EventEmitter<LaunchDirectory>());
	readonly onDidChangeDiscovery = this.#onDidChangeDiscovery.event;

	#state: ModelState = { kind: 'idle' };
	#model?: ContextModel;
	/** What the current model was made of, and what the one that is being built has asked for. */
	#recorder?: RecordingFileSystem;
	#nextRecorder?: RecordingFileSystem;
	#building?: Promise<ContextModel | undefined>;
	#isDirty = true;
	#timer?: NodeJS.Timeout;
	/** The first and the last event since the last build began. */
	#dirtySince?: number;
	#dirtiedAt = 0;
	#search?: Search;
	#lastFound?: Discovery;

	constructor(launch: LaunchDirectory, host: LaunchModelHost) {
		super();
		this.launch = launch;
		this.#host = host;
	}

	override dispose(): void {
		clearTimeout(this.#timer);
		if (this.#search) this.#search.stopped = true;
		super.dispose();
	}

	get state(): ModelState {
		return this.#state;
	}

	/** The last model that was built, whatever happened since. */
	get current(): ContextModel | undefined {
		return this.#model;
	}

	/** True once somebody asked for the model. */
	get isWanted(): boolean {
		return this.#state.kind !== 'idle';
	}

	/** Everything that the models in use were made of. */
	get recorders(): readonly RecordingFileSystem[] {
		return [this.#recorder, this.#nextRecorder].filter((recorder) => recorder !== undefined);
	}

	/** The model as of now: waits for a build where one is due. */
	get(): Promise<ContextModel | undefined> {
		if (this._isDisposed) return Promise.resolve(undefined);
		if (!this.#isDirty && !this.#building) return Promise.resolve(this.#model);
		return this.#build();
	}

	/** The model has to be rebuilt; soon, where somebody uses it, else when it is asked for. */
	dirty(): void {
		this.#isDirty = true;
		this.#dirtiedAt = Date.now();
		this.#dirtySince ??= this.#dirtiedAt;
		this.#schedule();
	}

	/** What was dirtied while a build ran has waited already. */
	#schedule(): void {
		if (!this.isWanted || this.#building || this._isDisposed) return;
		const now = Date.now();
		const due = Math.min(this.#dirtiedAt + pause, (this.#dirtySince ?? now) + longestPause);
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => void this.#build(), Math.max(0, due - now));
	}

	/** Does an event concern the model? `undefined`: only if the path is a directory now. */
	isConcerned(kind: FileEventKind, path: string): boolean | undefined {
		const verdicts = this.recorders.map((recorder) => recorder.isConcerned(kind, path));
		return verdicts.includes(true) ? true : verdicts.includes(undefined) ? undefined : false;
	}

	/** Does the model hold the text of this file? */
	readsText(path: string): boolean {
		return this.recorders.some((recorder) => recorder.readsText(path));
	}

	get discoveryState(): DiscoveryState {
		const search = this.#search;
		const previous = this.#lastFound ? { previous: this.#lastFound } : {};
		if (!search || search.model !== this.#model) return { running: false, directories: 0, ...previous };
		if (search.result) return { running: false, directories: search.directories, result: search.result };
		return { running: true, directories: search.directories, ...previous };
	}

	/** What lies below the launch directory; searched for once per model. A stopped search gives what it had found. */
	async discovery(token?: CancellationToken): Promise<Discovery | undefined> {
		const model = await this.get();
		if (!model) return undefined;
		const search = this.#search?.model === model ? this.#search : this.#startSearch(model);
		if (token?.isCancellationRequested) this.stopDiscovery();
		const subscription = token?.onCancellationRequested(() => this.stopDiscovery());
		try {
			return await search.promise;
		} finally {
			subscription?.dispose();
		}
	}

	stopDiscovery(): void {
		if (this.#search) this.#search.stopped = true;
	}

	/** Lets the next call search anew. */
	forgetDiscovery(): void {
		this.stopDiscovery();
		this.#search = undefined;
		this.#lastFound = undefined;
	}

	#build(): Promise<ContextModel | undefined> {
		this.#building ??= this.#run().finally(() => {
			this.#building = undefined;
			if (this.#isDirty) this.#schedule();
		});
		return this.#building;
	}

	async #run(): Promise<ContextModel | undefined> {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		this.#dirtySince = undefined;
		this.#isDirty = false;
		const began = performance.now();
		const recorder = new RecordingFileSystem(this.#host.fs, () => this.#onDidAsk.fire());
		this.#nextRecorder = recorder;
		if (this.#state.kind === 'idle') this.#state = { kind: 'building' };
		let model: ContextModel | undefined;
		let state: ModelState;
		try {
			this.#host.beforeBuild();
			model = await buildContextModel(recorder, await this.#host.inputs(this.launch));
			state = model ? { kind: 'ready', model } : { kind: 'missing' };
		} catch (error) {
			this.#host.log.error(`the model of ${this.launch.path} could not be built`, error);
			state = { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
		}
		if (this._isDisposed) return undefined;
		const previous = this.#model;
		this.#model = model;
		this.#state = state;
		this.#recorder = recorder;
		this.#nextRecorder = undefined;
		if (this.#search) this.#search.stopped = true;
		this.#host.log.debug('built', {
			directory: this.launch.path,
			state: state.kind,
			milliseconds: Math.round(performance.now() - began),
		});
		this.#onDidChange.fire({ launch: this.launch, model, previous });
		return model;
	}

	#startSearch(model: ContextModel): Search {
		const fs = this.#recorder?.searching() ?? model.loadContext.fs;
		const began = performance.now();
		const run = async (): Promise<Discovery> => {
			await Promise.resolve();
			const result = await discoverBelow(
				{ ...model, loadContext: { ...model.loadContext, fs } },
				{
					cancelled: () => search.stopped,
					onProgress: (directories) => {
						search.directories = directories;
						if (this.#search === search) this.#onDidChangeDiscovery.fire(this.launch);
					},
					skipNames: this.#host.skipDirectories(this.launch),
				},
			);
			search.result = result;
			if (result.complete) this.#lastFound = result;
			this.#host.log.debug('searched', {
				directory: this.launch.path,
				directories: result.directories,
				complete: result.complete,
				milliseconds: Math.round(performance.now() - began),
			});
			if (this.#search === search && !this._isDisposed) this.#onDidChangeDiscovery.fire(this.launch);
			return result;
		};
		const search: Search = { model, stopped: false, directories: 0, promise: run() };
		this.#search = search;
		return search;
	}
}
