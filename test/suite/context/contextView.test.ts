import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ContextInspector } from '../../../src/extension.js';
import { inspector, outline, rowOf } from '../../support/inspector.js';

describe('the Context view', () => {
	let of: ContextInspector;

	before(async () => {
		of = await inspector();
	});

	it('Should show the parts of the request, imports below their importer', async () => {
		const { state, rows } = await of.contextView.snapshot();
		assert.equal(state, 'ready');
		assert.deepEqual(outline(rows), [
			'Startup',
			'  User',
			'    ~/.claude/CLAUDE.md',
			'    ~/.claude/rules/user.md',
			'  Project',
			'    CLAUDE.md',
			'      docs/style.md',
			'        docs/deep.md',
			'    .claude/rules/always.md',
			'  Local',
			'    CLAUDE.local.md',
			'On Demand',
			'  Path Rules',
			'    .claude/rules/api.md',
			'  Nested',
			'Skills',
			'  quiet',
			'  review',
			'Agents',
			'  helper',
			'Not Loaded',
			'  docs/missing.md',
			'  .claude/rules/excluded.md',
			'  .claude/rules/never.md',
		]);
	});

	it('Should sum up the cost of a group', async () => {
		const { rows } = await of.contextView.snapshot();
		const model = of.manager.all()[0]?.model;
		const tokens = model?.startup.reduce((sum, source) => sum + source.tokens, 0);
		assert.equal(rowOf(rows, 'Startup')?.description, `≈${tokens} tokens · ${model?.startup.length}`);
	});

	const reasons: readonly (readonly [label: string, description: string, words: string])[] = [
		['docs/missing.md', 'import missing', 'source unloaded'],
		['.claude/rules/excluded.md', 'excluded', 'source file workspaceFile unloaded'],
		['.claude/rules/never.md', 'never matches', 'source file workspaceFile unloaded'],
		['quiet', 'not for the model', 'source file workspaceFile unloaded sent'],
	];
	for (const [label, description, words] of reasons) {
		it(`Should say why ${label} is not loaded`, async () => {
			const row = rowOf((await of.contextView.snapshot()).rows, label);
			assert.equal(row?.description, description);
			assert.equal(row?.contextValue, words);
		});
	}

	it('Should open a missing import at its mention, an excluded file at its beginning', async () => {
		const { rows } = await of.contextView.snapshot();
		const mention = rowOf(rows, 'docs/missing.md')?.target;
		assert.match(mention?.path ?? '', /CLAUDE\.md$/);
		assert.equal(mention?.offset, '# Shop\n\nFollow @docs/style.md and '.length);
		assert.match(rowOf(rows, '.claude/rules/excluded.md')?.target?.path ?? '', /excluded\.md$/);
	});

	it('Should look for nested files only when asked', async () => {
		const [launch] = of.manager.launches;
		assert.ok(launch);
		assert.equal(of.manager.discoveryState(launch).result, undefined);
		const nested = await of.contextView.nestedSnapshot(launch);
		assert.deepEqual(outline(nested), ['packages/web/CLAUDE.md', 'packages/web/.claude/rules/ts.md']);
		assert.match(rowOf((await of.contextView.snapshot()).rows, 'Nested')?.description ?? '', /^≈\d+ tokens · 2$/);
	});

	it('Should put a report without contents into the clipboard', async () => {
		await vscode.commands.executeCommand('contextInspector.copyReport', 'markdown');
		const markdown = await vscode.env.clipboard.readText();
		assert.match(markdown, /^# Context of `.*`\n/);
		assert.match(markdown, /- `docs\/missing\.md`: import missing\./);
		assert.ok(!markdown.includes('I am Ann.'));
		await vscode.commands.executeCommand('contextInspector.copyReport', 'json');
		const json = await vscode.env.clipboard.readText();
		assert.equal(JSON.parse(json).startup.length, 7);
		assert.ok(!json.includes('I am Ann.'));
	});
});
