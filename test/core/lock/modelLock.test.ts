import assert from 'node:assert/strict';
import { acceptLock } from '../../../src/core/lock/lockComparison.js';
import { compareModelLock } from '../../../src/core/lock/modelLock.js';
import { testModel } from '../../support/inputs.js';
import { link, memoryTree, type Tree } from '../../support/memoryFileSystem.js';

const approved = { '.claude.json': '{"projects":{"/w/repo":{"hasClaudeMdExternalIncludesApproved":true}}}' };
const shared = { 'a.md': 'A.\n', 'b.md': 'B. @./c.md\n', 'c.md': 'C.\n' };
const repo = {
	'.git': {},
	'CLAUDE.md': '@../shared/b.md\n',
	'.claude': { rules: { deep: { 'a.md': link('../../../../shared/a.md') } } },
};
const stamp = { lockedAt: '2026-11-30T10:42:00.000Z', lockedBy: 'Ann' };

async function statesIn(tree: Tree): Promise<readonly string[]> {
	const whole = await testModel(memoryTree({ '/home/ann': approved, '/w': { shared, repo } }), {
		launchDirectory: '/w/repo',
	});
	const lock = acceptLock(await compareModelLock(whole, { entries: [] }), stamp);
	const model = await testModel(memoryTree(tree), { launchDirectory: '/w/repo' });
	return (await compareModelLock(model, lock)).map(({ path, state }) => `${path}: ${state}`);
}

/** What another machine makes of the lock of a link and of an import with an import of its own. */
const rows: readonly (readonly [title: string, tree: Tree, states: readonly string[]])[] = [
	['has all', { '/home/ann': approved, '/w': { shared, repo } }, ['a: same', 'b: same', 'c: same']],
	[
		'has not approved external imports',
		{ '/home/ann': {}, '/w': { shared, repo } },
		['a: not approved', 'b: not approved', 'c: only elsewhere'],
	],
	[
		'has nothing beside the repository',
		{ '/home/ann': approved, '/w': { repo } },
		['a: only elsewhere', 'b: only elsewhere', 'c: only elsewhere'],
	],
	[
		'has a link that leads nowhere, and all else',
		{ '/home/ann': approved, '/w': { shared: { 'b.md': shared['b.md'], 'c.md': shared['c.md'] }, repo } },
		['a: only elsewhere', 'b: same', 'c: same'],
	],
	[
		'has a repository that brings less',
		{ '/home/ann': approved, '/w': { shared, repo: { '.git': {}, 'CLAUDE.md': 'None.\n' } } },
		['a: removed', 'b: removed', 'c: removed'],
	],
];

describe('A lock held against a model', () => {
	for (const [title, tree, states] of rows) {
		it(`Should call nothing gone that cannot be followed: a machine that ${title}`, async () => {
			assert.deepEqual(
				await statesIn(tree),
				states.map((state) => `../shared/${state.replace(':', '.md:')}`),
			);
		});
	}
});
