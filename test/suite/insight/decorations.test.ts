import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { explainFile } from '../../../src/core/model/explain.js';
import type { ContextInspector } from '../../../src/extension.js';
import { closeEditors, inHome, inspector, inWorkspace, link, remove, write } from '../../support/inspector.js';
import { until } from '../../until.js';

describe('badges in the Explorer', () => {
	let of: ContextInspector;

	const decorationOf = async (path: string): Promise<vscode.FileDecoration | undefined> =>
		(await of.decorations.provideFileDecoration(vscode.Uri.file(path))) ?? undefined;
	const badgeOf = async (path: string): Promise<string | vscode.Uri | undefined> =>
		(await decorationOf(inWorkspace(path)))?.badge;

	before(async () => {
		of = await inspector();
	});

	after(closeEditors);

	it('Should have searched the tree for nothing before somebody asked', async () => {
		const [launch] = of.manager.launches;
		assert.ok(launch);
		await of.manager.modelFor(launch);
		assert.deepEqual(of.manager.discoveryState(launch), { running: false, directories: 0 });
		assert.equal(of.workspaceFiles.searches, 0);
	});

	it('Should count what reading a file attaches, and name it with the pattern', async () => {
		const decoration = await decorationOf(inWorkspace('src/api/client.ts'));
		assert.equal(decoration?.badge, '1');
		assert.equal(decoration.tooltip, 'Claude Code attaches .claude/rules/api.md (src/api/**) when it reads this file');
		assert.equal(decoration.color, undefined);
		assert.equal(await badgeOf('packages/web/src/app.ts'), '2');
		assert.equal(await badgeOf('README.md'), undefined);
	});

	it('Should show the state of instruction files, whatever brings them', async () => {
		const states = {
			'CLAUDE.md': '●',
			'docs/style.md': '●',
			'.claude/rules/always.md': '●',
			'.claude/rules/api.md': '○',
			'.claude/rules/excluded.md': '⊘',
			'.claude/rules/never.md': '○',
			'.claude/skills/review/SKILL.md': '≡',
			'.claude/skills/quiet/SKILL.md': '⊘',
			'.claude/agents/helper.md': '≡',
			'packages/web/CLAUDE.md': '○',
			'packages/web/.claude/rules/ts.md': '○',
		};
		const found: Record<string, unknown> = {};
		for (const path of Object.keys(states)) found[path] = await badgeOf(path);
		assert.deepEqual(found, { ...states, '.claude/rules/never.md': '⊘' });
	});

	it('Should say why a file does not load, and dim its name', async () => {
		const decoration = await decorationOf(inWorkspace('.claude/rules/excluded.md'));
		assert.match(decoration?.tooltip ?? '', /^Claude Code: not loaded \(excluded\)\. Excluded by /);
		assert.equal((decoration?.color as vscode.ThemeColor | undefined)?.id, 'contextInspector.notLoadedFileForeground');
	});

	it('Should leave directories and files outside alone', async () => {
		for (const path of [inWorkspace('src'), inWorkspace(''), '/', '/etc/hostname', inHome('nothing.md')])
			assert.equal(await decorationOf(path), undefined, path);
		assert.equal(await of.decorations.provideFileDecoration(vscode.Uri.parse('untitled:a.ts')), undefined);
	});

	it('Should follow a link to a file inside, and take one that leads outside for nothing', async () => {
		write(inHome('outside.ts'), '');
		link(inWorkspace('src/api/client.ts'), inWorkspace('src/api/inside-link.ts'));
		link(inHome('outside.ts'), inWorkspace('src/api/outside-link.ts'));
		await until(async () => (await badgeOf('src/api/inside-link.ts')) === '1');
		assert.equal(await badgeOf('src/api/outside-link.ts'), undefined);
	});

	it('Should look at each directory of thousands of files once, and at no file', async () => {
		const directories = 20;
		const files = 100;
		const paths = Array.from({ length: directories * files }, (_, index) =>
			inWorkspace(`src/api/many/d${index % directories}/f${Math.floor(index / directories)}.ts`),
		);
		for (const path of paths) write(path, '');
		await new Promise((done) => setTimeout(done, 1_500));
		const sum = (counts: Readonly<Record<string, number>>): number =>
			Object.values(counts).reduce((total, count) => total + count, 0);
		const before = of.manager.fileCounts.misses;
		const began = performance.now();
		const badges = await Promise.all(paths.map(async (path) => (await decorationOf(path))?.badge));
		const took = performance.now() - began;
		const { misses } = of.manager.fileCounts;
		console.log(
			`      ${paths.length} files in ${took.toFixed(0)} ms: ${sum(misses) - sum(before)} calls, ${misses.list - before.list} of them listings`,
		);
		assert.deepEqual([...new Set(badges)], ['1']);
		assert.equal(misses.readText - before.readText, 0);
		assert.ok(misses.list - before.list <= directories + 2, `${misses.list - before.list} listings`);
		assert.ok(sum(misses) - sum(before) <= directories * 12, `${sum(misses) - sum(before)} calls`);

		const again = of.manager.fileCounts.misses;
		await Promise.all(paths.map(decorationOf));
		assert.deepEqual(of.manager.fileCounts.misses, again);
	});

	it('Should say the same as the explanation of a single file', async () => {
		const model = of.manager.all()[0]?.model;
		assert.ok(model);
		const paths = ['src/api/client.ts', 'packages/web/src/app.ts', 'README.md', 'src/api/many/d3/f7.ts'];
		for (const path of paths) {
			const { attached } = await explainFile(model, inWorkspace(path));
			assert.equal(await badgeOf(path), attached.length === 0 ? undefined : String(attached.length), path);
		}
	});

	it('Should follow changes: a rule, a nested file, a new directory', async () => {
		let changes = 0;
		const subscription = of.decorations.onDidChangeFileDecorations(() => changes++);
		write(inWorkspace('.claude/rules/fresh.md'), '---\npaths: "README.md"\n---\nFresh.\n');
		await until(async () => (await badgeOf('README.md')) === '1');
		assert.ok(changes > 0);
		remove(inWorkspace('.claude/rules/fresh.md'));
		await until(async () => (await badgeOf('README.md')) === undefined);
		write(inWorkspace('src/CLAUDE.md'), 'Nested words.\n');
		await until(async () => (await badgeOf('src/api/client.ts')) === '2');
		remove(inWorkspace('src/CLAUDE.md'));
		await until(async () => (await badgeOf('src/api/client.ts')) === '1');
		subscription.dispose();
	});

	it('Should be switched off by its setting', async () => {
		const configuration = vscode.workspace.getConfiguration('contextInspector');
		await configuration.update('decorations.enabled', false, vscode.ConfigurationTarget.Global);
		await until(async () => (await badgeOf('src/api/client.ts')) === undefined);
		await configuration.update('decorations.enabled', undefined, vscode.ConfigurationTarget.Global);
		await until(async () => (await badgeOf('src/api/client.ts')) === '1');
	});
});
