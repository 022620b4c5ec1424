import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { inspector, inWorkspace, outline } from '../../support/inspector.js';

describe('a workspace whose roots overlap', () => {
	it('Should give a file in both the deepest root', async () => {
		const of = await inspector();
		const launch = of.manager.launchFor(vscode.Uri.file(inWorkspace('packages/api/CLAUDE.md')));
		assert.equal(launch?.path, inWorkspace('', 1).replace(/\/$/, ''));
		assert.equal(
			of.manager.launchFor(vscode.Uri.file(inWorkspace('CLAUDE.md')))?.path,
			inWorkspace('').replace(/\/$/, ''),
		);
	});

	it('Should show each root as the client started there has it', async () => {
		const of = await inspector();
		const { rows } = await of.contextView.snapshot();
		assert.deepEqual(
			outline(rows).filter((line) => line.includes('.md')),
			['      CLAUDE.md', '      ../../CLAUDE.md', '      CLAUDE.md'],
		);
	});
});
