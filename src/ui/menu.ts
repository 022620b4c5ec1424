/** What the status bar item opens: the commands that are of use there, and the log. */

import { commands, l10n, type QuickPickItem, QuickPickItemKind, ThemeIcon, window } from 'vscode';
import { Disposable } from './disposable.js';
import { commandIds, viewIds } from './ids.js';
import type { Log } from './log.js';

export interface MenuItem {
	readonly label: string;
	/** Codicon, e.g. `refresh`. */
	readonly icon: string;
	readonly command: string;
}

export class Menu extends Disposable {
	readonly #items: readonly MenuItem[];

	/** `further` are the commands of other features, in their order. */
	constructor(log: Log, further: readonly MenuItem[] = []) {
		super();
		this.#items = [...ownItems(), ...further];
		this._register(commands.registerCommand(commandIds.showMenu, () => this.#show()));
		this._register(commands.registerCommand(commandIds.showLog, () => log.show()));
	}

	/** Commands on offer; for suites. */
	get commands(): readonly string[] {
		return this.#items.map((item) => item.command);
	}

	async #show(): Promise<void> {
		const items: (QuickPickItem & { readonly command?: string })[] = [
			...this.#items.map(({ label, icon, command }) => ({ label, iconPath: new ThemeIcon(icon), command })),
			{ label: '', kind: QuickPickItemKind.Separator },
			{ label: l10n.t('Show Log'), iconPath: new ThemeIcon('output'), command: commandIds.showLog },
		];
		const picked = await window.showQuickPick(items, { title: l10n.t('Context Inspector') });
		if (picked?.command) await commands.executeCommand(picked.command);
	}
}

const ownItems = (): readonly MenuItem[] => [
	{ label: l10n.t('Show Context'), icon: 'list-tree', command: `${viewIds.context}.focus` },
	{ label: l10n.t('Show Budget'), icon: 'graph', command: `${viewIds.budget}.focus` },
	{ label: l10n.t('Preview Request Context'), icon: 'open-preview', command: commandIds.previewRequest },
	{ label: l10n.t('Compare Two Previews'), icon: 'diff', command: commandIds.comparePreviews },
	{ label: l10n.t('Explain This File'), icon: 'book', command: commandIds.explainFile },
	{ label: l10n.t('Why Is This Not Loaded?'), icon: 'question', command: commandIds.whyNotLoaded },
	{ label: l10n.t('Verify Against My Claude Code'), icon: 'verified', command: commandIds.verify },
	{ label: l10n.t('Show Session'), icon: 'history', command: `${viewIds.session}.focus` },
	{ label: l10n.t('Choose Session'), icon: 'search', command: commandIds.chooseSession },
	{ label: l10n.t('Lock External Imports'), icon: 'lock', command: commandIds.lockImports },
	{ label: l10n.t('Choose Launch Directory'), icon: 'folder-opened', command: commandIds.chooseLaunchDirectory },
	{ label: l10n.t('Choose Client Version and Model'), icon: 'versions', command: commandIds.chooseClient },
	{ label: l10n.t('Copy Context Report'), icon: 'copy', command: commandIds.copyReport },
	{ label: l10n.t('Refresh'), icon: 'refresh', command: commandIds.refresh },
	{ label: l10n.t('Get Started'), icon: 'info', command: commandIds.openWalkthrough },
];
