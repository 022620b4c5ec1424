/** `diff`: a branch's context against another one's, from git's objects. */

import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContextDiff } from '../../src/core/model/contextDiff.js';
import type { ContextReport } from '../../src/core/model/report.js';
import { type CommandResult, commandLine } from '../support/commandLine.js';
import { type TestRepository, testRepository } from '../support/gitRepository.js';

describe('diff', function () {
	this.timeout(60_000);
	let repository: TestRepository;
	beforeEach(() => {
		repository = testRepository(
			{
				'.gitignore': 'CLAUDE.local.md\n',
				'CLAUDE.md': '# Shop\n@docs/style.md\n',
				'docs/style.md': 'Write tests.\n',
				'.claude/rules/old.md': 'An old rule.\n',
				'.claude/skills/s/SKILL.md': '---\ndescription: before\n---\nb\n',
				'src/CLAUDE.md': 'nested\n',
			},
			{ '.claude/CLAUDE.md': 'mine\n' },
		);
		repository.write({
			'CLAUDE.md': '# Shop\n@docs/style.md\nAnd more to say.\n',
			'CLAUDE.local.md': 'only here\n',
			'.claude/rules/new.md': '---\npaths: src/**\n---\nA new rule.\n',
			'.claude/skills/s/SKILL.md': '---\ndescription: after that\n---\nb\n',
			'packages/web/CLAUDE.md': 'web | `x`\n',
		});
		repository.remove('.claude/rules/old.md');
	});
	afterEach(() => repository.dispose());

	const run = (args: readonly string[], cwd = repository.root): Promise<CommandResult> =>
		commandLine(args, { cwd, variables: { HOME: repository.home } });
	const options = (): readonly string[] => ['--managed-dir', join(repository.home, 'managed')];
	const diff = (...args: readonly string[]): Promise<CommandResult> => run(['diff', ...options(), ...args]);

	interface Data extends ContextDiff {
		readonly changes: ContextDiff['changes'];
		readonly from: string;
	}
	const data = async (...args: readonly string[]): Promise<Data> =>
		JSON.parse((await diff('--json', ...args)).out) as Data;
	const changes = ({ changes: all }: Data): readonly string[] =>
		all.map(({ change, path, name, characters }) => `${change} ${name ?? path} ${characters}`);

	it('Should name what is new, changed and gone, and not what git ignores', async () => {
		assert.deepEqual(changes(await data('HEAD')), [
			'changed CLAUDE.md 17',
			'added .claude/rules/new.md 12',
			'added packages/web/CLAUDE.md 10',
			'changed s 4',
			'removed .claude/rules/old.md -12',
		]);
	});

	it('Should be the difference of the two reports', async () => {
		const report = async (cwd: string): Promise<ContextReport> =>
			JSON.parse((await run(['report', '--json', ...options()], cwd)).out) as ContextReport;
		const after = await report(repository.root);
		const found = await data('HEAD');
		// The other side as a checkout has it; what git ignores lies in it, too.
		repository.git('stash', '--quiet', '--include-untracked');
		const before = await report(repository.root);
		repository.git('stash', 'pop', '--quiet');
		for (const part of ['startup', 'skillListing', 'agentListing'] as const)
			assert.deepEqual(found[part], { before: before.alwaysLoaded[part], after: after.alwaysLoaded[part] }, part);
		assert.deepEqual(found.onDemand, { before: before.onDemandCost, after: after.onDemandCost });
		const listed = (report_: ContextReport): number =>
			report_.startup.length + report_.onDemand.length + report_.skills.length;
		const added = found.changes.filter(({ change }) => change === 'added').length;
		const removed = found.changes.filter(({ change }) => change === 'removed').length;
		assert.equal(listed(after) - listed(before), added - removed);
	});

	it('Should compare two revisions without the working tree', async () => {
		repository.commit('second');
		repository.write({ 'CLAUDE.md': 'something else\n' });
		const between = await data('HEAD~1', '--to', 'HEAD');
		assert.ok(changes(between).includes('changed CLAUDE.md 17'));
		assert.deepEqual(changes(await data('HEAD', '--to', 'HEAD')), []);
	});

	it('Should take a launch directory below the root, one that the revision does not have yet too', async () => {
		assert.deepEqual(changes(await data('HEAD', 'packages/web')).slice(0, 2), [
			'added ~/.claude/CLAUDE.md 4',
			'added CLAUDE.md 38',
		]);
		assert.ok(changes(await data('HEAD', 'src')).includes('changed CLAUDE.md 17'));
	});

	it('Should leave the home out where it is to be hermetic', async () => {
		const { out } = await diff('HEAD', '--hermetic', 'packages/web');
		assert.doesNotMatch(out, /\.claude\/CLAUDE\.md/);
		assert.match(out, /Hermetic/);
	});

	it('Should print lines for people', async () => {
		const { code, out } = await diff('HEAD');
		assert.equal(code, 0);
		assert.match(out, /^\. {2}Claude Code .*, from HEAD to the working tree\n {2}CLAUDE\.md +\+17 ch/);
		assert.match(out, /\.claude\/rules\/old\.md +-12 ch .*\n {4}gone from startup/);
		for (const line of out.split('\n')) assert.ok(line.length <= 80, line);
	});

	it('Should say how the condition of a rule changed', async () => {
		repository.commit('second');
		repository.write({ '.claude/rules/new.md': '---\npaths: lib/**\n---\nA new rule.\n' });
		assert.match((await diff('HEAD')).out, /changed in on demand; its condition is now "lib\/\*\*", was "src\/\*\*"/);
		const [change] = (await data('HEAD')).changes;
		assert.deepEqual([change?.before?.patterns, change?.after?.patterns], [['src/**'], ['lib/**']]);
	});

	it('Should print a table for a pull request, in which no name of the repository is markup', async () => {
		repository.write({ 'a|b`<img src=x>@ann/CLAUDE.md': 'x\n' });
		const { out } = await diff('HEAD', '--format', 'markdown');
		assert.match(out, /^<!-- context-inspector diff -->\n### Claude Code context: \+\d+ characters/);
		assert.ok(out.includes('| `` a\\|b`<img src=x>@ann/CLAUDE.md `` | `new in on demand` | +2 | +1 |'), out);
		for (const line of out.split('\n').filter((each) => each.startsWith('| ') && each.includes('`')))
			assert.equal(line.replaceAll('\\|', '').split('|').length, 6, line);
	});

	it('Should say that nothing differs', async () => {
		repository.commit('second');
		assert.match((await diff('HEAD')).out, /Nothing of the context differs\./);
		assert.match((await diff('HEAD', '--format', 'markdown')).out, /### The context of Claude Code does not change/);
	});

	it('Should say what is missing in a clone that is not whole', async () => {
		const blob = repository.git('rev-parse', 'HEAD:docs/style.md');
		rmSync(join(repository.root, '.git/objects', blob.slice(0, 2), blob.slice(2)));
		const { code, err } = await diff('HEAD');
		assert.equal(code, 0);
		assert.match(err, /\d objects of "HEAD" are not in this clone, so its side is not complete\./);
	});

	it('Should leave the working tree and the index as they are', async () => {
		const before = repository.git('status', '--porcelain');
		writeFileSync(join(repository.root, '.git/witness'), '');
		await diff('HEAD');
		assert.equal(repository.git('status', '--porcelain'), before);
	});

	it('Should say so where there is no commit yet', async () => {
		rmSync(join(repository.root, '.git/refs/heads'), { recursive: true });
		mkdirSync(join(repository.root, '.git/refs/heads'));
		assert.match((await diff('HEAD')).err, /git finds no commit in .*: either there is none yet, or/);
	});

	const faults: readonly (readonly [args: readonly string[], sentence: RegExp])[] = [
		[[], /diff needs a REV/],
		[['nothing'], /git finds no commit "nothing" in .*; a shallow clone/],
		[['HEAD', '--to', 'nothing'], /git finds no commit "nothing"/],
		[['HEAD:docs/style.md'], /"HEAD:docs\/style\.md" is a file of a revision; diff takes the revision alone/],
		[['HEAD:docs'], /"HEAD:docs" is a directory of a revision/],
		[['HEAD~1..HEAD'], /"HEAD~1\.\.HEAD" is a range; name the two ends apart: diff HEAD~1 --to HEAD\./],
		[['HEAD', '..'], /is in no git repository, so there is no revision to compare with\./],
		[['HEAD', 'nowhere'], /There is no directory/],
		[['HEAD', '.', 'x'], /Unexpected argument "x"/],
		[['HEAD', '--format', 'sarif'], /--format takes text, json, markdown/],
	];
	for (const [args, sentence] of faults) {
		it(`Should end with 2 and a sentence for "${args.join(' ')}"`, async () => {
			const { code, out, err } = await diff(...args);
			assert.deepEqual([code, out], [2, '']);
			assert.match(err, sentence);
		});
	}
});
