import * as assert from 'node:assert/strict';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { projectSlug } from '../../../src/core/sources/memoryDirectory.js';
import type { ContextInspector } from '../../../src/extension.js';
import type { RowSnapshot } from '../../../src/ui/tree/row.js';
import { type EditTiming, timeEdit, timingText } from '../../support/editTiming.js';
import {
	closeEditors,
	inHome,
	inspector,
	inWorkspace,
	link,
	remove,
	rowOf,
	show,
	untilShown,
	write,
} from '../../support/inspector.js';
import { until } from '../../until.js';

describe('the model of a folder', () => {
	let of: ContextInspector;
	let changes = 0;
	let subscription: vscode.Disposable;

	before(async () => {
		of = await inspector();
		await of.contextView.snapshot();
		subscription = of.manager.onDidChange(() => changes++);
	});

	after(async () => {
		subscription.dispose();
		await closeEditors();
	});

	it('Should take in a missing import that appears, and let it go again', async () => {
		write(inWorkspace('docs/missing.md'), 'There now.\n');
		await until(async () => rowOf((await of.contextView.snapshot()).rows, 'docs/missing.md')?.icon === 'pass-filled');
		remove(inWorkspace('docs/missing.md'));
		await until(async () => rowOf((await of.contextView.snapshot()).rows, 'docs/missing.md')?.icon === 'circle-slash');
	});

	it('Should follow a file that is changed, one that is made and one that is deleted in the workspace', async () => {
		write(inWorkspace('.claude/rules/new.md'), 'New.\n');
		await untilShown(of, '.claude/rules/new.md');
		write(inWorkspace('.claude/rules/new.md'), '---\npaths: docs/**\n---\nNew.\n');
		await until(
			async () =>
				rowOf((await of.contextView.snapshot()).rows, '.claude/rules/new.md')?.icon === 'circle-large-outline',
		);
		remove(inWorkspace('.claude/rules/new.md'));
		await untilShown(of, '.claude/rules/new.md', false);
	});

	it('Should show edits soon (logged: other work on the machine counts)', async () => {
		const path = inWorkspace('.claude/rules/timed.md');
		const timings: EditTiming[] = [];
		for (let i = 0; i < 7; i++) timings.push(await timeEdit(of, path, () => write(path, `Timed ${'x'.repeat(i)}.\n`)));
		console.log(`      shown after an edit: ${timingText(timings)}`);
		remove(path);
		await untilShown(of, '.claude/rules/timed.md', false);
	});

	it('Should follow files in the home directory', async () => {
		write(inHome('.claude/CLAUDE.md'), 'See @extra.md\n');
		await until(
			async () => rowOf((await of.contextView.snapshot()).rows, '~/.claude/extra.md')?.description === 'import missing',
		);
		write(inHome('.claude/extra.md'), 'Extra.\n');
		await until(
			async () => rowOf((await of.contextView.snapshot()).rows, '~/.claude/extra.md')?.icon === 'pass-filled',
		);
		write(inHome('.claude/rules/deep/second.md'), 'Second.\n');
		await untilShown(of, '~/.claude/rules/deep/second.md');
		remove(inHome('.claude/extra.md'));
		remove(inHome('.claude/rules/deep'));
		write(inHome('.claude/CLAUDE.md'), 'I am Ann.\n');
		await untilShown(of, '~/.claude/extra.md', false);
		await untilShown(of, '~/.claude/rules/deep/second.md', false);
	});

	it('Should see a memory index appear where nothing was, not even its directory', async () => {
		const directory = inHome(
			`.claude/projects/${projectSlug(inWorkspace(''))}/memory`.replace(/-\/memory$/, '/memory'),
		);
		write(join(directory, 'MEMORY.md'), '- [A](a.md)\n');
		await until(async () => rowOf((await of.contextView.snapshot()).rows, 'Memory') !== undefined);
		write(join(directory, 'MEMORY.md'), `${'- x\n'.repeat(300)}`);
		await until(async () => {
			const row = rowOf((await of.contextView.snapshot()).rows, 'Memory')?.children?.[0];
			return row?.icon === 'warning' && /^truncated/.test(row.description ?? '') && row.target?.offset === 199 * 4 + 3;
		});
		await until(() => of.statusBar.snapshot.warns);
		remove(inHome('.claude/projects'));
		await until(async () => rowOf((await of.contextView.snapshot()).rows, 'Memory') === undefined);
		await until(() => !of.statusBar.snapshot.warns);
	});

	it('Should follow a memory directory that is made anew at once, and a configuration that becomes a link', async () => {
		const projects = inHome('.claude/projects');
		const index = join(projects, projectSlug(inWorkspace('').replace(/\/$/, '')), 'memory/MEMORY.md');
		const textOf = (): string | undefined =>
			of.manager.all()[0]?.model?.startup.find(({ path }) => path.endsWith('MEMORY.md'))?.text;
		write(index, '- first\n');
		await until(() => textOf()?.includes('first') === true);
		// Until the directory is watched.
		await new Promise((done) => setTimeout(done, 800));
		remove(projects);
		write(index, '- second\n');
		await until(() => textOf()?.includes('second') === true);
		write(index, '- third\n');
		await until(() => textOf()?.includes('third') === true);
		renameSync(inHome('.claude'), inHome('dotfiles'));
		link(inHome('dotfiles'), inHome('.claude'));
		write(inHome('dotfiles/rules/linked.md'), 'New, by its real name.\n');
		await until(() => of.manager.all()[0]?.model?.startup.some(({ path }) => path.endsWith('linked.md')) === true);
		remove(inHome('dotfiles/rules/linked.md'));
		remove(inHome('.claude'));
		renameSync(inHome('dotfiles'), inHome('.claude'));
		write(index, '- fourth\n');
		await until(() => textOf()?.includes('fourth') === true);
		remove(projects);
		await until(() => textOf() === undefined);
	});

	it('Should show the unsaved text of an editor, and the disk again once it is reverted', async () => {
		const editor = await show(inWorkspace('CLAUDE.local.md'));
		await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'Unsaved words. '));
		await until(async () =>
			/unsaved$/.test(rowOf((await of.contextView.snapshot()).rows, 'CLAUDE.local.md')?.description ?? ''),
		);
		const source = of.manager.all()[0]?.model?.startup.find(({ path }) => path.endsWith('CLAUDE.local.md'));
		assert.equal(source?.text, 'Unsaved words. My own notes.');
		await vscode.commands.executeCommand('workbench.action.files.revert');
		await until(
			async () => !/unsaved$/.test(rowOf((await of.contextView.snapshot()).rows, 'CLAUDE.local.md')?.description ?? ''),
		);
	});

	it('Should know the text that an editor saves, before any watcher tells of it', async () => {
		const path = inWorkspace('CLAUDE.local.md');
		const texts: (string | undefined)[] = [];
		const textNow = (): string | undefined =>
			of.manager.all()[0]?.model?.startup.find((source) => source.path === path)?.text;
		const editor = await show(path);
		await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'Saved words. '));
		await until(() => textNow() === 'Saved words. My own notes.');
		const built = of.manager.onDidChange(() => texts.push(textNow()));
		assert.ok(await editor.document.save());
		await until(() => texts.length > 0);
		await editor.edit((edit) => edit.delete(new vscode.Range(0, 0, 0, 'Saved words. '.length)));
		assert.ok(await editor.document.save());
		await until(() => textNow() === 'My own notes.');
		built.dispose();
		assert.equal(texts[0], 'Saved words. My own notes.');
	});

	it('Should rebuild once for many events, and not at all for files that are nobody’s', async () => {
		await new Promise((done) => setTimeout(done, 600));
		changes = 0;
		for (let i = 0; i < 50; i++) write(inWorkspace(`src/other${i}.txt`), 'x');
		await new Promise((done) => setTimeout(done, 1_500));
		assert.equal(changes, 0);
		for (let i = 0; i < 20; i++) write(inWorkspace(`.claude/rules/many${i}.md`), `Rule ${i}.\n`);
		await untilShown(of, '.claude/rules/many19.md');
		await new Promise((done) => setTimeout(done, 600));
		assert.ok(changes >= 1 && changes <= 3, `${changes} changes`);
		for (let i = 0; i < 20; i++) remove(inWorkspace(`.claude/rules/many${i}.md`));
		await untilShown(of, '.claude/rules/many19.md', false);
	});

	it('Should see a nested file appear once the tree was searched', async () => {
		const [launch] = of.manager.launches;
		assert.ok(launch);
		await of.manager.discovery(launch);
		write(inWorkspace('deep/er/CLAUDE.md'), 'Deeper.\n');
		await until(async () => rowOf(await of.contextView.nestedSnapshot(launch), 'deep/er/CLAUDE.md') !== undefined);
		remove(inWorkspace('deep'));
		await until(async () => rowOf(await of.contextView.nestedSnapshot(launch), 'deep/er/CLAUDE.md') === undefined);
	});

	it('Should list the skills of directories below by their names, each with its state', async () => {
		const [launch] = of.manager.launches;
		assert.ok(launch);
		const skill = inWorkspace('packages/web/.claude/skills/seed/SKILL.md');
		write(skill, '---\ndescription: Fills the shop\n---\nSeed.\n');
		const seed = async (): Promise<RowSnapshot | undefined> =>
			rowOf(await of.contextView.nestedSnapshot(launch), 'seed');
		await until(async () => (await seed()) !== undefined);
		assert.equal((await seed())?.description, 'on demand');
		assert.equal((await seed())?.target?.path, skill);
		remove(inWorkspace('packages/web/.claude/skills'));
		await until(async () => (await seed()) === undefined);
	});

	it('Should follow a change of its settings', async () => {
		const configuration = vscode.workspace.getConfiguration('contextInspector');
		await configuration.update('flags.settingSources', ['user', 'local'], vscode.ConfigurationTarget.Workspace);
		await until(async () => rowOf((await of.contextView.snapshot()).rows, 'Project') === undefined);
		await configuration.update('flags.settingSources', undefined, vscode.ConfigurationTarget.Workspace);
		await until(async () => rowOf((await of.contextView.snapshot()).rows, 'Project') !== undefined);
		await configuration.update('clientVersion', '2.1.235', vscode.ConfigurationTarget.Workspace);
		await until(() => of.manager.all()[0]?.model?.inputs.client.version === '2.1.235');
		await configuration.update('clientVersion', undefined, vscode.ConfigurationTarget.Workspace);
		await until(() => of.manager.all()[0]?.model?.inputs.client.version === '2.1.332');
	});

	it('Should follow the launch directory, which a command sets', async () => {
		await vscode.commands.executeCommand('contextInspector.chooseLaunchDirectory', [inWorkspace('packages/web')]);
		await until(() => of.manager.launches[0]?.name === 'tree › packages/web');
		await untilShown(of, '../../CLAUDE.md');
		const outside = of.manager.launchFor(vscode.Uri.file(inWorkspace('README.md')));
		assert.equal(outside?.path, inWorkspace('packages/web'));
		await vscode.commands.executeCommand('contextInspector.chooseLaunchDirectory', [
			inWorkspace(''),
			inWorkspace('packages/web'),
		]);
		await until(() => of.manager.launches.length === 2);
		const deepest = of.manager.launchFor(vscode.Uri.file(inWorkspace('packages/web/src/app.ts')));
		assert.equal(deepest?.path, inWorkspace('packages/web'));
		const { rows } = await of.contextView.snapshot();
		assert.deepEqual(
			rows.map((row) => row.label),
			['tree', 'tree › packages/web'],
		);
		await vscode.commands.executeCommand('contextInspector.chooseLaunchDirectory', [inWorkspace('')]);
		await until(() => of.manager.launches.length === 1 && of.manager.launches[0]?.name === 'tree');
	});
});
