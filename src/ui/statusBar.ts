/** Status bar: launch directory, cost at startup, rules for the active file; warns where something is cut. */

import { l10n, MarkdownString, StatusBarAlignment, type StatusBarItem, ThemeColor, type Uri, window } from 'vscode';
import type { ContextModel } from '../core/model/contextModel.js';
import type { Attachment } from '../core/model/explain.js';
import { activeFile } from './activeFileView.js';
import type { Configuration } from './configuration.js';
import { Disposable } from './disposable.js';
import type { Explanations } from './explanations.js';
import { clientAndModel, formatCost, formatNumber, formatTokens, sumOf } from './format.js';
import { commandIds, settingIds } from './ids.js';
import type { ComponentLog, Log } from './log.js';
import { escaped } from './markdown.js';
import type { LaunchDirectory } from './model/launchDirectories.js';
import type { ModelManager } from './modelManager.js';

/** What the item shows, for suites. */
export interface StatusSnapshot {
	readonly visible: boolean;
	readonly text: string;
	readonly warns: boolean;
}

/** Editors change in bursts. Milliseconds. */
const pause = 100;

export class StatusBar extends Disposable {
	readonly #manager: ModelManager;
	readonly #explanations: Explanations;
	readonly #configuration: Configuration;
	readonly #log: ComponentLog;
	readonly #item: StatusBarItem;
	#timer?: NodeJS.Timeout;
	#isVisible = false;
	#turn = 0;

	constructor(manager: ModelManager, explanations: Explanations, configuration: Configuration, log: Log) {
		super();
		this.#manager = manager;
		this.#explanations = explanations;
		this.#configuration = configuration;
		this.#log = log.component('StatusBar');
		this.#item = this._register(window.createStatusBarItem('contextInspector', StatusBarAlignment.Right, 90));
		this.#item.name = l10n.t('Context Inspector');
		this.#item.command = commandIds.showMenu;
		this._register(window.onDidChangeActiveTextEditor(() => this.#soon()));
		this._register(window.tabGroups.onDidChangeTabs(() => this.#soon()));
		this._register(manager.onDidChange(() => this.#soon()));
		this._register(manager.onDidChangeLaunches(() => this.#soon()));
		this._register(
			configuration.onDidChange((event) => {
				if (configuration.affects(event, settingIds.statusBar)) this.#soon();
			}),
		);
		this.#soon();
	}

	override dispose(): void {
		clearTimeout(this.#timer);
		super.dispose();
	}

	get snapshot(): StatusSnapshot {
		return { visible: this.#isVisible, text: this.#item.text, warns: this.#item.backgroundColor !== undefined };
	}

	#soon(): void {
		if (this._isDisposed) return;
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => {
			this.#update().catch((error) => this.#log.error('the status bar could not be updated', error));
		}, pause);
	}

	async #update(): Promise<void> {
		const turn = ++this.#turn;
		const file = activeFile();
		const launch = (file && this.#manager.launchFor(file)) ?? this.#manager.launches[0];
		if (!launch || !this.#configuration.statusBarEnabled) return this.#show(false);
		// Without a file in front nobody needs the model yet: what others built is shown.
		const explained = file && (await this.#explanations.of(file));
		if (turn !== this.#turn || this._isDisposed) return;
		const model = explained?.model ?? this.#manager.current(launch);
		const attached = explained?.explanation.insideLaunchDirectory
			? attachedText(explained.explanation.attached)
			: undefined;
		const warning = model && warningOf(model);
		this.#item.text = [
			`$(${warning === undefined ? 'book' : 'warning'}) ${launch.name}`,
			...(model ? [formatTokens(sumOf(model.startup))] : []),
			...(attached === undefined ? [] : [attached]),
		].join(' · ');
		this.#item.accessibilityInformation = {
			label: this.#item.text.replace(/^\S+ /, `${l10n.t('Claude Code context')}: `),
		};
		this.#item.backgroundColor = warning ? new ThemeColor('statusBarItem.warningBackground') : undefined;
		this.#item.tooltip = tooltip(launch, model, { file, attached, warning });
		this.#show(true);
	}

	#show(visible: boolean): void {
		this.#isVisible = visible;
		if (visible) this.#item.show();
		else this.#item.hide();
	}
}

/** What reading the active file attaches: `2 rules`, or `3 files` where nested files and imports are among them. */
function attachedText(attached: readonly Attachment[]): string {
	const count = attached.length;
	if (attached.every(({ source }) => source.kind === 'rule'))
		return count === 1 ? l10n.t('1 rule') : l10n.t('{0} rules', formatNumber(count));
	return count === 1 ? l10n.t('1 file') : l10n.t('{0} files', formatNumber(count));
}

/** What is cut: a source of the startup part, or descriptions of the skill listing. */
function warningOf(model: ContextModel): string | undefined {
	const cut = model.startup.filter((source) => source.state === 'truncated');
	if (cut[0]?.reason) return cut[0].reason.sentence;
	const dropped = model.skillListing.entries.filter((entry) => entry.reason?.code === 'dropped-by-budget').length;
	if (dropped === 1) return l10n.t('The skill listing is over its budget: 1 description is dropped.');
	if (dropped > 1)
		return l10n.t('The skill listing is over its budget: {0} descriptions are dropped.', formatNumber(dropped));
	return undefined;
}

function tooltip(
	launch: LaunchDirectory,
	model: ContextModel | undefined,
	{
		file,
		attached,
		warning,
	}: { readonly file: Uri | undefined; readonly attached: string | undefined; readonly warning: string | undefined },
): MarkdownString {
	const markdown = new MarkdownString('', true);
	const paragraph = (text: string): void => {
		markdown.appendMarkdown(escaped(text)).appendMarkdown('\n\n');
	};
	paragraph(l10n.t('Claude Code is taken to be started in {0}.', launch.path));
	if (model) {
		paragraph(
			l10n.t('At startup: {0}; the listings of skills and agents come on top.', formatCost(sumOf(model.startup))),
		);
		paragraph(l10n.t('Client {0}, model {1}.', ...clientAndModel(model.inputs)));
		if (model.inputs.client.note !== undefined) paragraph(model.inputs.client.note);
	}
	if (file && attached !== undefined) paragraph(l10n.t('Reading the active file attaches {0}.', attached));
	if (file && attached === undefined) paragraph(l10n.t('The active file lies outside the launch directory.'));
	if (warning !== undefined) {
		markdown.appendMarkdown('$(warning) ');
		paragraph(warning);
	}
	return markdown;
}
