/** Commands on sources: open at the line that matters, reveal, copy the path, say why one is not loaded. */

import { basename } from 'node:path';
import { commands, env, l10n, Selection, TextEditorRevealType, Uri, window, workspace } from 'vscode';
import type { ContextModel } from '../core/model/contextModel.js';
import type { FileSystem } from '../core/ports.js';
import type { Place, Reason, Source } from '../core/source.js';
import { Disposable } from './disposable.js';
import { displayPath, loadReasonSentence, reasonWord, stateWord } from './format.js';
import { stateIcon } from './icons.js';
import { commandIds } from './ids.js';
import type { ComponentLog, Log } from './log.js';
import type { ModelManager } from './modelManager.js';
import { rangeOf } from './places.js';
import type { Row } from './tree/row.js';

export class SourceCommands extends Disposable {
	readonly #manager: ModelManager;
	readonly #log: ComponentLog;

	constructor(manager: ModelManager, log: Log) {
		super();
		this.#manager = manager;
		this.#log = log.component('SourceCommands');
		this._register(commands.registerCommand(commandIds.openSource, (of?: unknown) => this.#open(of)));
		this._register(commands.registerCommand(commandIds.revealSource, (of?: unknown) => this.#reveal(of)));
		this._register(commands.registerCommand(commandIds.copySourcePath, (of?: unknown) => this.#copy(of)));
		this._register(commands.registerCommand(commandIds.whyNotLoaded, (of?: unknown) => this.#why(of)));
	}

	async #open(of: unknown): Promise<void> {
		const place = placeOf(of);
		if (!place) return;
		try {
			await openPlace(this.#manager.files, place);
		} catch (error) {
			this.#log.warn(`${place.path} cannot be opened`, String(error));
			void window.showWarningMessage(l10n.t('{0} cannot be opened.', place.path));
		}
	}

	async #reveal(of: unknown): Promise<void> {
		const path = pathOf(of);
		if (path !== undefined) await commands.executeCommand('revealInExplorer', Uri.file(path));
	}

	async #copy(of: unknown): Promise<void> {
		const path = pathOf(of);
		if (path !== undefined) await env.clipboard.writeText(path);
	}

	/** Of a row or a file its reason; from the palette a choice among all that is not loaded. */
	async #why(of: unknown): Promise<void> {
		if (of instanceof Uri) return this.#whyFile(of);
		const source = isRow(of) ? of.source : await this.#pickNotLoaded();
		this.#sayWhy(source);
	}

	/** A file of the Explorer: why it does not load, or that it does, or that it is none of Claude Code's. */
	async #whyFile(uri: Uri): Promise<void> {
		const model = await this.#manager.modelFor(uri);
		const path = (await this.#manager.files.realPath(uri.fsPath)) ?? uri.fsPath;
		const isIt = (source: Source): boolean =>
			[source.path, source.foundAt].some((each) => each === path || each === uri.fsPath);
		const discovery = model && (await this.#manager.discovery(uri));
		const loaded = [...(model?.startup ?? []), ...(model?.pathRules ?? []), ...(discovery?.onDemand ?? [])];
		const notLoaded = [...(model?.notLoaded ?? []), ...(discovery?.notLoaded ?? [])];
		const source = loaded.find((each) => isIt(each) && each.state !== 'not loaded');
		const reason = notLoaded.find(isIt) ?? skillOrAgent(model, [path, uri.fsPath]);
		if (source) {
			const sentence = source.loadReason ? loadReasonSentence(source.loadReason) : stateWord(source.state);
			void window.showInformationMessage(l10n.t('{0} does load. {1}', basename(path), sentence));
		} else if (reason) this.#sayWhy(reason);
		else {
			const sentence = l10n.t('{0} is no file that Claude Code loads from this launch directory.', basename(path));
			void window.showInformationMessage(sentence);
		}
	}

	#sayWhy(source: Pick<Source, 'reason'> | undefined): void {
		const reason = source?.reason;
		if (!source || !reason) return;
		const { place } = reason;
		if (!place) {
			void window.showInformationMessage(reason.sentence);
			return;
		}
		const show = l10n.t('Show Cause');
		// The answer may come late or never: nothing waits for it.
		void window.showInformationMessage(reason.sentence, show).then((choice) => {
			if (choice === show) void this.#open(place);
		});
	}

	async #pickNotLoaded(): Promise<Source | undefined> {
		const items = this.#manager.launches.flatMap((launch) => {
			const model = this.#manager.current(launch);
			if (!model) return [];
			const context = { directory: model.place.directory, home: model.inputs.environment.homeDirectory };
			const nested = this.#manager.discoveryState(launch).result?.notLoaded ?? [];
			return [...model.notLoaded, ...nested].map((source) => ({
				label: displayPath(context, source.path),
				description: source.reason ? reasonWord(source.reason.code) : '',
				detail: source.reason?.sentence ?? '',
				iconPath: stateIcon(source.state),
				source,
			}));
		});
		if (items.length === 0) {
			void window.showInformationMessage(l10n.t('Every file that was looked at is loaded.'));
			return undefined;
		}
		const picked = await window.showQuickPick(items, {
			title: l10n.t('Why Is This Not Loaded?'),
			matchOnDescription: true,
			matchOnDetail: true,
		});
		return picked?.source;
	}
}

/** Opens a file with the place selected, read as the models read it. */
export async function openPlace(files: FileSystem, place: Place): Promise<void> {
	const editor = await window.showTextDocument(await workspace.openTextDocument(Uri.file(place.path)), {
		preview: true,
	});
	const text = await files.readText(place.path);
	const range = text?.ok ? rangeOf(text.text, place) : undefined;
	if (!range) return;
	editor.selection = new Selection(range.start, range.end);
	editor.revealRange(range, TextEditorRevealType.InCenterIfOutsideViewport);
}

/** A skill or an agent that is kept out. */
const skillOrAgent = (
	model: ContextModel | undefined,
	paths: readonly string[],
): { readonly reason?: Reason } | undefined =>
	[...(model?.skills ?? []), ...(model?.agents ?? [])].find(({ path, reason }) => paths.includes(path) && reason);

const isRow = (of: unknown): of is Row =>
	typeof of === 'object' && of !== null && 'contextValue' in of && 'id' in of && 'label' in of;

/** A row's target, a place, a URI or a path: rows, links in hovers and tooltips all use the same command. */
function placeOf(of: unknown): Place | undefined {
	if (isRow(of)) return of.target;
	if (of instanceof Uri) return { path: of.fsPath };
	if (typeof of === 'string') return { path: of };
	const place = of as Partial<Place> | undefined;
	return typeof place?.path === 'string' ? (place as Place) : undefined;
}

const pathOf = (of: unknown): string | undefined =>
	isRow(of) ? (of.source?.path ?? of.target?.path) : placeOf(of)?.path;
