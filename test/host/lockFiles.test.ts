import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LockFile } from '../../src/core/lock/lockFile.js';
import { lockPathOf, readLock } from '../../src/core/lock/readLock.js';
import { NodeFileSystem } from '../../src/host/fileSystem.js';
import { gitUserName } from '../../src/host/gitUser.js';
import { writeLock } from '../../src/host/lockFiles.js';
import { type DiskTree, diskTree } from '../support/diskTree.js';
import { testInputs } from '../support/inputs.js';
import { link, memoryTree, type Tree } from '../support/memoryFileSystem.js';

const lock: LockFile = {
	entries: [
		{
			path: '/opt/a.md',
			scope: 'project',
			sha256: 'b'.repeat(64),
			bytes: 1,
			lockedAt: '2026-11-30T10:42:00.000Z',
			lockedBy: 'Ann',
		},
	],
};

describe('Lock on the disk', () => {
	let disk: DiskTree;
	const repository = (tree: Tree): string => {
		disk = diskTree(tree);
		return join(disk.root, 'repo');
	};
	afterEach(() => disk.remove());
	const read = (directory: string) => readLock(new NodeFileSystem(), directory);

	it('is read as it was written, and leaves nothing beside it', async () => {
		const directory = repository({ repo: {} });
		assert.deepEqual(await writeLock(directory, lock), { ok: true, path: lockPathOf(directory) });
		assert.deepEqual(await read(directory), { ok: true, lock });
		assert.deepEqual(await writeLock(directory, { entries: [] }), { ok: true, path: lockPathOf(directory) });
		assert.deepEqual(await read(directory), { ok: true, lock: { entries: [] } });
		assert.deepEqual(readdirSync(join(directory, '.claude')), ['context.lock.json']);
	});

	it('is absent where there is none, and a fault where it is something else', async () => {
		const directory = repository({ repo: {}, other: { '.claude': { 'context.lock.json': {} } } });
		assert.equal(await read(directory), undefined);
		assert.equal((await read(join(disk.root, 'other')))?.ok, false);
	});

	const refused: readonly (readonly [title: string, tree: Tree, fault: RegExp])[] = [
		['.claude leads out of the directory', { repo: { '.claude': link('../outside') }, outside: {} }, /leads out of/],
		['.claude leads to nothing', { repo: { '.claude': link('../nothing') }, outside: {} }, /cannot be written/],
		['.claude is a file', { repo: { '.claude': 'x' }, outside: {} }, /cannot be written/],
		[
			'the lock is a link',
			{ repo: { '.claude': { 'context.lock.json': link('../../outside/victim') } }, outside: { victim: 'mine' } },
			/symbolic link/,
		],
		[
			'the lock is a directory',
			{ repo: { '.claude': { 'context.lock.json': {} } }, outside: {} },
			/not a regular file/,
		],
	];
	for (const [title, tree, fault] of refused) {
		it(`is not written where ${title}`, async () => {
			const directory = repository(tree);
			const writing = await writeLock(directory, lock);
			assert.match(writing.ok ? '' : writing.fault, fault);
			const outside = join(disk.root, 'outside');
			assert.deepEqual(
				readdirSync(outside).filter((name) => name !== 'victim'),
				[],
			);
			if (existsSync(join(outside, 'victim'))) assert.equal(readFileSync(join(outside, 'victim'), 'utf8'), 'mine');
		});
	}

	it('is written through a .claude that is a link inside the directory', async () => {
		const directory = repository({ repo: { '.claude': link('config'), config: {} } });
		assert.equal((await writeLock(directory, lock)).ok, true);
		assert.deepEqual(readdirSync(join(directory, 'config')), ['context.lock.json']);
	});
});

describe("Git's user name", () => {
	const { environment } = testInputs();
	const cases: readonly (readonly [title: string, tree: Tree, expected: string])[] = [
		['the user', { '/home/ann/.gitconfig': '[user]\n\temail = a@b\n\tname = Ann Example # me\n' }, 'Ann Example'],
		[
			'the repository before the user',
			{ '/repo/.git/config': '[User]\nName=Ann at Work\n', '/home/ann/.gitconfig': '[user]\nname = Ann' },
			'Ann at Work',
		],
		[
			'the XDG place',
			{ '/home/ann/.config/git/config': '[core]\nname = no\n[user]\n name = "Ann # \\"A\\""\n' },
			'Ann # "A"',
		],
		['no name', { '/home/ann/.gitconfig': '[user "x"]\n[color]\nname = no\n' }, ''],
		[
			'a name that would rewrite its line',
			{ '/home/ann/.gitconfig': '[user]\nname = Ann\u001b[2K\u202Eeve\n' },
			'Ann [2K eve',
		],
	];
	for (const [title, tree, expected] of cases) {
		it(`is taken from ${title}`, async () =>
			assert.equal(await gitUserName(memoryTree(tree), environment, '/repo'), expected));
	}

	it('is what the variable says, where it says something', async () => {
		const variables = { GIT_AUTHOR_NAME: ' Bob ' };
		assert.equal(
			await gitUserName(
				memoryTree({ '/home/ann/.gitconfig': '[user]\nname = Ann' }),
				{ ...environment, variables },
				undefined,
			),
			'Bob',
		);
	});
});
