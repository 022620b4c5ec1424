import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ContextInspector } from '../../../src/extension.js';
import { inHome, inspector, inWorkspace, link, outline, rowOf, write } from '../../support/inspector.js';
import { until } from '../../until.js';

describe('a workspace with two roots', () => {
	let of: ContextInspector;

	before(async () => {
		of = await inspector();
	});

	it('Should show one root per folder, in the order of the workspace', async () => {
		const { state, rows } = await of.contextView.snapshot();
		assert.equal(state, 'ready');
		assert.deepEqual(outline(rows), [
			...['multi-a', '  Startup', '    Project', '      CLAUDE.md', '  On Demand', '    Nested'],
			...['multi-b', '  Startup', '    Project', '      CLAUDE.md', '  On Demand', '    Nested'],
		]);
	});

	it('Should give each file the model of its folder', async () => {
		for (const [index, name] of ['multi-a', 'multi-b'].entries()) {
			const launch = of.manager.launchFor(vscode.Uri.file(inWorkspace('CLAUDE.md', index)));
			assert.equal(launch?.name, name);
		}
		assert.equal(of.manager.launchFor(vscode.Uri.file('/nowhere/a.ts')), undefined);
	});

	it('Should rebuild only the model that a change concerns', async () => {
		await of.contextView.snapshot();
		const changed: string[] = [];
		const subscription = of.manager.onDidChange(({ launch }) => changed.push(launch.name));
		try {
			// VS Code's watcher may still tell of the files that were there when the window opened.
			for (let before = -1; before !== changed.length; await new Promise((done) => setTimeout(done, 700)))
				before = changed.length;
			changed.length = 0;
			write(inWorkspace('CLAUDE.md', 1), 'Other words.\n');
			await until(() => changed.length > 0);
			assert.deepEqual([...new Set(changed)], ['multi-b']);
		} finally {
			subscription.dispose();
		}
	});

	it('Should keep a launch directory in the folder’s own settings', async () => {
		const folder = vscode.workspace.workspaceFolders?.[1];
		const configuration = vscode.workspace.getConfiguration('contextInspector', folder?.uri);
		await configuration.update('launchDirectory', 'nowhere', vscode.ConfigurationTarget.WorkspaceFolder);
		await until(() => of.manager.launches.some((launch) => launch.name === 'multi-b › nowhere'));
		const { rows } = await of.contextView.snapshot();
		assert.deepEqual(outline(rows).slice(-2), ['multi-b › nowhere', '  The launch directory does not exist']);
		await configuration.update('launchDirectory', undefined, vscode.ConfigurationTarget.WorkspaceFolder);
		await until(() => of.manager.launches.every((launch) => !launch.name.includes('›')));
	});

	it('Should work in a folder that was opened by a link', async () => {
		write(inHome('real/CLAUDE.md'), 'Real.\n');
		write(inHome('real/.claude/rules/ts.md'), '---\npaths: "*.ts"\n---\nTypeScript.\n');
		write(inHome('real/a.ts'), '');
		link(inHome('real'), inHome('linked'));
		await addFolder(vscode.Uri.file(inHome('linked')));
		await until(() => of.manager.launches.length === 3);
		const launch = of.manager.launches[2];
		assert.ok(launch);
		const textOf = async (): Promise<string | undefined> => (await of.manager.modelFor(launch))?.startup[0]?.text;
		assert.equal(await textOf(), 'Real.');
		for (const path of [inHome('linked/a.ts'), inHome('real/a.ts')])
			assert.equal(of.manager.launchFor(vscode.Uri.file(path))?.key, launch.key, path);
		write(inHome('real/CLAUDE.md'), 'Real, changed by its real name.\n');
		await until(async () => (await textOf()) === 'Real, changed by its real name.');
		write(inHome('linked/CLAUDE.md'), 'Changed by the link.\n');
		await until(async () => (await textOf()) === 'Changed by the link.');
		write(inHome('linked/CLAUDE.local.md'), 'New.\n');
		await until(async () => (await of.manager.modelFor(launch))?.startup.length === 2);
	});

	it('Should say of a folder that is not on the disk that there is nothing to inspect', async () => {
		await addFolder(vscode.Uri.parse('context-inspector-test:/virtual'));
		await until(async () => rowOf((await of.contextView.snapshot()).rows, 'virtual') !== undefined);
		const row = rowOf((await of.contextView.snapshot()).rows, 'virtual');
		assert.equal(row?.description, 'not on disk: Claude Code cannot be started there');
		assert.equal(of.manager.launches.length, 3);
	});
});

async function addFolder(uri: vscode.Uri): Promise<void> {
	const changed = new Promise<void>((done) => {
		const subscription = vscode.workspace.onDidChangeWorkspaceFolders(() => {
			subscription.dispose();
			done();
		});
	});
	assert.ok(vscode.workspace.updateWorkspaceFolders(vscode.workspace.workspaceFolders?.length ?? 0, 0, { uri }));
	await changed;
}
