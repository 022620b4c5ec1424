import assert from 'node:assert/strict';
import { documentLinks } from '../../../src/core/editing/documentLinks.js';
import {
	instructionLens,
	type Lens,
	matchingFiles,
	skillLens,
	statesOf,
	topicLens,
} from '../../../src/core/editing/lenses.js';
import { FilesBelow } from '../../../src/core/findings/workspaceFiles.js';
import { readPaths } from '../../../src/core/globs/paths.js';
import type { SourceState } from '../../../src/core/source.js';
import { testModel } from '../../support/inputs.js';
import { repositoryTree } from '../findings/findIn.js';

const lensOf = (text: string, isRule = false) =>
	instructionLens(text, { isRule, afterByteOrderMark: true, known: { state: 'loaded' } });

describe('lenses', () => {
	it('Should count what is sent of an instruction file, and its imports', () => {
		assert.deepEqual(lensOf('---\nx: 1\n---\n<!-- c -->\n\nSee @a.md and @b.md \n'), {
			kind: 'instructions',
			offset: 0,
			state: 'loaded',
			characters: 19,
			imports: 2,
		});
	});

	it('Should count what a file attaches untrimmed, as it is sent', () => {
		const of = (state: SourceState): Lens =>
			instructionLens('Text.\n', { isRule: false, afterByteOrderMark: true, known: { state } });
		const characters = (lens: Lens): unknown => lens.kind === 'instructions' && lens.characters;
		assert.deepEqual([characters(of('loaded')), characters(of('on demand'))], [5, 6]);
	});

	it('Should stand at the paths of a rule', () => {
		const lens = lensOf('---\nname: x\npaths: src/**\n---\nText\n', true);
		assert.equal(lens.kind, 'rule');
		assert.equal(lens.offset, 12);
		assert.equal(lensOf('Text\n', true).kind, 'instructions');
		assert.equal(lensOf('---\npaths: src/**\n---\nText\n', false).kind, 'instructions');
	});

	it('Should count the files that patterns match, negations too', () => {
		const files = new FilesBelow(['src/a.ts', 'src/b.tsx', 'lib/c.ts', 'lib/src/d.ts']);
		const matched = (...patterns: readonly string[]): readonly string[] => {
			const paths = readPaths(patterns);
			assert.ok(paths);
			return matchingFiles(paths, files);
		};
		assert.deepEqual(matched('src/*.ts', 'src/**'), ['src/a.ts', 'src/b.tsx', 'lib/src/d.ts']);
		assert.deepEqual(matched('*.ts', '!lib/c.ts'), ['src/a.ts', 'lib/src/d.ts']);
		assert.deepEqual(matched('./src/**'), []);
	});

	it('Should say on which line of the index a topic is linked', () => {
		const text = '# M\n\n- [A](a.md)\n- [B](b.md)\n';
		const links = documentLinks('memory-index', text, {
			path: '/m/MEMORY.md',
			homeDirectory: '/home/ann',
			topics: [],
			afterByteOrderMark: true,
		});
		assert.deepEqual(topicLens('/m/b.md', text, links), { kind: 'topic', offset: 0, line: 4 });
		assert.deepEqual(topicLens('/m/c.md', text, links), { kind: 'topic', offset: 0, line: undefined });
	});

	it('Should say how a skill stands in the listing, and by how much the listing is over its budget', async () => {
		const skill = (description: string): string => `---\ndescription: ${description}\n---\nBody\n`;
		const fs = repositoryTree({
			'.claude/skills/a/SKILL.md': skill('Short'),
			'.claude/skills/b/SKILL.md': skill('x'.repeat(500)),
			'.claude/skills/c/SKILL.md': '---\ndescription: x\ndisable-model-invocation: true\n---\n',
		});
		const roomy = await testModel(fs);
		const lens = skillLens(roomy, '/repo/.claude/skills/a/SKILL.md');
		assert.deepEqual(lens, {
			kind: 'skill',
			offset: 0,
			state: 'listed',
			characters: 5,
			cap: 1536,
			over: 0,
		});
		const hidden = skillLens(roomy, '/repo/.claude/skills/c/SKILL.md');
		assert.ok(hidden?.kind === 'skill');
		assert.deepEqual([hidden.state, hidden.reason], ['not loaded', 'model-invocation-disabled']);
		const tight = await testModel(fs, { variables: { SLASH_COMMAND_TOOL_CHAR_BUDGET: '100' } });
		const dropped = skillLens(tight, '/repo/.claude/skills/b/SKILL.md');
		assert.ok(dropped?.kind === 'skill');
		assert.deepEqual([dropped.state, dropped.reason], ['name only', 'dropped-by-budget']);
		assert.equal(dropped.over, tight.skillListing.budget.neededForAll - 100);
		assert.equal(skillLens(tight, '/repo/none/SKILL.md'), undefined);
	});

	it('Should know the states of files by their paths', async () => {
		const model = await testModel(
			repositoryTree({
				'CLAUDE.md': '@a.md @gone.md\n',
				'a.md': 'A\n',
				'.claude/rules/r.md': '---\npaths: src/**\n---\nR\n',
			}),
		);
		const states = statesOf(model);
		assert.deepEqual(states.get('/repo/a.md'), { state: 'loaded' });
		assert.deepEqual(states.get('/repo/.claude/rules/r.md'), { state: 'on demand' });
		assert.deepEqual(states.get('/repo/gone.md'), { state: 'not loaded', reason: 'import-missing' });
	});
});
