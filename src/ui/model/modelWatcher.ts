/** Tells of changes to files: inside the workspace from VS Code's own watcher, elsewhere from watchers by plan. */

import { dirname, join, relative } from 'node:path';
import { type Uri, window, workspace } from 'vscode';
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

/**
 * VS Code does not say when its watcher of a workspace has started; on Linux it walks through all directories first. What
 * changed before goes unseen, so the disk is looked at this long after the first model was asked for. Milliseconds.
 */
const startChecks: readonly number[] = [1_000, 4_000, 15_000];
/**
 * A file that is read before VS Code has told of its coming, and goes before it has, gives no event at all: the two cancel
 * each other. So files that were read are looked at once more this long after. Milliseconds.
 */
const settledCheck = 1_500;

/** A folder as it was opened, and where its links lead. */
interface Root {
	readonly path: string;
	readonly real: string;
}

export class ModelWatcher extends Disposable {
	readonly #host: ModelWatcherHost;
	readonly #outside: PlanWatcher;
	#roots: readonly Root[] = [];
	/**
	 * Directories of the workspace that are watched here as well, with all below them: those that came while it was open, and
	 * those of which VS Code's watcher did not tell something. On Linux it starts to watch a directory only once it has come,
	 * and stays deaf to those that were made in it before; Claude Code makes `.claude/rules` in one go.
	 */
	readonly #watchedHere = new Set<string>();
	readonly #checks: readonly NodeJS.Timeout[];
	#checking: Promise<void> = Promise.resolve();
	#timer?: NodeJS.Timeout;
	#settling?: NodeJS.Timeout;
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
		this._register(window.onDidChangeWindowState(({ focused }) => focused && this.#check()));
		this.#checks = startChecks.map((after) => setTimeout(() => this.#check(), after));
		void this.#resolveRoots();
	}

	override dispose(): void {
		clearTimeout(this.#timer);
		clearTimeout(this.#settling);
		for (const check of this.#checks) clearTimeout(check);
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

	/** The models ask for other paths than before, or were made anew. */
	update(): void {
		if (this._isDisposed) return;
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => {
			this.#planning = this.#planning.then(() => this.#replan());
		}, planPause);
		clearTimeout(this.#settling);
		this.#settling = setTimeout(() => this.#check(true), settledCheck);
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
		const names = [path];
		// The loader works on real paths; a folder may have been opened by a link.
		for (const root of this.#roots) {
			if (root.real !== root.path && isInside(root.path, path)) names.push(join(root.real, relative(root.path, path)));
		}
		for (const name of names) {
			this.#host.onEvent(kind, name);
			// One that goes and comes again at once has changed, for VS Code.
			if (kind === 'deleted') this.#watchedHere.delete(name);
			else void this.#noteDirectory(name);
		}
	}

	async #noteDirectory(path: string): Promise<void> {
		if (this.#host.recorders().every((recorder) => recorder.isConcerned('created', path) === false)) return;
		if ((await this.#host.disk.stat(path))?.kind !== 'directory') return;
		this.#watchedHere.add(path);
		this.update();
	}

	#isInWorkspace(path: string): boolean {
		return this.#roots.some((root) => isInside(root.path, path) || isInside(root.real, path));
	}

	#isWatchedByVSCode(path: string): boolean {
		return this.#isInWorkspace(path) && ![...this.#watchedHere].some((directory) => isInside(directory, path));
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
		const planned = this.#plan.get(directory);
		for (const name of planned?.names ?? []) await this.#checkPath(join(directory, name));
		if (planned?.all) await this.#checkList(directory);
	}

	/** Looks for what VS Code's watcher has not told of. One check at a time; `onlyRead` leaves out what was merely sought. */
	#check(onlyRead = false): void {
		this.#checking = this.#checking
			.then(() => this.#lookAgain(onlyRead))
			.catch((error) => this.#host.log.error('the disk could not be looked at again', error));
	}

	async #lookAgain(onlyRead: boolean): Promise<void> {
		const recorders = this.#host.recorders();
		for (const path of new Set(recorders.flatMap((recorder) => [...recorder.paths()]))) {
			if (this._isDisposed) return;
			const isListed = recorders.some((recorder) => recorder.lists(path));
			const isWanted = !onlyRead || isListed || recorders.some((recorder) => recorder.readsText(path));
			if (!isWanted || !this.#isInWorkspace(path)) continue;
			if (await this.#checkPath(path)) this.#watchOurselves(dirname(path));
			if (isListed && (await this.#checkList(path))) this.#watchOurselves(path);
		}
	}

	/** Where VS Code's watcher was silent once it may be deaf. Of a whole workspace's root it was just not awake yet. */
	#watchOurselves(directory: string): void {
		if (this.#roots.some(({ path, real }) => directory === path || directory === real)) return;
		this.#watchedHere.add(directory);
		this.update();
	}

	/** True where the path is not as the models know it; they are told. */
	async #checkPath(path: string): Promise<boolean> {
		const { cache, disk, onEvent } = this.#host;
		const reads = this.#host.recorders().some((recorder) => recorder.readsText(path));
		if (!(await isStale(cache, disk, path, reads))) return false;
		onEvent((await disk.stat(path)) ? 'created' : 'deleted', path);
		return true;
	}

	async #checkList(directory: string): Promise<boolean> {
		const { cache, disk, onEvent } = this.#host;
		if (!(await isListStale(cache, disk, directory))) return false;
		onEvent('created', directory);
		return true;
	}
}
