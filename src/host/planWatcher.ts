/** Watches the directories of a plan with chokidar; nothing is loaded or watched while the plan is empty. */

import { dirname, join } from 'node:path';
import type { FSWatcher } from 'chokidar';
import type { FileEventKind } from './recordingFileSystem.js';
import type { WatchPlan } from './watchPlan.js';

export interface PlanWatcherEvents {
	/** Something happened to a path of the plan. */
	readonly onEvent: (kind: FileEventKind, path: string) => void;
	/** A directory is watched from now on: what changed before this moment went unseen. */
	readonly onWatching: (directory: string) => void;
	readonly onError: (directory: string, error: unknown) => void;
}

interface Watched {
	readonly all: boolean;
	readonly names: ReadonlySet<string>;
	readonly close: () => Promise<void>;
}

const kinds: Readonly<Record<string, FileEventKind>> = {
	add: 'created',
	addDir: 'created',
	change: 'changed',
	unlink: 'deleted',
	unlinkDir: 'deleted',
};

export class PlanWatcher {
	readonly #events: PlanWatcherEvents;
	readonly #watched = new Map<string, Watched>();
	readonly #closing = new Set<Promise<void>>();
	#isClosed = false;

	constructor(events: PlanWatcherEvents) {
		this.#events = events;
	}

	/** Directories that are watched. */
	get directories(): readonly string[] {
		return [...this.#watched.keys()];
	}

	/** Watches exactly the plan; directories whose names stay the same are left alone. Returns those that are no longer watched. */
	update(plan: WatchPlan): readonly string[] {
		if (this.#isClosed) return [];
		const dropped: string[] = [];
		for (const [directory, watched] of this.#watched) {
			const planned = plan.get(directory);
			if (planned && planned.all === watched.all && isSubset(planned.names, watched.names)) continue;
			this.#stop(directory, watched);
			if (!planned) dropped.push(directory);
		}
		for (const [directory, { all, names }] of plan) {
			if (!this.#watched.has(directory)) this.#watched.set(directory, this.#watch(directory, all, names));
		}
		return dropped;
	}

	/** Ends all watching; resolves when every handle is closed. */
	async close(): Promise<void> {
		this.#isClosed = true;
		for (const [directory, watched] of this.#watched) this.#stop(directory, watched);
		await Promise.all(this.#closing);
	}

	#stop(directory: string, watched: Watched): void {
		this.#watched.delete(directory);
		const closing = watched.close().finally(() => this.#closing.delete(closing));
		this.#closing.add(closing);
	}

	#watch(directory: string, all: boolean, names: ReadonlySet<string>): Watched {
		let isWanted = true;
		const isIgnored = (path: string): boolean =>
			path !== directory &&
			(dirname(path) !== directory || (!all && !names.has(path.slice(join(directory, '_').length - 1))));
		const start = async (): Promise<FSWatcher | undefined> => {
			const { watch } = await import('chokidar');
			if (!isWanted) return undefined;
			return watch(directory, { depth: 0, ignoreInitial: true, ignored: isIgnored, followSymlinks: false })
				.on('all', (event, path) => {
					const kind = kinds[event];
					if (isWanted && kind) this.#events.onEvent(kind, path);
				})
				.on('ready', () => isWanted && this.#events.onWatching(directory))
				.on('error', (error) => isWanted && this.#events.onError(directory, error));
		};
		const started = start();
		started.catch((error) => this.#events.onError(directory, error));
		return {
			all,
			names,
			close: async () => {
				isWanted = false;
				await (await started.catch(() => undefined))?.close();
			},
		};
	}
}

const isSubset = (some: ReadonlySet<string>, of: ReadonlySet<string>): boolean =>
	[...some].every((name) => of.has(name));
