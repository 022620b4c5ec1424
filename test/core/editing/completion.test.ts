import assert from 'node:assert/strict';
import { importDirectory, importItems, slugItems, topicItems } from '../../../src/core/editing/completionItems.js';
import { type CompletionRequest, completionRequest } from '../../../src/core/editing/completionRequest.js';
import type { DocumentKind } from '../../../src/core/editing/documentKind.js';
import { frontMatterKeys, keyItems, valueItems } from '../../../src/core/editing/frontMatterKeys.js';
import { globItems } from '../../../src/core/editing/globItems.js';
import { FilesBelow } from '../../../src/core/findings/workspaceFiles.js';

/** The request at the cursor `|`, and the text that it would replace. */
function at(kind: DocumentKind, marked: string): { request?: CompletionRequest; replaced?: string } {
	const offset = marked.indexOf('|');
	const text = marked.slice(0, offset) + marked.slice(offset + 1);
	const request = completionRequest(kind, text, offset);
	if (!request) return {};
	return { request, replaced: text.slice(request.range.offset, request.range.offset + request.range.length) };
}

describe('what is completed', () => {
	const rows: readonly (readonly [DocumentKind, string, string | undefined])[] = [
		['instructions', 'See @|', 'import'],
		['instructions', 'See @docs/st|', 'import docs/st'],
		['rule', '- @my\\ no|', 'import my\\ no'],
		['instructions', 'ann@exa|', undefined],
		['instructions', 'See `@doc|', undefined],
		['instructions', '```\n@doc|\n```\n', undefined],
		['instructions', '```\nx\n```\n@doc|', 'import doc'],
		['instructions', 'Plain wo|', undefined],
		['skill', 'Body @doc|', undefined],
		['memory-index', '- [B](bu|)', 'topic bu'],
		['memory-index', '- [B](<bu il|>)', 'topic bu il'],
		['memory-index', '- [B](https://x|)', undefined],
		['memory-topic', 'see [[bu|', 'slug bu'],
		['memory-topic', 'see [[bu|]]', 'slug bu'],
		['memory-index', 'see [[bu|ild]]', 'slug build'.replace('build', 'bu')],
		['rule', '---\n|\n---\n', 'key'],
		['rule', '---\npa|', 'key pa'],
		['rule', '---\npaths: "src/|"\n---\n', 'glob src/'],
		['rule', '---\npaths:\n  - sr|\n---\n', 'glob sr'],
		['rule', '---\npaths: src/**, li|\n---\n', 'glob li'],
		['rule', '---\npaths: [a, "src/{x,|"]\n---\n', 'glob src/{x,'],
		['skill', '---\ndescription: x\npaths: a|\n---\n', 'glob a'],
		['skill', '---\nmodel: so|\n---\n', 'value so'],
		['agent', '---\ntools: Read, Wr|\n---\n', 'value Wr'],
		['agent', '---\nskills:\n  - a|\n---\n', 'value a'],
		['rule', '---\npaths: a\n---|\n', undefined],
		['rule', '---\npaths: a\n---\nText |', undefined],
		['instructions', '---\npa|\n---\n', undefined],
	];
	for (const [kind, marked, expected] of rows) {
		it(`Should see ${expected ?? 'nothing to complete'} in ${JSON.stringify(marked)} of a ${kind}`, () => {
			const { request } = at(kind, marked);
			const written = request && `${request.kind} ${request.written}`.trim();
			assert.equal(written, expected);
		});
	}

	it('Should replace the rest of a target, a slug and a word too', () => {
		assert.equal(at('memory-index', '[B](bu|ild.md#x)').replaced, 'build.md');
		assert.equal(at('memory-index', '[[bu|ild]]').replaced, 'build');
		assert.equal(at('agent', '---\nmodel: so|nnet\n---\n').replaced, 'sonnet');
	});

	it('Should know which keys are there', () => {
		const { request } = at('agent', '---\nname: a\n|\ntools: Read\n---\n');
		assert.ok(request?.kind === 'key');
		assert.deepEqual(request.present, ['name', 'tools']);
	});

	it('Should come to an end in a long line and in a long fence', () => {
		completionRequest('instructions', '@'.repeat(1_000_000), 900_000);
		completionRequest('instructions', `${'```\n'.repeat(100_000)}@a`, 400_002);
		completionRequest('rule', `---\n${'a: "'.repeat(100_000)}`, 100_000);
	});
});

describe('completion items', () => {
	it('Should offer directories and files that can be imported', () => {
		const entries = [
			{ name: 'a b.md', kind: 'file' },
			{ name: 'CLAUDE.md', kind: 'file' },
			{ name: 'docs', kind: 'directory' },
			{ name: 'photo.png', kind: 'file' },
			{ name: '.env', kind: 'file' },
			{ name: '.claude', kind: 'directory' },
			{ name: 'socket', kind: 'other' },
		] as const;
		const shown = (written: string): readonly string[] =>
			importItems(written, entries, 'CLAUDE.md').map(({ insertText }) => insertText);
		assert.deepEqual(shown(''), ['a\\ b.md', 'docs/', '.claude/']);
		assert.deepEqual(shown('my\\ x/d'), ['my\\ x/a\\ b.md', 'my\\ x/CLAUDE.md', 'my\\ x/docs/', 'my\\ x/.claude/']);
		assert.ok(shown('.').includes('.env'));
	});

	it('Should list the directory that an import has got to', () => {
		assert.equal(importDirectory('st', '/repo/CLAUDE.md', '/home/ann'), '/repo');
		assert.equal(importDirectory('docs/st', '/repo/CLAUDE.md', '/home/ann'), '/repo/docs');
		assert.equal(importDirectory('../x/', '/repo/CLAUDE.md', '/home/ann'), '/x');
		assert.equal(importDirectory('~/my\\ x/', '/repo/CLAUDE.md', '/home/ann'), '/home/ann/my x/');
		assert.equal(importDirectory('/srv/', '/repo/CLAUDE.md', '/home/ann'), '/srv');
	});

	it('Should offer topics that are not linked yet first, as a link writes them', () => {
		const topics = [
			{ path: '/m/a.md', relativePath: 'a.md', stem: 'a', name: 'Apples' },
			{ path: '/m/b c.md', relativePath: 'b c.md', stem: 'b c', description: 'Bees' },
		];
		const items = topicItems(topics, { isAngled: false, linked: new Set(['/m/a.md']), prefix: '../' });
		assert.deepEqual(
			items.map(({ insertText, rank, about }) => [insertText, rank, about]),
			[
				['../a.md', 1, 'Apples'],
				['../b%20c.md', 0, 'Bees'],
			],
		);
		assert.deepEqual(
			slugItems(topics, false).map(({ insertText }) => insertText),
			['Apples]]', 'b c]]'],
		);
	});

	const files = new FilesBelow(['src/api/a.ts', 'src/api/b.ts', 'src/[id]/c.tsx', 'src/d.ts', 'README.md', '.env']);
	const globs: readonly (readonly [string, boolean, readonly string[]])[] = [
		['', false, ['src/ 4', '**/*.ts 3', '**/*.md 1', '**/*.tsx 1']],
		['', true, ['src/ 4', '"**/*.ts" 3', '"**/*.md" 1', '"**/*.tsx" 1']],
		['src/', false, ['src/api/ 2', 'src/\\[id\\]/ 1', 'src/** 4', 'src/**/*.ts 3', 'src/*.ts 1', 'src/**/*.tsx 1']],
		['SRC/a', false, ['SRC/api/ 2', 'SRC/\\[id\\]/ 1', 'SRC/** 4', 'SRC/**/*.ts 3', 'SRC/*.ts 1', 'SRC/**/*.tsx 1']],
		['src/**/', false, ['src/**/*.ts 3', 'src/**/*.tsx 1']],
		['nowhere/', false, []],
	];
	for (const [written, needsQuotes, expected] of globs) {
		it(`Should offer what the workspace has for "${written}"${needsQuotes ? ' in a list' : ''}`, () => {
			const items = globItems(written, files, { needsQuotes });
			assert.deepEqual(
				items.map((item) => `${item.insertText} ${item.files}`),
				expected,
			);
		});
	}

	it('Should offer keys that are not there yet, and their values', () => {
		const request = {
			kind: 'key',
			written: '',
			range: { offset: 0, length: 0 },
			present: ['name'],
			hasValue: false,
		} as const;
		const keys = keyItems('memory-topic', request).map(({ insertText }) => insertText);
		assert.deepEqual(keys, ['description: ', 'type: ', 'pinned: ']);
		const value = (kind: DocumentKind, key: string): readonly string[] =>
			valueItems(
				kind,
				{ kind: 'value', key, written: '', range: { offset: 0, length: 0 } },
				{ skills: ['review'], agents: ['helper'] },
			).map(({ label }) => label);
		assert.deepEqual(value('memory-topic', 'type'), ['user', 'feedback', 'project', 'reference']);
		assert.deepEqual(value('agent', 'skills'), ['review']);
		assert.deepEqual(value('skill', 'agent'), ['helper']);
		assert.deepEqual(value('skill', '__proto__'), []);
		assert.deepEqual(frontMatterKeys('instructions'), []);
	});
});
