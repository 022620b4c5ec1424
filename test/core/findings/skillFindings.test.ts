import assert from 'node:assert/strict';
import { link } from '../../support/memoryFileSystem.js';
import { findingsIn, itFinds, repositoryTree } from './findIn.js';

const skill = (name: string, text: string): Readonly<Record<string, string>> => ({
	[`.claude/skills/${name}/SKILL.md`]: text,
});
const described = (description: string): string => `---\nname: x\ndescription: ${description}\n---\nBody.\n`;
const inSkill = (code: string, name: string, text: string): string =>
	`${code} .claude/skills/${name}/SKILL.md «${text}»`;

describe('The findings of a full skill listing', () => {
	it('Should say once what makes room, and hint at the other skills', async () => {
		const found = await findingsIn(
			repositoryTree({
				...skill('a', described('w'.repeat(400))),
				...skill('b', described('v'.repeat(400))),
				'/home/ann/.claude/settings.json': '{"disableBundledSkills":true,"skillListingBudgetFraction":0.0001}',
			}),
			{ options: { levels: { 'skill.dropped-by-budget': 'error' } } },
		);
		assert.deepEqual(
			found.map(({ code, severity }) => `${code} ${severity}`),
			['skill.dropped-by-budget error', 'skill.dropped-by-budget hint'],
		);
		assert.match(
			found[0]?.message ?? '',
			/of this skill and of 1 other; "skillListingBudgetFraction": 0\.00\d+ brings/,
		);
	});
});

describe('The findings of skills', () => {
	itFinds([
		[
			'Should find nothing in skills that are listed',
			{
				...skill('a', described('Does a.')),
				...skill('b', '---\ndescription: >\n  Folded\n  text: and more\n---\nB\n'),
				'.claude/commands/c.md': 'Command without front matter\n',
				'.claude/skills/a/docs/SKILL.md': 'x',
			},
			[],
		],
		[
			'Should find nothing in a skill that the model is not to know',
			skill('a', '---\ndisable-model-invocation: true\n---\nBody\n'),
			[],
		],
		[
			'Should find a skill without front matter',
			skill('a', '# Title\nBody\n'),
			[inSkill('skill.description-missing', 'a', '# Title')],
		],
		[
			'Should find a description that is no text',
			skill('a', '---\nname: a\ndescription: [x, y]\n---\nBody\n'),
			[inSkill('skill.description-missing', 'a', 'description')],
		],
		[
			'Should find no description',
			skill('a', '---\nname: a\n---\nBody\n'),
			[inSkill('skill.description-missing', 'a', 'name: a')],
		],
		['Should find nothing where when_to_use says it', skill('a', '---\nwhen_to_use: Always\n---\nBody\n'), []],
		[
			'Should find front matter that is no YAML',
			skill('a', '---\nname: a\ndescription: "x\n---\nBody\n'),
			[inSkill('skill.front-matter-broken', 'a', '---')],
		],
		[
			'Should find front matter that does not begin the file',
			skill('a', '\n---\ndescription: x\n---\nBody\n'),
			[inSkill('skill.front-matter-broken', 'a', '---')],
		],
		[
			'Should find the part of a description beyond the cap',
			skill('a', described(`${'w'.repeat(1_535)}BEYOND`)),
			[inSkill('skill.description-too-long', 'a', 'BEYOND')],
		],
		['Should find nothing at the cap', skill('a', described('w'.repeat(1_536))), []],
		[
			'Should find the descriptions that the budget dropped',
			{
				...skill('a', described('w'.repeat(400))),
				...skill('b', described('Short.')),
				'/home/ann/.claude/settings.json': '{"disableBundledSkills":true}',
			},
			[inSkill('skill.dropped-by-budget', 'a', 'w'.repeat(400))],
			{ variables: { SLASH_COMMAND_TOOL_CHAR_BUDGET: '500' } },
		],
		[
			'Should find a skill whose name is taken',
			{ ...skill('a', described('Project.')), '/home/ann/.claude/skills/a/SKILL.md': described('User.') },
			[inSkill('skill.superseded', 'a', 'name: x')],
		],
		[
			'Should find nothing in two links to one skill',
			{ ...skill('a', described('A.')), '.claude/skills/b': link('a') },
			[],
		],
		[
			'Should find a skill in the wrong case',
			{ '.claude/skills/a/skill.md': described('A.') },
			['skill.wrong-case .claude/skills/a/skill.md «»'],
		],
		[
			'Should find skills too high, too deep, and as loose files',
			{
				'.claude/skills/SKILL.md': described('A.'),
				'.claude/skills/group/b/SKILL.md': described('B.'),
				'.claude/skills/loose.md': described('C.'),
			},
			[
				'skill.wrong-place .claude/skills/SKILL.md «»',
				'skill.wrong-place .claude/skills/group/b/SKILL.md «»',
				'skill.wrong-place .claude/skills/loose.md «»',
			],
		],
		[
			'Should find nothing in notes beside the skills',
			{
				...skill('a', described('A.')),
				'.claude/skills/README.md': '# Our skills\n',
				'.claude/skills/shared/helper.py': '1',
			},
			[],
		],
	]);
});

describe('The findings of agents', () => {
	const agent = (name: string, text: string): Readonly<Record<string, string>> => ({
		[`.claude/agents/${name}.md`]: text,
	});
	itFinds([
		[
			'Should find nothing in agents that are listed, and in notes beside them',
			{
				...agent('a', '---\nname: a\ndescription: A\n---\nYou.\n'),
				...agent('README', '# Agents\n'),
				'.claude/agents/docs/notes.md': '# Notes\n',
			},
			[],
		],
		[
			'Should find an agent without a name',
			agent('a', '---\ndescription: A\n---\nYou.\n'),
			['agent.name-missing .claude/agents/a.md «description: A»'],
		],
		[
			'Should find a name that is no text',
			agent('a', '---\nname: 5\ndescription: A\n---\nYou.\n'),
			['agent.name-missing .claude/agents/a.md «name»'],
		],
		[
			'Should find an agent without a description',
			agent('a', '---\nname: a\n---\nYou.\n'),
			['agent.description-missing .claude/agents/a.md «name: a»'],
		],
		[
			'Should find an agent without front matter',
			agent('a', 'You are a reviewer.\n'),
			['agent.name-missing .claude/agents/a.md «You are a reviewer.»'],
		],
		[
			'Should find front matter that is no YAML',
			agent('a', '---\nname: "a\ndescription: A\n---\nYou.\n'),
			['agent.front-matter-broken .claude/agents/a.md «---»'],
		],
		[
			'Should find an agent whose name is taken',
			{
				...agent('a', '---\nname: a\ndescription: A\n---\n'),
				'/home/ann/.claude/agents/a.md': '---\nname: a\ndescription: B\n---\n',
			},
			['agent.duplicate /home/ann/.claude/agents/a.md «»'],
		],
	]);
});
