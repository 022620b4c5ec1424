import { strict as assert } from 'node:assert';
import { excludesFileOf } from '../../../src/core/sources/gitIgnore.js';
import {
	externalIncludesApproved,
	globalConfigPath,
	parseGlobalConfig,
	readGlobalConfig,
} from '../../../src/core/sources/globalConfig.js';
import { testInputs } from '../../support/inputs.js';
import { fifo, memoryTree } from '../../support/memoryFileSystem.js';

describe('the global configuration', () => {
	it('lies in the home directory, or in CLAUDE_CONFIG_DIR', () => {
		assert.equal(globalConfigPath(testInputs()), '/home/ann/.claude.json');
		assert.equal(globalConfigPath(testInputs({ variables: { CLAUDE_CONFIG_DIR: '/cfg' } })), '/cfg/.claude.json');
	});

	const states: readonly (readonly [string, Parameters<typeof memoryTree>[0], string])[] = [
		['missing', {}, 'missing'],
		['no JSON', { '/home/ann/.claude.json': '{' }, 'void'],
		['a list', { '/home/ann/.claude.json': '[]' }, 'void'],
		['a pipe', { '/home/ann/.claude.json': fifo }, 'unreadable'],
		['an object', { '/home/ann/.claude.json': '\uFEFF{}' }, 'read'],
	];
	for (const [title, tree, state] of states) {
		it(`has no entries and the state "${state}" where it is ${title}`, async () => {
			const config = await readGlobalConfig(memoryTree(tree), testInputs());
			assert.deepEqual([config.state, config.projects.size, config.skillUsage.size], [state, 0, 0]);
		});
	}

	it('takes only entries of the right type, whatever their names', () => {
		const config = parseGlobalConfig(
			'/c',
			'{"projects":{"__proto__":{"hasClaudeMdExternalIncludesApproved":true},"/a":1},"skillUsage":{"constructor":{"usageCount":2,"lastUsedAt":3},"x":{"usageCount":"2"}}}',
		);
		assert.deepEqual([...config.projects.keys()], ['__proto__']);
		assert.deepEqual([...config.skillUsage], [['constructor', { usageCount: 2, lastUsedAt: 3 }]]);
	});

	const approval = (key: string) =>
		parseGlobalConfig('/c', JSON.stringify({ projects: { [key]: { hasClaudeMdExternalIncludesApproved: true } } }));
	const place = {
		directory: '/repo/a',
		given: '/repo/a',
		repositoryRoot: '/repo',
		mainRepositoryRoot: '/main',
		walk: [],
	};
	for (const [key, expected] of [
		['/repo/a', false],
		['/repo', false],
		['/main', true],
		['/', false],
		['/repo/a/b', false],
	] as const) {
		it(`${expected ? 'approves' : 'does not approve'} external imports by the key ${key}`, () => {
			const found = externalIncludesApproved(approval(key), place);
			assert.equal(found !== undefined, expected);
			if (found) assert.deepEqual(found, { path: '/c', offset: 13, length: key.length + 2 });
		});
	}

	it('approves external imports by the launch directory where there is no repository', () => {
		const nowhere = { directory: '/a/b', given: '/a/b', walk: [] };
		assert.ok(externalIncludesApproved(approval('/a/b'), nowhere));
		assert.equal(externalIncludesApproved(approval('/a'), nowhere), undefined);
	});
});

describe("git's own configuration", () => {
	const cases: readonly (readonly [string, string | undefined])[] = [
		['[core]\n\texcludesFile = ~/ignore\n', '~/ignore'],
		['[core]\n\texcludesfile = "/a b"\n', '/a b'],
		['[user]\nexcludesFile = x\n', undefined],
		['[core]\nexcludesFile =\n', undefined],
		['', undefined],
	];
	for (const [text, expected] of cases) {
		it(`names ${expected ?? 'no file'} in ${JSON.stringify(text)}`, () => assert.equal(excludesFileOf(text), expected));
	}
});
