/** A line in a memory index where Claude Code stops reading, what comes after it dimmed; moves while one types. */

import {
	type DecorationOptions,
	l10n,
	OverviewRulerLane,
	Range,
	type TextEditor,
	type TextEditorDecorationType,
	ThemeColor,
	window,
	workspace,
} from 'vscode';
import { type TruncationLine as Line, truncationLine } from '../../core/editing/truncationLine.js';
import type { IndexViewOptions } from '../../core/text/truncation.js';
import { type Configuration, settingTypes } from '../configuration.js';
import { Disposable } from '../disposable.js';
import { formatNumber } from '../format.js';
import { settingIds } from '../ids.js';
import type { ComponentLog, Log } from '../log.js';
import type { ModelManager } from '../modelManager.js';
import type { EditingDocuments } from './editingDocuments.js';

/** What an editor shows, for suites. */
export interface TruncationSnapshot {
	readonly state: Line['state'];
	/** 0-based line that the words stand on. */
	readonly line: number;
	readonly text: string;
	/** What is dimmed. */
	readonly dimmed?: Range;
}

/** A longer text is not looked at with every key. UTF-16 units. */
const promptLength = 400_000;
/** Milliseconds. */
const pause = 250;

export class TruncationLine extends Disposable {
	readonly #documents: EditingDocuments;
	readonly #configuration: Configuration;
	readonly #log: ComponentLog;
	/** How the index in a document is read, by URI; `undefined` for documents that are none. */
	readonly #options = new Map<string, IndexViewOptions | undefined>();
	readonly #shown = new Map<TextEditor, TruncationSnapshot | undefined>();
	readonly #line: TextEditorDecorationType;
	readonly #near: TextEditorDecorationType;
	readonly #lost: TextEditorDecorationType;
	#timer?: NodeJS.Timeout;

	constructor(documents: EditingDocuments, manager: ModelManager, configuration: Configuration, log: Log) {
		super();
		this.#documents = documents;
		this.#configuration = configuration;
		this.#log = log.component('TruncationLine');
		const colour = new ThemeColor('contextInspector.truncationLine');
		this.#line = this._register(
			window.createTextEditorDecorationType({
				isWholeLine: true,
				borderWidth: '0 0 1px 0',
				borderStyle: 'dashed',
				borderColor: colour,
				overviewRulerColor: colour,
				overviewRulerLane: OverviewRulerLane.Full,
			}),
		);
		this.#near = this._register(
			window.createTextEditorDecorationType({ overviewRulerColor: colour, overviewRulerLane: OverviewRulerLane.Right }),
		);
		this.#lost = this._register(window.createTextEditorDecorationType({ opacity: '0.5' }));
		this._register(window.onDidChangeVisibleTextEditors(() => this.#all()));
		this._register(workspace.onDidChangeTextDocument(({ document }) => this.#onType(document.uri.toString())));
		this._register(workspace.onDidCloseTextDocument(({ uri }) => this.#options.delete(uri.toString())));
		this._register(
			manager.onDidChange(() => {
				this.#options.clear();
				this.#all();
			}),
		);
		this._register(
			configuration.onDidChange((event) => {
				if (configuration.affects(event, settingIds.truncationLine)) this.#all();
			}),
		);
		this.#all();
	}

	override dispose(): void {
		clearTimeout(this.#timer);
		super.dispose();
	}

	/** What an editor shows. */
	snapshot(editor: TextEditor): TruncationSnapshot | undefined {
		return this.#shown.get(editor);
	}

	#all(): void {
		for (const editor of [...this.#shown.keys()])
			if (!window.visibleTextEditors.includes(editor)) this.#shown.delete(editor);
		for (const editor of window.visibleTextEditors)
			this.#look(editor).catch((error) => this.#log.error('the truncation line could not be shown', error));
	}

	/** Learns whether the editor shows a memory index, then draws. */
	async #look(editor: TextEditor): Promise<void> {
		const { document } = editor;
		if (document.uri.scheme !== 'file' || !document.fileName.endsWith('MEMORY.md')) return;
		const uri = document.uri.toString();
		if (!this.#options.has(uri)) {
			const edited = await this.#documents.of(document);
			const isIndex = edited?.kind === 'memory-index' || edited?.kind === 'agent-memory';
			this.#options.set(uri, isIndex ? this.#documents.indexOptions(edited.model) : undefined);
		}
		if (!this._isDisposed) this.#draw(editor);
	}

	#onType(uri: string): void {
		for (const editor of window.visibleTextEditors) {
			if (editor.document.uri.toString() !== uri || !this.#options.get(uri)) continue;
			if (editor.document.getText().length <= promptLength) this.#draw(editor);
			else {
				clearTimeout(this.#timer);
				this.#timer = setTimeout(() => this.#draw(editor), pause);
			}
		}
	}

	#draw(editor: TextEditor): void {
		const { document } = editor;
		const options = this.#options.get(document.uri.toString());
		const isEnabled = this.#configuration.get(settingIds.truncationLine, settingTypes.isBoolean, true, document.uri);
		const line = options && isEnabled ? truncationLine(document.getText(), options) : undefined;
		const at = line && document.positionAt(line.offset);
		const text = line && words(line);
		const end = document.lineAt(document.lineCount - 1).range.end;
		const dimmed = line?.state === 'cut' ? new Range(document.positionAt(line.lostOffset), end) : undefined;
		const shown = at && document.lineAt(at.line).range;
		const note: readonly DecorationOptions[] = shown
			? [
					{
						range: shown,
						renderOptions: {
							after: {
								contentText: text,
								color: new ThemeColor('contextInspector.truncationLine'),
								margin: '0 0 0 3em',
								fontStyle: 'italic',
							},
						},
					},
				]
			: [];
		editor.setDecorations(this.#line, line?.state === 'cut' ? note : []);
		editor.setDecorations(this.#near, line?.state === 'near' ? note : []);
		editor.setDecorations(this.#lost, dimmed ? [dimmed] : []);
		this.#shown.set(
			editor,
			line && at && text !== undefined
				? { state: line.state, line: at.line, text, ...(dimmed ? { dimmed } : {}) }
				: undefined,
		);
	}
}

/** The notice is plain text: screen readers have the problem of the same words. */
function words({ state, cause, kept, total, limit }: Line): string {
	if (state === 'near') {
		return cause === 'lines'
			? l10n.t('Nearly full: {0} of {1} lines', formatNumber(total), formatNumber(limit))
			: l10n.t('Nearly full: {0} of {1} characters', formatNumber(total), formatNumber(limit));
	}
	return cause === 'lines'
		? l10n.t('Claude Code reads to here: {0} of {1} lines', formatNumber(kept), formatNumber(total))
		: l10n.t('Claude Code reads to here: {0} of {1} characters', formatNumber(kept), formatNumber(total));
}
