/** Every command and every format over a tree whose names and texts mean harm to whoever reads the output. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'mocha';
import { type CommandResult, commandLine } from '../support/commandLine.js';
import { type TestRepository, testRepository } from '../support/gitRepository.js';
import { fifo, link, type Tree } from '../support/memoryFileSystem.js';

const secret = `ghp_${'a1B2c3'.repeat(6)}`;
const names = [
	...['new\nline', 'quo"te\'s', 'emo😀ji', 'rtl\u202eexe', '__proto__', 'constructor', '##[error]x', '::error::y'],
	...[
		'tab\tname',
		'cr\rname',
		'esc\u001b[31mname',
		'-dash',
		'--json',
		'star*[x]{a,b}',
		'back`tick`|',
		'<b>html',
		' a ',
	],
	...['line\u2028sep', '@at', 'com,ma', 'e\u0301', 'x'.repeat(200)],
];
const words = (name: string): string =>
	JSON.stringify(`${name} \u001b[31mred\u001b]0;title\u0007 \n##[error]pwned\n::error::pwned\n##vso[task.complete]`);

function hostileTree(): Tree {
	const tree: Record<string, Tree[string]> = {
		'CLAUDE.md': `# Odd\n@docs/missing.md. @miss\u001b[31ming.md @##[error]x.md\n::error::pwned\n##[error]pwned ${secret}\n@fifo.md @/proc/self/environ\n`,
		'.claude/settings.json': JSON.stringify({
			claudeMdExcludes: ['**/\u001b[31m', '::error::x', '##[error]x.md', 'docs/x.md', '**/+(*)b'],
			skillOverrides: { __proto__: 'off' },
		}),
		'.claude/settings.local.json': '{"a": 1,}\u001b[31m\n::error::z\n##[error]q',
		'.claude/rules/crlf.md': '---\r\npaths: "*.ts"\r\n---\r\nrule\r\n',
		'.claude/rules/bom.md': '\uFEFF---\npaths: "*.ts"\n---\nrule\n',
		'.claude/rules/utf16.md': new Uint8Array(Buffer.from('\uFEFF---\npaths: "*.ts"\n---\nrule\n', 'utf16le')),
		'.claude/rules/bytes.md': Uint8Array.from({ length: 1_024 }, (_, index) => index % 256),
		'.claude/rules/empty.md': '',
		'.claude/rules/loop': link('..'),
		'.claude/rules/circle.md': link('circle.md'),
		'.claude/rules/fifo.md': fifo,
		'fifo.md': fifo,
		'src/a.ts': '',
	};
	for (const name of names) {
		tree[`.claude/rules/${name}.md`] =
			`---\npaths: ${JSON.stringify(`**/${name}*.ts`)}\nglobs: x\n---\nrule\n@nothing.md\n`;
		tree[`.claude/skills/${name}/SKILL.md`] =
			`---\nname: ${JSON.stringify(name)}\ndescription: ${words(name)}\n---\nbody\n`;
		tree[`.claude/agents/${name}.md`] =
			`---\nname: ${JSON.stringify(name)}\ndescription: ${words(name)}\ntools: ${JSON.stringify(name)}\n---\nbody\n`;
		tree[`sub/${name}/CLAUDE.md`] = `nested\n@gone.md\n`;
	}
	return tree;
}

describe('A tree that means harm to whoever reads about it', function () {
	this.timeout(60_000);
	let repository: TestRepository;
	before(function () {
		if (process.platform === 'win32') return this.skip();
		repository = testRepository({ 'CLAUDE.md': 'before\n' }, {});
		repository.write(hostileTree());
		execFileSync('touch', [join(repository.root, 'locked.md')]);
		chmodSync(join(repository.root, 'locked.md'), 0);
	});
	after(() => repository?.dispose());
	const run = (args: readonly string[]): Promise<CommandResult> =>
		commandLine(args, { cwd: repository.root, variables: { HOME: repository.home } });

	const checks = ['text', 'json', 'sarif', 'github'].map((format) => ['check', '--format', format]);
	const diffs = ['text', 'json', 'markdown'].map((format) => ['diff', 'HEAD', '--format', format]);
	const calls: readonly (readonly string[])[] = [
		...[['report'], ['report', '--json'], ['request'], ['request', '--json'], ['explain', 'src/a.ts']],
		...[
			['explain', '--json', 'CLAUDE.md'],
			['globs', '**'],
			['globs', '--json', '**'],
			['sessions'],
			['sessions', '--json'],
		],
		...[
			['sessions', '--list'],
			['sessions', '--figures'],
			['lock', '--check'],
			['lock', '--check', '--json'],
		],
		...[...checks, ...checks.map((call) => [...call, '--hermetic']), ...diffs],
	];
	for (const call of calls) {
		it(`\`${call.join(' ')}\` prints nothing that a terminal or a build service obeys, and no stack`, async () => {
			const { code, out, err } = await run(call);
			assert.ok(code === 0 || code === 1, err);
			const own = call.includes('github') ? /^::(?:error|warning|notice) (?:file=[^:]*,)?title=[^:]*::/ : undefined;
			for (const line of `${out}\n${err}`.split('\n')) {
				const rest = own ? line.replace(own, '') : line;
				assert.doesNotMatch(rest, /^\s*::[\w-]+.*::|##\w*\[/, line);
				// biome-ignore lint/suspicious/noControlCharactersInRegex: what is looked for
				assert.doesNotMatch(rest, /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/, line);
				assert.doesNotMatch(rest, /^\s+at .*:\d+|fault of the program/, line);
			}
			if (call.includes('json') || call.includes('--json') || call.includes('sarif')) JSON.parse(out);
			if (call[0] === 'check') assert.ok(!out.includes(secret), 'a secret is masked');
		});
	}

	it('loses no file: each is loaded, on demand or named with its reason', async () => {
		const report = JSON.parse((await run(['report', '--json'])).out) as Record<
			'startup' | 'onDemand' | 'notLoaded',
			readonly { readonly path: string; readonly foundAt?: string; readonly reason?: { readonly code: string } }[]
		>;
		const all = [...report.startup, ...report.onDemand, ...report.notLoaded].flatMap(({ path, foundAt }) => [
			path,
			foundAt,
		]);
		for (const name of names) {
			for (const path of [`.claude/rules/${name}.md`, `sub/${name}/CLAUDE.md`])
				assert.ok(all.includes(join(repository.root, path)), JSON.stringify(path));
		}
		const reasons = new Map(report.notLoaded.map(({ path, reason }) => [path, reason?.code]));
		assert.equal(reasons.get('/proc/self/environ'), 'external-not-approved');
		assert.equal(reasons.get(join(repository.root, 'fifo.md')), 'not-a-file');
		assert.equal(reasons.get(join(repository.root, '.claude/rules/empty.md')), 'empty');
	});

	it('becomes a page in which none of it is markup', async () => {
		const path = join(repository.home, 'page.html');
		assert.equal((await run(['report', '--html', path])).code, 0);
		const page = readFileSync(path, 'utf8');
		assert.ok(!page.includes('<b>html') && !page.includes(secret));
	});
});
