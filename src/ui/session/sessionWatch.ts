/**
 * The session that the view shows: found, read as a stream, followed while somebody looks, compared with the disk.
 * Nothing is read before `start`; what stays are paths, hashes, sizes and times.
 */

import { EventEmitter } from 'vscode';
import { mapLimited, readsAtOnce } from '../../core/concurrency.js';
import { buildContextModel, type ContextModel } from '../../core/model/contextModel.js';
import { compareSession } from '../../core/sessions/comparison.js';
import type { SessionRecord } from '../../core/sessions/sessionRecord.js';
import { transcriptDirectories } from '../../core/sessions/transcriptPlace.js';
import { NodeFileSystem } from '../../host/fileSystem.js';
import { type FollowedSession, followSession } from '../../host/transcripts/followSession.js';
import { listSessions, newestSession } from '../../host/transcripts/sessions.js';
import { textDigest } from '../../host/transcripts/textDigest.js';
import { Disposable } from '../disposable.js';
import type { ComponentLog, Log } from '../log.js';
import type { LaunchDirectory } from '../model/launchDirectories.js';
import type { ModelManager } from '../modelManager.js';
import { inputsOfSession } from './sessionModel.js';
import type { LaunchSession, SessionState } from './sessionState.js';

/** How often it is looked whether there is a new session, and whether files that the session has changed. Milliseconds. */
const lookInterval = 2_000;
/** Files of a session that are looked at for changes. */
const heldLimit = 500;

export class SessionWatch extends Disposable {
	readonly #manager: ModelManager;
	readonly #log: ComponentLog;
	readonly #disk = new NodeFileSystem();
	readonly #onDidChange = this._register(new EventEmitter<void>());
	/** Fires when there is something else to show. */
	readonly onDidChange = this.#onDidChange.event;
	#state: SessionState = { kind: 'idle' };
	#isActive = false;
	/** Counts what was begun, so that an answer that comes late knows that it is. */
	#turn = 0;
	/** The user's choice; the newest session of all launch directories without one. */
	#chosen?: { readonly launch: string; readonly session: string };
	#followed?: { readonly of: LaunchSession; readonly following: FollowedSession };
	#record?: SessionRecord;
	#comparing?: Promise<void>;
	#isStale = false;
	#model?: { readonly key: string; readonly model: ContextModel };
	#timer?: NodeJS.Timeout;
	/** When which directory of transcripts changed, as of the last look. */
	#places = '';
	/** When which file of the session changed, as of the last comparison. */
	#held = '';

	constructor(manager: ModelManager, log: Log) {
		super();
		this.#manager = manager;
		this.#log = log.component('SessionWatch');
		this._register(manager.onDidChange(({ launch }) => this.#onModel(launch)));
		this._register(manager.onDidChangeLaunches(() => this.refresh()));
	}

	override dispose(): void {
		this.stop();
		super.dispose();
	}

	get state(): SessionState {
		return this.#state;
	}

	/** True while a transcript is being followed. */
	get isFollowing(): boolean {
		return this.#followed !== undefined;
	}

	/** Begins to look, or goes on. */
	start(): void {
		if (this.#isActive || this._isDisposed) return;
		this.#isActive = true;
		if (this.#state.kind === 'idle') this.#show({ kind: 'reading' });
		this.#find();
	}

	/** Ends every read and timer; what is known stays. */
	stop(): void {
		this.#isActive = false;
		this.#turn++;
		this.#places = '';
		clearTimeout(this.#timer);
		this.#unfollow();
	}

	/** Shows a session; the newest one where none is named. */
	choose(of: LaunchSession | undefined): void {
		this.#chosen = of && { launch: of.launch.key, session: of.session.sessionId };
		this.refresh();
	}

	get isChosen(): boolean {
		return this.#chosen !== undefined;
	}

	/** Looks anew for the session and for what is on disk. */
	refresh(): void {
		this.#model = undefined;
		if (this.#isActive) this.#find();
	}

	/** Sessions of all launch directories, each list the newest first. */
	async sessions(): Promise<readonly LaunchSession[]> {
		const lists = await Promise.all(this.#manager.launches.map((launch) => this.#sessionsOf(launch)));
		return lists.flat();
	}

	async #sessionsOf(launch: LaunchDirectory): Promise<readonly LaunchSession[]> {
		const directory = await this.#realPath(launch);
		const inputs = await this.#manager.inputsOf(launch);
		const sessions = await listSessions(this.#disk, inputs, directory);
		return sessions.map((session) => ({ launch, session }));
	}

	/** Transcripts lie where the real path of the launch directory says. */
	async #realPath({ path }: LaunchDirectory): Promise<string> {
		return (await this.#disk.realPath(path)) ?? path;
	}

	#find(): void {
		const turn = ++this.#turn;
		clearTimeout(this.#timer);
		this.#look(turn).catch((error) => this.#fail(turn, error));
	}

	async #look(turn: number): Promise<void> {
		if (this.#manager.launches.length === 0) {
			this.#unfollow();
			return this.#show({ kind: 'noFolder' });
		}
		this.#places = await this.#placesNow();
		const all = await this.sessions();
		if (turn !== this.#turn) return;
		const found = this.#pick(all);
		this.#lookAgain(turn);
		if (!found) {
			this.#unfollow();
			return this.#show({ kind: 'none' });
		}
		if (this.#followed?.of.session.path === found.session.path) return this.#compare();
		this.#follow(found);
	}

	#pick(all: readonly LaunchSession[]): LaunchSession | undefined {
		const chosen = all.find(
			({ launch, session }) => launch.key === this.#chosen?.launch && session.sessionId === this.#chosen.session,
		);
		if (chosen) return chosen;
		const newest = this.#manager.launches.flatMap((launch) => {
			const session = newestSession(all.filter((of) => of.launch === launch).map((of) => of.session));
			return session ? [{ launch, session }] : [];
		});
		return newest.sort((a, b) => b.session.modified - a.session.modified)[0];
	}

	#follow(of: LaunchSession): void {
		this.#unfollow();
		const isShown = this.#state.kind === 'ready' && this.#state.shown.session.path === of.session.path;
		if (!isShown) this.#show({ kind: 'reading' });
		const isCurrent = (): boolean => this.#followed?.of === of;
		// Whoever looks at a session wants to see what changes on disk: the manager watches what it was asked for.
		void this.#manager.modelFor(of.launch);
		const following = followSession(of.session.path, {
			onRecord: (record) => {
				if (!isCurrent()) return;
				this.#record = record;
				this.#compare();
			},
			onFailure: (failure) => {
				if (isCurrent()) this.#show({ kind: 'failed', session: of.session, failure });
			},
		});
		this.#followed = { of, following };
	}

	#unfollow(): void {
		this.#followed?.following.dispose();
		this.#followed = undefined;
		this.#record = undefined;
	}

	/** One comparison at a time; what comes meanwhile makes one more. */
	#compare(): void {
		this.#isStale = true;
		this.#comparing ??= this.#compareAll().finally(() => {
			this.#comparing = undefined;
		});
	}

	async #compareAll(): Promise<void> {
		while (this.#isStale && this.#followed && this.#record) {
			this.#isStale = false;
			const { of } = this.#followed;
			const record = this.#record;
			try {
				this.#held = await this.#heldNow(record);
				const model = await this.#modelOf(of.launch, record);
				const comparison = model && (await compareSession(record, model, { digest: textDigest }));
				if (this.#followed?.of !== of) continue;
				if (model && comparison) this.#show({ kind: 'ready', shown: { ...of, record, comparison, model } });
				else this.#show({ kind: 'none' });
			} catch (error) {
				this.#fail(this.#turn, error);
			}
		}
	}

	/** The prediction for the client and the model that the session runs, from the disk as it is. */
	async #modelOf(launch: LaunchDirectory, record: SessionRecord): Promise<ContextModel | undefined> {
		const key = JSON.stringify([launch.key, record.clientVersion, record.model]);
		if (this.#model?.key === key) return this.#model.model;
		const inputs = inputsOfSession(await this.#manager.inputsOf(launch), record);
		const built = await buildContextModel(this.#disk, inputs);
		if (built) this.#model = { key, model: built };
		return built;
	}

	#onModel(launch: LaunchDirectory): void {
		this.#model = undefined;
		if (!this.#isActive) return;
		if (this.#state.kind === 'fault') this.#find();
		else if (this.#followed?.of.launch.key === launch.key) this.#compare();
	}

	#lookAgain(turn: number): void {
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => {
			this.#lookOver(turn).catch((error) => this.#fail(turn, error));
		}, lookInterval);
		this.#timer.unref();
	}

	async #lookOver(turn: number): Promise<void> {
		const places = await this.#placesNow();
		const held = this.#record && (await this.#heldNow(this.#record));
		if (turn !== this.#turn || !this.#isActive) return;
		if (places !== this.#places) return this.#find();
		if (held !== undefined && held !== this.#held) {
			this.#model = undefined;
			this.#compare();
		}
		this.#lookAgain(turn);
	}

	/** The manager watches what a model is made of; a session may have more, such as nested files. */
	async #heldNow({ attached, startup }: SessionRecord): Promise<string> {
		const paths = [...attached, ...startup].map(({ path }) => path).filter((path) => !path.startsWith('<'));
		const stats = await mapLimited(paths.slice(0, heldLimit), readsAtOnce, (path) => this.#disk.stat(path));
		return JSON.stringify(stats);
	}

	/** A directory changes when a transcript comes or goes, not when one grows. */
	async #placesNow(): Promise<string> {
		const times: (number | undefined)[] = [];
		for (const launch of this.#manager.launches) {
			const inputs = await this.#manager.inputsOf(launch);
			for (const directory of await transcriptDirectories(this.#disk, inputs, await this.#realPath(launch)))
				times.push((await this.#disk.stat(directory))?.modified);
		}
		return JSON.stringify(times);
	}

	#fail(turn: number, error: unknown): void {
		this.#log.error('the session could not be compared', error);
		if (turn === this.#turn) this.#show({ kind: 'fault' });
	}

	#show(state: SessionState): void {
		if (this._isDisposed) return;
		this.#state = state;
		this.#onDidChange.fire();
	}
}
