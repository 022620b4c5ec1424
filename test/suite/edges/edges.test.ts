import * as assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import * as vscode from 'vscode';
import type { ContextInspector } from '../../../src/extension.js';
import { type EditTiming, timeEdit, timingText } from '../../support/editTiming.js';
import {
	closeEditors,
	inHome,
	inspector,
	inWorkspace,
	link,
	outline,
	remove,
	rowOf,
	show,
	untilShown,
	write,
} from '../../support/inspector.js';
import { until } from '../../until.js';

describe('unusual folders', () => {
	let of: ContextInspector;

	before(async () => {
		of = await inspector();
	});

	after(closeEditors);

	it('Should say that a folder without anything is empty, and offer a CLAUDE.md that is saved by the user alone', async () => {
		assert.deepEqual(await of.contextView.snapshot(), { state: 'empty', rows: [] });
		await vscode.commands.executeCommand('contextInspector.createClaudeMd');
		const document = vscode.window.activeTextEditor?.document;
		assert.equal(document?.uri.scheme, 'untitled');
		assert.equal(document?.uri.fsPath, inWorkspace('CLAUDE.md'));
		await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
	});

	it('Should take in the first file of an empty folder', async () => {
		write(inWorkspace('CLAUDE.md'), '\uFEFF---\r\na: 1\r\n---\r\nOne @missing.md\r\n');
		await untilShown(of, 'CLAUDE.md');
		const source = of.manager.all()[0]?.model?.startup[0];
		assert.equal(source?.text, 'One @missing.md');
	});

	it('Should place what it opens right in a file with CRLF and a byte-order mark', async () => {
		const target = rowOf((await of.contextView.snapshot()).rows, 'missing.md')?.target;
		await vscode.commands.executeCommand('contextInspector.openSource', target);
		const editor = vscode.window.activeTextEditor;
		assert.equal(editor?.document.getText(editor.selection), '@missing.md');
	});

	it('Should follow a directory that comes together with those above it, as Claude Code makes them', async () => {
		write(inWorkspace('.claude/rules/team/first.md'), 'First.\n');
		await untilShown(of, '.claude/rules/team/first.md');
		write(inWorkspace('.claude/rules/team/second.md'), 'Second.\n');
		await untilShown(of, '.claude/rules/team/second.md');
		write(inWorkspace('.claude/rules/team/first.md'), 'First and changed.\n');
		await until(() => of.manager.all()[0]?.model?.startup.some(({ text }) => text === 'First and changed.') === true);
		remove(inWorkspace('.claude'));
		await untilShown(of, '.claude/rules/team/first.md', false);
		write(inWorkspace('.claude/rules/team/third.md'), 'Third.\n');
		await untilShown(of, '.claude/rules/team/third.md');
		remove(inWorkspace('.claude'));
		await untilShown(of, '.claude/rules/team/third.md', false);
	});

	it('Should follow the target of a link that leads out of the workspace', async () => {
		write(inHome('shared/words.md'), 'Shared.\n');
		link(inHome('shared/words.md'), inWorkspace('CLAUDE.local.md'));
		await untilShown(of, 'CLAUDE.local.md');
		write(inHome('shared/words.md'), 'Shared and changed.\n');
		await until(() => of.manager.all()[0]?.model?.startup.some(({ text }) => text === 'Shared and changed.') === true);
		remove(inWorkspace('CLAUDE.local.md'));
		await untilShown(of, 'CLAUDE.local.md', false);
	});

	it('Should work in a launch directory that is a link', async () => {
		mkdirSync(inHome('real/src'), { recursive: true });
		write(inHome('real/CLAUDE.md'), 'Real.\n');
		write(inHome('real/.claude/rules/ts.md'), '---\npaths: "*.ts"\n---\nTypeScript.\n');
		write(inHome('real/src/a.ts'), '');
		link(inHome('real'), inWorkspace('linked'));
		await vscode.commands.executeCommand('contextInspector.chooseLaunchDirectory', [inWorkspace('linked')]);
		await until(() => of.manager.launches[0]?.name === 'empty › linked');
		await show(inWorkspace('linked/src/a.ts'));
		await until(
			async () =>
				rowOf(await of.activeFileView.snapshot(), '.claude/rules/ts.md')?.description?.startsWith('*.ts') === true,
		);
		write(inHome('real/CLAUDE.md'), 'Real and changed.\n');
		await until(() => of.manager.all()[0]?.model?.startup.some(({ text }) => text === 'Real and changed.') === true);
		await vscode.commands.executeCommand('contextInspector.chooseLaunchDirectory', [inWorkspace('')]);
		await until(() => of.manager.launches[0]?.name === 'empty');
	});

	it('Should stop looking for nested files, say so, and look again', async () => {
		const [launch] = of.manager.launches;
		assert.ok(launch);
		for (let i = 0; i < 50; i++) write(inWorkspace(`tree/a${i}/b/c.txt`), '');
		write(inWorkspace('tree/a1/CLAUDE.md'), 'Nested.\n');
		await of.manager.modelFor(launch);
		of.manager.forgetDiscovery(launch);
		const stopped = new vscode.CancellationTokenSource();
		const search = of.manager.discovery(launch, stopped.token);
		stopped.cancel();
		assert.equal((await search)?.complete, false);
		assert.match(outline(await of.contextView.nestedSnapshot(launch)).join(), /Stopped after \d+ directories/);
		of.manager.forgetDiscovery(launch);
		assert.equal((await of.manager.discovery(launch))?.complete, true);
		await until(async () => rowOf(await of.contextView.nestedSnapshot(launch), 'tree/a1/CLAUDE.md') !== undefined);
		remove(inWorkspace('tree'));
		await until(async () => rowOf(await of.contextView.nestedSnapshot(launch), 'tree/a1/CLAUDE.md') === undefined);
	});

	it('Should show 400 skills and 300 rules, and follow them (logged: how soon)', async () => {
		for (let i = 0; i < 400; i++)
			write(inHome(`.claude/skills/s${i}/SKILL.md`), `---\ndescription: Skill number ${i} of many\n---\nBody.\n`);
		for (let i = 0; i < 300; i++)
			write(inWorkspace(`.claude/rules/r${i}.md`), `---\npaths: "src/${i}/**"\n---\nRule ${i}.\n`);
		await until(
			async () => (rowOf((await of.contextView.snapshot()).rows, 'Skills')?.children?.length ?? 0) === 400,
			20_000,
		);
		await until(
			async () => (rowOf((await of.contextView.snapshot()).rows, 'Path Rules')?.children?.length ?? 0) === 300,
			20_000,
		);
		const began = performance.now();
		const { rows } = await of.contextView.snapshot();
		const rowsTook = performance.now() - began;
		const timings: EditTiming[] = [];
		for (let i = 0; i < 5; i++) {
			const path = inWorkspace(`.claude/rules/r${i}.md`);
			const edit = (): void => write(path, `---\npaths: "lib/**"\n---\nRule ${i} changed.\n`);
			timings.push(await timeEdit(of, path, edit));
		}
		console.log(
			`      ${outline(rows).length} rows in ${rowsTook.toFixed(0)} ms; shown after an edit: ${timingText(timings)}`,
		);
		const changed = (): readonly unknown[] =>
			(of.manager.all()[0]?.model?.pathRules ?? []).filter(({ patterns }) => patterns?.[0]?.startsWith('lib'));
		await until(() => changed().length === timings.length);
	}).timeout(90_000);
});
