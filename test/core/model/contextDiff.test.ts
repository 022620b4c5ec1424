import assert from 'node:assert/strict';
import { alwaysLoadedCost, type ContextDiff, compareContexts } from '../../../src/core/model/contextDiff.js';
import { discoverBelow } from '../../../src/core/model/discovery.js';
import { buildReport, type ContextReport } from '../../../src/core/model/report.js';
import { testModel } from '../../support/inputs.js';
import { memoryTree, type Tree } from '../../support/memoryFileSystem.js';

async function reportOf(repository: Tree): Promise<ContextReport> {
	const model = await testModel(memoryTree({ '/repo': { '.git': {}, ...repository } }));
	return buildReport(model, await discoverBelow(model));
}

const skill = (description: string): string => `---\ndescription: ${description}\n---\nbody\n`;
const agent = (description: string): string => `---\nname: a\ndescription: ${description}\n---\nbody\n`;

const words = ({ changes }: ContextDiff): readonly string[] =>
	changes.map(({ change, path, name, before, after, characters }) =>
		[change, name ?? path, before?.part ?? '-', after?.part ?? '-', characters].join(' '),
	);

type Case = readonly [title: string, before: Tree, after: Tree, expected: readonly string[]];

const cases: readonly Case[] = [
	['Should find nothing between equal trees', { 'CLAUDE.md': 'a' }, { 'CLAUDE.md': 'a' }, []],
	[
		'Should find what is new and what is gone',
		{ 'CLAUDE.md': 'a' },
		{ 'CLAUDE.local.md': 'bcd' },
		['added /repo/CLAUDE.local.md - startup 3', 'removed /repo/CLAUDE.md startup - -1'],
	],
	[
		'Should find a text of the same length',
		{ 'CLAUDE.md': 'abc' },
		{ 'CLAUDE.md': 'abd' },
		['changed /repo/CLAUDE.md startup startup 0'],
	],
	[
		'Should find a rule that got a condition',
		{ '.claude/rules/r.md': 'rule' },
		{ '.claude/rules/r.md': '---\npaths: src/**\n---\nrule' },
		['changed /repo/.claude/rules/r.md startup on demand 0'],
	],
	[
		'Should find another condition',
		{ '.claude/rules/r.md': '---\npaths: src/**\n---\nrule' },
		{ '.claude/rules/r.md': '---\npaths: lib/**\n---\nrule' },
		['changed /repo/.claude/rules/r.md on demand on demand 0'],
	],
	[
		'Should find an import that no longer loads',
		{ 'CLAUDE.md': '@a.md', 'a.md': 'text' },
		{ 'CLAUDE.md': '@a.md' },
		['changed /repo/a.md startup not loaded -4'],
	],
	[
		'Should find skills and agents by their names',
		{ '.claude/skills/s/SKILL.md': skill('one'), '.claude/agents/a.md': agent('one') },
		{ '.claude/skills/s/SKILL.md': skill('three'), '.claude/agents/a.md': agent('three') },
		['changed s skills skills 2', 'changed a agents agents 2'],
	],
	['Should find nested files', {}, { 'src/CLAUDE.md': 'nested\n' }, ['added /repo/src/CLAUDE.md - on demand 7']],
];

describe('The difference of two contexts', () => {
	for (const [title, before, after, expected] of cases) {
		it(title, async () => {
			assert.deepEqual(words(compareContexts(await reportOf(before), await reportOf(after))), expected);
		});
		it(`${title}, with sums that are those of the reports`, async () => {
			const [old, now] = [await reportOf(before), await reportOf(after)];
			const diff = compareContexts(old, now);
			assert.deepEqual(diff.alwaysLoaded, { before: alwaysLoadedCost(old), after: alwaysLoadedCost(now) });
			assert.deepEqual(diff.onDemand, { before: old.onDemandCost, after: now.onDemandCost });
			for (const [part, cost] of [
				['startup', diff.startup],
				['on demand', diff.onDemand],
			] as const) {
				const sum = (side: 'before' | 'after'): number =>
					diff.changes.reduce(
						(total, change) => total + (change[side]?.part === part ? change[side].characters : 0),
						0,
					);
				assert.equal(sum('after') - sum('before'), cost.after.characters - cost.before.characters);
			}
		});
		it(`${title}, and the reverse the other way round`, async () => {
			const diff = compareContexts(await reportOf(after), await reportOf(before));
			const forth = compareContexts(await reportOf(before), await reportOf(after));
			assert.equal(diff.changes.length, forth.changes.length);
			const sum = ({ changes }: ContextDiff): number =>
				changes.reduce((total, { characters }) => total + characters, 0);
			assert.equal(sum(diff) + sum(forth), 0);
		});
	}

	it('Should work on reports that went through JSON without their texts', async () => {
		const stored = async (tree: Tree): Promise<ContextReport> =>
			JSON.parse(JSON.stringify(await reportOf(tree), (key, value: unknown) => (key === 'text' ? undefined : value)));
		const before = await stored({ 'CLAUDE.md': 'abc', 'CLAUDE.local.md': 'x' });
		assert.deepEqual(words(compareContexts(before, await reportOf({ 'CLAUDE.md': 'abd', 'CLAUDE.local.md': 'x' }))), [
			'changed /repo/CLAUDE.md startup startup 0',
		]);
	});
});
