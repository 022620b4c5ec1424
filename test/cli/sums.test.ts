/** The numbers of a report add up, as data and as people read them. */

import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { ContextReport } from '../../src/core/model/report.js';
import { commandLine } from '../support/commandLine.js';
import { type TestRepository, testRepository } from '../support/gitRepository.js';
import type { Tree } from '../support/memoryFileSystem.js';

const skills = (count: number, length: number): Tree =>
	Object.fromEntries(
		Array.from({ length: count }, (_, index) => [
			`.claude/skills/s${index}/SKILL.md`,
			`---\ndescription: ${'word '.repeat(length)}${index}\n---\nbody\n`,
		]),
	);
const agent = (name: string): string => `---\nname: ${name}\ndescription: Reviews\n---\nbody\n`;

const fixtures: Readonly<Record<string, Tree>> = {
	'nothing at all': {},
	'one of each': {
		'CLAUDE.md': '# Shop\n@docs/a.md @docs/none.md\n',
		'docs/a.md': 'A 日本 😀\n',
		'src/CLAUDE.md': 'nested @../docs/a.md\n',
		'.claude/rules/ts.md': '---\npaths: "**/*.ts"\n---\nTS\n',
		'.claude/rules/all.md': 'all\n',
		'.claude/agents/a.md': agent('a'),
		...skills(1, 3),
	},
	'several skills and agents': {
		'.claude/agents/a.md': agent('a'),
		'.claude/agents/b.md': agent('b'),
		...skills(12, 5),
	},
	'more skills than the listing takes': { 'CLAUDE.md': 'x\n', ...skills(60, 60) },
};

const number = (text: string | undefined): number => Number((text ?? 'NaN').replaceAll(',', ''));

describe('The sums of a report', function () {
	this.timeout(60_000);
	for (const [title, tree] of Object.entries(fixtures)) {
		it(`are those of its rows: ${title}`, async () => {
			const repository: TestRepository = testRepository(tree);
			try {
				const options = { cwd: repository.root, variables: { HOME: repository.home } };
				const report = JSON.parse((await commandLine(['report', '--json'], options)).out) as ContextReport;
				const { out } = await commandLine(['report'], options);
				const { startup, skillListing, agentListing } = report.alwaysLoaded;
				const sum = (rows: readonly { readonly characters: number }[]): number =>
					rows.reduce((total, { characters }) => total + characters, 0);
				const tokens = (rows: readonly { readonly tokens: number }[]): number =>
					rows.reduce((total, each) => total + each.tokens, 0);

				assert.deepEqual(startup, { characters: sum(report.startup), tokens: tokens(report.startup) });
				assert.deepEqual(report.onDemandCost, { characters: sum(report.onDemand), tokens: tokens(report.onDemand) });
				const listed = report.skills.filter(({ characters }) => characters > 0);
				assert.equal(skillListing.characters, sum(listed) + Math.max(0, listed.length - 1));
				assert.equal(agentListing.characters, report.agents.join('\n').length);

				const heading = (name: string): RegExpExecArray | null =>
					new RegExp(`^${name} +([\\d,]+) ch +~([\\d,]+) tok$`, 'm').exec(out);
				const always = heading('Always loaded');
				assert.equal(number(always?.[1]), startup.characters + skillListing.characters + agentListing.characters);
				assert.equal(number(always?.[2]), startup.tokens + skillListing.tokens + agentListing.tokens);
				assert.equal(number(heading('Startup')?.[1]), startup.characters);
				assert.equal(number(heading('On demand, at most')?.[1]), report.onDemandCost.characters);
				const section = /^Skills .*\n((?: {2}.*\n)*)/m.exec(out)?.[1] ?? '';
				if (listed.length > 0 && listed.length <= 30) {
					const rows = [...section.matchAll(/ ([\d,]+) ch$/gm)].map((match) => number(match[1]));
					assert.equal(
						rows.reduce((total, row) => total + row, 0),
						skillListing.characters,
						section,
					);
				}
				if (listed.length > 1) assert.match(section, new RegExp(`line breaks between them +${listed.length - 1} ch`));
			} finally {
				repository.dispose();
			}
		});
	}
});
