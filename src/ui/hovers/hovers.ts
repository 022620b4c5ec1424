/** Hovers: patterns, imports, topic links, skill descriptions, and the first line of any file. */

import {
	type CancellationToken,
	Hover,
	type HoverProvider,
	languages,
	type Position,
	Range,
	type TextDocument,
	type TextEditor,
	type Uri,
	window,
} from 'vscode';
import { documentKind } from '../../core/editing/documentKind.js';
import type { Configuration } from '../configuration.js';
import { settingTypes } from '../configuration.js';
import { Disposable } from '../disposable.js';
import type { Explanations } from '../explanations.js';
import { commandIds, settingIds } from '../ids.js';
import type { ComponentLog, Log } from '../log.js';
import { hoverMarkdown } from '../markdown.js';
import type { ModelManager } from '../modelManager.js';
import type { WorkspaceFiles } from '../workspaceFiles.js';
import { firstLineParagraphs } from './firstLineHover.js';
import { globHover } from './globHover.js';
import { importHover } from './importHover.js';
import { skillHover } from './skillHover.js';
import type { HoverAnswer, HoverSubject } from './subject.js';
import { topicHover } from './topicHover.js';

export interface HoversParts {
	readonly manager: ModelManager;
	readonly explanations: Explanations;
	readonly workspaceFiles: WorkspaceFiles;
	readonly configuration: Configuration;
	readonly log: Log;
}

/** The commands that links of hovers run, and no other. */
const linkedCommands = [commandIds.openSource, commandIds.explainFile] as const;

/** Files that were in front lately, the last one first. */
const rememberedFiles = 5;

export class Hovers extends Disposable implements HoverProvider {
	readonly #parts: HoversParts;
	readonly #log: ComponentLog;
	#recent: readonly Uri[] = [];

	constructor(parts: HoversParts) {
		super();
		this.#parts = parts;
		this.#log = parts.log.component('Hovers');
		for (const editor of window.visibleTextEditors) this.#remember(editor);
		this.#remember(window.activeTextEditor);
		this._register(window.onDidChangeActiveTextEditor((editor) => this.#remember(editor)));
		// By scheme, not by language: newer versions of VS Code have languages of their own for rules and skills.
		this._register(languages.registerHoverProvider({ scheme: 'file' }, this));
	}

	async provideHover(document: TextDocument, position: Position, token: CancellationToken): Promise<Hover | undefined> {
		try {
			const isMarkdown = document.fileName.endsWith('.md');
			const answer = isMarkdown ? await this.#inMarkdown(document, position, token) : undefined;
			if (answer) return toHover(document, answer);
			return position.line === 0 ? await this.#onFirstLine(document) : undefined;
		} catch (error) {
			this.#log.error(`no hover in ${document.fileName}`, error);
			return undefined;
		}
	}

	async #inMarkdown(
		document: TextDocument,
		position: Position,
		token: CancellationToken,
	): Promise<HoverAnswer | undefined> {
		const { manager, explanations, workspaceFiles } = this.#parts;
		const launch = manager.launchFor(document.uri);
		const model = launch && (await manager.modelFor(launch));
		if (!launch || !model || token.isCancellationRequested) return undefined;
		const activations = explanations.activations(model);
		const path = await activations.realPathOf(document.fileName);
		const real = await manager.files.realPath(path);
		const subject: HoverSubject = {
			document,
			offset: document.offsetAt(position),
			launch,
			model,
			activations,
			paths: [...new Set([path, document.fileName, real ?? path])],
			context: { directory: model.place.directory, home: model.inputs.environment.homeDirectory },
			// Nobody asks of Claude Code's own files whether a pattern matches them.
			otherFile: this.#recent.find(
				(uri) => uri.toString() !== document.uri.toString() && documentKind(uri.fsPath) === undefined,
			),
			token,
		};
		return (
			(await topicHover(subject)) ??
			skillHover(subject) ??
			(await importHover(subject)) ??
			(await globHover(subject, workspaceFiles))
		);
	}

	async #onFirstLine(document: TextDocument): Promise<Hover | undefined> {
		const { configuration, explanations } = this.#parts;
		if (!configuration.get(settingIds.firstLineHover, settingTypes.isBoolean, true)) return undefined;
		const explained = await explanations.of(document.uri);
		if (!explained?.explanation.insideLaunchDirectory) return undefined;
		const { model, explanation } = explained;
		const context = { directory: model.place.directory, home: model.inputs.environment.homeDirectory };
		const paragraphs = firstLineParagraphs(context, document.fileName, explanation);
		if (paragraphs.length === 0) return undefined;
		return new Hover(hoverMarkdown(paragraphs, linkedCommands), document.lineAt(0).range);
	}

	/** Keeps what the user was at, so that a pattern can be held against it. */
	#remember(editor: TextEditor | undefined): void {
		const uri = editor?.document.uri;
		if (uri?.scheme !== 'file' || uri.path.includes('/.claude/')) return;
		const others = this.#recent.filter((each) => each.toString() !== uri.toString());
		this.#recent = [uri, ...others].slice(0, rememberedFiles);
	}
}

function toHover(document: TextDocument, { paragraphs, range: { offset, length } }: HoverAnswer): Hover {
	const range = new Range(document.positionAt(offset), document.positionAt(offset + length));
	return new Hover(hoverMarkdown(paragraphs, linkedCommands), range);
}
