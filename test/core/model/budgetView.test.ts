import assert from 'node:assert/strict';
import { type BudgetView, budgetView } from '../../../src/core/model/budgetView.js';
import { alwaysLoadedCost } from '../../../src/core/model/contextDiff.js';
import { buildReport, type ContextReport } from '../../../src/core/model/report.js';
import { type TestInputs, testModel } from '../../support/inputs.js';
import { memoryTree, type Tree } from '../../support/memoryFileSystem.js';

const memoryPath = '/home/ann/.claude/projects/-repo/memory/MEMORY.md';

async function viewOf(repository: Tree, more: Tree = {}, inputs: TestInputs = {}): Promise<BudgetView> {
	return budgetView(await testModel(memoryTree({ '/repo': { '.git': {}, ...repository }, ...more }), inputs));
}

async function reportOf(repository: Tree): Promise<ContextReport> {
	return buildReport(await testModel(memoryTree({ '/repo': { '.git': {}, ...repository } })));
}

const skill = (description: string): string => `---\ndescription: ${description}\n---\nbody\n`;
const agent = '---\nname: helper\ndescription: helps\n---\nbody\n';

describe('The budget as a picture', () => {
	describe('segments', () => {
		it('Should follow the groups, and inside a group the request', async () => {
			const { segments } = await viewOf(
				{
					'CLAUDE.md': 'p @docs/a.md',
					'docs/a.md': 'a',
					'CLAUDE.local.md': 'l',
					'.claude/rules/r.md': 'r',
					'.claude/skills/s/SKILL.md': skill('what it does'),
					'.claude/agents/helper.md': agent,
				},
				{ '/home/ann/.claude/CLAUDE.md': 'u', [memoryPath]: '- m\n' },
			);
			assert.deepEqual(
				segments.map(({ group, path, count }) => [group, path ?? count].join(' ')),
				[
					'user /home/ann/.claude/CLAUDE.md',
					'project /repo/CLAUDE.md',
					'project /repo/docs/a.md',
					'project /repo/.claude/rules/r.md',
					'local /repo/CLAUDE.local.md',
					`memory ${memoryPath}`,
					'skills 1',
					'agents 1',
				],
			);
		});

		it('Should add up to what is always loaded, and their shares to one', async () => {
			const repository = {
				'CLAUDE.md': 'some words',
				'.claude/skills/s/SKILL.md': skill('d'),
				'CLAUDE.local.md': 'more',
			};
			const { segments, total } = await viewOf(repository);
			assert.deepEqual(total, alwaysLoadedCost(await reportOf(repository)));
			assert.equal(
				segments.reduce((sum, { tokens }) => sum + tokens, 0),
				total.tokens,
			);
			assert.ok(Math.abs(segments.reduce((sum, { share }) => sum + share, 0) - 1) < 1e-9);
		});

		it('Should be none where nothing is loaded', async () => {
			const { segments, total, files, memory, skills } = await viewOf({});
			assert.deepEqual([segments, total, files], [[], { characters: 0, tokens: 0 }, []]);
			assert.deepEqual([memory, skills], [undefined, undefined]);
		});

		it('Should put many small sources of a group into one', async () => {
			const rules = Object.fromEntries(
				Array.from({ length: 300 }, (_, index) => [`.claude/rules/r${index}.md`, 'x'.repeat(index < 5 ? 4_000 : 8)]),
			);
			const { segments, total } = await viewOf(rules);
			assert.equal(segments.length, 41);
			const several = segments.find(({ count }) => count > 1);
			assert.deepEqual([several?.count, several?.group, several?.place], [260, 'project', undefined]);
			assert.equal(
				segments.reduce((sum, { characters }) => sum + characters, 0),
				total.characters,
			);
		});

		it('Should open a cut memory where it is cut, and managed text nowhere', async () => {
			const text = '- line\n'.repeat(260);
			const { segments } = await viewOf(
				{},
				{
					[memoryPath]: text,
					'/etc/claude-code/managed-settings.json': JSON.stringify({ claudeMd: 'managed words' }),
				},
			);
			const memory = segments.find(({ group }) => group === 'memory');
			assert.equal(memory?.isTruncated, true);
			assert.equal(memory?.place?.offset, '- line\n'.repeat(200).length - 1);
			const managed = segments.find(({ group }) => group === 'managed');
			assert.deepEqual([managed?.path, managed?.place], ['<managed-settings>', undefined]);
		});
	});

	describe('gauges', () => {
		const memories: readonly (readonly [title: string, text: string, expected: readonly string[]])[] = [
			['little', '- a\n', ['lines 1/1 of 200 fine', 'characters 3/3 of 25000 fine', '-']],
			[
				'90 % of the lines',
				'- a\n'.repeat(180),
				['lines 180/180 of 200 near', 'characters 719/719 of 25000 fine', '-'],
			],
			['all lines', '- a\n'.repeat(200), ['lines 200/200 of 200 near', 'characters 799/799 of 25000 fine', '-']],
			[
				'too many lines',
				'- a\n'.repeat(260),
				['lines 260/200 of 200 over', 'characters 1039/799 of 25000 fine', '200'],
			],
		];
		for (const [title, text, expected] of memories) {
			it(`Should say how full a memory of ${title} is`, async () => {
				const { memory } = await viewOf({}, { [memoryPath]: text });
				assert.ok(memory);
				const { lines, characters, cut } = memory;
				assert.deepEqual(
					[
						`lines ${lines.value}/${lines.kept} of ${lines.limit} ${lines.level}`,
						`characters ${characters.value}/${characters.kept} of ${characters.limit} ${characters.level}`,
						`${cut?.line ?? '-'}`,
					],
					expected,
				);
			});
		}

		it('Should say that a memory has too many characters', async () => {
			const { memory } = await viewOf({}, { [memoryPath]: `- ${'x'.repeat(998)}\n`.repeat(30) });
			assert.deepEqual([memory?.characters.level, memory?.lines.level], ['over', 'fine']);
			assert.ok(memory?.cut && memory.characters.kept <= 25_000);
		});

		it('Should name the dropped skills with their files', async () => {
			const skills = Object.fromEntries(
				Array.from({ length: 12 }, (_, index) => [`.claude/skills/s${index}/SKILL.md`, skill('d'.repeat(1_200))]),
			);
			const { skills: budget } = await viewOf(skills);
			assert.equal(budget?.gauge.level, 'over');
			assert.ok(budget && budget.gauge.kept <= budget.gauge.limit && budget.gauge.value > budget.gauge.limit);
			const own = budget.dropped.filter(({ path }) => path !== undefined);
			assert.ok(own.length > 5);
			for (const { name, path } of own) assert.equal(path, `/repo/.claude/skills/${name}/SKILL.md`);
		});

		it('Should not speak of skills to those who have none', async () => {
			assert.equal((await viewOf({ 'CLAUDE.md': 'a' })).skills, undefined);
		});

		const files: readonly (readonly [title: string, lengths: readonly number[], expected: readonly string[]])[] = [
			['only the largest of small ones', [10, 20], ['b.md 20 fine']],
			['every one of half the limit', [20_000, 10, 35_999], ['c.md 35999 fine', 'a.md 20000 fine']],
			['those near and above the limit', [40_001, 36_000], ['a.md 40001 over', 'b.md 36000 near']],
		];
		for (const [title, lengths, expected] of files) {
			it(`Should show ${title}`, async () => {
				const rules = Object.fromEntries(
					lengths.map((length, index) => [`.claude/rules/${'abc'[index]}.md`, 'x'.repeat(length)]),
				);
				const { files: found } = await viewOf(rules);
				assert.deepEqual(
					found.map(({ path, gauge }) => `${path.slice(-4)} ${gauge.value} ${gauge.level}`),
					expected,
				);
			});
		}

		it('Should count the large files that it leaves out', async () => {
			const rules = Object.fromEntries(
				Array.from({ length: 13 }, (_, index) => [`.claude/rules/r${index}.md`, 'x'.repeat(30_000)]),
			);
			const { files: found, moreFiles } = await viewOf(rules);
			assert.deepEqual([found.length, moreFiles], [10, 3]);
		});
	});
});
