import * as assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { ContextInspector } from '../../../src/extension.js';
import type { VerifyOutcome } from '../../../src/ui/verification/verify.js';
import { closeEditors, inHome, inspector, inWorkspace, write } from '../../support/inspector.js';

describe('Verify Against My Claude Code', function () {
	this.timeout(30_000);
	let of: ContextInspector;
	const root = vscode.extensions.getExtension('context-inspector.context-inspector')?.extensionPath ?? '';

	before(async () => {
		of = await inspector();
	});
	after(closeEditors);

	/** Runs a stand-in for the client as the command does after its question. */
	async function run(mode: string, signal = new AbortController().signal): Promise<VerifyOutcome> {
		const program = inHome(`bin/claude-${mode}`);
		const script = join(root, 'test', 'fixtures', 'client', 'claude.cjs');
		write(
			program,
			`#!/bin/sh\nFAKE_CLAUDE=${mode} ELECTRON_RUN_AS_NODE=1 exec '${process.execPath}' '${script}' "$@"\n`,
		);
		chmodSync(program, 0o755);
		const launch = of.manager.launches[0];
		assert.ok(launch);
		const files = [inWorkspace('packages/web/src/app.ts')];
		return of.verify.run({ launch, program, files }, signal, () => undefined);
	}

	it('Should show the result as a read-only document with a table and the differences', async () => {
		const outcome = await run('plain');
		assert.ok(outcome.ok, JSON.stringify(outcome));
		const document = vscode.window.activeTextEditor?.document;
		assert.equal(document?.uri.scheme, 'context-inspector-verification');
		assert.equal(document.languageId, 'markdown');
		const text = document.getText();
		assert.equal(text, outcome.text);
		assert.match(text, /^\| Startup \| `CLAUDE\.md` \| same \|$/m);
		// The stand-in knows no rules and no CLAUDE.local.md.
		assert.match(text, /^\| Startup \| `CLAUDE\.local\.md` \| missing \|$/m);
		assert.match(
			text,
			/^\| Reading `packages\/web\/src\/app\.ts` \| `packages\/web\/\.claude\/rules\/ts\.md` \| missing \|$/m,
		);
		assert.match(text, /^## `CLAUDE\.local\.md`: missing$/m);
	});

	it('Should say why there is nothing to show', async () => {
		const outcome = await run('login');
		assert.equal(outcome.ok ? '' : outcome.fault, 'login');
	});

	it('Should end the client when it is cancelled', async () => {
		const cancelling = new AbortController();
		setTimeout(() => cancelling.abort(), 1_500);
		const outcome = await run('deaf', cancelling.signal);
		assert.equal(outcome.ok ? '' : outcome.fault, 'cancelled');
	});

	it('Should be on offer in the menu of the status bar', async () => {
		assert.ok((await vscode.commands.getCommands(true)).includes('contextInspector.verify'));
	});
});
