import * as assert from 'node:assert/strict';
import { appendFileSync, chmodSync, readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import type { ContextInspector } from '../../../src/extension.js';
import { closeEditors, inspector, inWorkspace, outline, remove, rowOf, write } from '../../support/inspector.js';
import { launchDirectory, newSession, transcriptPath, writeSession } from '../../support/sessions.js';
import { Transcript } from '../../support/transcript.js';
import { until } from '../../until.js';

const focus = (view: string): Thenable<unknown> => vscode.commands.executeCommand(`contextInspector.${view}.focus`);

/** The text of the document in front. */
const shownText = (): string => vscode.window.activeTextEditor?.document.getText() ?? '';

describe('the Session view', () => {
	let of: ContextInspector;
	const at = (path: string): string => `${launchDirectory()}/${path}`;
	const isReady = (): boolean => of.sessionView.state.kind === 'ready';
	const shownSession = (): string | undefined =>
		of.sessionView.state.kind === 'ready' ? of.sessionView.state.shown.session.sessionId : undefined;
	const row = (label: string): ReturnType<typeof rowOf> => rowOf(of.sessionView.snapshot(), label);

	before(async () => {
		of = await inspector();
	});

	after(closeEditors);

	it('Should read nothing before it is opened', async () => {
		writeSession('11111111-old', newSession());
		await focus('context');
		await new Promise((done) => setTimeout(done, 500));
		assert.equal(of.sessionView.state.kind, 'idle');
		assert.equal(of.sessionView.isFollowing, false);
		remove(transcriptPath('11111111-old'));
	});

	it('Should say in words that there is no session, and show the first one when it comes', async () => {
		await focus('session');
		await until(() => of.sessionView.state.kind === 'none');
		assert.deepEqual(of.sessionView.snapshot(), []);
		writeSession('22222222-new', newSession());
		await until(isReady);
		assert.equal(shownSession(), '22222222-new');
		assert.equal(of.sessionView.isFollowing, true);
	});

	it('Should group what the session has by how it stands to the disk and to the prediction', async () => {
		const rows = of.sessionView.snapshot();
		const groups = outline(rows).filter((line) => !line.startsWith(' '));
		assert.match(groups[0] ?? '', /^Session of /);
		assert.deepEqual(groups.slice(1), ['Changed Since', 'Predicted, Never Loaded', 'Skills']);
		assert.deepEqual(
			rowOf(rows, 'Changed Since')?.children?.map(({ label }) => label),
			['CLAUDE.md', 'CLAUDE.local.md', '.claude/rules/gone.md'],
		);
		const missed = rowOf(rows, 'Predicted, Never Loaded')?.children?.map(({ label }) => label) ?? [];
		assert.ok(missed.includes('.claude/rules/always.md'), missed.join());
		assert.ok(missed.includes('.claude/rules/api.md'), missed.join());
		assert.match(row('.claude/rules/api.md')?.description ?? '', /path rule · through src\/api\/client\.ts/);
	});

	it('Should say of a row when, why and how large, and what can be done with it', async () => {
		const size = readFileSync(inWorkspace('CLAUDE.md'), 'utf8').trim().length;
		assert.match(
			row('CLAUDE.md')?.description ?? '',
			new RegExp(`\\d\\d:\\d\\d · session start · 31 → ${size} characters$`),
		);
		assert.equal(row('CLAUDE.md')?.contextValue, 'source file workspaceFile held');
		assert.match(row('.claude/rules/gone.md')?.description ?? '', / · gone · /);
		assert.equal(row('.claude/rules/gone.md')?.contextValue, 'source held');
		assert.match(row('review')?.description ?? '', /Changed Since/);
		const { state } = of.sessionView;
		assert.ok(state.kind === 'ready');
		const file = state.shown.comparison.files.find(({ path }) => path === at('CLAUDE.md'));
		assert.match(
			file?.sentence ?? '',
			/^The session still has the version of .*; \/clear or a new session loads the new one\.$/,
		);
		assert.ok(!JSON.stringify(state.shown.record).includes('As it was at the start'), 'a text was kept');
	});

	it('Should follow the session while it goes on', async () => {
		const more = new Transcript('2.1.332', launchDirectory());
		more.nested(at('.claude/rules/api.md'), 'Validate input.\n', { globs: ['src/api/**'] });
		appendFileSync(transcriptPath('22222222-new'), more.text);
		await until(() => rowOf(of.sessionView.snapshot(), '.claude/rules/api.md')?.contextValue.includes('held') === true);
	});

	it('Should follow the disk', async () => {
		const text = readFileSync(inWorkspace('CLAUDE.md'), 'utf8');
		write(inWorkspace('CLAUDE.md'), '# Shop\n\nAs it was at the start.\n');
		await until(
			() => rowOf(of.sessionView.snapshot(), 'Same')?.children?.some(({ label }) => label === 'CLAUDE.md') === true,
		);
		write(inWorkspace('CLAUDE.md'), text);
		await until(
			() =>
				rowOf(of.sessionView.snapshot(), 'Changed Since')?.children?.some(({ label }) => label === 'CLAUDE.md') ===
				true,
		);
	});

	it('Should show what the session has beside the disk, read from the transcript on demand', async () => {
		await vscode.commands.executeCommand('contextInspector.showSessionText', { target: { path: at('CLAUDE.md') } });
		await until(() => vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputTextDiff);
		const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
		assert.ok(input instanceof vscode.TabInputTextDiff);
		assert.equal(input.original.scheme, 'context-inspector-session');
		const held = await vscode.workspace.openTextDocument(input.original);
		assert.equal(held.getText(), '# Shop\n\nAs it was at the start.');
		assert.equal(held.languageId, 'markdown');
		const label = vscode.window.tabGroups.activeTabGroup.activeTab?.label ?? '';
		assert.match(label, /^CLAUDE\.md \(session, .*\d\d:\d\d\) ↔ now$/);
		await closeEditors();
	});

	it('Should compare with nothing where the file is gone', async () => {
		const target = { path: at('.claude/rules/gone.md') };
		await vscode.commands.executeCommand('contextInspector.showSessionText', { target });
		await until(() => vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputTextDiff);
		const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
		assert.ok(input instanceof vscode.TabInputTextDiff);
		assert.equal((await vscode.workspace.openTextDocument(input.modified)).getText(), '');
		await closeEditors();
	});

	it('Should not open a file that only an address calls a transcript', async () => {
		const query = JSON.stringify({
			kind: 'held',
			launch: of.manager.launches[0]?.key,
			session: '../../x',
			path: '/etc/hosts',
		});
		const uri = vscode.Uri.from({ scheme: 'context-inspector-session', path: '/x.md', query });
		assert.match((await vscode.workspace.openTextDocument(uri)).getText(), /not there any more/);
		const none = vscode.Uri.from({ scheme: 'context-inspector-session', path: '/x.md', query: '{"kind":"held"}' });
		assert.match((await vscode.workspace.openTextDocument(none)).getText(), /names no document/);
	});

	it('Should say of an old client that its startup files are not known', async () => {
		const old = new Transcript('2.1.235', launchDirectory()).prompt().answer();
		writeSession('33333333-old-client', old);
		await vscode.commands.executeCommand('contextInspector.chooseSession', '33333333-old-client');
		await until(() => shownSession() === '33333333-old-client');
		const rows = of.sessionView.snapshot();
		assert.ok(rows.some(({ label }) => /^Claude Code 2\.1\.235 does not write its startup files/.test(label)));
		assert.ok((rowOf(rows, 'Not Recorded')?.children?.length ?? 0) > 3);
		assert.equal(rowOf(rows, 'Predicted, Never Loaded'), undefined);
		assert.equal(
			of.sessionView.state.kind === 'ready' && of.sessionView.state.shown.model.inputs.client.version,
			'2.1.235',
		);
	});

	it('Should stay with the session that was chosen, and go back to the newest', async () => {
		writeSession('44444444-newest', newSession());
		await new Promise((done) => setTimeout(done, 3_000));
		assert.equal(shownSession(), '33333333-old-client');
		await vscode.commands.executeCommand('contextInspector.showNewestSession');
		await until(() => shownSession() === '44444444-newest');
	});

	it('Should stop reading when nobody looks, and go on when somebody does', async () => {
		await vscode.commands.executeCommand('workbench.view.explorer');
		await until(() => !of.sessionView.isFollowing);
		await focus('session');
		await until(() => of.sessionView.isFollowing && isReady());
	});

	it('Should say in words that a transcript is gone, and that one cannot be read', async () => {
		remove(transcriptPath('44444444-newest'));
		await until(() => of.sessionView.state.kind === 'failed' || shownSession() !== '44444444-newest');
		await until(() => isReady() && shownSession() !== '44444444-newest');
		if (process.getuid?.() === 0) return;
		writeSession('55555555-secret', newSession());
		chmodSync(transcriptPath('55555555-secret'), 0);
		await until(() => of.sessionView.state.kind === 'failed');
		assert.ok(of.sessionView.state.kind === 'failed' && of.sessionView.state.failure === 'unreadable');
		assert.deepEqual(of.sessionView.snapshot(), []);
		remove(transcriptPath('55555555-secret'));
		await until(isReady);
	});

	it('Should show the load log as JSON lines', async () => {
		await vscode.commands.executeCommand('contextInspector.chooseSession', '22222222-new');
		await until(() => shownSession() === '22222222-new');
		await vscode.commands.executeCommand('contextInspector.showLoadLog');
		await until(() => shownText().includes('instruction_path'));
		const lines = shownText()
			.trim()
			.split('\n')
			.map((line) => JSON.parse(line));
		assert.equal(lines.length, 4);
		assert.deepEqual(Object.keys(lines[0]), [
			'session_id',
			'instruction_path',
			'scope',
			'load_reason',
			'content_hash',
			'bytes',
			'loaded_at',
			'trigger',
		]);
		assert.equal(lines[0].instruction_path, at('CLAUDE.md'));
		assert.equal(lines[3].load_reason, 'path_glob_match');
		assert.match(vscode.window.activeTextEditor?.document.fileName ?? '', /load-log-22222222\.jsonl$/);
		await closeEditors();
	});

	it('Should show figures over the sessions', async () => {
		await vscode.commands.executeCommand('contextInspector.showSessionFigures');
		await until(() => shownText().includes('## Path Rules and Nested Files'));
		assert.match(shownText(), /Sessions: 2, of which 1 have a startup list/);
		assert.match(shownText(), /\| `\.claude\/rules\/api\.md` +\| `src\/api\/\*\*` +\| 1 +\| 1 +\|/);
		assert.match(shownText(), /## Startup Characters over Time/);
		assert.equal(vscode.window.activeTextEditor?.document.languageId, 'markdown');
		await closeEditors();
	});
});
