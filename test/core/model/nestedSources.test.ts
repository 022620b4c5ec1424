import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { DirectoryActivations } from '../../../src/core/model/directoryActivations.js';
import { discoverBelow } from '../../../src/core/model/discovery.js';
import { explainFile } from '../../../src/core/model/explain.js';
import { testModel } from '../../support/inputs.js';
import { memoryTree, type Tree } from '../../support/memoryFileSystem.js';

const userSettings = (files: string): Tree => ({
	'/home/ann/.claude/settings.json': JSON.stringify({
		pluginConfigs: { 'agents-md@builtin': { options: { instructionFiles: files } } },
	}),
});

describe('A nested AGENTS.md', () => {
	const rows: readonly {
		readonly title: string;
		readonly tree: Tree;
		readonly sentence?: RegExp;
		readonly place?: string;
	}[] = [
		{ title: 'is on demand where nothing supersedes it', tree: {} },
		{
			title: 'gives way to the CLAUDE.md of the walk, whatever lies beside it',
			tree: { '/repo/CLAUDE.md': 'Top.', '/repo/api/CLAUDE.md': 'API.' },
			sentence: /on the way to the launch directory; \/repo\/CLAUDE\.md does\./,
			place: '/repo/CLAUDE.md',
		},
		{
			title: 'gives way to the CLAUDE.md of the walk, whichever file of the user comes first',
			tree: { '/repo/CLAUDE.md': 'Top.', '/home/ann/.claude/CLAUDE.md': 'Mine.' },
			sentence: /\/repo\/CLAUDE\.md does\./,
			place: '/repo/CLAUDE.md',
		},
		{
			title: 'gives way to the CLAUDE.md beside it',
			tree: { '/repo/api/CLAUDE.md': 'API.' },
			sentence: /only in a directory without a CLAUDE\.md; \/repo\/api\/CLAUDE\.md stands beside it\./,
			place: '/repo/api/CLAUDE.md',
		},
		{
			title: 'is on demand beside a CLAUDE.md where the user has it so',
			tree: {
				'/repo/CLAUDE.md': 'Top.',
				'/repo/api/CLAUDE.md': 'API.',
				...userSettings('claude-md-and-agents-md'),
			},
		},
		{
			title: 'is switched off by the setting',
			tree: userSettings('claude-md'),
			sentence: /"instructionFiles": "claude-md"/,
			place: '/home/ann/.claude/settings.json',
		},
	];
	const path = '/repo/api/AGENTS.md';
	for (const { title, tree, sentence, place } of rows) {
		it(title, async () => {
			const model = await testModel(memoryTree({ '/repo/api/a.ts': '', [path]: 'Agents.\n', ...tree }));
			const { onDemand, notLoaded } = await discoverBelow(model);
			const said = [...onDemand, ...notLoaded].filter((source) => source.path === path);
			assert.equal(said.length, 1);
			assert.equal(said[0]?.state, sentence ? 'not loaded' : 'on demand');
			if (sentence) assert.match(said[0]?.reason?.sentence ?? '', sentence);
			assert.equal(said[0]?.reason?.place?.path, place);

			const activations = new DirectoryActivations(model, (directory) => model.loadContext.fs.list(directory));
			assert.deepEqual((await activations.of(path))?.itself, said[0], 'the badge');
			const { attached, notLoaded: beside } = await explainFile(model, '/repo/api/a.ts');
			assert.equal(
				attached.some(({ source }) => source.path === path),
				!sentence,
			);
			assert.deepEqual(
				beside.filter((source) => source.path === path),
				sentence ? said : [],
			);
		});
	}

	it('that a CLAUDE.md imports is that import and nothing else', async () => {
		const model = await testModel(memoryTree({ '/repo/api/CLAUDE.md': '@AGENTS.md', [path]: 'Agents.\n' }));
		const { onDemand, notLoaded } = await discoverBelow(model);
		assert.deepEqual(
			[...onDemand, ...notLoaded].map((source) => [source.path, source.kind]),
			[
				['/repo/api/CLAUDE.md', 'instructions'],
				[path, 'import'],
			],
		);
	});
});

describe('A nested CLAUDE.md', () => {
	it('of a .claude directory is one source, though that and the directory above it both ask for it', async () => {
		const model = await testModel(
			memoryTree({ '/repo/api/.claude/CLAUDE.md': 'API.\n', '/repo/api/.claude/a.ts': '' }),
		);
		const { onDemand, notLoaded } = await discoverBelow(model);
		assert.deepEqual(
			onDemand.map((source) => source.path),
			['/repo/api/.claude/CLAUDE.md'],
		);
		assert.deepEqual(notLoaded, []);
	});
});
