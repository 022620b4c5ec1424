import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ContextInspector } from '../../../src/extension.js';
import { inspector, inWorkspace, outline, write } from '../../support/inspector.js';
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
		write(inWorkspace('CLAUDE.md', 1), 'Other words.\n');
		await until(() => changed.length > 0);
		assert.deepEqual(changed, ['multi-b']);
		subscription.dispose();
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
});
