import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ContextInspector } from '../../../src/extension.js';
import { inMemory, showWritten } from '../../support/editing.js';
import { closeEditors, inspector, inWorkspace, show, write } from '../../support/inspector.js';
import { until } from '../../until.js';

describe('typing', () => {
	let of: ContextInspector;

	before(async () => {
		of = await inspector();
		write(
			inMemory('MEMORY.md'),
			`${'- [Topic](topic.md) — a line of the index that says a little\n'.repeat(500)}`.slice(0, 25_000),
		);
		write(inMemory('topic.md'), 'Topic.\n');
		for (let i = 0; i < 200; i++) write(inWorkspace(`parts/p${i}.md`), `Part ${i}.\n`);
		write(inWorkspace('CLAUDE.local.md'), Array.from({ length: 200 }, (_, i) => `@parts/p${i}.md\n`).join(''));
		await showWritten(inMemory('MEMORY.md'));
		await showWritten(inWorkspace('CLAUDE.local.md'));
		await until(() => {
			const model = of.manager.all()[0]?.model;
			const parts = model?.startup.filter(({ path }) => path.includes('/parts/')).length;
			return parts === 200 && model?.memory.index.kind === 'written' && model.memory.index.file.text.length === 25_000;
		}, 20_000).catch(() => {
			const model = of.manager.all()[0]?.model;
			const { index } = model?.memory ?? {};
			const parts = model?.startup.filter(({ path }) => path.includes('/parts/')).length;
			assert.fail(`${parts} parts, an index of ${index?.kind === 'written' ? index.file.text.length : index?.kind}`);
		});
	});

	after(closeEditors);

	for (const [title, path] of [
		['a MEMORY.md of 25,000 characters', () => inMemory('MEMORY.md')],
		['a CLAUDE.md with 200 imports', () => inWorkspace('CLAUDE.local.md')],
	] as const) {
		it(`Should make no provider build a model, and find links once a text, in ${title}`, async () => {
			const editor = await show(path());
			const { uri } = editor.document;
			const { lenses, links, completion, quickFixes } = of.editing;
			const { token } = new vscode.CancellationTokenSource();
			const { document } = editor;
			const start = new vscode.Position(0, 3);
			const context = {
				triggerKind: vscode.CodeActionTriggerKind.Automatic,
				only: undefined,
				diagnostics: vscode.languages.getDiagnostics(uri),
			};
			/** The providers as VS Code asks them, without what it does itself. */
			const ask = async (): Promise<void> => {
				await lenses.provideCodeLenses(document);
				await links.provideDocumentLinks(document);
				await links.provideDefinition(document, start);
				await quickFixes.provideCodeActions(document, new vscode.Range(start, start), context);
				await completion.provideCompletionItems(document, editor.selection.active, token);
			};
			await ask();
			const before = of.editing.counts;
			const times: number[] = [];
			for (let i = 0; i < 20; i++) {
				await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'x'));
				const began = performance.now();
				await ask();
				times.push(performance.now() - began);
			}
			const after = of.editing.counts;
			assert.equal(after.models, before.models, 'a provider asked for a model');
			// One text a key; the rebuild that typing starts by itself brings new topics once in a while.
			assert.ok(after.links - before.links <= 45, `${after.links - before.links} times`);
			console.log(`      five providers: ${times.sort((a, b) => a - b)[18]?.toFixed(0)} ms at the 95th percentile`);
			await vscode.commands.executeCommand('workbench.action.files.revert');
		});
	}
});
