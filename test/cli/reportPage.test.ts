/** `report --html`: one page that needs nothing else and in which nothing of the repository takes effect. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleCommandLine, type CommandResult, commandLine, commandLineBundle } from '../support/commandLine.js';
import { type TestRepository, testRepository } from '../support/gitRepository.js';
import { fifo, link } from '../support/memoryFileSystem.js';

const token = `ghp_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'}`;
const evil = '"><img src=x onerror=alert(1)>';

describe('report --html', function () {
	this.timeout(60_000);
	let repository: TestRepository;
	let page: string;

	const report = (...args: readonly string[]): Promise<CommandResult> =>
		commandLine(['report', ...args, '--managed-dir', join(repository.home, 'managed')], {
			cwd: repository.root,
			variables: { HOME: repository.home },
		});

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
		const { code, out, err } = await report('--html', 'out.html');
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

	const faults: readonly (readonly [file: string, sentence: RegExp])[] = [
		['no/where/out.html', /out\.html cannot be written: there is no directory .*no\/where; nothing was written\./],
		['docs', /docs is a directory; name a file in it; nothing/],
		['link.html', /link\.html is a link to \.\.\/home\/precious, so it is no regular file; nothing/],
		['dangling.html', /dangling\.html is a link to \.\.\/home\/new, so it is no regular file/],
		['pipe.html', /pipe\.html is no regular file; nothing/],
		['', /--html takes the name of a file\./],
	];
	for (const [file, sentence] of faults) {
		it(`Should end with 2 and a sentence, and write nothing, for "${file}"`, async function () {
			if (process.platform === 'win32') return this.skip();
			const precious = join(repository.home, 'precious');
			writeFileSync(precious, 'precious');
			repository.write({
				'link.html': link('../home/precious'),
				'dangling.html': link('../home/new'),
				'pipe.html': fifo,
			});
			try {
				const { code, out, err } = await report('--html', file);
				assert.deepEqual([code, out], [2, '']);
				assert.match(err, sentence);
				assert.equal(readFileSync(precious, 'utf8'), 'precious');
				assert.equal(existsSync(join(repository.home, 'new')), false);
			} finally {
				for (const name of ['link.html', 'dangling.html', 'pipe.html']) repository.remove(name);
			}
		});
	}

	it('Should go to standard output alone where it is sent there', async function () {
		if (process.platform !== 'linux') return this.skip();
		await bundleCommandLine();
		// A pipe of the shell: those of Node are sockets, which cannot be opened by name.
		const out = execFileSync(
			'sh',
			['-c', `"$0" "$1" report --html /dev/stdout | cat`, process.execPath, commandLineBundle],
			{
				cwd: repository.root,
				env: { PATH: process.env['PATH'], HOME: repository.home },
				encoding: 'utf8',
			},
		);
		assert.match(out, /^<!doctype html>[\s\S]*<\/html>\s*$/i);
	});
});
