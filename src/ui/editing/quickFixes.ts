/** Quick fixes of the findings on display, and "fix all" for those that are safe. */

import {
	CodeAction,
	type CodeActionContext,
	CodeActionKind,
	type CodeActionProvider,
	commands,
	type Diagnostic,
	l10n,
	languages,
	type Range,
	type TextDocument,
	Uri,
	window,
	workspace,
} from 'vscode';
import { safeFixes } from '../../core/editing/fixAll.js';
import type { Finding } from '../../core/findings/finding.js';
import { findIn } from '../../core/findings/findings.js';
import { type Fix, fixesFor } from '../../core/findings/fixes.js';
import { Disposable } from '../disposable.js';
import { commandIds } from '../ids.js';
import type { ModelManager } from '../modelManager.js';
import { type EditingDocuments, editedFiles } from './editingDocuments.js';
import { ModelTexts, workspaceEditOf } from './fixEdits.js';

/** Findings as diagnostics show them; the problems feature has them. */
export interface ShownFindings {
	findingOf(uri: Uri, diagnostic: Diagnostic): Finding | undefined;
	readonly findings: readonly Finding[];
}

/** E.g. for `editor.codeActionsOnSave`. */
export const fixAllKind = CodeActionKind.SourceFixAll.append('contextInspector');

const source = 'Context Inspector';

export class QuickFixes extends Disposable implements CodeActionProvider {
	readonly #shown: ShownFindings;
	readonly #documents: EditingDocuments;
	readonly #manager: ModelManager;

	constructor(shown: ShownFindings, documents: EditingDocuments, manager: ModelManager) {
		super();
		this.#shown = shown;
		this.#documents = documents;
		this.#manager = manager;
		// Settings files have findings too.
		const selector = [...editedFiles, { scheme: 'file', pattern: '**/*.json' }];
		this._register(
			languages.registerCodeActionsProvider(selector, this, {
				providedCodeActionKinds: [CodeActionKind.QuickFix, fixAllKind],
			}),
		);
		this._register(commands.registerCommand(commandIds.addTopicToIndex, (of?: unknown) => this.#addTopic(of)));
	}

	async provideCodeActions(document: TextDocument, _range: Range, context: CodeActionContext): Promise<CodeAction[]> {
		const { only, diagnostics } = context;
		const actions: CodeAction[] = [];
		if (!only || only.contains(CodeActionKind.QuickFix))
			for (const diagnostic of diagnostics) actions.push(...(await this.#fixesOf(document, diagnostic)));
		// Only on request: it would stand in every menu.
		if (only && (only.contains(fixAllKind) || fixAllKind.contains(only)))
			actions.push(...(await this.#fixAll(document)));
		return actions;
	}

	async #fixesOf(document: TextDocument, diagnostic: Diagnostic): Promise<readonly CodeAction[]> {
		const finding = diagnostic.source === source ? this.#shown.findingOf(document.uri, diagnostic) : undefined;
		if (!finding?.data) return [];
		const texts = new ModelTexts(this.#manager.files);
		await texts.prepare(finding);
		if (!texts.isCurrent(finding.path)) return [];
		const actions = await Promise.all(
			fixesFor(finding, texts).map(async (fix) => {
				const edit = await workspaceEditOf([fix], texts);
				if (!edit) return undefined;
				const action = new CodeAction(fix.title, CodeActionKind.QuickFix);
				action.edit = edit;
				action.diagnostics = [diagnostic];
				action.isPreferred = fix.isPreferred;
				return action;
			}),
		);
		return actions.filter((action) => action !== undefined);
	}

	/** Every safe fix that changes this document and nothing else. */
	async #fixAll(document: TextDocument): Promise<readonly CodeAction[]> {
		const texts = new ModelTexts(this.#manager.files);
		const path = document.uri.fsPath;
		const concerned = this.#shown.findings.filter(
			({ data, path: of }) => of === path || (data?.kind === 'orphan-topic' && data.index === path),
		);
		for (const finding of concerned) await texts.prepare(finding);
		const fixes = safeFixes(concerned, texts).filter(({ edits }) =>
			edits.every((edit) => edit.kind === 'replace' && edit.path === path),
		);
		const edit = fixes.length > 0 ? await workspaceEditOf(fixes, texts) : undefined;
		if (!edit) return [];
		const action = new CodeAction(
			l10n.t('Fix All Problems of Claude Code’s Context That Can Be Fixed Safely'),
			fixAllKind,
		);
		action.edit = edit;
		return [action];
	}

	/** Adds the line for a topic that nothing links to. */
	async #addTopic(of: unknown): Promise<void> {
		const uri = of instanceof Uri ? of : window.activeTextEditor?.document.uri;
		const document = uri && (await workspace.openTextDocument(uri));
		const edited = document && (await this.#documents.of(document));
		if (!edited) return;
		const model = (await this.#manager.modelFor(edited.launch)) ?? edited.model;
		const found = await findIn(['memory'], model);
		const finding = found.find(({ path, data }) => path === edited.path && data?.kind === 'orphan-topic');
		const texts = new ModelTexts(this.#manager.files);
		if (finding) await texts.prepare(finding);
		const fix: Fix | undefined = finding && fixesFor(finding, texts)[0];
		const edit = fix && (await workspaceEditOf([fix], texts));
		if (edit) await workspace.applyEdit(edit);
		else void window.showInformationMessage(l10n.t('The topic is in the index already, or there is no MEMORY.md.'));
	}
}
