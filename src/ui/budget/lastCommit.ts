/** What the working tree adds to the context since the last commit, worked out in the background when somebody asks. */

import { join } from 'node:path';
import { EventEmitter, RelativePattern, Uri, window, workspace } from 'vscode';
import { type BudgetTrend, budgetTrend } from '../../core/model/budgetTrend.js';
import type { ContextModel } from '../../core/model/contextModel.js';
import { buildReport } from '../../core/model/report.js';
import type { FileSystem } from '../../core/ports.js';
import { CommittedContexts, gitDirectory } from '../../host/committedContext.js';
import { NodeFileSystem } from '../../host/fileSystem.js';
import { Disposable } from '../disposable.js';
import type { ComponentLog, Log } from '../log.js';
import type { LaunchDirectory } from '../model/launchDirectories.js';
import type { ModelManager } from '../modelManager.js';

/** The comparison with the last commit, or why there is none. */
export type LastCommitTrend =
	| { readonly kind: 'trend'; readonly trend: BudgetTrend; readonly isComplete: boolean }
	/** No git, no repository or no commit. */
	| { readonly kind: 'none' }
	/** Git is not run in Restricted Mode. */
	| { readonly kind: 'restricted' }
	/** The launch directory is not in the commit. */
	| { readonly kind: 'outside' };

export class LastCommit extends Disposable {
	readonly #manager: ModelManager;
	readonly #log: ComponentLog;
	readonly #disk = new NodeFileSystem();
	readonly #contexts = new CommittedContexts();
	/** Roots whose `HEAD` is watched. */
	readonly #watched = new Set<string>();
	readonly #onDidChange = this._register(new EventEmitter<void>());
	/** Fires when a commit may have been made or another one checked out. */
	readonly onDidChange = this.#onDidChange.event;

	constructor(manager: ModelManager, log: Log) {
		super();
		this.#manager = manager;
		this.#log = log.component('LastCommit');
		// Not every way in which git keeps its references can be watched; people commit in other windows.
		this._register(
			window.onDidChangeWindowState(({ focused }) => {
				if (focused && this.#watched.size > 0) this.#onMoved();
			}),
		);
	}

	/** Holds a model against the last commit of its repository. */
	async trend(launch: LaunchDirectory, model: ContextModel): Promise<LastCommitTrend> {
		const root = model.place.repositoryRoot;
		if (root === undefined) return { kind: 'none' };
		if (!workspace.isTrusted) return { kind: 'restricted' };
		const began = performance.now();
		const inputs = await this.#manager.inputsOf(launch);
		const [committed] = await Promise.all([this.#contexts.read(this.#filesOf(model), root, inputs), this.#watch(root)]);
		this.#log.debug('compared', {
			directory: launch.path,
			commit: committed?.commit,
			milliseconds: Math.round(performance.now() - began),
		});
		if (!committed) return { kind: 'none' };
		if (!committed.report) return { kind: 'outside' };
		const trend = budgetTrend(committed.report, buildReport(model));
		return { kind: 'trend', trend, isComplete: committed.isComplete };
	}

	/**
	 * What lies outside of the repository is the same on both sides, unsaved texts too. The rest is asked of the disk: the
	 * models' cache must hold nothing that nobody watches.
	 */
	#filesOf({ startup, skills }: ContextModel): FileSystem {
		const unsaved = new Set([...startup, ...skills].filter((source) => source.unsaved).map(({ path }) => path));
		const { files } = this.#manager;
		const disk = this.#disk;
		return {
			stat: (path) => disk.stat(path),
			realPath: (path) => disk.realPath(path),
			readText: (path, limit) => (unsaved.has(path) ? files : disk).readText(path, limit),
			list: (path, order) => disk.list(path, order),
		};
	}

	async #watch(root: string): Promise<void> {
		if (this.#watched.has(root)) return;
		this.#watched.add(root);
		const directory = await gitDirectory(root);
		if (directory === undefined || this._isDisposed) return;
		// `HEAD` changes with the branch, its log with every commit; the log's folder is not there before the first one.
		for (const [folder, names] of [
			[directory, '{HEAD,COMMIT_EDITMSG,ORIG_HEAD}'],
			[join(directory, 'logs'), 'HEAD'],
		] as const) {
			const watcher = this._register(workspace.createFileSystemWatcher(new RelativePattern(Uri.file(folder), names)));
			this._register(watcher.onDidChange(() => this.#onMoved()));
			this._register(watcher.onDidCreate(() => this.#onMoved()));
		}
	}

	#onMoved(): void {
		this.#contexts.forget();
		this.#onDidChange.fire();
	}
}
