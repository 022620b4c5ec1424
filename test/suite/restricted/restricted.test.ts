import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('Restricted Mode', () => {
	it('Should leave the folder untrusted', () => {
		assert.equal(vscode.workspace.isTrusted, false);
	});
});
