import * as assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as vscode from 'vscode';
import type { ContextInspector } from '../../../src/extension.js';
import { closeEditors, inHome, inspector, inWorkspace, remove, show, write } from '../../support/inspector.js';
import { until } from '../../until.js';

const codeOf = ({ code }: vscode.Diagnostic): unknown => (typeof code === 'object' ? code.value : code);

/** Own diagnostics of a file, by code. */
function problemsOf(path: string, code?: string): readonly vscode.Diagnostic[] {
	return vscode.languages
		.getDiagnostics(vscode.Uri.file(path))
		.filter((each) => each.source === 'Context Inspector' && (code === undefined || codeOf(each) === code));
}

const appears = (path: string, code: string): Promise<void> => until(() => problemsOf(path, code).length > 0);
const disappears = (path: string, code: string): Promise<void> => until(() => problemsOf(path, code).length === 0);

describe('the Problems panel', () => {
	let of: ContextInspector;
	let memory: string;

	before(async () => {
		of = await inspector();
		await of.contextView.snapshot();
		memory = of.manager.all()[0]?.model?.memory.directory.path ?? '';
		remove(`${memory}/MEMORY.md`);
		await until(() => of.manager.all()[0]?.model?.memory.index.kind !== 'written');
	});

	after(closeEditors);

	it('Should show what is wrong when a folder is opened, with the smallest range and a link to the documentation', async () => {
		await appears(inWorkspace('CLAUDE.md'), 'import.missing');
		const [problem] = problemsOf(inWorkspace('CLAUDE.md'), 'import.missing');
		assert.ok(problem);
		const document = await vscode.workspace.openTextDocument(inWorkspace('CLAUDE.md'));
		assert.match(document.getText(problem.range), /^@?docs\/missing\.md$/);
		assert.equal(problem.severity, vscode.DiagnosticSeverity.Warning);
		const code = problem.code as { readonly target: vscode.Uri };
		const readme = await vscode.workspace.openTextDocument(code.target.with({ fragment: '' }));
		const line = Number(code.target.fragment.slice(1));
		assert.equal(readme.lineAt(line - 1).text, '### `import.missing`');
		await appears(inWorkspace('.claude/rules/never.md'), 'rule.glob-never-matches');
		assert.equal(of.problems.findingOf(document.uri, problem)?.code, 'import.missing');
	});

	it('Should follow the unsaved text of an editor', async () => {
		const editor = await show(inWorkspace('CLAUDE.md'));
		const end = editor.document.lineAt(editor.document.lineCount - 1).range.end;
		await editor.edit((edit) => edit.insert(end, 'See @docs/nowhere.md too\n'));
		await until(() => problemsOf(inWorkspace('CLAUDE.md'), 'import.missing').length === 2);
		await vscode.commands.executeCommand('workbench.action.files.revert');
		await until(() => problemsOf(inWorkspace('CLAUDE.md'), 'import.missing').length === 1);
	});

	it('Should let a problem go when the missing file comes, and bring it back when it goes', async () => {
		write(inWorkspace('docs/missing.md'), 'Here it is.\n');
		await disappears(inWorkspace('CLAUDE.md'), 'import.missing');
		remove(inWorkspace('docs/missing.md'));
		await appears(inWorkspace('CLAUDE.md'), 'import.missing');
	});

	it('Should clear the problems of a file that is deleted', async () => {
		const rule = inWorkspace('.claude/rules/dead.md');
		write(rule, '---\nglobs: src/**\n---\nOf another tool.\n');
		await appears(rule, 'rule.foreign-key');
		remove(rule);
		await until(() => problemsOf(rule).length === 0);
	});

	it('Should see changes in the home directory, with related places', async () => {
		write(`${memory}/build.md`, '---\nname: build\ndescription: d\ntype: project\n---\nMake.\n');
		write(`${memory}/MEMORY.md`, '- [Build](build.md)\n- [Build](build.md)\n- [Gone](gone.md)\n');
		await appears(`${memory}/MEMORY.md`, 'memory.link-dead');
		const [twice] = problemsOf(`${memory}/MEMORY.md`, 'memory.link-duplicate');
		const [related] = twice?.relatedInformation ?? [];
		assert.equal(related?.location.uri.fsPath, `${memory}/MEMORY.md`);
		assert.equal(related.location.range.start.line, 0);
		write(`${memory}/gone.md`, '---\nname: gone\ndescription: d\ntype: project\n---\nBack.\n');
		await disappears(`${memory}/MEMORY.md`, 'memory.link-dead');
		write(inHome('.claude/settings.json'), '{ // no comment\n}\n');
		await appears(inHome('.claude/settings.json'), 'settings.void');
		remove(inHome('.claude/settings.json'));
		await disappears(inHome('.claude/settings.json'), 'settings.void');
	});

	it('Should run only the families that a change touches', async () => {
		const [launch] = of.manager.launches;
		assert.ok(launch);
		await new Promise((done) => setTimeout(done, 700));
		const before = new Map(of.problems.runs(launch));
		write(`${memory}/MEMORY.md`, '- [Build](build.md)\n- [Lost](lost.md)\n');
		await appears(`${memory}/MEMORY.md`, 'memory.link-dead');
		await new Promise((done) => setTimeout(done, 700));
		const rerun = [...of.problems.runs(launch)].filter(([family, count]) => before.get(family) !== count);
		assert.deepEqual(
			rerun.map(([family]) => family).filter((family) => family !== 'secrets'),
			['memory'],
		);
	});

	it('Should say that git tracks one person’s file, until it does no longer', async () => {
		const local = inWorkspace('CLAUDE.local.md');
		const git = (...args: readonly string[]): Buffer => execFileSync('git', ['-C', inWorkspace(''), ...args]);
		await disappears(local, 'hygiene.local-file-tracked');
		git('add', '--force', local);
		await appears(local, 'hygiene.local-file-tracked');
		git('rm', '--quiet', '--cached', local);
		await disappears(local, 'hygiene.local-file-tracked');
	});

	it('Should show secrets, and never their values', async () => {
		const rule = inWorkspace('.claude/rules/keys.md');
		const token = ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_');
		write(rule, `Use ${token} for the API.\n`);
		await appears(rule, 'secret.possible');
		const [problem] = problemsOf(rule, 'secret.possible');
		assert.ok(!problem?.message.includes(token));
		remove(rule);
		await until(() => problemsOf(rule).length === 0);
	});

	it('Should obey the level of each code at once', async () => {
		const configuration = vscode.workspace.getConfiguration('contextInspector');
		const [problem] = problemsOf(inWorkspace('CLAUDE.md'), 'import.missing');
		assert.equal(problem?.severity, vscode.DiagnosticSeverity.Warning);
		const set = (level: string | undefined): Thenable<void> =>
			configuration.update('findings.import.missing', level, vscode.ConfigurationTarget.Global);
		await set('error');
		await until(
			() => problemsOf(inWorkspace('CLAUDE.md'), 'import.missing')[0]?.severity === vscode.DiagnosticSeverity.Error,
		);
		await set('off');
		await disappears(inWorkspace('CLAUDE.md'), 'import.missing');
		await set('loud');
		await appears(inWorkspace('CLAUDE.md'), 'import.missing');
		await set(undefined);
		await until(
			() => problemsOf(inWorkspace('CLAUDE.md'), 'import.missing')[0]?.severity === vscode.DiagnosticSeverity.Warning,
		);
	});

	it('Should judge a nested file that is in sight, without a search of the tree', async () => {
		const [launch] = of.manager.launches;
		assert.ok(launch);
		write(inWorkspace('packages/web/CLAUDE.md'), 'Web words @gone.md here.\n');
		await show(inWorkspace('packages/web/CLAUDE.md'));
		await appears(inWorkspace('packages/web/CLAUDE.md'), 'import.missing');
		assert.equal(of.manager.discoveryState(launch).result, undefined);
	});

	it('Should hold patterns against the workspace’s files once a rule is in sight', async () => {
		const rule = inWorkspace('.claude/rules/nothing.md');
		write(rule, '---\npaths: "frontend/**/*.vue"\n---\nVue.\n');
		await until(() => of.manager.all()[0]?.model?.pathRules.some(({ path }) => path === rule) === true);
		await show(rule);
		await appears(rule, 'rule.matches-nothing');
		write(inWorkspace('frontend/app/a.vue'), '');
		await disappears(rule, 'rule.matches-nothing');
		remove(rule);
		remove(inWorkspace('frontend'));
	});

	it('Should be switched off as a whole', async () => {
		const configuration = vscode.workspace.getConfiguration('contextInspector');
		await configuration.update('problems.enabled', false, vscode.ConfigurationTarget.Global);
		await until(() => problemsOf(inWorkspace('CLAUDE.md')).length === 0);
		assert.deepEqual(of.problems.findings, []);
		await configuration.update('problems.enabled', undefined, vscode.ConfigurationTarget.Global);
		await appears(inWorkspace('CLAUDE.md'), 'import.missing');
	});
});
