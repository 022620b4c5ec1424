import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { discoverBelow } from '../../../src/core/model/discovery.js';
import { buildReport } from '../../../src/core/model/report.js';
import { testModel } from '../../support/inputs.js';
import { memoryTree } from '../../support/memoryFileSystem.js';

describe('A report', () => {
	it('Should name the agent that its file keeps out of the listing, and the key that it lacks', async () => {
		const model = await testModel(
			memoryTree({
				'/repo/.claude/agents/fine.md': '---\nname: fine\ndescription: Does it.\n---\nYou.',
				'/repo/.claude/agents/broken.md': '---\ndescription: Nameless.\n---\nYou.',
			}),
		);
		const { agents, notLoaded } = buildReport(model);
		assert.equal(agents.length, 1);
		assert.deepEqual(
			notLoaded.map(({ path, kind, reason }) => [path, kind, reason?.code]),
			[['/repo/.claude/agents/broken.md', 'agent', 'key-missing']],
		);
		assert.match(notLoaded[0]?.reason?.sentence ?? '', /no "name"/);
	});

	it('Should name skills of directories below, which a touched file brings', async () => {
		const skill = '---\ndescription: Seeds.\n---\nBody';
		const model = await testModel(
			memoryTree({
				'/repo/.claude/skills/top/SKILL.md': skill,
				'/repo/api/.claude/skills/seed/SKILL.md': skill,
				'/repo/web/.claude/skills/hidden/SKILL.md': '---\ndescription: x\ndisable-model-invocation: true\n---\n',
			}),
		);
		const { skills, alwaysLoaded } = buildReport(model, await discoverBelow(model));
		assert.deepEqual(
			skills.map(({ name, state, characters, reason }) => [name, state, characters > 0, reason?.code]),
			[
				['top', 'listed', true, undefined],
				['seed', 'on demand', false, undefined],
				['hidden', 'not loaded', false, 'model-invocation-disabled'],
			],
		);
		assert.equal(alwaysLoaded.skillListing.characters, skills[0]?.characters);
	});
});
