import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { inspector } from '../../support/inspector.js';

describe('a window without a folder', () => {
	it('Should say so, and have nothing to build', async () => {
		const of = await inspector();
		assert.deepEqual(await of.contextView.snapshot(), { state: 'noFolder', rows: [] });
		assert.deepEqual(of.manager.all(), []);
		assert.equal(await of.manager.modelFor(vscode.Uri.file('/a.ts')), undefined);
		assert.equal(of.statusBar.snapshot.visible, false);
	});

	it('Should bear every command', async () => {
		for (const command of [
			'refresh',
			'createClaudeMd',
			'whyNotLoaded',
			'chooseLaunchDirectory',
			'findNested',
			'openSource',
		]) {
			// A question or a toast may stay open: nothing waits for an answer.
			void vscode.commands.executeCommand(`contextInspector.${command}`);
		}
		await vscode.commands.executeCommand('contextInspector.context.focus');
	});
});
