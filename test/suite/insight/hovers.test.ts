import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ContextInspector } from '../../../src/extension.js';
import { closeEditors, inHome, inspector, inWorkspace, remove, show, write } from '../../support/inspector.js';
import { until } from '../../until.js';

/** Own hovers at the first place of a text, as Markdown. */
async function hoversAt(path: string, text: string): Promise<readonly vscode.MarkdownString[]> {
	const document = await vscode.workspace.openTextDocument(vscode.Uri.file(path));
	const offset = document.getText().indexOf(text);
	assert.ok(offset >= 0, `${path} does not hold ${text}`);
	const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
		'vscode.executeHoverProvider',
		document.uri,
		document.positionAt(offset + 1),
	);
	return hovers.flatMap(({ contents }) => contents as vscode.MarkdownString[]);
}

/** What a hover says, as one reads it. */
async function hoverText(path: string, text: string): Promise<string> {
	const hovers = await hoversAt(path, text);
	return hovers.map(({ value }) => value.replace(/\]\(command:[^)]*\)/g, ']').replace(/\\(.)/g, '$1')).join('\n');
}

/** What VS Code adds to a hover itself: the problems of the file. */
const problemsOf = (path: string): string =>
	vscode.languages
		.getDiagnostics(vscode.Uri.file(path))
		.map(({ message }) => message)
		.join('\n');

describe('hovers', () => {
	let of: ContextInspector;
	let memory: string;

	before(async () => {
		of = await inspector();
		await of.contextView.snapshot();
		memory = of.manager.all()[0]?.model?.memory.directory.path ?? '';
		assert.ok(memory.startsWith(inHome('.claude/projects')), memory);
	});

	after(closeEditors);

	it('Should name on the first line of a file what reading it attaches, with links that open it', async () => {
		const path = inWorkspace('src/api/client.ts');
		const text = await hoverText(path, 'export');
		assert.match(text, /attaches 1 file: 19 characters, ≈\d+ tokens/);
		assert.match(text, /- \[\.claude\/rules\/api\.md\] · `src\/api\/\*\*`/);
		assert.match(text, /never\.md.*never match/);
		const [hover] = await hoversAt(path, 'export');
		assert.deepEqual(hover?.isTrusted, {
			enabledCommands: ['contextInspector.openSource', 'contextInspector.explainFile'],
		});
		assert.notEqual(hover?.supportHtml, true);
		const [, argument = ''] = /command:contextInspector\.openSource\?(\S+) /.exec(hover?.value ?? '') ?? [];
		const [place] = JSON.parse(decodeURIComponent(argument)) as [{ readonly path: string }];
		await vscode.commands.executeCommand('contextInspector.openSource', place);
		assert.equal(vscode.window.activeTextEditor?.document.fileName, inWorkspace('.claude/rules/api.md'));
	});

	it('Should say nothing on other lines, on files that attach nothing, and where the setting is off', async () => {
		assert.equal(await hoverText(inWorkspace('README.md'), 'Plain'), '');
		const configuration = vscode.workspace.getConfiguration('contextInspector');
		await configuration.update('hovers.firstLine', false, vscode.ConfigurationTarget.Global);
		assert.equal(await hoverText(inWorkspace('src/api/client.ts'), 'export'), '');
		await configuration.update('hovers.firstLine', undefined, vscode.ConfigurationTarget.Global);
	});

	it('Should count what a pattern matches, name ten files and give the verdict on the file before', async () => {
		for (let i = 0; i < 12; i++) write(inWorkspace(`lib/part${i}/x.tsx`), '');
		write(inWorkspace('.claude/rules/wide.md'), '---\npaths:\n  - "*.tsx"\n  - lib/[ab]c/**\n---\nWide.\n');
		await show(inWorkspace('src/api/client.ts'));
		await until(() => of.manager.all()[0]?.model?.pathRules.some(({ path }) => path.endsWith('wide.md')) === true);
		// A list of files may be at hand that is older than the new ones.
		await until(async () => /\*\*12 of/.test(await hoverText(inWorkspace('.claude/rules/wide.md'), '*.tsx')));
		const text = await hoverText(inWorkspace('.claude/rules/wide.md'), '*.tsx');
		assert.match(text, /^`\*\.tsx` matches \*\*12 of [\d,]+ files\*\* below `tree`/m);
		assert.equal(text.match(/^- \[lib\/part/gm)?.length, 10);
		assert.match(text, /- 2 more/);
		assert.match(text, /Does not match \[src\/api\/client\.ts\]/);
		const wide = inWorkspace('.claude/rules/wide.md');
		assert.match(`${text}\n${problemsOf(wide)}`, /Without a slash .*any depth/);
		const matching = await hoverText(inWorkspace('.claude/rules/api.md'), 'src/api/**');
		assert.match(matching, /\$\(pass\) Matches \[src\/api\/client\.ts\]/);
		const dead = await hoverText(inWorkspace('.claude/rules/never.md'), './src/**');
		assert.match(dead, /matches \*\*0 of/);
		assert.match(`${dead}\n${problemsOf(inWorkspace('.claude/rules/never.md'))}`, /never match/);
	});

	it('Should list the files once, and anew after one came', async () => {
		await hoverText(inWorkspace('.claude/rules/wide.md'), '*.tsx');
		const { searches } = of.workspaceFiles;
		await hoverText(inWorkspace('.claude/rules/api.md'), 'src/api/**');
		assert.equal(of.workspaceFiles.searches, searches);
		write(inWorkspace('lib/new.tsx'), '');
		await until(async () => /matches \*\*13 of/.test(await hoverText(inWorkspace('.claude/rules/wide.md'), '*.tsx')));
	});

	it('Should give up on a list that nobody waits for any more', async () => {
		const [launch] = of.manager.launches;
		assert.ok(launch);
		write(inWorkspace('lib/another.tsx'), '');
		await until(() => of.workspaceFiles.known(launch) === undefined);
		const source = new vscode.CancellationTokenSource();
		const asked = of.workspaceFiles.of(launch, source.token);
		source.cancel();
		assert.equal(await asked, undefined);
		assert.equal(of.workspaceFiles.known(launch), undefined);
		assert.ok((await of.workspaceFiles.of(launch))?.paths.includes(inWorkspace('lib/another.tsx')));
	});

	it('Should say of an import where it leads, and whether the file loads or why not', async () => {
		const loads = await hoverText(inWorkspace('CLAUDE.md'), '@docs/style.md');
		assert.match(loads, /^Imports \[docs\/style\.md\]\n\n\$\([\w-]+\) \*\*loaded\*\* · 3\d characters, ≈\d+ tokens/);
		const missing = await hoverText(inWorkspace('CLAUDE.md'), '@docs/missing.md');
		assert.match(missing, /^Imports `docs\/missing\.md`\n\n\$\([\w-]+\) \*\*not loaded\*\* \(import missing\): /);
		const nested = inWorkspace('packages/web/CLAUDE.md');
		write(nested, 'Web words @src/app.ts and @more.md here.\n');
		write(inWorkspace('packages/web/more.md'), 'More.\n');
		await until(async () => /\*\*on demand\*\*/.test(await hoverText(nested, '@more.md')));
	});

	it('Should follow the unsaved text of the editor', async () => {
		const editor = await show(inWorkspace('CLAUDE.md'));
		const end = editor.document.lineAt(editor.document.lineCount - 1).range.end;
		await editor.edit((edit) => edit.insert(end, 'And @docs/deep.md\n'));
		await until(async () => /\*\*loaded\*\*/.test(await hoverText(inWorkspace('CLAUDE.md'), '@docs/deep.md')));
		await vscode.commands.executeCommand('workbench.action.files.revert');
	});

	it('Should show a topic behind its link, a dead link and a link beyond the limit', async () => {
		write(`${memory}/build.md`, '---\nname: building\ndescription: How to *build*\ntype: project\n---\nMake.\n');
		const lines = [
			'- [Build](build.md) how',
			'- [Gone](gone.md) lost',
			'- [[nobody]]',
			...Array(250).fill('- line'),
			'- [Late](build.md)',
		];
		write(`${memory}/MEMORY.md`, `${lines.join('\n')}\n`);
		const path = `${memory}/MEMORY.md`;
		await until(async () => /building/.test(await hoverText(path, '[Build]')));
		const topic = await hoverText(path, '[Build]');
		assert.match(
			topic,
			/\[.*build\.md\] · \*\*building\*\* · project\n\nHow to \*build\*\n\nRead by the model when it follows the link: \d+ characters/,
		);
		assert.match(await hoverText(path, '[Gone]'), /There is no file `gone\.md`/);
		assert.match(await hoverText(path, '[[nobody]]'), /No topic has the name `nobody` yet/);
		assert.match(await hoverText(path, '[Late]'), /Beyond the limit of MEMORY\.md/);
		assert.doesNotMatch(topic, /Beyond/);
	});

	it('Should say of a skill’s description whether it is listed, how long it is and what is left', async () => {
		const text = await hoverText(inWorkspace('.claude/skills/review/SKILL.md'), 'Review a change');
		assert.match(text, /Skill `review`: \*\*listed\*\*/);
		assert.match(text, /The description has 15 of 1,536 characters\./);
		assert.match(text, /The listing takes [\d,]+ of [\d,]+ characters; [\d,]+ are left\./);
		const quiet = await hoverText(inWorkspace('.claude/skills/quiet/SKILL.md'), 'Not for the model');
		assert.match(quiet, /\*\*not loaded\*\*/);
	});

	it('Should show what a repository wrote as plain text', async () => {
		const rule = inWorkspace('.claude/rules/hostile.md');
		const pattern = 'src/[x](command:workbench.action.quit)$(bug)<b>`';
		write(rule, `---\npaths: ["${pattern}", "${pattern}"]\n---\nHostile.\n`);
		await until(() => of.manager.all()[0]?.model?.pathRules.some(({ path }) => path === rule) === true);
		for (const hover of await hoversAt(rule, pattern)) {
			const withoutCode = hover.value.replace(/(`+) ?[^`][\s\S]*?\1(?!`)/g, '');
			assert.doesNotMatch(withoutCode, /(?<!\\)\]\(command:workbench/);
			assert.doesNotMatch(withoutCode, /(?<!\\)\$\(bug/);
			assert.doesNotMatch(withoutCode, /<b>/);
		}
		remove(rule);
		remove(inWorkspace('.claude/rules/wide.md'));
	});
});
