/**
 * Read-only documents about sessions: a file as a session has it, the load log, figures. The text is read from the
 * transcript when a document is opened, and kept by nobody but the editor that shows it.
 */

import {
	type CancellationToken,
	EventEmitter,
	l10n,
	ProgressLocation,
	type TextDocumentContentProvider,
	type Uri,
	window,
	workspace,
} from 'vscode';
import { buildContextModel } from '../../core/model/contextModel.js';
import { compareSession } from '../../core/sessions/comparison.js';
import { loadLog } from '../../core/sessions/loadLog.js';
import type { SessionRecord } from '../../core/sessions/sessionRecord.js';
import { NodeFileSystem } from '../../host/fileSystem.js';
import { figureSessions, figuresOf } from '../../host/transcripts/figures.js';
import { readSession, readSessionText, readSessionVersion } from '../../host/transcripts/sessions.js';
import { textDigest } from '../../host/transcripts/textDigest.js';
import { Disposable } from '../disposable.js';
import type { ComponentLog, Log } from '../log.js';
import type { ModelManager } from '../modelManager.js';
import { figuresText } from './figuresText.js';
import { type SessionSubject, sessionScheme, sessionSubject } from './sessionAddress.js';
import { inputsOfSession } from './sessionModel.js';
import type { LaunchSession } from './sessionState.js';
import type { SessionWatch } from './sessionWatch.js';
import { failureSentence } from './sessionWords.js';

/** Transcripts that are searched for a locked text: the newest ones, and none that is huge. */
const searchedSessions = 30;
const searchedBytes = 50 * 1024 * 1024;

export class SessionDocuments extends Disposable implements TextDocumentContentProvider {
	readonly #manager: ModelManager;
	readonly #watch: SessionWatch;
	readonly #log: ComponentLog;
	readonly #disk = new NodeFileSystem();
	readonly #onDidChange = this._register(new EventEmitter<Uri>());
	readonly onDidChange = this.#onDidChange.event;

	constructor(manager: ModelManager, watch: SessionWatch, log: Log) {
		super();
		this.#manager = manager;
		this.#watch = watch;
		this.#log = log.component('SessionDocuments');
		this._register(workspace.registerTextDocumentContentProvider(sessionScheme, this));
		this._register(manager.onDidChange(({ launch }) => this.#onModel(launch.key)));
	}

	async provideTextDocumentContent(uri: Uri, token: CancellationToken): Promise<string> {
		const subject = sessionSubject(uri);
		if (!subject) return l10n.t('This address names no document about a session.');
		try {
			return await this.#textOf(subject, token);
		} catch (error) {
			this.#log.error('a document about a session could not be made', error);
			return l10n.t('This could not be put together: that is a fault of the extension. The log says more.');
		}
	}

	/** The text of a file that would be sent today; `undefined` where the session does not have the file. */
	async textToday(of: LaunchSession, path: string): Promise<string | undefined> {
		const reading = await readSession(of.session.path);
		if (!reading.ok) return undefined;
		const inputs = inputsOfSession(await this.#manager.inputsOf(of.launch), reading.record);
		const model = await buildContextModel(this.#disk, inputs);
		if (!model) return undefined;
		const { files } = await compareSession(reading.record, model, { digest: textDigest, keepTexts: true });
		const file = files.find((compared) => compared.path === path && compared.held);
		return file && (file.todayText ?? '');
	}

	/** Has an open document read anew. */
	refresh(uri: Uri): void {
		if (workspace.textDocuments.some((document) => document.uri.toString() === uri.toString()))
			this.#onDidChange.fire(uri);
	}

	/** The newest session that received a file with this hash. */
	async sessionWith(launch: string, path: string, sha256: string): Promise<LaunchSession | undefined> {
		const own = (await this.#watch.sessions()).filter((of) => of.launch.key === launch);
		for (const of of own.filter(({ session }) => session.bytes <= searchedBytes).slice(0, searchedSessions))
			if ((await readSessionVersion(of.session.path, path, sha256)) !== undefined) return of;
		return undefined;
	}

	/** Texts of today follow the disk. */
	#onModel(launch: string): void {
		for (const { uri } of workspace.textDocuments) {
			const subject = sessionSubject(uri);
			if (subject?.kind === 'today' && subject.launch === launch) this.#onDidChange.fire(uri);
		}
	}

	/** The session that an address names; only those that are listed are ever opened. */
	async sessionOf(launch: string, session: string): Promise<LaunchSession | undefined> {
		const all = await this.#watch.sessions();
		return all.find((of) => of.launch.key === launch && of.session.sessionId === session);
	}

	async #textOf(subject: SessionSubject, token: CancellationToken): Promise<string> {
		if (subject.kind === 'figures') return this.#figures(subject.launch, token);
		const of = await this.sessionOf(subject.launch, subject.session);
		if (!of) return l10n.t('The session is not there any more.');
		switch (subject.kind) {
			case 'held': {
				const text = await readSessionText(of.session.path, subject.path, signalOf(token));
				return text ?? l10n.t('The transcript does not hold the text of this file.');
			}
			case 'today':
				return (await this.textToday(of, subject.path)) ?? '';
			case 'locked': {
				const text = await readSessionVersion(of.session.path, subject.path, subject.sha256, signalOf(token));
				return text ?? l10n.t('The transcript does not hold the text of this file.');
			}
			case 'log': {
				const reading = await readSession(of.session.path, { signal: signalOf(token) });
				if (!reading.ok) return failureSentence(reading.failure);
				return loadLog(reading.record)
					.map((entry) => `${JSON.stringify(entry)}\n`)
					.join('');
			}
		}
	}

	/** Reads the last sessions one after the other, and says how far it is. */
	async #figures(key: string, token: CancellationToken): Promise<string> {
		const launch = this.#manager.launches.find((each) => each.key === key);
		const model = launch && (await this.#manager.modelFor(launch));
		if (!launch || !model) return l10n.t('The launch directory is not there any more.');
		const all = (await this.#watch.sessions()).filter((of) => of.launch.key === key);
		const sessions = all.map((of) => of.session).filter((session) => !session.isOfOtherDirectory);
		const read = sessions.slice(0, figureSessions);
		const records: SessionRecord[] = [];
		let isStopped = false;
		await window.withProgress(
			{ location: ProgressLocation.Notification, title: l10n.t('Reading sessions'), cancellable: true },
			async (progress, cancel) => {
				const controller = new AbortController();
				const stop = (): void => {
					isStopped = true;
					controller.abort();
				};
				const subscriptions = [cancel.onCancellationRequested(stop), token.onCancellationRequested(stop)];
				for (const [index, session] of read.entries()) {
					if (isStopped) break;
					progress.report({
						message: l10n.t('{0} of {1}', index + 1, read.length),
						increment: 100 / read.length,
					});
					const reading = await readSession(session.path, { signal: controller.signal });
					if (reading.ok && !isStopped) records.push(reading.record);
				}
				for (const subscription of subscriptions) subscription.dispose();
			},
		);
		const figures = await figuresOf(records, model, this.#manager.discoveryState(launch).result);
		return figuresText(figures, model, { launch, left: sessions.length - records.length, isStopped });
	}
}

/** A token as a signal. */
function signalOf(token: CancellationToken): AbortSignal {
	const controller = new AbortController();
	if (token.isCancellationRequested) controller.abort();
	else token.onCancellationRequested(() => controller.abort());
	return controller.signal;
}
