import assert from 'node:assert/strict';
import type { FamilyFinder } from '../../../src/core/findings/finderInput.js';
import { finding } from '../../../src/core/findings/finding.js';
import { findAll, findIn } from '../../../src/core/findings/findings.js';
import { testModel } from '../../support/inputs.js';
import { findingsIn, repositoryTree } from './findIn.js';

const faulty = { 'CLAUDE.md': '@gone.md\n', 'memory/MEMORY.md': '- [A](a.md)\n' };
const codes = (found: readonly { readonly code: string }[]): readonly string[] => found.map(({ code }) => code);

describe('All findings', () => {
	it('Should take the user’s levels, and not run what is off', async () => {
		const fs = repositoryTree(faulty);
		const found = await findingsIn(fs, {
			options: { levels: { 'import.missing': 'error', 'memory.link-dead': 'off' } },
		});
		assert.deepEqual(
			found.map(({ code, severity }) => [code, severity]),
			[['import.missing', 'error']],
		);
	});

	it('Should run single families', async () => {
		const model = await testModel(repositoryTree(faulty));
		assert.deepEqual(codes(await findIn(['memory'], model)), ['memory.link-dead']);
		assert.deepEqual(codes(await findIn(['imports', 'settings'], model)), ['import.missing']);
		assert.deepEqual(codes(await findAll(model)), ['memory.link-dead', 'import.missing']);
	});

	it('Should let a finder that throws spoil only itself', async () => {
		const model = await testModel(repositoryTree(faulty));
		const broken: FamilyFinder = {
			family: 'secrets',
			find: () => {
				throw new Error('broken');
			},
		};
		const errors: unknown[] = [];
		const found = await findAll(model, {
			extraFinders: [broken],
			onError: (family, error) => errors.push([family, String(error)]),
		});
		assert.deepEqual(codes(found), ['memory.link-dead', 'import.missing']);
		assert.deepEqual(errors, [['secrets', 'Error: broken']]);
	});

	it('Should run finders of other parts', async () => {
		const model = await testModel(repositoryTree({}));
		const extra: FamilyFinder = {
			family: 'secrets',
			find: async () => [finding('import.missing', '/repo/x', { offset: 0, length: 0 }, 'X.')],
		};
		assert.deepEqual(codes(await findAll(model, { extraFinders: [extra] })), ['import.missing']);
	});

	it('Should say one sentence on one line, with ranges inside the file', async () => {
		const fs = repositoryTree({
			...faulty,
			'.claude/rules/r.md': '---\npaths:\n  - |\n    a\n    b\n  - **/*.ts\n---\nR',
		});
		for (const { message } of await findingsIn(fs)) assert.match(message, /^[^\n]+[.?]$/);
	});
});

/** Texts that make careless scanners slow, at a length where a quadratic one would need minutes. */
const hostile: readonly (readonly [name: string, text: string])[] = [
	['brackets', '['.repeat(150_000)],
	['braces', '{'.repeat(150_000)],
	['mentions', '@a.md '.repeat(50_000)],
	['mentions of paths', '@./x/y.md, '.repeat(30_000)],
	['mentions with blanks', '@a b '.repeat(30_000)],
	['comment openings', '<!--'.repeat(40_000)],
	['dashes', '- '.repeat(150_000)],
	['links', '- [a](b.md) '.repeat(25_000)],
	['links on lines of their own', '- [a](b.md)\n'.repeat(25_000)],
	['slugs', '[[a]]'.repeat(30_000)],
	['names', 'x.md'.repeat(40_000)],
	['one word', 'x'.repeat(150_000)],
	['blanks', ' '.repeat(150_000)],
	['line breaks', '\n'.repeat(150_000)],
	['front matter openings', '---\n'.repeat(40_000)],
	['quotes', '"\''.repeat(150_000)],
	['colons', 'a: '.repeat(100_000)],
];

describe('All findings over hostile files', function () {
	this.timeout(120_000);
	for (const [name, text] of hostile) {
		it(`Should end soon on ${name}`, async () => {
			const fs = repositoryTree({
				'CLAUDE.md': text,
				'.claude/rules/a.md': `---\npaths: "${text.slice(0, 50_000)}"\n---\n${text.slice(0, 50_000)}`,
				'.claude/rules/b.md': `---\n${text}`,
				'.claude/rules/c.md': `---\npaths:\n${`  - ${text.slice(0, 20)}\n`.repeat(2_000)}---\nR`,
				'.claude/skills/s/SKILL.md': `---\ndescription: ${text.slice(0, 50_000)}\n---\n${text}`,
				'.claude/agents/a.md': `---\nname: ${text.slice(0, 50_000)}`,
				'.claude/settings.json': `{"claudeMdExcludes": ${JSON.stringify(text.slice(0, 20_000).split(/(?=[[{@<])/, 3_000))}}`,
				'memory/MEMORY.md': text,
				'memory/t.md': text,
				'a/CLAUDE.md': text,
			});
			const started = process.cpuUsage();
			await findingsIn(fs);
			const spent = process.cpuUsage(started).user / 1000;
			assert.ok(spent < 6_000, `${Math.round(spent)} ms of CPU`);
		});
	}

	it('Should take names of the prototype for names', async () => {
		const fs = repositoryTree({
			'CLAUDE.md': '@__proto__ @constructor.md\n',
			'.claude/rules/r.md': '---\n__proto__:\n  paths: x\nconstructor: y\nglobs: a\n---\nR',
			'.claude/settings.json':
				'{"__proto__": {"skillOverrides": 1}, "skillOverrides": {"__proto__": "off", "constructor": "x"}}',
			'memory/MEMORY.md': '- [[__proto__]] [x](constructor)\n',
		});
		const found = await findingsIn(fs);
		assert.deepEqual(
			codes(found)
				.filter((code) => !code.startsWith('rule.matches'))
				.sort(),
			[
				'import.missing',
				'memory.link-dead',
				'memory.slug-without-topic',
				'rule.foreign-key',
				'settings.wrong-type',
			].sort(),
		);
	});
});
