import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ContextInspector } from '../../../src/extension.js';
import { closeEditors, inspector, inWorkspace, remove, rowOf, write } from '../../support/inspector.js';
import { until } from '../../until.js';

/** Opens a preview as the command does and returns its document. */
async function preview(stage: unknown): Promise<vscode.TextDocument> {
	await vscode.commands.executeCommand('contextInspector.previewRequest', { stage });
	const document = vscode.window.activeTextEditor?.document;
	assert.equal(document?.uri.scheme, 'context-inspector');
	return document;
}

/** Headings without their costs, which are estimates. */
const headings = (document: vscode.TextDocument): readonly string[] =>
	[...document.getText().matchAll(/^## (.*?)(?: · ≈.*)?$/gm)].map(([, heading]) => heading ?? '');

describe('the preview of a request', () => {
	let of: ContextInspector;

	before(async () => {
		of = await inspector();
		write(inWorkspace('packages/web/CLAUDE.md'), 'Web words.\n');
		await until(async () => (await of.contextView.snapshot()).state === 'ready');
	});

	after(closeEditors);

	it('Should show the start of a session in order, each part with scope, reason and cost', async () => {
		const document = await preview({ kind: 'session-start' });
		assert.equal(document.languageId, 'markdown');
		assert.match(document.uri.path, /^\/Session Start \(tree\)\.md$/);
		const names = headings(document);
		const start = [
			'~/.claude/CLAUDE.md · User',
			'~/.claude/rules/user.md · User',
			'CLAUDE.md · Project',
			'docs/style.md · Project',
		];
		assert.deepEqual(names.slice(0, 4), start);
		assert.ok(names.indexOf('CLAUDE.local.md · Local') > names.indexOf('.claude/rules/always.md · Project'));
		assert.deepEqual(names.slice(-2), ['Skill listing', 'Agent listing']);
		assert.match(document.getText(), /, client [\d.]+ \(assumed\), model [\w-]+ \(assumed\)\./);
		const text = document.getText();
		assert.match(text, /^# Request Context: Session Start$/m);
		assert.match(
			text,
			/- Why: Loaded through an import\.\n- Imported by: CLAUDE\.md\n- Cost: \d+ characters, ≈\d+ tokens\n\n```markdown\n# Style/,
		);
		assert.match(text, new RegExp(`- Source: ${inWorkspace('CLAUDE.md')}\n`));
	});

	it('Should link to the sources, at the line that matters, and fold by headings', async () => {
		const document = await preview({ kind: 'session-start' });
		const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
			'vscode.executeLinkProvider',
			document.uri,
		);
		const targets = links.map(({ range, target }) => `${document.getText(range)} ${target?.path}#${target?.fragment}`);
		assert.ok(targets.includes(`${inWorkspace('CLAUDE.md')} ${inWorkspace('CLAUDE.md')}#`), targets.join('\n'));
		assert.ok(targets.includes(`CLAUDE.md ${inWorkspace('CLAUDE.md')}#L3`), targets.join('\n'));
		const folds = await vscode.commands.executeCommand<vscode.FoldingRange[]>(
			'vscode.executeFoldingRangeProvider',
			document.uri,
		);
		const lines = document.getText().split('\n');
		const heading = lines.findIndex((line) => line.startsWith('## CLAUDE.md'));
		assert.ok(folds.some(({ start, end }) => start === heading && end > heading + 4));
	});

	it('Should add what files attach, in the order in which they are read', async () => {
		const files = ['packages/web/src/app.ts', 'src/api/client.ts'].map((path) => inWorkspace(path));
		const document = await preview({ kind: 'after-reading', files });
		assert.match(document.uri.path, /After Reading app\.ts and 1 More/);
		assert.deepEqual(headings(document).slice(-4), [
			'Agent listing',
			'packages/web/CLAUDE.md · Project',
			'packages/web/.claude/rules/ts.md · Project',
			'.claude/rules/api.md · Project',
		]);
		assert.match(document.getText(), /- Attached by: src\/api\/client\.ts\n- Patterns: `src\/api\/\*\*`/);
	});

	it('Should show the body of a skill, what compaction leaves and what a sub-agent starts with', async () => {
		const skill = inWorkspace('.claude/skills/review/SKILL.md');
		const invoked = await preview({ kind: 'after-skill', skills: [skill] });
		assert.equal(headings(invoked).at(-1), 'Body of skill review');
		assert.match(invoked.getText(), /# Review\n\nLook closely\./);
		const compacted = await preview({ kind: 'after-compaction', skills: [skill] });
		assert.ok(headings(compacted).includes('CLAUDE.md · Project'));
		assert.ok(headings(compacted).includes('Body of skill review'));
		const explore = await preview({ kind: 'sub-agent', agent: 'Explore' });
		assert.deepEqual(headings(explore), ['Skill listing']);
		const helper = await preview({ kind: 'sub-agent', agent: 'helper' });
		assert.ok(headings(helper).includes('CLAUDE.md · Project'));
		assert.match((await preview({ kind: 'sub-agent', agent: 'nobody' })).getText(), /There is no agent nobody\./);
	});

	const rows: readonly (readonly [label: string, title: RegExp, line: RegExp])[] = [
		['docs/style.md', /^\/Session Start/, /^## docs\/style\.md · Project/],
		['.claude/rules/api.md', /^\/After Reading client\.ts/, /^## \.claude\/rules\/api\.md · Project/],
		['review', /^\/After Invoking a Skill/, /^## /],
	];
	for (const [label, title, line] of rows) {
		it(`Should show ${label} in a request that holds it, from its row`, async () => {
			await closeEditors();
			const { rows } = await of.contextView.snapshot();
			const source = rowOf(rows, label)?.source;
			assert.ok(source, label);
			await vscode.commands.executeCommand('contextInspector.previewSource', {
				source,
				launch: of.manager.launches[0],
			});
			const editor = vscode.window.activeTextEditor;
			assert.match(editor?.document.uri.path ?? '', title);
			assert.match(editor?.document.lineAt(editor.selection.active.line).text ?? '', line);
		});
	}

	it('Should show a nested file in the request after reading a file beside it', async () => {
		await closeEditors();
		write(inWorkspace('packages/web/page.ts'), '');
		const [launch] = of.manager.launches;
		assert.ok(launch);
		const nested = await of.contextView.nestedSnapshot(launch);
		const source = rowOf(nested, 'packages/web/CLAUDE.md')?.source;
		assert.ok(source);
		await vscode.commands.executeCommand('contextInspector.previewSource', { source, launch });
		const editor = vscode.window.activeTextEditor;
		assert.match(editor?.document.uri.path ?? '', /^\/After Reading /);
		assert.match(editor?.document.lineAt(editor.selection.active.line).text ?? '', /^## packages\/web\/CLAUDE\.md/);
	});

	it('Should mark where a source is cut, and lead there', async () => {
		const memory = of.manager.all()[0]?.model?.memory.directory.path ?? '';
		write(`${memory}/MEMORY.md`, `${Array.from({ length: 260 }, (_, index) => `- entry ${index + 1}`).join('\n')}\n`);
		await until(() => of.manager.all()[0]?.model?.startup.at(-1)?.reason?.sentence.includes('260') === true);
		const document = await preview({ kind: 'session-start' });
		await until(() => /of 260 lines/.test(document.getText()));
		const text = document.getText();
		assert.match(
			text,
			/- entry 200\n+.*\n*```\n\n> ✂ \*\*Cut here\*\*: The client reads 200 of 260 lines \(limit 200\)\. Show what is cut/s,
		);
		assert.doesNotMatch(text, /- entry 201\n/);
		const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
			'vscode.executeLinkProvider',
			document.uri,
		);
		const cut = links.find(({ range }) => document.getText(range) === 'Show what is cut');
		assert.match(cut?.target?.fragment ?? '', /^L20[01]$/);
	});

	it('Should follow the model while it is open', async () => {
		const document = await preview({ kind: 'session-start' });
		write(inWorkspace('.claude/rules/sudden.md'), 'A sudden ````rule```` with fences.\n```\ncode\n```\n');
		await until(() => /A sudden/.test(document.getText()));
		assert.match(document.getText(), /`````markdown\nA sudden/);
		remove(inWorkspace('.claude/rules/sudden.md'));
		await until(() => !/A sudden/.test(document.getText()));
	});

	it('Should compare two previews in VS Code’s own diff editor', async () => {
		const files = [inWorkspace('src/api/client.ts')];
		await vscode.commands.executeCommand('contextInspector.comparePreviews', {
			stages: [{ kind: 'session-start' }, { kind: 'after-reading', files }],
		});
		const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
		assert.ok(input instanceof vscode.TabInputTextDiff);
		const [before, after] = await Promise.all(
			[input.original, input.modified].map(async (uri) => (await vscode.workspace.openTextDocument(uri)).getText()),
		);
		assert.doesNotMatch(before ?? '', /Rules for the API/);
		assert.match(after ?? '', /Rules for the API/);
	});

	it('Should say so where an address names nothing', async () => {
		const uri = vscode.Uri.from({ scheme: 'context-inspector', path: '/x.md', query: 'nonsense' });
		assert.match((await vscode.workspace.openTextDocument(uri)).getText(), /names no preview/);
	});
});
