/**
 * The files of a launch directory as VS Code lists them, for counting what a pattern matches. Nothing is listed before
 * somebody asks; a list is kept until a file comes or goes.
 */

import { type CancellationToken, CancellationTokenSource, EventEmitter, RelativePattern, Uri, workspace } from 'vscode';
import { isInside } from '../core/sources/launchPlace.js';
import type { Configuration } from './configuration.js';
import { Disposable } from './disposable.js';
import { settingIds } from './ids.js';
import type { ComponentLog, Log } from './log.js';
import type { LaunchDirectory } from './model/launchDirectories.js';

export interface FileList {
	/** Absolute paths. */
	readonly paths: readonly string[];
	/** False where there are more files than are listed. */
	readonly isComplete: boolean;
}

/** Files of a launch directory that are listed at most. */
const listLimit = 50_000;
/** Files come and go in crowds; the list is dropped this long after the last. Milliseconds. */
const pause = 300;

interface Listing {
	readonly promise: Promise<FileList | undefined>;
	readonly source: CancellationTokenSource;
	/** Callers that still wait. */
	waiting: number;
	result?: FileList;
}

export class WorkspaceFiles extends Disposable {
	readonly #configuration: Configuration;
	readonly #log: ComponentLog;
	readonly #listings = new Map<string, Listing>();
	readonly #stale = new Map<string, LaunchDirectory>();
	readonly #launches = new Map<string, LaunchDirectory>();
	readonly #onDidChange = this._register(new EventEmitter<LaunchDirectory>());
	/** Fires when a list that somebody asked for holds no longer. */
	readonly onDidChange = this.#onDidChange.event;
	#isWatching = false;
	#timer?: NodeJS.Timeout;
	#searches = 0;

	constructor(configuration: Configuration, log: Log) {
		super();
		this.#configuration = configuration;
		this.#log = log.component('WorkspaceFiles');
		this._register(
			configuration.onDidChange((event) => {
				if (configuration.affects(event, settingIds.skipDirectories)) this.#dropAll();
			}),
		);
	}

	override dispose(): void {
		clearTimeout(this.#timer);
		for (const { source } of this.#listings.values()) source.cancel();
		this.#listings.clear();
		super.dispose();
	}

	/** Searches so far; for tests. */
	get searches(): number {
		return this.#searches;
	}

	/** The list, where there is one already. */
	known(launch: LaunchDirectory): FileList | undefined {
		return this.#listings.get(launch.key)?.result;
	}

	/**
	 * The files below a launch directory, without those of `files.exclude` and of directories that the search for nested
	 * files skips. Callers share a search; it ends when the last of them gives up, who then gets `undefined`.
	 */
	async of(launch: LaunchDirectory, token?: CancellationToken): Promise<FileList | undefined> {
		if (this._isDisposed || token?.isCancellationRequested) return undefined;
		const listing = this.#listings.get(launch.key) ?? this.#start(launch);
		listing.waiting++;
		const given = token?.onCancellationRequested(() => {
			if (--listing.waiting > 0 || listing.result) return;
			listing.source.cancel();
			if (this.#listings.get(launch.key) === listing) this.#listings.delete(launch.key);
		});
		try {
			const result = await listing.promise;
			return token?.isCancellationRequested ? undefined : result;
		} finally {
			given?.dispose();
		}
	}

	#start(launch: LaunchDirectory): Listing {
		this.#watch();
		this.#launches.set(launch.key, launch);
		this.#searches++;
		const source = new CancellationTokenSource();
		const listing: Listing = { source, waiting: 0, promise: this.#search(launch, source.token) };
		this.#listings.set(launch.key, listing);
		void listing.promise.then((result) => {
			if (result) listing.result = result;
			source.dispose();
		});
		return listing;
	}

	async #search(launch: LaunchDirectory, token: CancellationToken): Promise<FileList | undefined> {
		const began = performance.now();
		const names = this.#configuration.skipDirectories(launch.folder.uri).filter((name) => !/[{}[\]*?,/\\!]/.test(name));
		// Braces around a single name would be literal to some searchers.
		const exclude = names.length > 1 ? `**/{${names.join(',')}}/**` : names.map((name) => `**/${name}/**`)[0];
		try {
			const pattern = new RelativePattern(Uri.file(launch.path), '**/*');
			const found = await workspace.findFiles(pattern, exclude, listLimit, token);
			if (token.isCancellationRequested) return undefined;
			const paths = found.filter(({ scheme }) => scheme === 'file').map(({ fsPath }) => fsPath);
			const milliseconds = Math.round(performance.now() - began);
			this.#log.debug('listed', { directory: launch.path, files: paths.length, milliseconds });
			return { paths: paths.sort(), isComplete: paths.length < listLimit };
		} catch (error) {
			this.#log.warn(`the files of ${launch.path} cannot be listed`, String(error));
			return undefined;
		}
	}

	/** Files that come and go are heard of from the first list on. */
	#watch(): void {
		if (this.#isWatching) return;
		this.#isWatching = true;
		const watcher = this._register(workspace.createFileSystemWatcher('**/*', false, true, false));
		this._register(watcher.onDidCreate((uri) => this.#onEvent(uri)));
		this._register(watcher.onDidDelete((uri) => this.#onEvent(uri)));
	}

	#onEvent({ scheme, fsPath }: Uri): void {
		if (scheme !== 'file') return;
		for (const launch of this.#launches.values())
			if (this.#listings.has(launch.key) && isInside(launch.path, fsPath)) this.#stale.set(launch.key, launch);
		if (this.#stale.size === 0) return;
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => this.#dropStale(), pause);
	}

	#dropStale(): void {
		const stale = [...this.#stale.values()];
		this.#stale.clear();
		for (const launch of stale) this.#listings.delete(launch.key);
		for (const launch of stale) this.#onDidChange.fire(launch);
	}

	#dropAll(): void {
		for (const key of this.#listings.keys()) {
			const launch = this.#launches.get(key);
			if (launch) this.#stale.set(key, launch);
		}
		this.#dropStale();
	}
}
