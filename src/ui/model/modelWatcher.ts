/** Tells of changes to files: inside the workspace from VS Code's own watcher, elsewhere from watchers by plan. */

import { join, relative } from 'node:path';
import { type Uri, workspace } from 'vscode';
import type { FileSystem } from '../../core/ports.js';
import { isInside } from '../../core/sources/launchPlace.js';
import { PlanWatcher } from '../../host/planWatcher.js';
import type { FileEventKind, RecordingFileSystem } from '../../host/recordingFileSystem.js';
import { isListStale, isStale } from '../../host/staleness.js';
import { type WatchPlan, watchPlan } from '../../host/watchPlan.js';
import { Disposable } from '../disposable.js';
import type { ComponentLog } from '../log.js';

export interface ModelWatcherHost {
	/** What the models remember of the disk, and the disk. */
	readonly cache: FileSystem;
	readonly disk: FileSystem;
	/** What the models in use asked for. */
	readonly recorders: () => readonly RecordingFileSystem[];
	readonly onEvent: (kind: FileEventKind, path: string) => void;
	/** Directories that are watched no longer: what is remembered of them grows old. */
	readonly onUnwatched: (directories: readonly string[]) => void;
	readonly log: ComponentLog;
}

/** New paths come in crowds; the plan is made anew this long after the last. Milliseconds. */
const planPause = 200;

/** A folder as it was opened, and where its links lead. */
interface Root {
	readonly path: string;
	readonly real: string;
}

export class ModelWatcher extends Disposable {
	readonly #host: ModelWatcherHost;
	readonly #outside: PlanWatcher;
	#roots: readonly Root[] = [];
	#timer?: NodeJS.Timeout;
	#planning: Promise<void> = Promise.resolve();
	#plan: WatchPlan = new Map();

	constructor(host: ModelWatcherHost) {
		super();
		this.#host = host;
		this.#outside = new PlanWatcher({
			onEvent: (kind, path) => host.onEvent(kind, path),
			onWatching: (directory) => void this.#catchUp(directory),
			onError: (directory, error) => host.log.warn(`${directory} cannot be watched`, String(error)),
		});
		const inside = this._register(workspace.createFileSystemWatcher('**/*'));
		this._register(inside.onDidChange((uri) => this.#onInside('changed', uri)));
		this._register(inside.onDidCreate((uri) => this.#onInside('created', uri)));
		this._register(inside.onDidDelete((uri) => this.#onInside('deleted', uri)));
		this._register(workspace.onDidChangeWorkspaceFolders(() => void this.#resolveRoots()));
		void this.#resolveRoots();
	}

	override dispose(): void {
		clearTimeout(this.#timer);
		void this.close();
		super.dispose();
	}

	/** Resolves when every handle outside the workspace is closed. */
	close(): Promise<void> {
		return this.#outside.close();
	}

	/** Directories outside the workspace that are watched; for tests. */
	get outsideDirectories(): readonly string[] {
		return this.#outside.directories;
	}

	/** The models ask for other paths than before. */
	update(): void {
		if (this._isDisposed) return;
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => {
			this.#planning = this.#planning.then(() => this.#replan());
		}, planPause);
	}

	async #resolveRoots(): Promise<void> {
		const folders = (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
		this.#roots = await Promise.all(
			folders.map(async ({ uri }) => ({
				path: uri.fsPath,
				real: (await this.#host.disk.realPath(uri.fsPath)) ?? uri.fsPath,
			})),
		);
		this.update();
	}

	#onInside(kind: FileEventKind, uri: Uri): void {
		if (uri.scheme !== 'file') return;
		const path = uri.fsPath;
		this.#host.onEvent(kind, path);
		// The loader works on real paths; a folder may have been opened by a link.
		for (const root of this.#roots) {
			if (root.real !== root.path && isInside(root.path, path)) {
				this.#host.onEvent(kind, join(root.real, relative(root.path, path)));
			}
		}
	}

	#isWatchedByVSCode(path: string): boolean {
		return this.#roots.some((root) => isInside(root.path, path) || isInside(root.real, path));
	}

	async #replan(): Promise<void> {
		const recorders = this.#host.recorders();
		const plan = await watchPlan(this.#host.cache, {
			paths: new Set(recorders.flatMap((recorder) => [...recorder.paths()])),
			isListed: (path) => recorders.some((recorder) => recorder.lists(path)),
			isWatchedElsewhere: (path) => this.#isWatchedByVSCode(path),
		});
		if (this._isDisposed) return;
		this.#plan = plan;
		const dropped = this.#outside.update(plan);
		if (dropped.length > 0) this.#host.onUnwatched(dropped);
	}

	/** What changed between reading and watching a directory. */
	async #catchUp(directory: string): Promise<void> {
		const { cache, disk, onEvent } = this.#host;
		const planned = this.#plan.get(directory);
		const recorders = this.#host.recorders();
		for (const name of planned?.names ?? []) {
			const path = join(directory, name);
			const reads = recorders.some((recorder) => recorder.readsText(path));
			if (await isStale(cache, disk, path, reads)) onEvent((await disk.stat(path)) ? 'created' : 'deleted', path);
		}
		if (planned?.all && (await isListStale(cache, disk, directory))) onEvent('created', directory);
	}
}
