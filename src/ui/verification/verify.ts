/** Verify Against My Claude Code: asks, runs the installed client on this machine alone, and shows how far it agrees. */

import {
	type CancellationToken,
	commands,
	EventEmitter,
	l10n,
	type Progress,
	ProgressLocation,
	type TextDocumentContentProvider,
	Uri,
	window,
	workspace,
} from 'vscode';
import { buildContextModel, type ContextModel } from '../../core/model/contextModel.js';
import { isInside } from '../../core/sources/launchPlace.js';
import { NodeFileSystem } from '../../host/fileSystem.js';
import { findInstalledClient } from '../../host/installedClient.js';
import { askVersion } from '../../host/recording/clientVersion.js';
import { type Failure, failure } from '../../host/recording/observation.js';
import { verifyClient } from '../../host/recording/verifyClient.js';
import { activeFile } from '../activeFileView.js';
import type { Configuration } from '../configuration.js';
import { Disposable } from '../disposable.js';
import { commandIds } from '../ids.js';
import type { ComponentLog, Log } from '../log.js';
import type { LaunchDirectory } from '../model/launchDirectories.js';
import type { ModelManager } from '../modelManager.js';
import { pickLaunch } from '../preview/stagePick.js';
import type { Row } from '../tree/row.js';
import { confirm, type VerifyPlan } from './confirmation.js';
import { verificationText } from './verificationText.js';

export const verificationScheme = 'context-inspector-verification';

/** What came of a run: the text of the document, or why there is none. */
export type VerifyOutcome = { readonly ok: true; readonly text: string } | Failure;

export class Verify extends Disposable implements TextDocumentContentProvider {
	readonly #manager: ModelManager;
	readonly #configuration: Configuration;
	readonly #log: ComponentLog;
	readonly #onDidChange = this._register(new EventEmitter<Uri>());
	readonly onDidChange = this.#onDidChange.event;
	/** The last result by document. */
	readonly #texts = new Map<string, string>();
	/** Ends what runs when the extension ends. */
	readonly #ending = new AbortController();

	constructor(manager: ModelManager, configuration: Configuration, log: Log) {
		super();
		this.#manager = manager;
		this.#configuration = configuration;
		this.#log = log.component('Verify');
		this._register(workspace.registerTextDocumentContentProvider(verificationScheme, this));
		this._register(commands.registerCommand(commandIds.verify, (of?: unknown) => this.#command(of)));
	}

	override dispose(): void {
		this.#ending.abort();
		super.dispose();
	}

	provideTextDocumentContent(uri: Uri): string {
		return this.#texts.get(uri.toString()) ?? l10n.t('This result is not kept. Run the command again.');
	}

	/** Runs the client as planned and shows the result; the question has been asked by then. */
	async run(plan: VerifyPlan, signal: AbortSignal, report: (words: string) => void): Promise<VerifyOutcome> {
		if (!workspace.isTrusted) return failure('policy', l10n.t('A client is run in trusted workspaces only.'));
		const model = await this.#modelFromDisk(plan.launch);
		if (!model) return failure('failed', l10n.t('The launch directory is not there any more.'));
		report(l10n.t('asking for its version'));
		const asked = await askVersion(plan.program, process.env, signal);
		if (!asked.ok) return asked;
		report(l10n.t('waiting for what it sends'));
		const { launch, program, files } = plan;
		const { environment } = this.#configuration.modelSettings(launch.folder.uri);
		const variables = { ...process.env, PWD: launch.path, ...environment };
		const result = await verifyClient(model, { program, variables, files, signal });
		if (!result.ok) return result;
		const text = verificationText(result.verification, { model, program, version: asked.version });
		await this.#show(launch, text);
		return { ok: true, text };
	}

	async #command(of: unknown): Promise<void> {
		const launch = await this.#launchOf(of);
		if (!launch) return;
		const model = await this.#manager.modelFor(launch);
		if (!model) return;
		const program = (await findInstalledClient())?.path ?? (await askForProgram());
		if (program === undefined) return;
		const plan = await confirm({ launch, program, files: this.#activeFilesIn(model) });
		if (!plan) return;
		const options = { location: ProgressLocation.Notification, title: l10n.t('Claude Code'), cancellable: true };
		const outcome = await window.withProgress(options, (progress, token) => this.#runWith(plan, progress, token));
		if (outcome.ok || outcome.fault === 'cancelled') return;
		this.#log.warn(outcome.sentence, { fault: outcome.fault });
		void window.showErrorMessage(l10n.t('Nothing can be verified. {0}', outcome.sentence));
	}

	async #runWith(
		plan: VerifyPlan,
		progress: Progress<{ readonly message: string }>,
		token: CancellationToken,
	): Promise<VerifyOutcome> {
		const cancelling = new AbortController();
		const subscription = token.onCancellationRequested(() => cancelling.abort());
		const end = (): void => cancelling.abort();
		this.#ending.signal.addEventListener('abort', end);
		try {
			return await this.run(plan, cancelling.signal, (message) => progress.report({ message }));
		} finally {
			subscription.dispose();
			this.#ending.signal.removeEventListener('abort', end);
		}
	}

	/** The client reads the disk: unsaved texts of editors are no part of this model. */
	async #modelFromDisk(launch: LaunchDirectory): Promise<ContextModel | undefined> {
		const model = await this.#manager.modelFor(launch);
		return model && buildContextModel(new NodeFileSystem(), model.inputs);
	}

	#launchOf(of: unknown): Promise<LaunchDirectory | undefined> {
		const given = (of as Row | undefined)?.launch;
		const file = activeFile();
		const first = file && this.#manager.launchFor(file);
		if (given) return Promise.resolve(given);
		return pickLaunch(l10n.t('Verify Against My Claude Code'), this.#manager.launches, first);
	}

	#activeFilesIn(model: ContextModel): readonly string[] {
		const file = activeFile()?.fsPath;
		return file !== undefined && isInside(model.place.directory, file) ? [file] : [];
	}

	async #show(launch: LaunchDirectory, text: string): Promise<void> {
		const path = `/${l10n.t('Verification of {0}', launch.name).replaceAll('/', '∕')}.md`;
		const uri = Uri.from({ scheme: verificationScheme, path, query: launch.key });
		this.#texts.set(uri.toString(), text);
		this.#onDidChange.fire(uri);
		await window.showTextDocument(await workspace.openTextDocument(uri), { preview: false });
	}
}

/** Where no client is found the user may know better. */
async function askForProgram(): Promise<string | undefined> {
	const choose = l10n.t('Choose Program…');
	const answer = await window.showErrorMessage(l10n.t('No installed Claude Code was found.'), choose);
	if (answer !== choose) return undefined;
	return (await window.showOpenDialog({ title: 'claude', canSelectMany: false }))?.[0]?.fsPath;
}
