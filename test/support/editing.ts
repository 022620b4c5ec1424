/** What the suites of editing share: files beside the fixture, and providers asked through VS Code. */

import * as assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { projectSlug } from '../../src/core/sources/memoryDirectory.js';
import { until } from '../until.js';
import { closeEditors, inHome, inspector, inWorkspace, show } from './inspector.js';

/** A path in the memory directory of the workspace. */
export const inMemory = (path: string): string =>
	join(inHome('.claude/projects'), projectSlug(inWorkspace('').replace(/\/$/, '')), 'memory', path);

/** A text with `|` at the cursor, shown in an editor without being saved. */
export async function typed(path: string, marked: string): Promise<vscode.TextEditor> {
	const editor = await show(path);
	const offset = marked.indexOf('|');
	const text = marked.replace('|', '');
	await replaceAll(editor, text);
	const position = editor.document.positionAt(offset < 0 ? text.length : offset);
	editor.selection = new vscode.Selection(position, position);
	return editor;
}

export async function replaceAll(editor: vscode.TextEditor, text: string): Promise<void> {
	const { document } = editor;
	const whole = new vscode.Range(document.positionAt(0), document.positionAt(document.getText().length));
	assert.ok(await editor.edit((edit) => edit.replace(whole, text)));
}

/** The position of a text in a document, so many units into it. */
export function positionOf(document: vscode.TextDocument, text: string, into = 0): vscode.Position {
	const offset = document.getText().indexOf(text);
	assert.ok(offset >= 0, `${text} is not in ${document.fileName}`);
	return document.positionAt(offset + into);
}

export const execute = <T>(command: string, ...args: readonly unknown[]): Promise<T> =>
	Promise.resolve(vscode.commands.executeCommand<T>(command, ...args));

/** Titles of a file's lenses. */
export async function lensTitles(path: string): Promise<readonly string[]> {
	const { uri } = await vscode.workspace.openTextDocument(path);
	const lenses = await execute<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri, 10);
	return lenses.map((lens) => lens.command?.title ?? '');
}

/** Waits until a file has a lens of that form. */
export async function untilLens(path: string, title: RegExp): Promise<void> {
	let last: readonly string[] = [];
	await until(async () => {
		last = await lensTitles(path);
		return last.some((each) => title.test(each));
	}).catch(() => assert.fail(`${title} is not among ${JSON.stringify(last)}`));
}

/** Labels that are offered at the cursor. */
export async function completions(editor: vscode.TextEditor): Promise<readonly string[]> {
	const list = await execute<vscode.CompletionList>(
		'vscode.executeCompletionItemProvider',
		editor.document.uri,
		editor.selection.active,
	);
	return list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
}

/** Quick fixes for the whole file, or another kind of action. */
export async function actions(path: string, kind = 'quickfix'): Promise<readonly vscode.CodeAction[]> {
	const document = await vscode.workspace.openTextDocument(path);
	const whole = new vscode.Range(0, 0, document.lineCount, 0);
	return codeActions(document.uri, whole, kind);
}

/** Code actions for a range; asked for again where VS Code gave up because a provider came while it asked. */
export async function codeActions(
	uri: vscode.Uri,
	range: vscode.Range,
	kind: string,
): Promise<readonly vscode.CodeAction[]> {
	let found: readonly vscode.CodeAction[] | undefined;
	await until(async () => {
		found = await execute<vscode.CodeAction[]>('vscode.executeCodeActionProvider', uri, range, kind).catch(ofCancelled);
		return found !== undefined;
	});
	return found ?? [];
}

/** Nothing where VS Code cancelled a request by itself; what else failed stays a failure. */
function ofCancelled(error: unknown): undefined {
	if (!(error instanceof Error && error.name === 'Canceled')) throw error;
}

/** Applies the quick fix of that title once it is there. */
export async function applyFix(path: string, title: string, kind?: string): Promise<void> {
	let last: readonly vscode.CodeAction[] = [];
	await until(async () => {
		last = await actions(path, kind);
		return last.some((each) => each.title === title);
	}, 15_000).catch(() => assert.fail(`"${title}" is not among ${JSON.stringify(last.map((each) => each.title))}`));
	const edit = last.find((each) => each.title === title)?.edit;
	assert.ok(edit && (await vscode.workspace.applyEdit(await withContents(edit, path, title))), title);
}

/** VS Code's command for actions loses what a created file holds; the provider itself says it. */
async function withContents(edit: vscode.WorkspaceEdit, path: string, title: string): Promise<vscode.WorkspaceEdit> {
	if (edit.size > 0) return edit;
	const { editing } = await inspector();
	const document = await vscode.workspace.openTextDocument(path);
	const found = await editing.quickFixes.provideCodeActions(document, new vscode.Range(0, 0, 0, 0), {
		triggerKind: vscode.CodeActionTriggerKind.Invoke,
		only: undefined,
		diagnostics: vscode.languages.getDiagnostics(document.uri),
	});
	return found.find((each) => each.title === title)?.edit ?? edit;
}

/** Shows a file that was written past VS Code, as it is on the disk. */
export async function showWritten(path: string): Promise<vscode.TextEditor> {
	const editor = await show(path);
	if (editor.document.getText() !== readFileSync(path, 'utf8')) await execute('workbench.action.files.revert');
	await until(() => editor.document.getText() === readFileSync(path, 'utf8'));
	return editor;
}

/** A file's text: of its open document, else of the disk. */
export function textOf(path: string): string {
	const open = vscode.workspace.textDocuments.find((document) => document.uri.fsPath === path && !document.isClosed);
	return open ? open.getText() : readFileSync(path, 'utf8');
}

/** Gives every document that is not saved its text on the disk back, and closes all editors. */
export async function revertAll(): Promise<void> {
	const dirty = (): readonly vscode.TextDocument[] => vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty);
	for (const document of dirty()) {
		await vscode.window.showTextDocument(document);
		await execute('workbench.action.files.revert');
	}
	await until(() => dirty().length === 0);
	await closeEditors();
}
