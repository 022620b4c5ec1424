import { strict as assert } from 'node:assert';
import { noFlags } from '../../../src/core/inputs.js';
import { describeTools } from '../../../src/core/model/agentListing.js';
import { agentMemoryPath, readAgentMemory } from '../../../src/core/sources/agentMemory.js';
import type { Agent } from '../../../src/core/sources/agents.js';
import { agentTools } from '../../../src/core/sources/agentTools.js';
import { type TestInputs, testModel } from '../../support/inputs.js';
import { memoryTree, type Tree } from '../../support/memoryFileSystem.js';

const agent = (name: string, description: string, keys = ''): string =>
	`---\nname: ${name}\ndescription: ${description}\n${keys}---\nBODY\n`;

const modelOf = (tree: Tree, options?: TestInputs) => testModel(memoryTree({ '/repo/.git': {}, ...tree }), options);
const listedIn = async (tree: Tree, options?: TestInputs): Promise<readonly string[]> =>
	(await modelOf(tree, options)).agents
		.filter(({ state }) => state === 'listed')
		.map(({ name, description }) => `${name} ${description}`);
const notLoadedIn = async (tree: Tree, options?: TestInputs): Promise<readonly string[]> =>
	(await modelOf(tree, options)).agents
		.filter(({ state }) => state === 'not loaded')
		.map(({ path, reason }) => `${path.slice(path.lastIndexOf('/') + 1)} ${reason?.code}`);

describe('agents', () => {
	it('come from managed, project, added and user directories, of one name the strongest', async () => {
		const names = await listedIn(
			{
				'/etc/claude-code/.claude/agents/a.md': agent('a', 'managed'),
				'/repo/.claude/agents/a.md': agent('a', 'root'),
				'/repo/.claude/agents/b.md': agent('b', 'root'),
				'/repo/web/.claude/agents/sub/b.md': agent('b', 'web'),
				'/lib/.claude/agents/b.md': agent('b', 'lib'),
				'/lib/.claude/agents/c.md': agent('c', 'lib'),
				'/home/ann/.claude/agents/c.md': agent('c', 'user'),
				'/home/ann/.claude/agents/d.md': agent('d', 'user'),
				'/.claude/agents/e.md': agent('e', 'above'),
				'/repo/web/in/.claude/agents/f.md': agent('f', 'below'),
			},
			{ launchDirectory: '/repo/web', flags: { ...noFlags, addDirectories: ['/lib'] } },
		);
		assert.deepEqual(names, ['a managed', 'b web', 'c lib', 'd user']);
	});

	it('need a name and a description that are texts', async () => {
		const tree = {
			'/repo/.claude/agents': {
				'a.md': agent('good', 'd'),
				'b.md': '---\nname: no-description\n---\n',
				'c.md': '---\ndescription: no name\n---\n',
				'd.md': agent('number', '42'),
				'e.md': agent('42', 'd'),
				'f.md': agent('a:b', 'd'),
				'g.md': 'no front matter',
				'h.MD': agent('upper', 'd'),
			},
		};
		assert.deepEqual(await listedIn(tree), ['good d']);
		assert.deepEqual(
			await notLoadedIn(tree),
			[
				'b.md key-missing',
				'c.md key-missing',
				'd.md key-missing',
				'e.md key-missing',
				'f.md empty',
				'g.md key-missing',
			].reverse(),
		);
	});

	it('are denied by name, with either word, or all together', async () => {
		const deny = (rules: string): Tree => ({
			'/repo/.claude/settings.json': `{"permissions":{"deny":${rules}}}`,
			'/repo/.claude/agents': { 'a.md': agent('a', 'd'), 'b.md': agent('b', 'd'), 'c.md': agent('c', 'd') },
		});
		assert.deepEqual(await listedIn(deny('["Agent(a)","Task(b)"]')), ['c d']);
		assert.deepEqual(await listedIn(deny('["Agent"]')), []);
		assert.deepEqual(await notLoadedIn(deny('["Agent(a)"]')), ['a.md disabled-by-setting']);
	});

	it('of a plugin fall back on the file name and on a sentence', async () => {
		const names = await listedIn(
			{
				'/plug/agents/a.md': agent('x', 'd'),
				'/plug/agents/sub/b.md': agent('y', 'd'),
				'/plug/agents/c.md': '---\ndescription: d\n---\n',
				'/plug/agents/e.md': '---\nname: z\n---\n',
			},
			{ flags: { ...noFlags, pluginDirectories: ['/plug'] } },
		);
		assert.deepEqual(names, ['plug:c d', 'plug:sub:y d', 'plug:x d', 'plug:z Agent from plug plugin']);
	});

	it('turn a written line break into a real one', async () => {
		const names = await listedIn({ '/repo/.claude/agents/a.md': agent('a', 'one\\ntwo') });
		assert.deepEqual(names, ['a one\ntwo']);
	});

	it('are off under a policy for plugins only, and without their setting source', async () => {
		const tree = { '/repo/.claude/agents/a.md': agent('a', 'd') };
		const policy = { '/etc/claude-code/managed-settings.json': '{"strictPluginOnlyCustomization":["agents"]}' };
		assert.deepEqual(await notLoadedIn({ ...tree, ...policy }), ['a.md disabled-by-policy']);
		const user: TestInputs = { flags: { ...noFlags, settingSources: ['user'] } };
		assert.deepEqual(await notLoadedIn(tree, user), ['a.md disabled-by-setting']);
	});
});

describe('the tools of an agent', () => {
	const cases: readonly (readonly [unknown, unknown, boolean, string])[] = [
		[undefined, undefined, false, 'All tools'],
		[undefined, undefined, true, 'All tools'],
		[[], undefined, false, 'All tools'],
		['', undefined, false, 'All tools'],
		[5, undefined, false, 'All tools'],
		['Bash(ls), *', undefined, false, 'All tools'],
		['Read,Grep , Bash', undefined, false, 'Read, Grep, Bash'],
		['Read Grep', undefined, false, 'Read, Grep'],
		['Bash(git add:*, x), Read', undefined, false, 'Bash(git add:*, x), Read'],
		[['Read', 5, 'Grep, Glob'], undefined, false, 'Read, Grep, Glob'],
		[undefined, 'Write, Edit', false, 'All tools except Write, Edit'],
		[undefined, '*', false, 'All tools'],
		['Read, Write', 'Write', false, 'Read'],
		['Read', 'Read', false, 'None'],
		['Bash(git:*)', 'Bash', false, 'Bash(git:*)'],
		['Read, Grep', undefined, true, 'Read, Grep, Write, Edit'],
		[[], undefined, true, 'Write, Edit, Read'],
		['Read', 'Write', true, 'Read, Edit'],
	];
	for (const [tools, disallowed, hasMemory, expected] of cases) {
		it(`${JSON.stringify(tools)} without ${JSON.stringify(disallowed)}${hasMemory ? ' and a memory' : ''}: ${expected}`, () =>
			assert.equal(describeTools(agentTools(tools, disallowed, hasMemory)), expected));
	}
});

describe('agents of one directory', () => {
	const files = (names: readonly string[]): Tree =>
		Object.fromEntries(names.map((name) => [`/repo/.claude/agents/${name}.md`, agent('x', name)]));

	it('count by the last path in newer clients, wherever the directory stands', async () => {
		const model = await modelOf(files(['z', 'a/y', 'é', 'a']));
		assert.deepEqual(model.agentListing.lines, ['- x: é (Tools: All tools)']);
	});

	it('count by the last one that the system lists in the older client', async () => {
		const model = await modelOf(files(['z', 'a/y', 'é', 'b']), { client: '2.1.235' });
		assert.deepEqual(model.agentListing.lines, ['- x: b (Tools: All tools)']);
	});

	const names = ['Zy', 'éa', 'a10', 'a_b', 'a9', 'Éb', '日', 'aé', 'b'];
	const tree: Tree = Object.fromEntries(names.map((name) => [`/repo/.claude/agents/${name}.md`, agent(name, 'd')]));
	for (const [client, order] of [
		['2.1.235', 'a_b a10 a9 aé b éa Éb Zy 日'],
		['2.1.332', 'a_b a10 a9 b Zy aé Éb éa 日'],
	] as const) {
		it(`are listed as ${order} on ${client}`, async () => {
			const { agents } = await modelOf(tree, { client });
			assert.equal(agents.map(({ name }) => name).join(' '), order);
		});
	}
});

describe('the memory of an agent', () => {
	const withMemory = (memory: string): Tree => ({
		'/repo/.claude/agents/a.md': agent('rev', 'd', `memory: ${memory}\n`),
	});
	const paths: readonly (readonly [string, string | undefined])[] = [
		['project', '/repo/.claude/agent-memory/rev/MEMORY.md'],
		['local', '/repo/.claude/agent-memory-local/rev/MEMORY.md'],
		['user', '/home/ann/.claude/agent-memory/rev/MEMORY.md'],
		['elsewhere', undefined],
	];
	for (const [memory, expected] of paths) {
		it(`of scope ${memory} lies at ${expected ?? 'no place'}`, async () => {
			const model = await modelOf(withMemory(memory));
			assert.equal(agentMemoryPath(model.inputs, model.place, model.agents[0] as Agent), expected);
		});
	}

	it('is cut like MEMORY.md', async () => {
		const text = Array.from({ length: 201 }, (_, line) => `- ${line}`).join('\n');
		const model = await modelOf({ ...withMemory('project'), '/repo/.claude/agent-memory/rev/MEMORY.md': text });
		const { fs } = model.loadContext;
		const source = await readAgentMemory(fs, model.inputs, model.place, model.agents[0] as Agent);
		assert.equal(source?.state, 'truncated');
		assert.equal(source?.text?.split('\n').length, 200);
	});

	it('never leads out of its directory', async () => {
		const model = await modelOf({ '/repo/.claude/agents/a.md': agent('"../../x"', 'd', 'memory: project\n') });
		const path = agentMemoryPath(model.inputs, model.place, model.agents[0] as Agent);
		assert.equal(path, '/repo/.claude/agent-memory/..-..-x/MEMORY.md');
	});
});
