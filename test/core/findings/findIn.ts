/** Findings of tree literals, in a short form that tests can spell out. */

import assert from 'node:assert/strict';
import type { FindingOptions } from '../../../src/core/findings/finderInput.js';
import type { Finding } from '../../../src/core/findings/finding.js';
import { findAll } from '../../../src/core/findings/findings.js';
import { applied, type Fix, fixesFor, pathsForFixes } from '../../../src/core/findings/fixes.js';
import { discoverBelow } from '../../../src/core/model/discovery.js';
import { type TestInputs, testModel } from '../../support/inputs.js';
import { defaultModified, type MemoryFileSystem, memoryTree, type Tree } from '../../support/memoryFileSystem.js';
import { filesBelow } from './corpusFindings.js';

export const memoryPath = '/home/ann/.claude/projects/-repo/memory';

/** What a test may say beyond the tree. */
export interface TreeOptions extends TestInputs {
	readonly options?: FindingOptions;
	/** False for a run without a list of the workspace's files. */
	readonly listFiles?: boolean;
}

/** A tree below /repo (a repository), unless a path is absolute; `memory/…` is the memory directory. */
export function repositoryTree(tree: Tree): MemoryFileSystem {
	const fs = memoryTree({ '/repo/.git': {}, '/home/ann/.claude': {} });
	for (const [path, value] of Object.entries(tree)) {
		const place = path.startsWith('memory/')
			? `${memoryPath}/${path.slice(7)}`
			: path.startsWith('/')
				? path
				: `/repo/${path}`;
		fs.add('/', { [place]: value });
	}
	return fs;
}

export async function findingsIn(
	fs: MemoryFileSystem,
	{ options, listFiles, ...inputs }: TreeOptions = {},
): Promise<readonly Finding[]> {
	const model = await testModel(fs, { now: defaultModified, ...inputs });
	return findAll(model, {
		discovery: await discoverBelow(model),
		...(listFiles === false ? {} : { workspaceFiles: await filesBelow(fs, '/repo') }),
		onError: (_, error) => {
			throw error;
		},
		...options,
	});
}

/** One finding as `code path «text in its range»`; paths below /repo and the memory directory are shortened. */
export async function shown(fs: MemoryFileSystem, { code, path, range }: Finding): Promise<string> {
	const file = await fs.readText(path);
	const text = file?.ok ? file.text : '';
	assert.ok(range.offset >= 0 && range.offset + range.length <= text.length, `${code}: range beyond ${path}`);
	return `${code} ${shortened(path)} «${text.slice(range.offset, range.offset + range.length)}»`;
}

const shortened = (path: string): string => path.replace(`${memoryPath}/`, 'memory/').replace(/^\/repo\//, '');

/** The findings of a tree in short form. */
export async function shownFindings(tree: Tree, options: TreeOptions = {}): Promise<readonly string[]> {
	const fs = repositoryTree(tree);
	return Promise.all((await findingsIn(fs, options)).map((finding) => shown(fs, finding)));
}

/** Rows of a table: what is there, the tree, and what is found; a tree of sound files is found to be sound. */
export type Row = readonly [title: string, tree: Tree, expected: readonly string[], options?: TreeOptions];

export function itFinds(rows: readonly Row[]): void {
	for (const [title, tree, expected, options] of rows) {
		it(title, async () => {
			assert.deepEqual([...(await shownFindings(tree, options))].sort(), [...expected].sort());
		});
	}
}

/** Applies a fix to the tree, as an editor would. */
export async function applyFix(fs: MemoryFileSystem, fix: Fix): Promise<void> {
	const replacements = fix.edits.filter((edit) => edit.kind === 'replace');
	for (const path of new Set(replacements.map((edit) => edit.path))) {
		const file = await fs.readText(path);
		assert.ok(file?.ok, path);
		fs.write(
			path,
			applied(
				file.text,
				replacements.filter((edit) => edit.path === path),
			),
		);
	}
	for (const edit of fix.edits) {
		if (edit.kind === 'create') {
			assert.equal(await fs.stat(edit.path), undefined);
			fs.write(edit.path, edit.text);
		} else if (edit.kind === 'rename') {
			const file = await fs.readText(edit.path);
			if (file?.ok) fs.write(edit.newPath, file.text);
			else
				for (const { name } of (await fs.list(edit.path)) ?? [])
					await applyFix(fs, {
						...fix,
						edits: [{ ...edit, path: `${edit.path}/${name}`, newPath: `${edit.newPath}/${name}` }],
					});
			fs.remove(edit.path);
		}
	}
}

/** The fixes of a finding, with the texts as they are in the tree. */
export async function fixesIn(fs: MemoryFileSystem, finding: Finding): Promise<readonly Fix[]> {
	const texts = new Map<string, string>();
	for (const path of pathsForFixes(finding)) {
		const file = await fs.readText(path);
		if (file?.ok) texts.set(path, file.text);
	}
	return fixesFor(finding, { textOf: (path) => texts.get(path) });
}
