import * as assert from 'node:assert/strict';
import { homedir } from 'node:os';
import * as vscode from 'vscode';

describe('the extension in a real extension host', () => {
	it('Should be installed and activate without an error', async () => {
		const extension = vscode.extensions.getExtension('context-inspector.context-inspector');
		assert.ok(extension, 'the extension is not installed');
		await extension.activate();
		assert.equal(extension.isActive, true);
		assert.equal(extension.extensionKind, vscode.ExtensionKind.Workspace);
		console.log(`      VS Code ${vscode.version}, Node ${process.version}`);
	});

	it('Should open the fixture, and a HOME that is not the developer’s', () => {
		const [folder] = vscode.workspace.workspaceFolders ?? [];
		assert.equal(folder?.name, 'single');
		assert.match(homedir(), /context-inspector-place/);
	});

	it('Should reveal its view', async () => {
		await vscode.commands.executeCommand('contextInspector.context.focus');
	});
});
