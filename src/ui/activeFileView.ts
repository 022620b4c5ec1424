/** The Active File view: what the file in the editor has in the context when Claude Code reads it, and why. */

import {
	commands,
	l10n,
	TabInputCustom,
	TabInputNotebook,
	TabInputText,
	type TreeView,
	Uri,
	window,
	workspace,
} from 'vscode';
import type { Attachment, FileExplanation, NearMiss } from '../core/model/explain.js';
import type { Source } from '../core/source.js';
import { contextValue, contextWords } from './contextValues.js';
import { Disposable } from './disposable.js';
import type { ExplainedFile, Explanations } from './explanations.js';
import { displayPath, formatTokens, sumOf } from './format.js';
import { groupIcons, stateIcon } from './icons.js';
import { commandIds, contextKeys, viewIds } from './ids.js';
import type { ModelManager } from './modelManager.js';
import { rowContext } from './tree/contextRows.js';
import { groupRow, messageRow } from './tree/groupRow.js';
import { type Row, type RowSnapshot, snapshotOf } from './tree/row.js';
import { RowsProvider } from './tree/rowsProvider.js';
import { type RowContext, sourceRow, sourceRows } from './tree/sourceRow.js';

export class ActiveFileView extends Disposable {
	readonly #manager: ModelManager;
	readonly #explanations: Explanations;
	readonly #provider: RowsProvider;
	readonly #view: TreeView<Row>;
	#file?: Uri;
	#isPinned = false;

	constructor(manager: ModelManager, explanations: Explanations) {
		super();
		this.#manager = manager;
		this.#explanations = explanations;
		this.#provider = this._register(new RowsProvider(() => this.#rows()));
		this.#view = this._register(window.createTreeView(viewIds.activeFile, { treeDataProvider: this.#provider }));
		this._register(window.onDidChangeActiveTextEditor(() => this.#follow()));
		this._register(window.tabGroups.onDidChangeTabs(() => this.#follow()));
		this._register(window.tabGroups.onDidChangeTabGroups(() => this.#follow()));
		this._register(manager.onDidChange(() => this.#provider.refresh()));
		this._register(manager.onDidChangeLaunches(() => this.#provider.refresh()));
		this._register(commands.registerCommand(commandIds.pinActiveFile, () => this.#pin(this.#file)));
		this._register(commands.registerCommand(commandIds.unpinActiveFile, () => this.#unpin()));
		this._register(commands.registerCommand(commandIds.explainFile, (uri?: unknown) => this.explain(uri)));
		this.#follow();
	}

	/** The file on show. */
	get file(): Uri | undefined {
		return this.#file;
	}

	get isPinned(): boolean {
		return this.#isPinned;
	}

	/** What the view shows, for suites. */
	async snapshot(): Promise<readonly RowSnapshot[]> {
		return (await this.#rows()).map(snapshotOf);
	}

	/** Shows a file, pinned where it is not the one in the editor; without a file the one in the editor. */
	async explain(uri: unknown): Promise<void> {
		const file = uri instanceof Uri ? uri : activeFile();
		if (!file) {
			void window.showInformationMessage(l10n.t('Open a file to see what it activates.'));
			return;
		}
		if (file.toString() === activeFile()?.toString()) this.#unpin();
		else this.#pin(file);
		await commands.executeCommand(`${viewIds.activeFile}.focus`);
	}

	#pin(file: Uri | undefined): void {
		if (!file) return;
		this.#isPinned = true;
		void commands.executeCommand('setContext', contextKeys.activeFilePinned, true);
		this.#show(file);
	}

	#unpin(): void {
		this.#isPinned = false;
		void commands.executeCommand('setContext', contextKeys.activeFilePinned, false);
		this.#show(activeFile());
	}

	#follow(): void {
		if (this.#isPinned) return;
		const file = activeFile();
		if (file?.toString() !== this.#file?.toString()) this.#show(file);
	}

	#show(file: Uri | undefined): void {
		this.#file = file;
		const name = file && workspace.asRelativePath(file, false);
		this.#view.description = name && this.#isPinned ? l10n.t('{0} (pinned)', name) : name;
		this.#provider.refresh();
	}

	async #rows(): Promise<readonly Row[]> {
		const file = this.#file;
		if (!file) return [messageRow('noFile', l10n.t('Open a file to see what it activates'))];
		if (this.#manager.launches.length === 0)
			return [messageRow('noFolder', l10n.t('Open a folder to see its context'))];
		const explained = await this.#explanations.of(file);
		if (!explained)
			return [messageRow('outside', l10n.t('This file belongs to no launch directory: reading it attaches nothing'))];
		return explainedRows(explained);
	}
}

/** The file in front, whatever kind of editor shows it. */
export function activeFile(): Uri | undefined {
	const input = window.tabGroups.activeTabGroup.activeTab?.input;
	const isWithUri =
		input instanceof TabInputText || input instanceof TabInputNotebook || input instanceof TabInputCustom;
	const uri = isWithUri ? input.uri : window.activeTextEditor?.document.uri;
	return uri?.scheme === 'file' ? uri : undefined;
}

/** Rows of one explained file. */
function explainedRows({ launch, model, explanation }: ExplainedFile): readonly Row[] {
	const context = rowContext(launch, model);
	const already = groupRow(context, {
		group: 'already',
		label: l10n.t('Already Loaded'),
		icon: groupIcons.already,
		sentence: l10n.t('In the request before the file is read.'),
		count: explanation.alreadyLoaded.length,
		cost: sumOf(explanation.alreadyLoaded),
		children: sourceRows(context, explanation.alreadyLoaded, { group: 'already' }),
	});
	if (!explanation.insideLaunchDirectory) {
		const sentence = l10n.t('Outside the launch directory {0}: reading it attaches nothing', launch.name);
		const outside = messageRow('outsideLaunch', sentence, { icon: groupIcons.message });
		return explanation.itself ? [itselfRow(context, explanation.itself), outside, already] : [outside, already];
	}
	return [
		...(explanation.itself ? [itselfRow(context, explanation.itself)] : []),
		already,
		attachedGroup(context, explanation),
		...nearMissGroup(context, explanation),
		...skillGroup(context, explanation),
	];
}

function itselfRow(context: RowContext, itself: Source): Row {
	return sourceRow(context, itself, {
		group: 'itself',
		label: l10n.t('This File'),
		sentences: [l10n.t('The file itself is a source.')],
	});
}

function attachedGroup(context: RowContext, { attached, alreadyAttached, notLoaded }: FileExplanation): Row {
	const rows = [
		...attachmentRows(context, attached),
		...alreadyAttached.map((attachment) => attachmentRow(context, attachment, true)),
		...sourceRows(context, notLoaded, { group: 'attached/not' }),
	];
	return groupRow(context, {
		group: 'attached',
		label: l10n.t('Attached by This File'),
		icon: groupIcons.attached,
		sentence: l10n.t('Attached to the request when the file is read for the first time in a session.'),
		count: attached.length,
		cost: sumOf(attached.map(({ source }) => source)),
		expanded: true,
		children: rows.length > 0 ? rows : [messageRow(`${context.launch.key}/attached/none`, l10n.t('Nothing'))],
	});
}

/** In order, imports below their importer. */
function attachmentRows(context: RowContext, attached: readonly Attachment[]): readonly Row[] {
	const paths = new Set(attached.map(({ source }) => source.path));
	const isBelow = ({ source }: Attachment): boolean =>
		source.parent !== undefined && source.parent !== source.path && paths.has(source.parent);
	const toRow = (attachment: Attachment): Row =>
		attachmentRow(
			context,
			attachment,
			false,
			attached.filter((each) => isBelow(each) && each.source.parent === attachment.source.path).map(toRow),
		);
	return attached.filter((each) => !isBelow(each)).map(toRow);
}

function attachmentRow(
	context: RowContext,
	{ source, match }: Attachment,
	isKnown: boolean,
	children: readonly Row[] = [],
): Row {
	const sentences = [
		...(match ? [l10n.t('Matches {0}, relative to {1}.', match.pattern, match.base)] : []),
		...(isKnown ? [l10n.t('The session has it already, so it is not attached again.')] : []),
	];
	const description = [
		...(match ? [match.pattern] : []),
		isKnown ? l10n.t('already loaded') : formatTokens(source),
	].join(' · ');
	return sourceRow(context, source, { group: 'attached', description, sentences, children });
}

function nearMissGroup(context: RowContext, { nearMisses }: FileExplanation): readonly Row[] {
	if (nearMisses.length === 0) return [];
	return [
		groupRow(context, {
			group: 'nearMisses',
			label: l10n.t('Would Match, But…'),
			icon: groupIcons.nearMisses,
			sentence: l10n.t('Rules that look as if they applied to this file and do not.'),
			count: nearMisses.length,
			expanded: true,
			children: nearMisses.map((miss) => nearMissRow(context, miss)),
		}),
	];
}

function nearMissRow(context: RowContext, { source, pattern, sentence }: NearMiss): Row {
	const row = sourceRow(context, source, {
		group: 'nearMisses',
		description: sentence,
		sentences: [pattern, sentence],
	});
	return { ...row, icon: groupIcons.nearMisses, spoken: `${row.label}, ${sentence}` };
}

function skillGroup(context: RowContext, { skills }: FileExplanation): readonly Row[] {
	if (skills.length === 0) return [];
	return [
		groupRow(context, {
			group: 'skills',
			label: l10n.t('Skills Made Known'),
			icon: groupIcons.skills,
			sentence: l10n.t('Skills that the session learns of when the file is read.'),
			count: skills.length,
			children: skills.map(
				(skill): Row => ({
					id: context.unique(`${context.launch.key}/skill/${skill.path}`),
					label: skill.name,
					description: displayPath(context, skill.path),
					icon: stateIcon('listed'),
					contextValue: contextValue(contextWords.source, contextWords.file),
					target: { path: skill.path },
					launch: context.launch,
				}),
			),
		}),
	];
}
