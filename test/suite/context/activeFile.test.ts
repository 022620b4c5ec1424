import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ContextInspector } from '../../../src/extension.js';
import {
	closeEditors,
	inHome,
	inspector,
	inWorkspace,
	outline,
	remove,
	rowOf,
	show,
	write,
} from '../../support/inspector.js';
import { until } from '../../until.js';

const expected = ['packages/web/CLAUDE.md', '  packages/web/notes.md', 'packages/web/.claude/rules/ts.md'];

describe('the Active File view', () => {
	let of: ContextInspector;

	before(async () => {
		of = await inspector();
	});

	after(closeEditors);

	it('Should show what the file in the editor attaches, with the pattern', async () => {
		await show(inWorkspace('src/api/client.ts'));
		await until(() => of.activeFileView.file?.fsPath === inWorkspace('src/api/client.ts'));
		const rows = await of.activeFileView.snapshot();
		const attached = rowOf(rows, 'Attached by This File');
		assert.deepEqual(outline(attached?.children ?? []), ['.claude/rules/api.md']);
		assert.match(rowOf(rows, '.claude/rules/api.md')?.description ?? '', /^src\/api\/\*\* · ≈\d+ tokens$/);
		assert.ok(rowOf(rows, 'Already Loaded'));
	});

	it('Should say what nearly matches', async () => {
		await show(inWorkspace('src/api/client.ts'));
		await until(async () => rowOf(await of.activeFileView.snapshot(), 'Would Match, But…') !== undefined);
		assert.ok(rowOf(await of.activeFileView.snapshot(), '.claude/rules/never.md'));
	});

	it('Should follow the editor, and stay when it is pinned', async () => {
		await show(inWorkspace('packages/web/src/app.ts'));
		await until(() => of.activeFileView.file?.fsPath === inWorkspace('packages/web/src/app.ts'));
		const attached = rowOf(await of.activeFileView.snapshot(), 'Attached by This File');
		assert.deepEqual(outline(attached?.children ?? []), ['packages/web/CLAUDE.md', 'packages/web/.claude/rules/ts.md']);
		await vscode.commands.executeCommand('contextInspector.pinActiveFile');
		await show(inWorkspace('README.md'));
		assert.equal(of.activeFileView.file?.fsPath, inWorkspace('packages/web/src/app.ts'));
		await vscode.commands.executeCommand('contextInspector.unpinActiveFile');
		assert.equal(of.activeFileView.file?.fsPath, inWorkspace('README.md'));
	});

	it('Should show what a nested file imports below it, and count files where there are others than rules', async () => {
		write(inWorkspace('packages/web/CLAUDE.md'), 'Web, see @notes.md\n');
		write(inWorkspace('packages/web/notes.md'), 'Notes.\n');
		await show(inWorkspace('packages/web/src/app.ts'));
		await until(async () => {
			const attached = rowOf(await of.activeFileView.snapshot(), 'Attached by This File');
			return outline(attached?.children ?? []).join() === expected.join();
		});
		await until(() => / · 3 files$/.test(of.statusBar.snapshot.text));
		write(inWorkspace('packages/web/CLAUDE.md'), 'Web words.\n');
		remove(inWorkspace('packages/web/notes.md'));
	});

	it('Should say when a file lies outside the launch directory', async () => {
		await show(inHome('.claude/CLAUDE.md'));
		await until(async () =>
			(await of.activeFileView.snapshot()).some(({ label }) => /outside|no launch dir/i.test(label)),
		);
	});

	it('Should explain a file that is named, pinned while another is in the editor', async () => {
		await show(inWorkspace('README.md'));
		await vscode.commands.executeCommand(
			'contextInspector.explainFile',
			vscode.Uri.file(inWorkspace('src/api/client.ts')),
		);
		assert.equal(of.activeFileView.isPinned, true);
		assert.equal(of.activeFileView.file?.fsPath, inWorkspace('src/api/client.ts'));
		await vscode.commands.executeCommand('contextInspector.unpinActiveFile');
	});

	it('Should count the rules of the file in the status bar', async () => {
		await show(inWorkspace('src/api/client.ts'));
		await until(() => /^\$\(book\) tree · ≈\d+ tokens · 1 rule$/.test(of.statusBar.snapshot.text));
		const configuration = vscode.workspace.getConfiguration('contextInspector');
		await configuration.update('statusBar.enabled', false, vscode.ConfigurationTarget.Global);
		await until(() => !of.statusBar.snapshot.visible);
		await configuration.update('statusBar.enabled', undefined, vscode.ConfigurationTarget.Global);
		await until(() => of.statusBar.snapshot.visible);
	});
});

describe('commands on sources', () => {
	after(closeEditors);

	it('Should open a source at the place that matters', async () => {
		const of = await inspector();
		const target = rowOf((await of.contextView.snapshot()).rows, 'docs/missing.md')?.target;
		await vscode.commands.executeCommand('contextInspector.openSource', target);
		const editor = vscode.window.activeTextEditor;
		assert.equal(editor?.document.getText(editor.selection), '@docs/missing.md');
	});

	it('Should copy a path', async () => {
		await vscode.commands.executeCommand('contextInspector.copySourcePath', inWorkspace('CLAUDE.md'));
		assert.equal(await vscode.env.clipboard.readText(), inWorkspace('CLAUDE.md'));
	});

	it('Should open the CLAUDE.md that is there instead of a new one', async () => {
		await vscode.commands.executeCommand('contextInspector.createClaudeMd');
		assert.equal(
			vscode.window.activeTextEditor?.document.uri.toString(),
			vscode.Uri.file(inWorkspace('CLAUDE.md')).toString(),
		);
	});
});
