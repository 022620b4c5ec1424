/** Watches the directories of a plan with chokidar; nothing is loaded or watched while the plan is empty. */

import { basename, dirname, join } from 'node:path';
import type { FSWatcher } from 'chokidar';
import { directoryIdentity } from './directoryIdentity.js';
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
	/** Of the directory that is watched; `undefined` where there was none. */
	readonly identity: Promise<string | undefined>;
	readonly close: () => Promise<void>;
}

const kinds: Readonly<Record<string, FileEventKind>> = {
	add: 'created',
	addDir: 'created',
	change: 'changed',
	unlink: 'deleted',
	unlinkDir: 'deleted',
};

/** Something is replaced in several steps; the directories are looked at this long after the first. Milliseconds. */
const renewPause = 50;

/**
 * A watch holds on to the directory that it was set on, not to its path: one that is removed, moved or replaced, or that lies
 * below such a one, leaves a watch that stays silent for ever. So whenever a name of the plan comes or goes, every directory
 * is held against the one that is watched, and watched anew where it is another.
 */
export class PlanWatcher {
	readonly #events: PlanWatcherEvents;
	readonly #watched = new Map<string, Watched>();
	readonly #closing = new Set<Promise<void>>();
	/** Directories that were gone before they could be watched, so that it is said once. */
	readonly #missed = new Set<string>();
	#timer?: NodeJS.Timeout;
	#renewing: Promise<void> = Promise.resolve();
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
		clearTimeout(this.#timer);
		for (const [directory, watched] of this.#watched) this.#stop(directory, watched);
		await this.#renewing;
		await Promise.all(this.#closing);
	}

	#stop(directory: string, watched: Watched): void {
		this.#watched.delete(directory);
		const closing = watched.close().finally(() => this.#closing.delete(closing));
		this.#closing.add(closing);
	}

	#renewSoon(): void {
		if (this.#isClosed) return;
		this.#timer ??= setTimeout(() => {
			this.#timer = undefined;
			this.#renewing = this.#renewing.then(() => this.#renew());
		}, renewPause);
	}

	/** Watches anew what is another directory than the one that is watched. */
	async #renew(): Promise<void> {
		const replaced: (readonly [string, Watched, boolean])[] = [];
		await Promise.all(
			[...this.#watched].map(async ([directory, watched]) => {
				const [then, now] = await Promise.all([watched.identity, directoryIdentity(directory)]);
				if (then === now?.key || this.#watched.get(directory) !== watched) return;
				this.#stop(directory, watched);
				replaced.push([directory, watched, now !== undefined]);
			}),
		);
		// Watches of one directory share a handle, also under several names: the old one has to be closed for all of them.
		await Promise.all(this.#closing);
		for (const [directory, { all, names }, isThere] of replaced) {
			if (this.#isClosed) return;
			if (isThere && !this.#watched.has(directory)) this.#watched.set(directory, this.#watch(directory, all, names));
			this.#events.onEvent(isThere ? 'created' : 'deleted', directory);
		}
	}

	/** Gives up a directory that is not there any more; the next plan knows better. */
	#miss(directory: string): void {
		const watched = this.#watched.get(directory);
		if (!watched || this.#missed.has(directory)) return;
		this.#missed.add(directory);
		this.#stop(directory, watched);
		this.#events.onEvent('deleted', directory);
	}

	#watch(directory: string, all: boolean, names: ReadonlySet<string>): Watched {
		let isWanted = true;
		const found = directoryIdentity(directory);
		const start = async (): Promise<FSWatcher | undefined> => {
			const [{ watch }, identity] = await Promise.all([import('chokidar'), found]);
			if (!isWanted) return undefined;
			if (!identity) {
				this.#miss(directory);
				return undefined;
			}
			this.#missed.delete(directory);
			// Where the last step is a link, chokidar would watch the link alone.
			const { realPath } = identity;
			const isIgnored = (path: string): boolean =>
				path !== realPath && (dirname(path) !== realPath || (!all && !names.has(basename(path))));
			return watch(realPath, { depth: 0, ignoreInitial: true, ignored: isIgnored, followSymlinks: false })
				.on('all', (event, path) => {
					const kind = kinds[event];
					if (!isWanted || !kind) return;
					this.#events.onEvent(kind, path === realPath ? directory : join(directory, basename(path)));
				})
				.on('raw', (event, name: unknown) => {
					// A directory that is removed or moved gives its own name.
					const mayReplace = event === 'rename' && typeof name === 'string';
					if (isWanted && mayReplace && (all || names.has(name) || name === basename(realPath))) this.#renewSoon();
				})
				.on('ready', () => isWanted && this.#events.onWatching(directory))
				.on('error', (error) => isWanted && this.#events.onError(directory, error));
		};
		const started = start();
		started.catch((error) => this.#events.onError(directory, error));
		return {
			all,
			names,
			identity: found.then((identity) => identity?.key),
			close: async () => {
				isWanted = false;
				await (await started.catch(() => undefined))?.close();
			},
		};
	}
}

const isSubset = (some: ReadonlySet<string>, of: ReadonlySet<string>): boolean =>
	[...some].every((name) => of.has(name));
