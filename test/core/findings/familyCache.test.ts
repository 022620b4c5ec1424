import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { FamilyCache } from '../../../src/core/findings/familyCache.js';
import { findAll } from '../../../src/core/findings/findings.js';
import { isSame } from '../../../src/core/findings/sameParts.js';
import { CachingFileSystem } from '../../../src/host/cachingFileSystem.js';
import { testModel } from '../../support/inputs.js';
import { memoryTree, type Tree } from '../../support/memoryFileSystem.js';

const memory = '/home/ann/.claude/projects/-repo/memory';
const tree: Tree = {
	'/repo/CLAUDE.md': 'See @gone.md here.',
	'/repo/.claude/rules/a.md': '---\npaths: ./src/**\n---\nA.',
	'/repo/.claude/skills/s/SKILL.md': '---\nname: s\n---\nBody.',
	[`${memory}/MEMORY.md`]: '- [a](a.md)\n- [b](b.md)\n',
	[`${memory}/a.md`]: 'A.',
};

/** Changes, and the families that have to run again after them. */
const changes: readonly (readonly [title: string, change: Tree, families: readonly string[]])[] = [
	['nothing', {}, []],
	['MEMORY.md', { [`${memory}/MEMORY.md`]: '- [a](a.md)\n' }, ['memory']],
	['a topic that the index links', { [`${memory}/b.md`]: 'B.' }, ['memory']],
	['a skill', { '/repo/.claude/skills/s/SKILL.md': '---\nname: s\ndescription: Does\n---\nBody.' }, ['skills']],
	['the target of an import', { '/repo/gone.md': 'Here.' }, ['imports', 'instructions', 'rules', 'globs']],
];

describe('findings kept by family', () => {
	it('Should give the findings of a full run', async () => {
		const model = await testModel(memoryTree(tree));
		const found = await new FamilyCache().find(model, {});
		assert.deepEqual(found, await findAll(model));
		assert.ok((found?.length ?? 0) >= 3);
	});

	for (const [title, change, families] of changes) {
		it(`Should run what a change of ${title} touches`, async () => {
			const cache = new FamilyCache();
			const disk = { fs: new CachingFileSystem(memoryTree(tree)) };
			await cache.find(await testModel(disk.fs), {});
			const before = new Map(cache.runs);
			// The second model is made from other files alike: what is the same is so by content.
			const model = await testModel(new CachingFileSystem(memoryTree({ ...tree, ...change })));
			const found = await cache.find(model, {});
			const rerun = [...cache.runs].filter(([family, runs]) => before.get(family) !== runs).map(([family]) => family);
			for (const family of families) assert.ok(rerun.includes(family as never), `${family} did not run: ${rerun}`);
			if (families.length <= 1)
				assert.deepEqual(
					rerun.filter((family) => family !== 'secrets' && family !== 'hygiene'),
					families,
				);
			assert.deepEqual(found, await findAll(model));
		});
	}

	it('Should run a family whose levels change, and end where the model is old', async () => {
		const cache = new FamilyCache();
		const model = await testModel(memoryTree(tree));
		await cache.find(model, {});
		const found = await cache.find(model, { levels: { 'import.missing': 'error' } });
		assert.equal(found?.find(({ code }) => code === 'import.missing')?.severity, 'error');
		assert.equal(cache.runs.get('memory'), 1);
		assert.equal(await cache.find(model, {}, () => false), undefined);
	});
});

describe('comparing parts of models', () => {
	const shared = { deep: [1, 2] };
	const rows: readonly (readonly [a: unknown, b: unknown, same: boolean])[] = [
		[shared, shared, true],
		[{ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, true],
		[{ a: 1 }, { a: 1, b: undefined }, false],
		[[1, 2], [1], false],
		[new Map([['a', 1]]), new Map([['a', 1]]), true],
		[new Map([['a', 1]]), new Map([['a', 2]]), false],
		[new Set([1]), new Set([2]), false],
		[{ a: Number.NaN }, { a: Number.NaN }, true],
		[null, undefined, false],
		[Object.create(null), {}, false],
		['a', 'a', true],
	];
	it('Should compare data by its content', () => {
		for (const [a, b, same] of rows) assert.equal(isSame(a, b), same, JSON.stringify([a, b]));
	});
});
