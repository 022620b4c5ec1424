/** A stand-in for Claude Code as a program on disk, and a tree in which it is started. */

import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DiskTree, diskTree } from './diskTree.js';
import type { Tree } from './memoryFileSystem.js';

const script = join(process.cwd(), 'test', 'fixtures', 'client', 'claude.cjs');

export interface ClientTree extends DiskTree {
	readonly home: string;
	readonly repo: string;
	/** A program that behaves as the mode says, see `test/fixtures/client/claude.cjs`. */
	program(mode: string): string;
}

/** A home and a repository with a nested CLAUDE.md. */
export function clientTree(extra: Tree = {}): ClientTree {
	const tree = diskTree({
		home: { '.claude': { 'CLAUDE.md': 'one\ntwo\n' } },
		repo: { 'CLAUDE.md': 'P\n', src: { 'CLAUDE.md': 'N\n', 'a.ts': '1\n' } },
		...extra,
	});
	return {
		...tree,
		home: join(tree.root, 'home'),
		repo: join(tree.root, 'repo'),
		program: (mode) => {
			const path = join(tree.root, `claude-${mode}`);
			const pidFile = join(tree.root, 'pid');
			writeFileSync(
				path,
				`#!/bin/sh\nFAKE_CLAUDE=${mode} FAKE_PID_FILE='${pidFile}' exec '${process.execPath}' '${script}' "$@"\n`,
			);
			chmodSync(path, 0o755);
			return path;
		},
	};
}
