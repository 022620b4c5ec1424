import assert from 'node:assert/strict';
import { externalFiles } from '../../../src/core/lock/externalFiles.js';
import { acceptLock, compareLock } from '../../../src/core/lock/lockComparison.js';
import { type LockFile, lockFileText, parseLockFile } from '../../../src/core/lock/lockFile.js';
import type { ContextModel } from '../../../src/core/model/contextModel.js';
import { testModel } from '../../support/inputs.js';
import { link, type MemoryFileSystem, memoryTree, type Tree } from '../../support/memoryFileSystem.js';

const approval = '{"projects":{"/home/ann/work/repo":{"hasClaudeMdExternalIncludesApproved":true}}}';
const launchDirectory = '/home/ann/work/repo';

/** A repository with imports by all spellings, a linked rule, a linked directory of rules and an import of an import. */
const tree: Tree = {
	'/home/ann': {
		'.claude.json': approval,
		'.claude': { 'CLAUDE.md': '@~/mine.md\n' },
		'mine.md': 'Mine.\n',
		team: { 'rules.md': 'Team. @./more.md\n', 'more.md': 'More.\n' },
		work: {
			'CLAUDE.md': 'Above the repository. @beside.md\n',
			'beside.md': 'Beside.\n',
			shared: { 'a.md': 'Shared.\n', 'link.md': 'Linked.\n', all: { 'one.md': 'One.\n' } },
			repo: {
				'.git': {},
				'CLAUDE.md': 'Root @~/team/rules.md and @docs/in.md\n\n@/opt/policy.md\n',
				docs: { 'in.md': '@../../shared/a.md\n' },
				'CLAUDE.local.md': '@~/private.md\n',
				'.claude': { rules: { 'link.md': link('../../../shared/link.md'), dir: link('../../../shared/all') } },
			},
		},
		'private.md': 'Private.\n',
	},
	'/opt': { 'policy.md': 'Policy.\n' },
};

const modelOf = (fs: MemoryFileSystem): Promise<ContextModel> => testModel(fs, { launchDirectory });
const stamp = { lockedAt: '2026-11-30T10:42:00.000Z', lockedBy: 'Ann' };

async function locked(on: Tree = tree): Promise<LockFile> {
	return acceptLock(compareLock({ entries: [] }, await externalFiles(await modelOf(memoryTree(on)))), stamp);
}

async function states(lock: LockFile, fs: MemoryFileSystem): Promise<readonly string[]> {
	return compareLock(lock, await externalFiles(await modelOf(fs))).map(({ path, state }) => `${path}: ${state}`);
}

describe('Import lock', () => {
	it('finds what the repository imports and links from outside, by paths that other machines can resolve', async () => {
		const files = await externalFiles(await modelOf(memoryTree(tree)));
		assert.deepEqual(files.map(({ portablePath, scope, kind }) => `${portablePath} ${scope} ${kind}`).sort(), [
			'../shared/a.md project import',
			'../shared/all/one.md project rule',
			'../shared/link.md project rule',
			'/opt/policy.md project import',
			'~/private.md local import',
			'~/team/more.md project import',
			'~/team/rules.md project import',
		]);
	});

	it('locks everything but what only this machine imports', async () => {
		const lock = await locked();
		assert.deepEqual(
			lock.entries.map(({ path }) => path),
			[
				'../shared/a.md',
				'../shared/all/one.md',
				'../shared/link.md',
				'/opt/policy.md',
				'~/team/more.md',
				'~/team/rules.md',
			],
		);
		assert.deepEqual(parseLockFile(lockFileText(lock)), { ok: true, lock });
		const after = await states(lock, memoryTree(tree));
		assert.deepEqual(
			after.filter((line) => !line.endsWith(': same')),
			['~/private.md: only here'],
		);
	});

	it('reports drift, additions and removals', async () => {
		const lock = await locked();
		const fs = memoryTree(tree);
		fs.write('/opt/policy.md', 'Policy, changed.\n');
		fs.write('/home/ann/work/repo/docs/in.md', '@../../shared/b.md\n');
		fs.write('/home/ann/work/shared/b.md', 'B.\n');
		assert.deepEqual(
			(await states(lock, fs)).filter((line) => !line.endsWith(': same')),
			['../shared/a.md: removed', '../shared/b.md: added', '/opt/policy.md: drift', '~/private.md: only here'],
		);
	});

	it('names an import that this machine does not have', async () => {
		const lock = await locked();
		const fs = memoryTree(tree);
		fs.remove('/opt/policy.md');
		const compared = compareLock(lock, await externalFiles(await modelOf(fs)));
		const policy = compared.find(({ path }) => path === '/opt/policy.md');
		assert.equal(policy?.state, 'only elsewhere');
		assert.equal(policy?.sentence, 'This machine does not have the file; Ann has.');
	});

	it('looks into no file that waits for an approval, and keeps it locked', async () => {
		const lock = await locked();
		const fs = memoryTree(tree);
		fs.remove('/home/ann/.claude.json');
		const model = await modelOf(fs);
		fs.calls.length = 0;
		const compared = compareLock(lock, await externalFiles(model));
		assert.deepEqual(fs.called('readText'), []);
		assert.equal(compared.find(({ path }) => path === '/opt/policy.md')?.state, 'not approved');
		assert.deepEqual(
			acceptLock(compared, stamp).entries.find(({ path }) => path === '/opt/policy.md'),
			lock.entries.find(({ path }) => path === '/opt/policy.md'),
		);
	});

	it('accepts one path and leaves the others and their stamps alone', async () => {
		const lock = await locked();
		const fs = memoryTree(tree);
		fs.write('/opt/policy.md', 'Policy, changed.\n');
		fs.write('/home/ann/team/rules.md', 'Team, changed. @./more.md\n');
		const compared = compareLock(lock, await externalFiles(await modelOf(fs)));
		const later = { lockedAt: '2026-12-01T00:00:00.000Z', lockedBy: 'Bob\nEve' };
		const accepted = acceptLock(compared, later, new Set(['/opt/policy.md']));
		const byPath = new Map(accepted.entries.map((entry) => [entry.path, entry]));
		assert.deepEqual([byPath.get('/opt/policy.md')?.lockedBy, byPath.get('/opt/policy.md')?.bytes], ['Bob Eve', 17]);
		assert.equal(byPath.get('~/team/rules.md')?.lockedBy, 'Ann');
		assert.equal(
			compareLock(accepted, await externalFiles(await modelOf(fs))).find(({ path }) => path === '~/team/rules.md')
				?.state,
			'drift',
		);
	});

	it('takes the launch directory for the repository where there is none', async () => {
		const fs = memoryTree({
			'/home/ann/.claude.json': approval,
			'/home/ann/work': { 'x.md': 'X.\n', repo: { 'CLAUDE.md': '@../x.md\n' } },
		});
		const files = await externalFiles(await modelOf(fs));
		assert.deepEqual(
			files.map(({ portablePath }) => portablePath),
			['../x.md'],
		);
	});
});
