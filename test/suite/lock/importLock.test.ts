import * as assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import type { ContextInspector } from '../../../src/extension.js';
import { codeActions } from '../../support/editing.js';
import { closeEditors, inHome, inspector, inWorkspace, show, write } from '../../support/inspector.js';
import { launchDirectory, writeSession } from '../../support/sessions.js';
import { Transcript } from '../../support/transcript.js';
import { until } from '../../until.js';

const lockPath = (): string => inWorkspace('.claude/context.lock.json');
const lockText = (): string => readFileSync(lockPath(), 'utf8');
const codeOf = ({ code }: vscode.Diagnostic): unknown => (typeof code === 'object' ? code.value : code);

const problems = (path: string, code: string): readonly vscode.Diagnostic[] =>
	vscode.languages.getDiagnostics(vscode.Uri.file(path)).filter((each) => codeOf(each) === code);
const appears = (path: string, code: string): Promise<void> => until(() => problems(path, code).length > 0);
const disappears = (path: string, code: string): Promise<void> => until(() => problems(path, code).length === 0);

/** Quick fixes at a problem, as soon as there are any. */
async function fixes(path: string, code: string): Promise<readonly vscode.CodeAction[]> {
	let found: readonly vscode.CodeAction[] = [];
	await show(path);
	await until(async () => {
		found = await fixesNow(path, code);
		return found.length > 0;
	});
	return found;
}

async function fixesNow(path: string, code: string): Promise<readonly vscode.CodeAction[]> {
	const [problem] = problems(path, code);
	if (!problem) return [];
	const found = await codeActions(vscode.Uri.file(path), problem.range, vscode.CodeActionKind.QuickFix.value);
	return found.filter(({ command }) => command?.command.startsWith('contextInspector.') === true);
}

async function apply(action: vscode.CodeAction | undefined): Promise<void> {
	assert.ok(action?.command);
	await vscode.commands.executeCommand(action.command.command, ...(action.command.arguments ?? []));
}

describe('the import lock', () => {
	let of: ContextInspector;
	const asked: { readonly message: string; readonly detail: string }[] = [];
	const answer =
		(agrees: boolean) =>
		async (message: string, detail: string): Promise<boolean> => {
			asked.push({ message, detail });
			return agrees;
		};

	before(async () => {
		of = await inspector();
		const approval = { projects: { [launchDirectory()]: { hasClaudeMdExternalIncludesApproved: true } } };
		write(inHome('.claude.json'), JSON.stringify(approval));
		write(inHome('.gitconfig'), '[user]\n\tname = Ann Example\n');
		write(inHome('team/style.md'), 'Use tabs.\n');
		write(inWorkspace('CLAUDE.md'), 'Follow @~/team/style.md here.\n');
		await until(
			() => of.manager.all()[0]?.model?.startup.some(({ path }) => path === inHome('team/style.md')) === true,
		);
		await until(() => of.manager.watchedOutside.includes(inHome('team')));
	});

	after(closeEditors);

	it('Should say what it will write, and write nothing without consent', async () => {
		await of.importLock.lock(answer(false));
		assert.equal(asked.length, 1);
		assert.equal(asked[0]?.message, 'Create .claude/context.lock.json?');
		assert.match(asked[0]?.detail ?? '', /• ~\/team\/style\.md: added/);
		assert.match(asked[0]?.detail ?? '', /Locked by Ann Example\./);
		assert.equal(existsSync(lockPath()), false);
	});

	it('Should write path, scope, hash, size, time and name', async () => {
		await of.importLock.lock(answer(true));
		const { entries } = JSON.parse(lockText());
		assert.equal(entries.length, 1);
		assert.deepEqual(Object.keys(entries[0]), ['path', 'scope', 'sha256', 'bytes', 'lockedAt', 'lockedBy']);
		assert.equal(entries[0].path, '~/team/style.md');
		assert.equal(entries[0].lockedBy, 'Ann Example');
		assert.equal(entries[0].bytes, 10);
		await of.importLock.lock(answer(true));
		assert.equal(asked.length, 2, 'it asks though there is nothing to write');
	});

	it('Should report a change, and accept it as a quick fix', async () => {
		write(inHome('team/style.md'), 'Use spaces.\n');
		await appears(inWorkspace('CLAUDE.md'), 'lock.drift');
		const actions = await fixes(inWorkspace('CLAUDE.md'), 'lock.drift');
		assert.deepEqual(
			actions.map(({ title }) => title),
			[
				'Show the difference from the locked content',
				'Accept ~/team/style.md as it is now',
				'Lock All External Imports…',
			],
		);
		const before = lockText();
		await apply(actions[1]);
		assert.notEqual(lockText(), before);
		await disappears(inWorkspace('CLAUDE.md'), 'lock.drift');
	});

	it('Should show the locked text where a session has received it', async () => {
		const transcript = new Transcript('2.1.332', launchDirectory())
			.prompt()
			.instructions([{ path: inHome('team/style.md'), type: 'Project', content: 'Use spaces.' }]);
		writeSession('11111111-team', transcript);
		write(inHome('team/style.md'), 'Use neither.\n');
		await appears(inWorkspace('CLAUDE.md'), 'lock.drift');
		await apply((await fixes(inWorkspace('CLAUDE.md'), 'lock.drift'))[0]);
		await until(() => vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputTextDiff);
		const { input, label } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
		assert.ok(input instanceof vscode.TabInputTextDiff);
		assert.equal((await vscode.workspace.openTextDocument(input.original)).getText(), 'Use spaces.\n');
		assert.match(label ?? '', /^style\.md \(locked by Ann Example on \d{4}-\d\d-\d\d\) ↔ now$/);
		await closeEditors();
	});

	it('Should report what is added and what is gone', async () => {
		write(inHome('team/more.md'), 'More.\n');
		write(inWorkspace('CLAUDE.md'), 'Follow @~/team/more.md here.\n');
		await appears(inWorkspace('CLAUDE.md'), 'lock.added');
		await appears(lockPath(), 'lock.removed');
		await apply((await fixes(inWorkspace('CLAUDE.md'), 'lock.added'))[0]);
		await disappears(inWorkspace('CLAUDE.md'), 'lock.added');
		await apply((await fixes(lockPath(), 'lock.removed'))[0]);
		await disappears(lockPath(), 'lock.removed');
		assert.deepEqual(
			JSON.parse(lockText()).entries.map(({ path }: { readonly path: string }) => path),
			['~/team/more.md'],
		);
	});

	it('Should name an import that only this machine has', async () => {
		write(inHome('mine.md'), 'Mine.\n');
		write(inWorkspace('CLAUDE.local.md'), '@~/mine.md\n');
		await appears(inWorkspace('CLAUDE.local.md'), 'lock.only-here');
		await show(inWorkspace('CLAUDE.local.md'));
		assert.deepEqual(await fixesNow(inWorkspace('CLAUDE.local.md'), 'lock.only-here'), []);
	});

	it('Should not write over a lock that is none', async () => {
		write(lockPath(), '{}');
		await appears(lockPath(), 'lock.void');
		await of.importLock.lock(answer(true));
		assert.equal(lockText(), '{}');
	});
});
