import assert from 'node:assert/strict';
import { documentKind, documentPlaces } from '../../../src/core/editing/documentKind.js';
import { testModel } from '../../support/inputs.js';
import { link } from '../../support/memoryFileSystem.js';
import { memoryPath, repositoryTree } from '../findings/findIn.js';

describe('kinds of documents', () => {
	const byName: readonly (readonly [string, string | undefined])[] = [
		['/repo/CLAUDE.md', 'instructions'],
		['/repo/a/.claude/CLAUDE.md', 'instructions'],
		['/repo/CLAUDE.local.md', 'instructions'],
		['/repo/AGENTS.md', 'instructions'],
		['/repo/.claude/rules/deep/a.md', 'rule'],
		['/repo/.claude/rules/a.txt', undefined],
		['/repo/.claude/skills/x/SKILL.md', 'skill'],
		['/repo/.claude/skills/x/more.md', undefined],
		['/repo/.claude/commands/a/b.md', 'command'],
		['/repo/.claude/agents/a.md', 'agent'],
		['/repo/.claude/agent-memory/a/MEMORY.md', 'agent-memory'],
		['/repo/.claude/agent-memory-local/a/MEMORY.md', 'agent-memory'],
		['/home/ann/.claude/projects/-other/memory/MEMORY.md', 'memory-index'],
		['/home/ann/.claude/projects/-other/memory/deep/topic.md', 'memory-topic'],
		['/home/ann/.claude/projects/-other/memory/notes.txt', undefined],
		['/repo/docs/MEMORY.md', undefined],
		['/repo/README.md', undefined],
	];
	for (const [path, kind] of byName) {
		it(`Should take ${path} for ${kind ?? 'nothing of Claude Code’s'} by its place`, () => {
			assert.equal(documentKind(path), kind);
		});
	}

	it('Should know by the model what a path does not say', async () => {
		const fs = repositoryTree({
			'CLAUDE.md': '@docs/style.txt\n',
			'docs/style.txt': 'S\n',
			'.claude/settings.json': '{"autoMemoryDirectory": "/elsewhere"}',
			'/elsewhere/MEMORY.md': '- [A](a.md)\n',
			'/elsewhere/a.md': 'A\n',
			'shared/rule.md': 'R\n',
			'.claude/rules/linked.md': link('../../shared/rule.md'),
			'.claude/agents/helper.md': '---\nname: helper\ndescription: Helps\nmemory: project\n---\nYou help.\n',
		});
		const places = documentPlaces(await testModel(fs));
		assert.equal(documentKind('/repo/docs/style.txt', places), 'import');
		assert.equal(documentKind('/elsewhere/MEMORY.md', places), 'memory-index');
		assert.equal(documentKind('/elsewhere/a.md', places), 'memory-topic');
		assert.equal(documentKind('/repo/shared/rule.md', places), 'rule');
		assert.equal(documentKind('/repo/.claude/rules/linked.md', places), 'rule');
		assert.equal(documentKind('/repo/.claude/agent-memory/helper/MEMORY.md', places), 'agent-memory');
		assert.equal(documentKind('/repo/src/a.ts', places), undefined);
	});

	it('Should keep a topic a topic that an instruction file imports', async () => {
		const fs = repositoryTree({ '/home/ann/.claude/CLAUDE.md': `@${memoryPath}/a.md\n`, 'memory/a.md': 'A\n' });
		const places = documentPlaces(await testModel(fs));
		assert.equal(documentKind(`${memoryPath}/a.md`, places), 'memory-topic');
	});
});
