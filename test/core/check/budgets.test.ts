import assert from 'node:assert/strict';
import { budgetCode, budgetSentence, checkBudgets } from '../../../src/core/check/budgets.js';
import { testModel } from '../../support/inputs.js';
import { memoryTree } from '../../support/memoryFileSystem.js';

const model = testModel(
	memoryTree({
		'/repo': {
			'.git': {},
			'CLAUDE.md': 'x'.repeat(300),
			'CLAUDE.local.md': 'y'.repeat(100),
			'.claude/skills/s/SKILL.md': `---\ndescription: ${'d'.repeat(50)}\n---\nbody`,
		},
		'/home/ann/.claude/projects/-repo/memory/MEMORY.md': 'one\ntwo\nthree\n',
	}),
);

describe('Budgets', () => {
	it('Should measure nothing that has no budget', async () => assert.deepEqual(checkBudgets(await model, {}), []));

	it('Should count instruction files and memory as startup, and keep a budget that is just met', async () => {
		const [kept] = checkBudgets(await model, { startupCharacters: 413 });
		assert.deepEqual([kept?.value, kept?.isBroken], [413, false]);
		const [broken] = checkBudgets(await model, { startupCharacters: 412 });
		assert.equal(broken?.isBroken, true);
	});

	it('Should name the largest files of a broken budget', async () => {
		const [broken] = checkBudgets(await model, { startupCharacters: 400 });
		assert.ok(broken);
		assert.equal(
			budgetSentence(broken),
			'The startup part has 413 characters, 13 over its budget of 400; largest: /repo/CLAUDE.md (300), /repo/CLAUDE.local.md (100), /home/ann/.claude/projects/-repo/memory/MEMORY.md (13).',
		);
	});

	it('Should measure tokens, memory lines and the skill listing with all its descriptions', async () => {
		const of = await model;
		const results = checkBudgets(of, { startupTokens: 0, memoryLines: 2, skillListing: 100_000 });
		assert.deepEqual(
			results.map(({ name, value, isBroken }) => [name, value, isBroken]),
			[
				['startupTokens', of.startup.reduce((sum, { tokens }) => sum + tokens, 0), true],
				['memoryLines', 3, true],
				['skillListing', of.skillListing.budget.neededForAll, false],
			],
		);
	});

	it('Should say what of a skill listing nobody can make smaller', async () => {
		const [broken] = checkBudgets(await model, { skillListing: 100 });
		assert.ok(broken?.bundled);
		assert.match(
			budgetSentence(broken),
			/over its budget of 100; skills that come with Claude Code take [\d,]+ of them/,
		);
	});

	it('Should have codes like those of findings', () =>
		assert.equal(budgetCode('startupCharacters'), 'budget.startup-characters'));
});
