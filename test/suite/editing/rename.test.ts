import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ContextInspector } from '../../../src/extension.js';
import { execute, inMemory, positionOf, showWritten, textOf } from '../../support/editing.js';
import { closeEditors, inspector, inWorkspace, remove, write } from '../../support/inspector.js';
import { until } from '../../until.js';

describe('renames', () => {
	let of: ContextInspector;
	const memory = inMemory('MEMORY.md');

	before(async () => {
		of = await inspector();
		const configuration = vscode.workspace.getConfiguration('contextInspector');
		await configuration.update('links.updateOnRename', 'always', vscode.ConfigurationTarget.Global);
	});

	beforeEach(async () => {
		for (const path of ['notes', 'texts', 'two.md']) remove(inWorkspace(path));
		for (const path of ['ci.md', 'build.md']) remove(inMemory(path));
		write(inWorkspace('CLAUDE.local.md'), 'Mine: @notes/one.md#top and @./notes/two.md\n');
		write(inWorkspace('notes/one.md'), 'One, see @two.md\n');
		write(inWorkspace('notes/two.md'), 'Two.\n');
		write(memory, '- [Build](build.md) — how\n- see [[build]]\n');
		write(inMemory('build.md'), 'Build.\n');
		for (const path of [inWorkspace('CLAUDE.local.md'), inWorkspace('notes/one.md'), memory]) await showWritten(path);
		await until(() => {
			const model = of.manager.all()[0]?.model;
			const loads = model?.startup.some(({ path }) => path.endsWith('notes/two.md'));
			return (
				loads === true && model?.memory.index.kind === 'written' && model.memory.index.file.text.includes('[[build]]')
			);
		});
	});

	afterEach(async () => {
		await vscode.workspace.saveAll();
		await closeEditors();
	});

	after(async () => {
		const configuration = vscode.workspace.getConfiguration('contextInspector');
		await configuration.update('links.updateOnRename', undefined, vscode.ConfigurationTarget.Global);
	});

	async function renameAt(path: string, text: string, newName: string): Promise<vscode.WorkspaceEdit> {
		const document = await vscode.workspace.openTextDocument(path);
		return execute('vscode.executeDocumentRenameProvider', document.uri, positionOf(document, text, 2), newName);
	}

	it('Should rename an imported file with all imports of it', async () => {
		const edit = await renameAt(inWorkspace('CLAUDE.local.md'), '@./notes/two.md', './notes/zwei.md');
		assert.ok(await vscode.workspace.applyEdit(edit));
		await until(() => textOf(inWorkspace('CLAUDE.local.md')) === 'Mine: @notes/one.md#top and @./notes/zwei.md\n');
		await until(() => textOf(inWorkspace('notes/one.md')) === 'One, see @zwei.md\n');
		assert.equal(textOf(inWorkspace('notes/zwei.md')), 'Two.\n');
	});

	it('Should rename a topic by its slug', async () => {
		const edit = await renameAt(memory, '[[build]]', 'ci');
		assert.ok(await vscode.workspace.applyEdit(edit));
		await until(() => textOf(memory) === '- [Build](ci.md) — how\n- see [[ci]]\n');
		assert.equal(textOf(inMemory('ci.md')), 'Build.\n');
	});

	it('Should take links along when a file is renamed in the Explorer', async () => {
		const edit = new vscode.WorkspaceEdit();
		edit.renameFile(vscode.Uri.file(inWorkspace('notes/two.md')), vscode.Uri.file(inWorkspace('two.md')));
		assert.ok(await vscode.workspace.applyEdit(edit));
		await until(() => textOf(inWorkspace('CLAUDE.local.md')) === 'Mine: @notes/one.md#top and @./two.md\n');
		await until(() => textOf(inWorkspace('notes/one.md')) === 'One, see @../two.md\n');
	});

	it('Should take links along when a directory is renamed, those within it left alone', async () => {
		const edit = new vscode.WorkspaceEdit();
		edit.renameFile(vscode.Uri.file(inWorkspace('notes')), vscode.Uri.file(inWorkspace('texts')));
		assert.ok(await vscode.workspace.applyEdit(edit));
		await until(() => textOf(inWorkspace('CLAUDE.local.md')) === 'Mine: @texts/one.md#top and @./texts/two.md\n').catch(
			() => assert.fail(textOf(inWorkspace('CLAUDE.local.md'))),
		);
		assert.equal(textOf(inWorkspace('texts/one.md')), 'One, see @two.md\n');
		remove(inWorkspace('texts'));
	});

	it('Should leave links alone where the setting says so', async () => {
		const configuration = vscode.workspace.getConfiguration('contextInspector');
		await configuration.update('links.updateOnRename', 'never', vscode.ConfigurationTarget.Global);
		const edit = new vscode.WorkspaceEdit();
		edit.renameFile(vscode.Uri.file(inWorkspace('notes/two.md')), vscode.Uri.file(inWorkspace('two.md')));
		assert.ok(await vscode.workspace.applyEdit(edit));
		await new Promise((done) => setTimeout(done, 300));
		assert.equal(textOf(inWorkspace('CLAUDE.local.md')), 'Mine: @notes/one.md#top and @./notes/two.md\n');
		remove(inWorkspace('two.md'));
		await configuration.update('links.updateOnRename', 'always', vscode.ConfigurationTarget.Global);
	});
});
