import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('a workspace with two roots', () => {
	it('Should hold both folders in the order of the workspace file', () => {
		const names = vscode.workspace.workspaceFolders?.map((folder) => folder.name);
		assert.deepEqual(names, ['multi-a', 'multi-b']);
	});
});
