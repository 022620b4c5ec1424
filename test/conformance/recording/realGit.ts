/** Repositories as git itself makes them: a real client asks git. */

import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { GitMaker } from '../scenario.js';

function git(directory: string, ...args: readonly string[]): void {
	execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.invalid', ...args], {
		cwd: directory,
		stdio: ['ignore', 'ignore', 'pipe'],
		env: {
			PATH: process.env['PATH'],
			HOME: directory,
			GIT_CONFIG_GLOBAL: '/dev/null',
			GIT_CONFIG_NOSYSTEM: '1',
			GIT_CEILING_DIRECTORIES: dirname(directory),
		},
	});
}

let worktrees = 0;

export const realGit: GitMaker = {
	init(directory) {
		mkdirSync(directory, { recursive: true });
		git(directory, 'init', '--quiet');
	},
	addWorktree(main, path) {
		git(main, 'add', '--all');
		git(main, 'commit', '--quiet', '--message', 'A change');
		git(main, 'worktree', 'add', '--quiet', '-b', `worktree-${worktrees++}`, path);
	},
};
