/** A tree literal laid out on the disk, for tests of what reads the disk. */

import { execFileSync } from 'node:child_process';
import {
	chmodSync,
	mkdirSync,
	mkdtempSync,
	realpathSync,
	rmSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isNode, type Tree } from './memoryFileSystem.js';

/** A temporary folder with the tree in it; `remove` when done. */
export interface DiskTree {
	/** Real path of the folder. */
	readonly root: string;
	remove(): void;
}

export function diskTree(tree: Tree): DiskTree {
	const root = realpathSync(mkdtempSync(join(tmpdir(), 'context-inspector-')));
	writeTree(root, tree);
	return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}

/** Writes a tree below a folder. Absolute link targets are taken to lie below it. */
export function writeTree(root: string, tree: Tree, top: string = root): void {
	for (const [name, value] of Object.entries(tree)) {
		const path = join(root, name);
		mkdirSync(dirname(path), { recursive: true });
		if (typeof value === 'string' || value instanceof Uint8Array) writeFileSync(path, value);
		else if (!isNode(value)) {
			mkdirSync(path, { recursive: true });
			writeTree(path, value, top);
		} else if (value.type === 'link') {
			symlinkSync(value.target.startsWith('/') ? join(top, value.target) : value.target, path);
		} else if (value.type === 'file') {
			writeFileSync(path, value.content);
			utimesSync(path, value.modified / 1000, value.modified / 1000);
			if (!value.isReadable) chmodSync(path, 0);
		} else if (value.type === 'directory') {
			mkdirSync(path, { recursive: true });
			if (!value.isReadable) chmodSync(path, 0o300);
		} else execFileSync('mkfifo', [path]);
	}
}
