/** The extension as suites see it. */

import * as assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import type { ContextInspector } from '../../src/extension.js';
import type { RowSnapshot } from '../../src/ui/tree/row.js';
import { until } from '../until.js';

/** Activates the extension and returns its state. */
export async function inspector(): Promise<ContextInspector> {
	const extension = vscode.extensions.getExtension<ContextInspector>('context-inspector.context-inspector');
	assert.ok(extension, 'the extension is not installed');
	return extension.activate();
}

/** A path in the workspace's folder of that index. */
export function inWorkspace(path: string, index = 0): string {
	const folder = vscode.workspace.workspaceFolders?.[index];
	assert.ok(folder, `there is no folder ${index}`);
	return join(folder.uri.fsPath, path);
}

/** A path in the HOME of this run, which is a copy of a fixture. */
export function inHome(path: string): string {
	const home = process.env['HOME'] ?? '';
	assert.match(home, /context-inspector-place/, 'HOME is the developer’s own');
	return join(home, path);
}

/** Writes a file on the disk, past VS Code. */
export function write(path: string, text: string): void {
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, text);
}

export const remove = (path: string): void => rmSync(path, { recursive: true, force: true });

/** Makes a symbolic link, also where a first try of the same test has left one. */
export function link(target: string, path: string): void {
	remove(path);
	symlinkSync(target, path);
}

/**
 * Rows as indented lines, without numbers that depend on an estimate.
 *
 * @example ['Startup', '  User', '    ~/.claude/CLAUDE.md']
 */
export function outline(rows: readonly RowSnapshot[], depth = 0): readonly string[] {
	return rows.flatMap((row) => [`${'  '.repeat(depth)}${row.label}`, ...outline(row.children ?? [], depth + 1)]);
}

/** The row with that label, wherever it is. */
export function rowOf(rows: readonly RowSnapshot[], label: string): RowSnapshot | undefined {
	for (const row of rows) {
		const found = row.label === label ? row : rowOf(row.children ?? [], label);
		if (found) return found;
	}
	return undefined;
}

/** Waits until the Context view's outline holds (or, with `false`, no longer holds) a label. */
export async function untilShown(of: ContextInspector, label: string, shown = true): Promise<void> {
	try {
		await until(async () => (rowOf((await of.contextView.snapshot()).rows, label) !== undefined) === shown);
	} catch {
		const { state, rows } = await of.contextView.snapshot();
		throw new Error(`${label} is ${shown ? 'not ' : ''}shown (${state}): ${outline(rows).join(' |')}`);
	}
}

/** Shows a file in an editor. */
export async function show(path: string): Promise<vscode.TextEditor> {
	return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(vscode.Uri.file(path)));
}

export const closeEditors = (): Thenable<unknown> => vscode.commands.executeCommand('workbench.action.closeAllEditors');
