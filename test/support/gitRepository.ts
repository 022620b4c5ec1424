/** A git repository in a temporary folder, with a home of its own beside it. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type DiskTree, diskTree, writeTree } from './diskTree.js';
import type { Tree } from './memoryFileSystem.js';

export interface TestRepository {
	/** Real path of the working tree. */
	readonly root: string;
	readonly home: string;
	/** Writes files into the working tree. */
	write(tree: Tree): void;
	/** Removes a file or folder of the working tree. */
	remove(path: string): void;
	/** Runs git in it and returns what it prints. */
	git(...args: readonly string[]): string;
	/** Commits everything and returns the commit's id. */
	commit(message?: string): string;
	/** Removes the whole folder. */
	dispose(): void;
}

/** A repository with a first commit of the tree; `home` is laid out beside it. */
export function testRepository(tree: Tree, home: Tree = {}): TestRepository {
	const place: DiskTree = diskTree({ repo: tree, home });
	const root = join(place.root, 'repo');
	mkdirSync(root, { recursive: true });
	mkdirSync(join(place.root, 'home'), { recursive: true });
	const git = (...args: readonly string[]): string =>
		execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.invalid', ...args], {
			cwd: root,
			encoding: 'utf8',
			env: { PATH: process.env['PATH'], HOME: join(place.root, 'home') },
			stdio: ['ignore', 'pipe', 'pipe'],
		}).trim();
	const commit = (message = 'A change'): string => {
		git('add', '--all');
		git('commit', '--quiet', '--allow-empty', '--message', message);
		return git('rev-parse', 'HEAD');
	};
	git('init', '--quiet', '--initial-branch=main');
	commit();
	return {
		root,
		home: join(place.root, 'home'),
		write: (more) => writeTree(root, more),
		remove: (path) => rmSync(join(root, path), { recursive: true }),
		git,
		commit,
		dispose: () => place.remove(),
	};
}
