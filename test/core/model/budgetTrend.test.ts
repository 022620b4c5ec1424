import assert from 'node:assert/strict';
import { budgetTrend } from '../../../src/core/model/budgetTrend.js';
import { buildReport, type ContextReport } from '../../../src/core/model/report.js';
import { testModel } from '../../support/inputs.js';
import { memoryTree, type Tree } from '../../support/memoryFileSystem.js';

async function reportOf(repository: Tree): Promise<ContextReport> {
	return buildReport(await testModel(memoryTree({ '/repo': { '.git': {}, ...repository } })));
}

const skill = (description: string): string => `---\ndescription: ${description}\n---\nbody\n`;
const agent = '---\nname: helper\ndescription: helps\n---\nbody\n';

describe('The trend of the budget', () => {
	type Case = readonly [title: string, before: Tree, after: Tree, expected: readonly string[]];
	const cases: readonly Case[] = [
		['nothing between equal trees', { 'CLAUDE.md': 'a' }, { 'CLAUDE.md': 'a' }, []],
		[
			'what is new and what is gone, the heaviest first',
			{ 'CLAUDE.md': 'a'.repeat(40) },
			{ 'CLAUDE.local.md': 'b'.repeat(400) },
			['added CLAUDE.local.md 400 opens', 'removed CLAUDE.md -40'],
		],
		[
			'a rule that loads only with its files now as a saving',
			{ '.claude/rules/r.md': 'rule' },
			{ '.claude/rules/r.md': '---\npaths: src/**\n---\nrule' },
			['removed r.md -4'],
		],
		[
			'no change of what only files attach',
			{ '.claude/rules/r.md': '---\npaths: src/**\n---\nrule' },
			{ '.claude/rules/r.md': '---\npaths: src/**\n---\nlonger rule' },
			[],
		],
		[
			'skills and agents',
			{ '.claude/skills/s/SKILL.md': skill('one') },
			{ '.claude/skills/s/SKILL.md': skill('three'), '.claude/agents/helper.md': agent },
			['added helper 34', 'changed s 2 opens'],
		],
	];
	for (const [title, before, after, expected] of cases) {
		it(`Should show ${title}`, async () => {
			const trend = budgetTrend(await reportOf(before), await reportOf(after));
			const words = trend.changes.map(({ change, path, name, characters, place }) =>
				[change, name ?? path.split('/').pop(), characters, ...(place ? ['opens'] : [])].join(' '),
			);
			assert.deepEqual(words, expected);
			assert.equal(trend.difference.characters, trend.after.characters - trend.before.characters);
		});
	}

	it('Should count the changes that it leaves out', async () => {
		const rules = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`.claude/rules/r${index}.md`, 'rule']));
		const { changes, more } = budgetTrend(await reportOf({}), await reportOf(rules));
		assert.deepEqual([changes.length, more], [12, 8]);
	});
});
