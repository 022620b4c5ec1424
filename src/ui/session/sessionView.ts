/** The Session view: what a running or past session really has, against what is on disk now. */

import { basename } from 'node:path';
import { commands, l10n, type TreeView, Uri, window, workspace } from 'vscode';
import { timeOfDay } from '../../core/sessions/sentences.js';
import { Disposable } from '../disposable.js';
import { groupIcons } from '../icons.js';
import { commandIds, contextKeys, viewIds } from '../ids.js';
import type { ComponentLog, Log } from '../log.js';
import type { LaunchDirectory } from '../model/launchDirectories.js';
import type { ModelManager } from '../modelManager.js';
import { messageRow } from '../tree/groupRow.js';
import { type Row, type RowSnapshot, snapshotOf } from '../tree/row.js';
import { RowsProvider } from '../tree/rowsProvider.js';
import { sessionUri } from './sessionAddress.js';
import { SessionDocuments } from './sessionDocuments.js';
import { pickSession } from './sessionPick.js';
import { sessionRows } from './sessionRows.js';
import type { LaunchSession, SessionState } from './sessionState.js';
import { SessionWatch } from './sessionWatch.js';

export class SessionView extends Disposable {
	readonly #manager: ModelManager;
	readonly #log: ComponentLog;
	readonly #watch: SessionWatch;
	readonly #documents: SessionDocuments;
	readonly #provider: RowsProvider;
	readonly #view: TreeView<Row>;
	#key?: string;

	constructor(manager: ModelManager, log: Log) {
		super();
		this.#manager = manager;
		this.#log = log.component('SessionView');
		this.#watch = this._register(new SessionWatch(manager, log));
		this.#documents = this._register(new SessionDocuments(manager, this.#watch, log));
		this.#provider = this._register(new RowsProvider(async () => this.#rows()));
		this.#view = this._register(
			window.createTreeView(viewIds.session, { treeDataProvider: this.#provider, showCollapseAll: true }),
		);
		this._register(this.#view.onDidChangeVisibility(({ visible }) => this.#onVisibility(visible)));
		this._register(this.#watch.onDidChange(() => this.#refresh()));
		this._register(commands.registerCommand(commandIds.chooseSession, (of?: unknown) => this.#choose(of)));
		this._register(commands.registerCommand(commandIds.showNewestSession, () => this.#chosen(undefined)));
		this._register(commands.registerCommand(commandIds.showSessionText, (row?: unknown) => this.#showText(row)));
		this._register(commands.registerCommand(commandIds.showLoadLog, () => this.#showLog()));
		this._register(commands.registerCommand(commandIds.showSessionFigures, (of?: unknown) => this.#showFigures(of)));
		this.#onVisibility(this.#view.visible);
	}

	/** Documents of sessions, for other features. */
	get documents(): SessionDocuments {
		return this.#documents;
	}

	get state(): SessionState {
		return this.#watch.state;
	}

	/** True while the transcript is being followed; for suites. */
	get isFollowing(): boolean {
		return this.#watch.isFollowing;
	}

	/** What the view shows, for suites. */
	snapshot(): readonly RowSnapshot[] {
		return this.#rows().map(snapshotOf);
	}

	#onVisibility(isVisible: boolean): void {
		if (isVisible) this.#watch.start();
		else this.#watch.stop();
	}

	#rows(): readonly Row[] {
		const { state } = this;
		if (state.kind === 'reading')
			return [messageRow('reading', l10n.t('Reading the session…'), { icon: groupIcons.searching })];
		return state.kind === 'ready' ? sessionRows(state.shown, Date.now()) : [];
	}

	#refresh(): void {
		const { state } = this;
		this.#view.description = this.#description(state);
		const key = state.kind === 'failed' ? state.failure : state.kind;
		if (key !== this.#key) void commands.executeCommand('setContext', contextKeys.sessionView, key);
		this.#key = key;
		this.#provider.refresh();
	}

	#description(state: SessionState): string | undefined {
		if (state.kind !== 'ready') return undefined;
		const { launch, record } = state.shown;
		const time = timeOfDay(Date.now());
		return [
			...(record.startedAt === undefined ? [] : [time(record.startedAt)]),
			...(this.#manager.launches.length > 1 ? [launch.name] : []),
			...(this.#watch.isChosen ? [l10n.t('chosen')] : []),
		].join(' · ');
	}

	/** From the palette a question; with a session's id (keybindings, suites) none. */
	async #choose(of: unknown): Promise<void> {
		const sessions = await this.#watch.sessions();
		if (sessions.length === 0) {
			void window.showInformationMessage(l10n.t('No session was started in the launch directory yet.'));
			return;
		}
		const named = typeof of === 'string' ? sessions.find(({ session }) => session.sessionId === of) : undefined;
		const picked = named ?? (await pickSession(sessions, { isFollowingNewest: !this.#watch.isChosen }));
		if (!picked) return;
		this.#chosen(picked === 'newest' ? undefined : picked);
		await commands.executeCommand(`${viewIds.session}.focus`);
	}

	#chosen(of: LaunchSession | undefined): void {
		void commands.executeCommand('setContext', contextKeys.sessionChosen, of !== undefined);
		this.#watch.choose(of);
	}

	/** The text that the session has: beside today's where they differ, else by itself. */
	async #showText(of: unknown): Promise<void> {
		const path = (of as Partial<Row> | undefined)?.target?.path;
		if (this.state.kind !== 'ready' || path === undefined) return;
		const { launch, session, comparison } = this.state.shown;
		const file = comparison.files.find((compared) => compared.path === path && compared.held);
		if (!file?.held) return;
		const subject = { launch: launch.key, session: session.sessionId, path };
		const held = sessionUri({ kind: 'held', ...subject });
		const name = basename(path);
		if (file.state !== 'changed since') {
			await window.showTextDocument(held, { preview: true });
			return;
		}
		const { at } = file.held;
		const version = at === undefined ? l10n.t('session') : l10n.t('session, {0}', timeOfDay(Date.now())(at));
		const today = await this.#todayUri({ launch, session }, path, file.held.isRaw === true);
		const after = file.isGone ? l10n.t('gone') : l10n.t('now');
		const title = l10n.t('{0} ({1}) ↔ {2}', name, version, after);
		await commands.executeCommand('vscode.diff', held, today, title, { preview: true });
	}

	/** The file itself where it is sent as it stands, so that it can be edited; else the text that would be sent. */
	async #todayUri(of: LaunchSession, path: string, isRaw: boolean): Promise<Uri> {
		const uri = sessionUri({ kind: 'today', launch: of.launch.key, session: of.session.sessionId, path });
		const file = await this.#manager.files.readText(path);
		if (!file?.ok) return uri;
		if (isRaw) return Uri.file(path);
		const sent = await this.#documents.textToday(of, path);
		return sent !== undefined && sent.trim() === file.text.trim() ? Uri.file(path) : uri;
	}

	async #showLog(): Promise<void> {
		const of = await this.#shownOrNewest();
		if (!of) return;
		await this.#open(sessionUri({ kind: 'log', launch: of.launch.key, session: of.session.sessionId }));
	}

	/** The session in the view; where the view is not open, the one that it would show. */
	async #shownOrNewest(): Promise<LaunchSession | undefined> {
		if (this.state.kind === 'ready') return this.state.shown;
		const sessions = (await this.#watch.sessions()).filter(({ session }) => !session.isOfOtherDirectory);
		const [newest] = [...sessions].sort((a, b) => b.session.modified - a.session.modified);
		if (!newest) void window.showInformationMessage(l10n.t('No session was started in the launch directory yet.'));
		return newest;
	}

	async #showFigures(of: unknown): Promise<void> {
		const launch = await this.#pickLaunch(of);
		if (launch) await this.#open(sessionUri({ kind: 'figures', launch: launch.key }));
	}

	async #pickLaunch(of: unknown): Promise<LaunchDirectory | undefined> {
		const { launches } = this.#manager;
		const given = (of as { readonly launch?: Partial<LaunchDirectory> } | undefined)?.launch?.key;
		const named = launches.find(({ key }) => key === given);
		if (named || launches.length <= 1) return named ?? launches[0];
		const items = launches.map((launch) => ({ label: launch.name, launch }));
		return (await window.showQuickPick(items, { title: l10n.t('Show Session Figures') }))?.launch;
	}

	async #open(uri: Uri): Promise<void> {
		try {
			this.#documents.refresh(uri);
			await window.showTextDocument(await workspace.openTextDocument(uri), { preview: false });
		} catch (error) {
			this.#log.warn('a document about a session cannot be opened', String(error));
			void window.showWarningMessage(l10n.t('The document cannot be opened; the log says more.'));
		}
	}
}
