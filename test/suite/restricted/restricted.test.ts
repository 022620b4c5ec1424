import * as assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import * as vscode from 'vscode';
import { inHome, inspector, inWorkspace, rowOf, write } from '../../support/inspector.js';

describe('Restricted Mode', () => {
	it('Should leave the folder untrusted, and show its context all the same', async () => {
		assert.equal(vscode.workspace.isTrusted, false);
		const of = await inspector();
		const { state, rows } = await of.contextView.snapshot();
		assert.equal(state, 'ready');
		assert.ok(rowOf(rows, 'CLAUDE.md'));
		assert.equal(of.manager.all()[0]?.model?.inputs.trusted, false);
	});

	it('Should not let settings of the workspace choose the launch directory, variables or directories', async () => {
		mkdirSync(inHome('elsewhere'), { recursive: true });
		write(
			inWorkspace('.vscode/settings.json'),
			JSON.stringify({
				'contextInspector.launchDirectory': inHome('elsewhere'),
				'contextInspector.environment': { CLAUDE_CONFIG_DIR: inHome('elsewhere') },
				'contextInspector.flags.addDirectories': [inHome('elsewhere')],
				'contextInspector.flags.bare': true,
			}),
		);
		const of = await inspector();
		const end = Date.now() + 8_000;
		// A setting that is not restricted shows that the file was read.
		while (of.manager.all()[0]?.model?.inputs.flags.bare !== true && Date.now() < end)
			await new Promise((done) => setTimeout(done, 100));
		const inputs = of.manager.all()[0]?.model?.inputs;
		assert.equal(inputs?.flags.bare, true);
		assert.equal(inputs.launchDirectory, inWorkspace('').replace(/\/$/, ''));
		assert.equal(inputs.environment.variables['CLAUDE_CONFIG_DIR'], undefined);
		assert.deepEqual(inputs.flags.addDirectories, []);
	});
});
