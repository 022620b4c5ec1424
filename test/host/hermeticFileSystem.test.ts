import assert from 'node:assert/strict';
import { HermeticFileSystem } from '../../src/host/hermeticFileSystem.js';
import { link, memoryTree } from '../support/memoryFileSystem.js';

const behind = memoryTree({
	'/work/CLAUDE.md': 'above\n',
	'/work/repo': {
		'CLAUDE.md': 'ours\n',
		'CLAUDE.local.md': 'ignored\n',
		build: { 'CLAUDE.md': 'built\n' },
		'out.md': link('/home/ann/notes.md'),
		'in.md': link('CLAUDE.md'),
		'hidden.md': link('build/CLAUDE.md'),
	},
	'/home/ann': { 'notes.md': 'mine\n', way: link('/work/repo') },
	'/work/repository/CLAUDE.md': 'neighbour\n',
});

describe('A hermetic file system', () => {
	const fs = new HermeticFileSystem(behind, '/work/repo', new Set(['/work/repo/CLAUDE.local.md', '/work/repo/build']));
	const cases: readonly (readonly [path: string, expected: string | undefined])[] = [
		['/work/repo/CLAUDE.md', 'ours\n'],
		['/work/repo/in.md', 'ours\n'],
		['/home/ann/way/CLAUDE.md', 'ours\n'],
		['/work/CLAUDE.md', undefined],
		['/work/repository/CLAUDE.md', undefined],
		['/home/ann/notes.md', undefined],
		['/work/repo/out.md', undefined],
		['/work/repo/CLAUDE.local.md', undefined],
		['/work/repo/build/CLAUDE.md', undefined],
		['/work/repo/hidden.md', undefined],
	];
	for (const [path, expected] of cases) {
		it(`Should ${expected === undefined ? 'not know' : 'read'} ${path}`, async () => {
			const file = await fs.readText(path);
			assert.equal(file?.ok ? file.text : file, expected);
			assert.equal((await fs.stat(path)) !== undefined, expected !== undefined);
			assert.equal((await fs.realPath(path)) !== undefined, expected !== undefined);
		});
	}

	it('Should list nothing that is hidden, and nothing outside', async () => {
		const names = (await fs.list('/work/repo'))?.map(({ name }) => name);
		assert.deepEqual(names, ['CLAUDE.md', 'out.md', 'in.md', 'hidden.md']);
		assert.equal(await fs.list('/work'), undefined);
		assert.equal(await fs.list('/work/repo/build'), undefined);
	});
});
