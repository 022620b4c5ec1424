/** Preview Request Context: read-only documents that show a request part by part and follow the model. */

import { basename } from 'node:path';
import {
	commands,
	DocumentLink,
	type DocumentLinkProvider,
	EventEmitter,
	l10n,
	languages,
	ProgressLocation,
	Range,
	Selection,
	type TextDocument,
	type TextDocumentContentProvider,
	TextEditorRevealType,
	Uri,
	type Disposable as VSCodeDisposable,
	window,
	workspace,
} from 'vscode';
import { requestAt } from '../../core/model/requestStages.js';
import type { Place, Source } from '../../core/source.js';
import { activeFile } from '../activeFileView.js';
import { Disposable } from '../disposable.js';
import type { Explanations } from '../explanations.js';
import { commandIds } from '../ids.js';
import type { ComponentLog, Log } from '../log.js';
import type { LaunchDirectory } from '../model/launchDirectories.js';
import type { ModelManager } from '../modelManager.js';
import { rangeOf } from '../places.js';
import type { WorkspaceFiles } from '../workspaceFiles.js';
import {
	type PreviewStage,
	previewScheme,
	previewSubject,
	previewUri,
	resolveStage,
	stageTitle,
	toStage,
} from './previewStage.js';
import { messageText, type PreviewText, previewText } from './previewText.js';
import { stageOf } from './sourceStage.js';
import { pickLaunch, pickStage } from './stagePick.js';

export interface PreviewParts {
	readonly manager: ModelManager;
	readonly explanations: Explanations;
	readonly workspaceFiles: WorkspaceFiles;
	readonly log: Log;
}

export class Preview extends Disposable implements TextDocumentContentProvider, DocumentLinkProvider {
	readonly #manager: ModelManager;
	readonly #explanations: Explanations;
	readonly #files: WorkspaceFiles;
	readonly #log: ComponentLog;
	readonly #onDidChange = this._register(new EventEmitter<Uri>());
	readonly onDidChange = this.#onDidChange.event;
	/** The text that was given out last, by document. */
	readonly #texts = new Map<string, PreviewText>();

	constructor({ manager, explanations, workspaceFiles: files, log }: PreviewParts) {
		super();
		this.#manager = manager;
		this.#explanations = explanations;
		this.#files = files;
		this.#log = log.component('Preview');
		this._register(workspace.registerTextDocumentContentProvider(previewScheme, this));
		this._register(languages.registerDocumentLinkProvider({ scheme: previewScheme }, this));
		this._register(manager.onDidChange(({ launch }) => this.#refresh(launch)));
		this._register(manager.onDidChangeLaunches(() => this.#refresh()));
		this._register(workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())));
		this._register(this.#command(commandIds.previewRequest, (of) => this.#preview(of)));
		this._register(this.#command(commandIds.previewSource, (of) => this.#previewSource(of)));
		this._register(this.#command(commandIds.comparePreviews, (of) => this.#compare(of)));
	}

	async provideTextDocumentContent(uri: Uri): Promise<string> {
		const text = await this.#textOf(uri);
		this.#texts.set(uri.toString(), text);
		return text.text;
	}

	async provideDocumentLinks(document: TextDocument): Promise<DocumentLink[]> {
		const links = this.#texts.get(document.uri.toString())?.links ?? [];
		return Promise.all(
			links.map(async ({ offset, length, place }) => {
				const range = new Range(document.positionAt(offset), document.positionAt(offset + length));
				const link = new DocumentLink(range, await this.#target(place));
				link.tooltip = l10n.t('Open Source');
				return link;
			}),
		);
	}

	#command(id: string, run: (of: unknown) => Promise<void>): VSCodeDisposable {
		return commands.registerCommand(id, (of?: unknown) => run(of));
	}

	async #textOf(uri: Uri): Promise<PreviewText> {
		const subject = previewSubject(uri);
		if (!subject) return messageText('', l10n.t('This address names no preview.'));
		const title = stageTitle(subject.stage);
		const launch = this.#manager.launches.find(({ key }) => key === subject.launch);
		const model = launch && (await this.#manager.modelFor(launch));
		if (!model) return messageText(title, l10n.t('The launch directory is not there any more.'));
		const stage = resolveStage(model, subject.stage);
		if (typeof stage === 'string') return messageText(title, stage);
		try {
			return previewText(model, title, await requestAt(model, stage));
		} catch (error) {
			this.#log.error('a request could not be put together', error);
			return messageText(
				title,
				l10n.t('The request could not be put together: this is a fault of the extension. The log says more.'),
			);
		}
	}

	/** The file, at the line that matters. */
	async #target(place: Place): Promise<Uri> {
		const file = place.offset === undefined ? undefined : await this.#manager.files.readText(place.path);
		const range = file?.ok ? rangeOf(file.text, place) : undefined;
		return Uri.file(place.path).with(range ? { fragment: `L${range.start.line + 1}` } : {});
	}

	/** Documents in editors ask for their text anew. */
	#refresh(launch?: LaunchDirectory): void {
		for (const { uri } of workspace.textDocuments) {
			if (uri.scheme !== previewScheme) continue;
			if (!launch || previewSubject(uri)?.launch === launch.key) this.#onDidChange.fire(uri);
		}
	}

	/** From the palette, a row of a launch directory, or with a stage as data (keybindings, suites). */
	async #preview(of: unknown): Promise<void> {
		const title = l10n.t('Preview Request Context');
		const launch = await this.#pickLaunch(title, of);
		const stage = launch && (stageIn(of) ?? (await this.#pickStage(title, launch)));
		if (launch && stage) await this.#show(launch, stage);
	}

	/** From a row: the request that holds its source, at the part that it is. */
	async #previewSource(of: unknown): Promise<void> {
		const { launch, source } = (of ?? {}) as { readonly launch?: LaunchDirectory; readonly source?: Source };
		const model = launch && (await this.#manager.modelFor(launch));
		if (!launch || !source || !model) return;
		const host = { explanations: this.#explanations, files: this.#files, launch, model };
		const location = { location: ProgressLocation.Window, title: l10n.t('Looking for a file that brings it…') };
		const stage = await window.withProgress(location, (_, token) => stageOf(source, host, token));
		if (stage) await this.#show(launch, stage, source.path);
		else {
			const sentence = l10n.t('No file of the workspace brings {0} into a request.', basename(source.path));
			void window.showInformationMessage(sentence);
		}
	}

	async #show(launch: LaunchDirectory, stage: PreviewStage, path?: string): Promise<void> {
		const document = await workspace.openTextDocument(previewUri(launch, stage));
		const editor = await window.showTextDocument(document, { preview: false });
		const part = path === undefined ? undefined : this.#texts.get(document.uri.toString())?.parts.get(path);
		if (part === undefined) return;
		const heading = document.positionAt(part);
		editor.selection = new Selection(heading, heading);
		editor.revealRange(new Range(heading, heading), TextEditorRevealType.AtTop);
	}

	/** Two stages side by side; where a preview is in front, it is the first. */
	async #compare(of: unknown): Promise<void> {
		const title = l10n.t('Compare Two Previews');
		const front = window.activeTextEditor?.document.uri;
		const given = stagesIn(of);
		const subject = front?.scheme === previewScheme && !given ? previewSubject(front) : undefined;
		const launch =
			this.#manager.launches.find(({ key }) => key === subject?.launch) ?? (await this.#pickLaunch(title, of));
		if (!launch) return;
		const first = given?.[0] ?? subject?.stage ?? (await this.#pickStage(l10n.t('{0} (1 of 2)', title), launch));
		const second = first && (given?.[1] ?? (await this.#pickStage(l10n.t('{0} (2 of 2)', title), launch)));
		if (!first || !second) return;
		await commands.executeCommand(
			'vscode.diff',
			previewUri(launch, first),
			previewUri(launch, second),
			`${stageTitle(first)} ↔ ${stageTitle(second)}`,
			{ preview: false },
		);
	}

	async #pickStage(title: string, launch: LaunchDirectory): Promise<PreviewStage | undefined> {
		const model = await this.#manager.modelFor(launch);
		return model && pickStage(title, launch, model, this.#files);
	}

	async #pickLaunch(title: string, of: unknown): Promise<LaunchDirectory | undefined> {
		const { launches } = this.#manager;
		const given = (of as { readonly launch?: Partial<LaunchDirectory> } | undefined)?.launch?.key;
		const named = launches.find(({ key }) => key === given);
		if (named) return named;
		const front = activeFile();
		return pickLaunch(title, launches, front && this.#manager.launchFor(front));
	}
}

const stageIn = (of: unknown): PreviewStage | undefined =>
	toStage((of as { readonly stage?: unknown } | undefined)?.stage);

function stagesIn(of: unknown): readonly [PreviewStage, PreviewStage] | undefined {
	const stages = (of as { readonly stages?: unknown } | undefined)?.stages;
	if (!Array.isArray(stages)) return undefined;
	const [first, second] = stages.map(toStage);
	return first && second && [first, second];
}
