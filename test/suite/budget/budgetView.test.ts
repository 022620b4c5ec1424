import * as assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as vscode from 'vscode';
import type { ContextInspector } from '../../../src/extension.js';
import type { BudgetPage } from '../../../src/ui/budget/messages.js';
import { isPage } from '../../../src/ui/budget/messages.js';
import { closeEditors, inHome, inspector, inWorkspace, show, write } from '../../support/inspector.js';
import { until } from '../../until.js';

describe('the Budget view', () => {
	let of: ContextInspector;

	before(async () => {
		of = await inspector();
	});
	after(closeEditors);

	/** The page once it is as wanted. */
	async function pageWith(test: (page: BudgetPage) => boolean): Promise<BudgetPage> {
		await until(() => {
			const { page } = of.budgetView;
			return page?.kind === 'budget' && test(page);
		});
		return of.budgetView.page as BudgetPage;
	}

	const names = (page: BudgetPage, group: string): readonly string[] | undefined =>
		page.groups.find((each) => each.group === group)?.segments.map(({ name }) => name);
	const activePath = (): string | undefined => vscode.window.activeTextEditor?.document.uri.fsPath;
	const git = (...args: readonly string[]): void => {
		const author = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.invalid'];
		execFileSync('git', ['-C', inWorkspace(''), ...author, ...args]);
	};

	it('Should work nothing out before somebody looks', () => {
		assert.equal(of.budgetView.page, undefined);
	});

	it('Should post the sources of every request by group, in words', async () => {
		await vscode.commands.executeCommand('contextInspector.budget.focus');
		const page = await pageWith(({ groups }) => groups.length > 0);
		assert.ok(isPage(JSON.parse(JSON.stringify(page))), 'the page would refuse it');
		assert.deepEqual(names(page, 'user'), ['~/.claude/CLAUDE.md', '~/.claude/rules/user.md']);
		assert.deepEqual(names(page, 'project'), ['CLAUDE.md', 'docs/style.md', 'docs/deep.md', '.claude/rules/always.md']);
		assert.deepEqual(names(page, 'local'), ['CLAUDE.local.md']);
		assert.deepEqual(names(page, 'skills'), ['1 skill in the listing']);
		const [launch] = of.manager.launches;
		assert.equal(page.launch, launch?.key);
		const weights = page.groups.flatMap(({ segments }) => segments.map(({ weight }) => weight));
		assert.ok(Math.abs(weights.reduce((sum, weight) => sum + weight, 0) - 1) < 1e-9);
	});

	it('Should say that a text is unsaved', async () => {
		const editor = await show(inWorkspace('CLAUDE.local.md'));
		await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'More words. '));
		await pageWith(({ groups }) => groups.some(({ segments }) => segments.some(({ note }) => note === 'unsaved')));
		await vscode.commands.executeCommand('workbench.action.files.revert');
		await pageWith(({ groups }) => groups.every(({ segments }) => segments.every(({ note }) => note !== 'unsaved')));
	});

	it('Should open what was clicked, and nothing for a click on a page that nobody knows', async () => {
		await closeEditors();
		const page = await pageWith(({ groups }) => groups.length > 0);
		const target = page.groups.find(({ group }) => group === 'local')?.segments[0]?.target;
		assert.ok(target !== undefined);
		await of.budgetView.receive({ type: 'open', revision: 'older', target });
		assert.equal(activePath(), undefined);
		await of.budgetView.receive({ type: 'open', revision: page.revision, target });
		await until(() => activePath() === inWorkspace('CLAUDE.local.md'));
	});

	const hostile: readonly unknown[] = [
		undefined,
		'ready',
		{ type: 'open', path: '/etc/passwd' },
		{ type: 'open', revision: 'x', target: 1e9 },
		{ type: 'run', command: 'workbench.action.closeWindow' },
		{ type: 'choose', launch: { toString: 'x' } },
	];
	for (const message of hostile) {
		it(`Should ignore ${JSON.stringify(message) ?? 'nothing'} from the page`, async () => {
			await of.budgetView.receive(message);
			assert.equal(of.budgetView.page?.kind, 'budget');
		});
	}

	it('Should keep its launch directory where the page names one that is not there', async () => {
		await of.budgetView.receive({ type: 'choose', launch: 'nowhere' });
		const page = await pageWith(({ groups }) => groups.length > 0);
		assert.equal(page.launch, of.manager.launches[0]?.key);
	});

	it('Should show a memory that is cut, with the way to the cut', async () => {
		const slug = of.manager.all()[0]?.model?.memory.directory.path;
		assert.ok(slug?.startsWith(inHome('.claude')));
		write(`${slug}/MEMORY.md`, '- a line\n'.repeat(230));
		const page = await pageWith(({ cards }) => cards.some(({ key, level }) => key === 'memory' && level === 'over'));
		const card = page.cards.find(({ key }) => key === 'memory');
		assert.equal(card?.gauges[0]?.text, '230 of 200');
		assert.match(card?.sentence ?? '', /30 of 230 lines/);
		await of.budgetView.receive({ type: 'open', revision: page.revision, target: card?.link?.target });
		await until(() => vscode.window.activeTextEditor?.selection.active.line === 199);
	});

	it('Should have no trend before there is a commit', async () => {
		const page = await pageWith(({ groups }) => groups.length > 0);
		assert.equal(page.trend, undefined);
	});

	it('Should notice a commit, and show what was changed since', async () => {
		git('add', '--all');
		git('commit', '--quiet', '--message', 'All of it');
		await pageWith(({ trend }) => trend?.changes.length === 0);
		write(inWorkspace('.claude/rules/fresh.md'), 'A fresh rule.\n');
		const { trend } = await pageWith((page) => (page.trend?.changes.length ?? 0) > 0);
		assert.equal(trend?.direction, 'more');
		assert.deepEqual(
			trend?.changes.map(({ name, word }) => `${word} ${name}`),
			['added .claude/rules/fresh.md'],
		);
		git('add', '--all');
		git('commit', '--quiet', '--message', 'A rule');
		await pageWith((page) => page.trend?.changes.length === 0);
	});
});
