import * as assert from 'node:assert/strict';
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { inspector } from '../../support/inspector.js';

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

	it('Should have registered every command that it contributes, and no other', async () => {
		const { packageJSON } = vscode.extensions.getExtension('context-inspector.context-inspector') ?? {};
		const contributed: readonly string[] = packageJSON.contributes.commands.map(
			({ command }: { command: string }) => command,
		);
		const isOwn = (command: string): boolean => command.startsWith('contextInspector.');
		// VS Code adds commands of its own for each view and container.
		const ofViews =
			/^contextInspector\.(\w+\.)?(focus|open|resetViewLocation|removeView|toggleVisibility)$|\.resetViewContainerLocation$/;
		const registered = (await vscode.commands.getCommands(true)).filter(
			(command) => isOwn(command) && !ofViews.test(command),
		);
		assert.deepEqual(registered.sort(), [...contributed].sort());
	});

	it('Should not have searched the tree before somebody asked', async () => {
		const { manager } = await inspector();
		for (const launch of manager.launches) {
			assert.deepEqual(manager.discoveryState(launch), { running: false, directories: 0 });
		}
	});

	it('Should reveal its view', async () => {
		await vscode.commands.executeCommand('contextInspector.context.focus');
	});
});
