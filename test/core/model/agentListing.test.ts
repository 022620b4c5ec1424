import { strict as assert } from 'node:assert';
import { testModel } from '../../support/inputs.js';
import { memoryTree } from '../../support/memoryFileSystem.js';

describe('the agent listing', () => {
	it('has one line an agent, sorted by name, the description as it stands', async () => {
		const { agentListing } = await testModel(
			memoryTree({
				'/repo/.claude/agents': {
					'1.md': '---\nname: b-x\ndescription: >\n  folded\n  text\n\ntools: Read\n---\n',
					'2.md': '---\nname: B-a\ndescription: <b> & "c"\n---\n',
					'3.md': '---\nname: a_z\ndescription: d\ndisallowedTools: Write\n---\n',
					'4.md': '---\nname: unlisted\n---\n',
				},
			}),
		);
		assert.deepEqual(agentListing.lines, [
			'- a_z: d (Tools: All tools except Write)',
			'- B-a: <b> & "c" (Tools: All tools)',
			'- b-x: folded text\n (Tools: Read)',
		]);
		assert.equal(agentListing.characters, agentListing.lines.join('\n').length);
		assert.deepEqual(
			agentListing.entries.map(({ agent }) => agent.name),
			['a_z', 'B-a', 'b-x'],
		);
	});

	it('is empty without agents', async () => {
		const { agentListing } = await testModel(memoryTree({ '/repo': {} }));
		assert.deepEqual(agentListing, { entries: [], lines: [], characters: 0 });
	});
});
