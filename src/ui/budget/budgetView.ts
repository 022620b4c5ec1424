/** The Budget view: what every request costs, by source, and how near it is to its limits. */

import { randomBytes } from 'node:crypto';
import { commands, l10n, type Uri, type WebviewView, type WebviewViewProvider, window, workspace } from 'vscode';
import { budgetView } from '../../core/model/budgetView.js';
import type { ContextModel } from '../../core/model/contextModel.js';
import type { Place } from '../../core/source.js';
import { Disposable, type DisposableLike, disposeAll } from '../disposable.js';
import { commandIds, viewIds } from '../ids.js';
import type { ComponentLog, Log } from '../log.js';
import type { LaunchDirectory } from '../model/launchDirectories.js';
import type { ModelManager } from '../modelManager.js';
import { isEmpty } from '../tree/contextRows.js';
import { budgetPage } from './budgetPage.js';
import { LastCommit, type LastCommitTrend } from './lastCommit.js';
import { isPageRequest, type MessagePage, type Page, type PageCommand, type ShowMessage } from './messages.js';
import { pageHtml, pageRoots } from './pageHtml.js';

/** The comparison with the last commit waits until the model has been quiet for so long. Milliseconds. */
const trendPause = 400;
/** Pages whose clicks are still understood. */
const keptRevisions = 4;

export class BudgetView extends Disposable implements WebviewViewProvider {
	readonly #manager: ModelManager;
	readonly #extension: Uri;
	readonly #log: ComponentLog;
	readonly #lastCommit: LastCommit;
	#view?: WebviewView;
	#parts: readonly DisposableLike[] = [];
	/** Key of the launch directory that is shown, where one was chosen. */
	#chosen?: string;
	/** Places of the pages that were shown last, by revision: a click may cross with the next page. */
	readonly #targets = new Map<string, readonly Place[]>();
	#page?: Page;
	/** The model that is shown, and what it came to beside the last commit. */
	#shown?: { readonly model: ContextModel; readonly trend?: LastCommitTrend };
	#updates = 0;
	#timer?: NodeJS.Timeout;

	constructor(manager: ModelManager, log: Log, extension: Uri) {
		super();
		this.#manager = manager;
		this.#extension = extension;
		this.#log = log.component('BudgetView');
		this.#lastCommit = this._register(new LastCommit(manager, log));
		this._register(window.registerWebviewViewProvider(viewIds.budget, this));
		this._register(manager.onDidChange(() => this.#update()));
		this._register(manager.onDidChangeLaunches(() => this.#update()));
		this._register(this.#lastCommit.onDidChange(() => this.#compareSoon()));
		this._register(workspace.onDidGrantWorkspaceTrust(() => this.#compareSoon()));
	}

	override dispose(): void {
		this.#forgetView();
		super.dispose();
	}

	/** What the page was last told to show; for suites. */
	get page(): Page | undefined {
		return this.#page;
	}

	resolveWebviewView(view: WebviewView): void {
		this.#forgetView();
		this.#view = view;
		const { webview } = view;
		webview.options = { enableScripts: true, localResourceRoots: [...pageRoots(this.#extension)] };
		this.#parts = [
			webview.onDidReceiveMessage((message: unknown) => void this.receive(message)),
			view.onDidChangeVisibility(() => this.#update()),
			view.onDidDispose(() => this.#forgetView()),
		];
		webview.html = pageHtml(webview, this.#extension);
	}

	/** Does what the page asks for; anything that is no request of a page is only said in the log. */
	async receive(message: unknown): Promise<void> {
		if (!isPageRequest(message)) {
			this.#log.warn('a message of the page is ignored: it is none of its requests');
			return;
		}
		switch (message.type) {
			case 'ready':
				this.#chosen ??= message.launch;
				return this.#update();
			case 'choose':
				this.#chosen = message.launch;
				return this.#update();
			case 'open': {
				const place = this.#targets.get(message.revision)?.[message.target];
				if (place) await commands.executeCommand(commandIds.openSource, place);
				return;
			}
			case 'run':
				await commands.executeCommand(pageCommandIds[message.command]);
		}
	}

	#forgetView(): void {
		clearTimeout(this.#timer);
		disposeAll(this.#parts);
		this.#parts = [];
		this.#view = undefined;
		this.#shown = undefined;
	}

	/** Shows the launch directory as of now. Nothing is worked out while nobody looks. */
	async #update(): Promise<void> {
		if (!this.#view?.visible) return;
		const turn = ++this.#updates;
		const launch = this.#launch();
		if (!launch) return this.#showMessage(noFolderPage());
		if (!this.#manager.current(launch) && this.#page?.kind !== 'budget') await this.#show(busyPage());
		const model = await this.#manager.modelFor(launch);
		if (turn !== this.#updates || this._isDisposed) return;
		if (!model) return this.#showMessage(this.#absencePage(launch));
		if (isEmpty(model)) return this.#showMessage(emptyPage());
		// Until there is a new comparison the old one stays: nothing flickers.
		const { trend } = this.#shown ?? {};
		const isSame = this.#shown?.model === model && trend !== undefined;
		const isSameLaunch = this.#shown?.model.place.directory === model.place.directory;
		this.#shown = { model, ...(isSameLaunch && trend ? { trend } : {}) };
		await this.#showBudget(launch);
		if (!isSame) this.#compareSoon();
	}

	#launch(): LaunchDirectory | undefined {
		const { launches } = this.#manager;
		return launches.find(({ key }) => key === this.#chosen) ?? launches[0];
	}

	#compareSoon(): void {
		clearTimeout(this.#timer);
		if (!this.#view?.visible || !this.#shown) return;
		this.#timer = setTimeout(() => void this.#compare(), trendPause);
	}

	async #compare(): Promise<void> {
		const launch = this.#launch();
		const model = this.#shown?.model;
		if (!launch || !model) return;
		let trend: LastCommitTrend = { kind: 'none' };
		try {
			trend = await this.#lastCommit.trend(launch, model);
		} catch (error) {
			this.#log.error('the comparison with the last commit failed', error);
		}
		if (this._isDisposed || this.#shown?.model !== model) return;
		this.#shown = { model, trend };
		await this.#showBudget(launch);
	}

	async #showBudget(launch: LaunchDirectory): Promise<void> {
		if (!this.#shown) return;
		const { model, trend } = this.#shown;
		const revision = randomBytes(9).toString('base64url');
		const { page, targets } = budgetPage({
			view: budgetView(model),
			paths: { directory: model.place.directory, home: model.inputs.environment.homeDirectory },
			...(trend ? { trend } : {}),
			revision,
			launches: this.#manager.launches.map(({ key, name }) => ({ key, name })),
			launch: launch.key,
		});
		this.#targets.set(revision, targets);
		for (const older of [...this.#targets.keys()].slice(0, -keptRevisions)) this.#targets.delete(older);
		await this.#show(page);
	}

	#showMessage(page: MessagePage): Promise<void> {
		this.#shown = undefined;
		return this.#show(page);
	}

	#absencePage(launch: LaunchDirectory): MessagePage {
		return this.#manager.state(launch).kind === 'missing' ? missingPage() : failedPage();
	}

	async #show(page: Page): Promise<void> {
		this.#page = page;
		const message: ShowMessage = { type: 'show', page };
		await this.#view?.webview.postMessage(message);
	}
}

const pageCommandIds: Readonly<Record<PageCommand, string>> = {
	createClaudeMd: commandIds.createClaudeMd,
	chooseLaunchDirectory: commandIds.chooseLaunchDirectory,
	openFolder: 'vscode.openFolder',
	refresh: commandIds.refresh,
	showLog: commandIds.showLog,
};

const busyPage = (): MessagePage => ({
	kind: 'message',
	tone: 'busy',
	text: l10n.t('Working out what every request costs…'),
	actions: [],
});

function noFolderPage(): MessagePage {
	const isVirtual = (workspace.workspaceFolders ?? []).length > 0;
	return {
		kind: 'message',
		tone: 'empty',
		text: isVirtual
			? l10n.t('This workspace has no folder on disk, so there is nothing to inspect.')
			: l10n.t('Open a folder to see what every request there costs.'),
		actions: isVirtual ? [] : [{ label: l10n.t('Open Folder'), command: 'openFolder' }],
	};
}

const emptyPage = (): MessagePage => ({
	kind: 'message',
	tone: 'empty',
	text: l10n.t('Nothing of yours is in every request here: no instructions, rules, memory, skills or agents.'),
	actions: [
		{ label: l10n.t('Create CLAUDE.md'), command: 'createClaudeMd' },
		{ label: l10n.t('Choose Launch Directory'), command: 'chooseLaunchDirectory' },
	],
});

const missingPage = (): MessagePage => ({
	kind: 'message',
	tone: 'error',
	text: l10n.t('The launch directory does not exist.'),
	actions: [{ label: l10n.t('Choose Launch Directory'), command: 'chooseLaunchDirectory' }],
});

const failedPage = (): MessagePage => ({
	kind: 'message',
	tone: 'error',
	text: l10n.t('The context could not be determined: this is a fault of the extension. The log says more.'),
	actions: [
		{ label: l10n.t('Show Log'), command: 'showLog' },
		{ label: l10n.t('Try Again'), command: 'refresh' },
	],
});
