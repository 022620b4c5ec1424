import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { explainFile } from '../../../src/core/model/explain.js';
import type { SourceKind, SourceState } from '../../../src/core/source.js';
import { testModel } from '../../support/inputs.js';
import { link, memoryTree } from '../../support/memoryFileSystem.js';

const memory = '/home/ann/.claude/projects/-repo/memory';
const skill = '---\nname: x\ndescription: Does it.\n---\nBody';
const tree = {
	'/repo/CLAUDE.md': 'Top. @gone.md',
	'/repo/.claude/rules/ts.md': '---\npaths: "**/*.ts"\n---\nTS.',
	'/repo/.claude/rules/linked.md': link('../../docs/linked.md'),
	'/repo/docs/linked.md': 'Linked.',
	'/repo/.claude/skills/a/SKILL.md': skill,
	'/repo/.claude/skills/hidden/SKILL.md': '---\ndescription: x\ndisable-model-invocation: true\n---\n',
	'/repo/.claude/agents/reviewer.md': '---\nname: reviewer\ndescription: Reviews.\n---\nYou review.',
	'/repo/.claude/agents/broken.md': '---\ndescription: Nameless.\n---\nYou.',
	'/repo/api/CLAUDE.md': 'API.',
	'/repo/api/AGENTS.md': 'Agents.',
	'/repo/api/.claude/rules/db.md': '---\npaths: "*.sql"\n---\nDB.',
	'/repo/api/.claude/rules/dead.md': '---\npaths: "./*.sql"\n---\nDB.',
	'/repo/api/.claude/skills/seed/SKILL.md': skill,
	'/repo/api/a.ts': '',
	[`${memory}/MEMORY.md`]: '- [Topic](topic.md)\n',
	[`${memory}/topic.md`]: '---\nname: topic\n---\nText.',
	[`${memory}/notes.txt`]: 'No topic.',
};

describe('A file as a source', () => {
	const rows: readonly (readonly [path: string, kind?: SourceKind, state?: SourceState, reason?: string])[] = [
		['/repo/CLAUDE.md', 'instructions', 'loaded'],
		['/repo/.claude/rules/ts.md', 'rule', 'on demand'],
		['/repo/.claude/rules/linked.md', 'rule', 'loaded'],
		['/repo/docs/linked.md', 'rule', 'loaded'],
		['/repo/.claude/skills/a/SKILL.md', 'skill', 'listed'],
		['/repo/.claude/skills/hidden/SKILL.md', 'skill', 'not loaded', 'model-invocation-disabled'],
		['/repo/.claude/agents/reviewer.md', 'agent', 'listed'],
		['/repo/.claude/agents/broken.md', 'agent', 'not loaded', 'key-missing'],
		['/repo/api/CLAUDE.md', 'instructions', 'on demand'],
		['/repo/api/AGENTS.md', 'agents-md', 'not loaded', 'superseded'],
		['/repo/api/.claude/rules/db.md', 'rule', 'on demand'],
		['/repo/api/.claude/rules/dead.md', 'rule', 'not loaded', 'never-matches'],
		['/repo/api/.claude/skills/seed/SKILL.md', 'skill', 'on demand'],
		['/repo/api/a.ts'],
		[`${memory}/MEMORY.md`, 'memory-index', 'loaded'],
		[`${memory}/topic.md`, 'memory-topic', 'on demand'],
		[`${memory}/notes.txt`],
	];
	for (const [path, kind, state, reason] of rows) {
		it(`${path} is ${kind ? `${kind}, ${state}` : 'none'}`, async () => {
			const { itself } = await explainFile(await testModel(memoryTree(tree)), path);
			assert.deepEqual([itself?.kind, itself?.state, itself?.reason?.code], [kind, state, reason]);
		});
	}

	it('A listed skill costs its line', async () => {
		const { itself } = await explainFile(await testModel(memoryTree(tree)), '/repo/.claude/skills/a/SKILL.md');
		assert.equal(itself?.characters, '- a (x): Does it.'.length);
	});

	it('A topic does not load where memory is off, for the reason of that', async () => {
		const model = await testModel(memoryTree(tree), { variables: { CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1' } });
		const { itself } = await explainFile(model, `${memory}/topic.md`);
		assert.deepEqual([itself?.state, itself?.reason?.code], ['not loaded', 'disabled-by-environment']);
	});
});
