/** `report --html`: one page that needs nothing else and in which nothing of the repository takes effect. */

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine } from '../support/commandLine.js';
import { type TestRepository, testRepository } from '../support/gitRepository.js';

const token = `ghp_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'}`;
const evil = '"><img src=x onerror=alert(1)>';

describe('report --html', function () {
	this.timeout(60_000);
	let repository: TestRepository;
	let page: string;

	before(async () => {
		repository = testRepository(
			{
				'CLAUDE.md': `@docs/style.md @docs/${evil.replaceAll(' ', '')}.md ${token}\n`,
				'docs/style.md': 'Style\n',
				[`src/${evil}/CLAUDE.md`]: 'nested\n',
				'.claude/rules/r.md': `---\npaths: "</style><script>alert(1)</script>/**"\n---\nR\n`,
				'.claude/skills/s/SKILL.md': '---\ndescription: d\n---\nb\n',
				'.claude/agents/a.md': `---\nname: a\ndescription: has ${token} and \u202Egnp.exe\n---\nb\n`,
			},
			{ '.claude/CLAUDE.md': 'mine\n' },
		);
		const args = ['report', '--html', 'out.html', '--managed-dir', join(repository.home, 'managed')];
		const { code, out, err } = await commandLine(args, { cwd: repository.root, variables: { HOME: repository.home } });
		assert.deepEqual([code, out, err], [0, 'Written to out.html.\n', '']);
		page = readFileSync(join(repository.root, 'out.html'), 'utf8');
	});
	after(() => repository.dispose());

	it('Should hold the sources, their sums and what is wrong', () => {
		for (const text of ['~/.claude/CLAUDE.md', 'docs/style.md', 'Always loaded', 'secret.possible', 'CLAUDE.md:1'])
			assert.ok(page.includes(text), text);
	});

	it('Should hold no script, no handler, no inline style and no address', () => {
		const markup = page.replace(/<style>[\s\S]*?<\/style>/, '');
		assert.doesNotMatch(markup, /<(?:script|img|link|iframe|object|a|form|base)\b/i);
		const tags = [...markup.matchAll(/<[a-z][^>]*>/gi)].map(([tag]) => tag);
		for (const tag of tags) assert.doesNotMatch(tag, /\s(?:on\w+|style|src|href)=/i);
		assert.doesNotMatch(page, /url\(|@import|https?:/);
	});

	it('Should allow its own style only, by its hash', () => {
		const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? '';
		const hash = createHash('sha256').update(style).digest('base64');
		const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? '';
		assert.equal(
			policy.replaceAll('&#39;', "'"),
			`default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`,
		);
	});

	it('Should show no secret, and characters that turn the direction of a text as boxes', () => {
		assert.ok(!page.includes(token.slice(0, 12)));
		assert.ok(!page.includes('\u202E'));
		assert.ok(page.includes('\uFFFDgnp.exe'));
	});

	it('Should end with 2 and a sentence where the page cannot be written', async () => {
		const args = ['report', '--html', 'no/where/out.html', '--managed-dir', join(repository.home, 'managed')];
		const { code, err } = await commandLine(args, { cwd: repository.root, variables: { HOME: repository.home } });
		assert.equal(code, 2);
		assert.match(err, /cannot be written/);
	});
});
