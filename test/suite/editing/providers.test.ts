import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ContextInspector } from '../../../src/extension.js';
import {
	completions,
	execute,
	inMemory,
	lensTitles,
	positionOf,
	replaceAll,
	revertAll,
	showWritten,
	textOf,
	typed,
	untilLens,
} from '../../support/editing.js';
import { inspector, inWorkspace, show, write } from '../../support/inspector.js';
import { until } from '../../until.js';

describe('writing Claude Code’s files', () => {
	let of: ContextInspector;
	const memory = inMemory('MEMORY.md');

	before(async () => {
		of = await inspector();
		write(memory, '# Memory\n\n- [Build](build.md) — how\n- see [[api]]\n');
		write(inMemory('build.md'), '---\nname: build\ndescription: How to build\n---\nBuild, see [api](api.md).\n');
		write(inMemory('api.md'), 'The API.\n');
		write(inMemory('lonely.md'), 'Nobody knows.\n');
		for (const path of [memory, inMemory('build.md'), inMemory('api.md')]) await showWritten(path);
		await of.contextView.snapshot();
		await until(() => of.manager.all()[0]?.model?.memory.index.kind === 'written');
	});

	afterEach(revertAll);

	describe('the truncation line', () => {
		const shown = (editor: vscode.TextEditor) => of.editing.truncationLine.snapshot(editor);

		it('Should say where Claude Code stops reading, and move while one types', async () => {
			const editor = await show(memory);
			await replaceAll(editor, '- x\n'.repeat(260));
			await until(() => shown(editor)?.line === 199);
			assert.equal(shown(editor)?.text, 'Claude Code reads to here: 200 of 260 lines');
			assert.equal(shown(editor)?.dimmed?.start.line, 200);
			await editor.edit((edit) => edit.delete(new vscode.Range(0, 0, 10, 0)));
			await until(() => shown(editor)?.text === 'Claude Code reads to here: 200 of 250 lines');
			await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '---\nname: x\n---\n'));
			await until(() => shown(editor)?.line === 202);
			await replaceAll(editor, '- x\n'.repeat(185));
			await until(() => shown(editor)?.state === 'near');
			assert.equal(shown(editor)?.text, 'Nearly full: 185 of 200 lines');
			await replaceAll(editor, '- x\n'.repeat(20));
			await until(() => shown(editor) === undefined);
		});

		it('Should do the same for an agent’s MEMORY.md, and nothing for another file of that name', async () => {
			const ofAgent = inWorkspace('.claude/agent-memory/helper/MEMORY.md');
			write(ofAgent, 'y'.repeat(999).concat('\n').repeat(30));
			const editor = await show(ofAgent);
			await until(() => shown(editor)?.text === 'Claude Code reads to here: 24,999 of 29,999 characters');
			write(inWorkspace('docs/MEMORY.md'), '- x\n'.repeat(260));
			const other = await show(inWorkspace('docs/MEMORY.md'));
			await new Promise((done) => setTimeout(done, 300));
			assert.equal(shown(other), undefined);
		});

		it('Should vanish where it is switched off', async () => {
			const editor = await show(memory);
			await replaceAll(editor, '- x\n'.repeat(260));
			await until(() => shown(editor) !== undefined);
			const configuration = vscode.workspace.getConfiguration('contextInspector');
			await configuration.update('truncationLine.enabled', false, vscode.ConfigurationTarget.Global);
			await until(() => shown(editor) === undefined);
			await configuration.update('truncationLine.enabled', undefined, vscode.ConfigurationTarget.Global);
			await until(() => shown(editor) !== undefined);
		});
	});

	describe('lenses', () => {
		it('Should say what each kind of file is to Claude Code', async () => {
			await untilLens(inWorkspace('CLAUDE.md'), /^at startup · 55 characters · 2 imports · preview$/);
			await untilLens(inWorkspace('.claude/rules/always.md'), /^at startup · 17 characters · preview$/);
			await untilLens(inWorkspace('.claude/rules/api.md'), /^matches 1 file · show$/);
			await untilLens(inWorkspace('.claude/rules/excluded.md'), /^not loaded: excluded · 9 characters · preview$/);
			await untilLens(inWorkspace('packages/web/CLAUDE.md'), /^on demand · 11 characters · preview$/);
			await untilLens(inMemory('build.md'), /^linked from MEMORY\.md line 3$/);
			await untilLens(inMemory('api.md'), /^linked from MEMORY\.md line 4$/);
			await untilLens(inMemory('lonely.md'), /^not in the index · add$/);
			await untilLens(inWorkspace('.claude/skills/review/SKILL.md'), /^listed · 15 of 1,536 characters$/);
			await untilLens(inWorkspace('.claude/skills/quiet/SKILL.md'), /^not loaded: not for the model$/);
			assert.deepEqual(await lensTitles(inWorkspace('README.md')), []);
		});

		it('Should say by how much the listing is over its budget', async () => {
			const configuration = vscode.workspace.getConfiguration('contextInspector');
			const environment = { SLASH_COMMAND_TOOL_CHAR_BUDGET: '10' };
			await configuration.update('environment', environment, vscode.ConfigurationTarget.Workspace);
			await untilLens(
				inWorkspace('.claude/skills/review/SKILL.md'),
				/^name only: the listing is over its budget by [\d,]+ characters$/,
			);
			await configuration.update('environment', undefined, vscode.ConfigurationTarget.Workspace);
			await untilLens(inWorkspace('.claude/skills/review/SKILL.md'), /^listed/);
		});

		it('Should follow what is typed', async () => {
			await typed(inWorkspace('.claude/rules/api.md'), '---\npaths: "**/*.ts"\n---\nAll.\n');
			await untilLens(inWorkspace('.claude/rules/api.md'), /^matches 2 files · show$/);
		});

		it('Should add a topic to the index', async () => {
			await execute('contextInspector.addTopicToIndex', vscode.Uri.file(inMemory('lonely.md')));
			await until(() => textOf(memory).endsWith('- see [[api]]\n- [lonely](lonely.md)\n'));
			await show(memory);
			await execute('workbench.action.files.save');
			await untilLens(inMemory('lonely.md'), /^linked from MEMORY\.md line 5$/);
		});

		it('Should be silent where they are switched off', async () => {
			const configuration = vscode.workspace.getConfiguration('contextInspector');
			await configuration.update('codeLens.enabled', false, vscode.ConfigurationTarget.Global);
			await until(async () => (await lensTitles(inWorkspace('CLAUDE.md'))).length === 0);
			await configuration.update('codeLens.enabled', undefined, vscode.ConfigurationTarget.Global);
			await untilLens(inWorkspace('CLAUDE.md'), /^at startup/);
		});
	});

	describe('links', () => {
		const definitions = async (path: string, text: string): Promise<readonly string[]> => {
			const document = await vscode.workspace.openTextDocument(path);
			const found = await execute<(vscode.LocationLink | vscode.Location)[]>(
				'vscode.executeDefinitionProvider',
				document.uri,
				positionOf(document, text, 2),
			);
			return [...new Set(found.map((each) => ('targetUri' in each ? each.targetUri : each.uri).fsPath))];
		};

		it('Should lead imports, topic links and slugs to their files', async () => {
			const links = await execute<vscode.DocumentLink[]>(
				'vscode.executeLinkProvider',
				vscode.Uri.file(inWorkspace('CLAUDE.md')),
			);
			const targets = links.map(({ target }) => target?.fsPath);
			assert.ok(targets.includes(inWorkspace('docs/style.md')), targets.join());
			assert.deepEqual(await definitions(inWorkspace('CLAUDE.md'), '@docs/style.md'), [inWorkspace('docs/style.md')]);
			assert.deepEqual(await definitions(inWorkspace('docs/style.md'), '@deep.md'), [inWorkspace('docs/deep.md')]);
			assert.deepEqual(await definitions(memory, 'build.md)'), [inMemory('build.md')]);
			assert.deepEqual(await definitions(memory, '[[api]]'), [inMemory('api.md')]);
			assert.deepEqual(await definitions(inWorkspace('CLAUDE.md'), '@docs/missing.md'), []);
		});

		it('Should find who loads a file, from its link and from the file itself', async () => {
			const references = async (path: string, text: string): Promise<readonly string[]> => {
				const document = await vscode.workspace.openTextDocument(path);
				const found = await execute<vscode.Location[]>(
					'vscode.executeReferenceProvider',
					document.uri,
					positionOf(document, text, 3),
				);
				return [...new Set(found.map(({ uri, range }) => `${uri.fsPath}:${range.start.line + 1}`))].sort();
			};
			const toApi = [`${memory}:4`, `${inMemory('build.md')}:5`].sort();
			assert.deepEqual(await references(memory, '[[api'), toApi);
			assert.deepEqual(await references(inMemory('api.md'), 'The API'), toApi);
			assert.deepEqual(await references(inWorkspace('docs/deep.md'), 'Deep'), [`${inWorkspace('docs/style.md')}:3`]);
		});
	});

	describe('completion', () => {
		const rows: readonly (readonly [string, () => string, string, readonly string[]])[] = [
			['paths of imports', () => inWorkspace('CLAUDE.md'), 'See @|', ['README.md', 'docs/', 'src/']],
			['paths of imports, further down', () => inWorkspace('CLAUDE.md'), 'See @docs/|', ['style.md', 'deep.md']],
			['topics', () => memory, '- [B](|)', ['api.md', 'build.md']],
			['slugs', () => memory, '- [[|', ['api', 'build']],
			[
				'patterns',
				() => inWorkspace('.claude/rules/api.md'),
				'---\npaths: "src/|"\n---\n',
				['src/api/', 'src/**', 'src/**/*.ts'],
			],
			['keys of a rule', () => inWorkspace('.claude/rules/api.md'), '---\n|\n---\n', ['paths']],
			[
				'keys of a skill',
				() => inWorkspace('.claude/skills/review/SKILL.md'),
				'---\ndescription: x\n|\n---\n',
				['when_to_use', 'disable-model-invocation'],
			],
			[
				'values of an agent',
				() => inWorkspace('.claude/agents/helper.md'),
				'---\nmemory: |\n---\n',
				['project', 'local'],
			],
			['types of a topic', () => inMemory('api.md'), '---\ntype: |\n---\n', ['feedback', 'reference']],
		];
		for (const [title, path, marked, expected] of rows) {
			it(`Should offer ${title}`, async () => {
				const editor = await typed(path(), marked);
				let last: readonly string[] = [];
				await until(async () => {
					last = await completions(editor);
					return expected.every((label) => last.includes(label));
				}).catch(() => assert.fail(`${expected} are not all among ${last}`));
			});
		}
	});
});
