import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('Restricted Mode', () => {
	it('Should leave the folder untrusted', () => {
		assert.equal(vscode.workspace.isTrusted, false);
	});

	it('Should leave the extension switched on', async () => {
		const extension = vscode.extensions.getExtension('context-inspector.context-inspector');
		assert.ok(extension, 'the extension is switched off in Restricted Mode');
		await extension.activate();
	});
});
