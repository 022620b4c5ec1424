import * as assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import { applyFix, inMemory, showWritten, textOf } from '../../support/editing.js';
import { closeEditors, inspector, inWorkspace, remove, write } from '../../support/inspector.js';
import { until } from '../../until.js';

/** From the diagnostic over the fix to the text. */
interface Row {
	readonly title: string;
	readonly files: Readonly<Record<string, string>>;
	/** File that has the diagnostic; `memory/…` is in the memory directory. */
	readonly at: string;
	readonly fix: string;
	readonly kind?: string;
	readonly leaves: readonly [path: string, text: string];
}

const rule = (frontMatter: string): string => `---\n${frontMatter}\n---\nText.\n`;
const rulePath = '.claude/rules/fix.md';
const local = 'CLAUDE.local.md';

const rows: readonly Row[] = [
	{
		title: 'create the missing topic',
		files: { 'memory/MEMORY.md': '- [New](fresh.md)\n' },
		at: 'memory/MEMORY.md',
		fix: 'Create fresh.md',
		leaves: ['memory/fresh.md', '---\nname: "fresh"\ndescription: "New"\ntype: project\n---\n\n# New\n'],
	},
	{
		title: 'repoint a dead link',
		files: { 'memory/MEMORY.md': '- [B](bulid.md)\n', 'memory/build.md': 'B\n' },
		at: 'memory/MEMORY.md',
		fix: 'Point the link to build.md',
		leaves: ['memory/MEMORY.md', '- [B](build.md)\n'],
	},
	{
		title: 'remove a dead entry',
		files: { 'memory/MEMORY.md': '- [A](a.md)\n- [B](zzzzzz.md)\n', 'memory/a.md': 'A\n' },
		at: 'memory/MEMORY.md',
		fix: 'Remove the entry',
		leaves: ['memory/MEMORY.md', '- [A](a.md)\n'],
	},
	{
		title: 'add an orphan topic to the index',
		files: { 'memory/MEMORY.md': '- [A](a.md)\n', 'memory/a.md': 'A\n', 'memory/b.md': 'B\n' },
		at: 'memory/b.md',
		fix: 'Add the topic to MEMORY.md',
		leaves: ['memory/MEMORY.md', '- [A](a.md)\n- [b](b.md)\n'],
	},
	{
		title: 'shorten a long entry into its topic',
		files: {
			'memory/MEMORY.md': `- [A](a.md) — ${'word '.repeat(20)}end. ${'more '.repeat(10)}last\n`,
			'memory/a.md': 'A\n',
		},
		at: 'memory/MEMORY.md',
		fix: 'Move the end of the line into a.md',
		leaves: ['memory/a.md', `A\n\n${'more '.repeat(10)}last\n`],
	},
	{
		title: 'create the target of an import',
		files: { [local]: '@docs/unwritten-page.md\n' },
		at: local,
		fix: 'Create docs/unwritten-page.md',
		leaves: ['docs/unwritten-page.md', '# unwritten-page\n'],
	},
	{
		title: 'repoint an import',
		files: { [local]: 'See @docs/stlye.md too\n' },
		at: local,
		fix: 'Import docs/style.md',
		leaves: [local, 'See @docs/style.md too\n'],
	},
	{
		title: 'move punctuation out of an import',
		files: { [local]: 'See @README.md, please\n' },
		at: local,
		fix: 'Put a blank between "README.md" and the punctuation',
		leaves: [local, 'See @README.md , please\n'],
	},
	{
		title: 'quote a YAML glob',
		files: { [rulePath]: rule('paths:\n  - **/*.ts') },
		at: rulePath,
		fix: 'Put the pattern in quotes',
		leaves: [rulePath, rule('paths:\n  - "**/*.ts"')],
	},
	{
		title: 'rename a foreign key',
		files: { [rulePath]: rule('globs: "src/**"') },
		at: rulePath,
		fix: 'Rename the key to "paths"',
		leaves: [rulePath, rule('paths: "src/**"')],
	},
	{
		title: 'escape brackets that are meant literally',
		files: { [rulePath]: rule('paths: "app/[id]/**"'), 'app/[id]/page.tsx': '1' },
		at: rulePath,
		fix: 'Write "app/\\[id\\]/**"',
		leaves: [rulePath, rule('paths: "app/\\\\[id\\\\]/**"')],
	},
	{
		title: 'fix all that is safe',
		files: { [local]: 'See @README.md, and @docs/style.md.\n\n@docs/nowhere-at-all.md\n' },
		at: local,
		fix: 'Fix All Problems of Claude Code’s Context That Can Be Fixed Safely',
		kind: 'source.fixAll.contextInspector',
		leaves: [local, 'See @README.md , and @docs/style.md .\n\n@docs/nowhere-at-all.md\n'],
	},
];

const placeOf = (path: string): string =>
	path.startsWith('memory/') ? inMemory(path.slice('memory/'.length)) : inWorkspace(path);

describe('quick fixes', () => {
	before(async () => {
		const { contextView } = await inspector();
		await contextView.snapshot();
	});

	for (const { title, files, at, fix, kind, leaves } of rows) {
		it(`Should ${title}`, async () => {
			remove(inMemory(''));
			for (const [path, text] of Object.entries(files)) write(placeOf(path), text);
			for (const each of Object.keys(files)) await showWritten(placeOf(each));
			await showWritten(placeOf(at));
			await applyFix(placeOf(at), fix, kind);
			const [path, text] = leaves;
			await until(() => existsSync(placeOf(path)) && textOf(placeOf(path)) === text).catch(() =>
				assert.equal(textOf(placeOf(path)), text),
			);
			await vscode.workspace.saveAll();
			await closeEditors();
			for (const each of [...Object.keys(files), path]) remove(placeOf(each));
		});
	}
});
