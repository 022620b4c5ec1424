/** The command line as its users meet it: what it prints where, and with which exit code. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'mocha';
import { type DiskTree, diskTree } from '../support/diskTree.js';

interface Run {
	readonly code: number | null;
	readonly out: string;
	readonly err: string;
}

describe('The command line', () => {
	let tree: DiskTree;
	const run = (args: readonly string[], variables: Record<string, string> = {}): Run => {
		const { status, stdout, stderr } = spawnSync(process.execPath, [resolve('dist/cli.js'), ...args], {
			cwd: join(tree.root, 'repo'),
			env: { PATH: process.env['PATH'] ?? '', HOME: join(tree.root, 'home'), ...variables },
			encoding: 'utf8',
		});
		return { code: status, out: stdout, err: stderr };
	};

	before(() => {
		tree = diskTree({
			repo: {
				'CLAUDE.md': '# Shop\n@docs/a.md @missing.md\n',
				'docs/a.md': 'A\n',
				'src/api/CLAUDE.md': 'API\n',
				'src/api/x.ts': '1\n',
				'.claude/rules/ts.md': '---\npaths: src/**/*.ts\n---\nTS\n',
				'.claude/rules/css.md': '---\npaths: src/**/*.css\n---\nCSS\n',
				'.claude/rules/broken.md': '---\npaths:\n  - **/*.ts\n---\nB\n',
				'.claude/settings.json': '{\n  "claudeMdExcludes": ["**"],\n}\n',
			},
			home: { '.claude/projects': {} },
			file: 'no directory',
		});
	});
	after(() => tree.remove());

	const faults: readonly (readonly [title: string, args: readonly string[], sentence: RegExp])[] = [
		[
			'an unknown command is named with those that exist',
			['frobnicate'],
			/no command "frobnicate"; the commands are report, request/,
		],
		['an unknown option is named', ['report', '--colour'], /Unknown option '--colour'/],
		['a missing directory is named', ['report', 'nowhere'], /There is no directory .*nowhere\./],
		["a file in a directory's place is named", ['report', '../file'], /file is not a directory\./],
		['a second directory is one too many', ['report', '.', 'src'], /Unexpected argument "src"\./],
		[
			'a client that is no version is named with an example',
			['request', '--client', 'latest'],
			/takes a version such as 2\.\d+\.\d+, not "latest"/,
		],
		['an action that is no JSON is named', ['request', '--action', '{"tool":'], /--action \{"tool": is not JSON\./],
		['an action without a tool is named', ['request', '--action', '{"input":{}}'], /has no "tool"\./],
		[
			'an unknown setting source is named with those that exist',
			['request', '--setting-sources', 'user,team'],
			/not "team"/,
		],
		['a time that is no number is named', ['request', '--now', 'today'], /milliseconds since 1970, not "today"/],
		['explain without a file says what it needs', ['explain'], /explain needs a FILE/],
		['globs without a pattern says what it needs', ['globs'], /globs needs a PATTERN/],
		['an unknown option says where all are', ['check', '-x'], /Unknown option '-x'; --help shows all options\./],
		['a misspelt command is proposed', ['reprot'], /Did you mean report\?/],
		['an option without its value is named', ['report', '--html'], /--html needs a value\./],
		['a value that a flag does not take is named', ['report', '--json=1'], /--json takes no value\./],
		[
			'a value that looks like an option is named with what to write',
			['request', '--now', '-5'],
			/--now is followed by "-5", which looks like an option; write --now=-5 if it is the value\./,
		],
		['an empty model is refused', ['report', '--model='], /--model takes a model id such as/],
		[
			'two formats are one too many',
			['check', '--json', '--format', 'text'],
			/--json is --format json, so it does not go with --format text\./,
		],
		['two formats of a difference, too', ['diff', 'HEAD', '--json', '--format', 'markdown'], /does not go with/],
		['a page and JSON, too', ['report', '--json', '--html', 'x.html'], /Choose one of --html and --json\./],
		['a missing base is named', ['globs', 'a', '--base', 'nowhere'], /There is no directory .*nowhere\./],
		['globs takes no client', ['globs', 'a', '--client', '2.1.332'], /Unknown option '--client'/],
		[
			'a program that is not there is named',
			['verify', '--yes', '--client', 'nowhere'],
			/nowhere cannot be run: there is no such file\./,
		],
		['help for an unknown command is refused', ['help', 'frobnicate'], /no help for "frobnicate"/],
	];
	for (const topic of ['', 'report', 'request', 'explain', 'globs', 'sessions', 'check', 'diff', 'lock', 'verify']) {
		it(`help of ${topic || 'all'} is no wider than a terminal, and names no option that is refused`, () => {
			const { code, out } = run([...(topic === '' ? [] : [topic]), '--help']);
			assert.equal(code, 0);
			for (const line of out.split('\n')) assert.ok(line.length <= 80, line);
			if (topic === '') return;
			for (const option of new Set(out.match(/(?<=[\s(])--[a-z][a-z-]*/g))) {
				const { err } = run([topic, option, '--no-such-option']);
				assert.doesNotMatch(err, new RegExp(`Unknown option '${option}'`), `${topic} ${option}`);
			}
		});
	}

	for (const command of ['report', 'request', 'check', 'lock', 'sessions']) {
		it(`${command} says so of a directory that nobody may look into`, function () {
			// One that is never looked into, not even by the superuser.
			if (process.platform !== 'linux') return this.skip();
			const { code, out, err } = run([command, '/proc/self/task']);
			assert.deepEqual([code, out], [2, '']);
			assert.match(err, /^context-inspector: The directory \/proc\/.* cannot be read\.\n$/);
		});
	}

	it('says why where standard output cannot be written to', function () {
		if (process.platform !== 'linux') return this.skip();
		const full = openSync('/dev/full', 'w');
		try {
			const { status, stderr } = spawnSync(process.execPath, [resolve('dist/cli.js'), '--help'], {
				stdio: ['ignore', full, 'pipe'],
				encoding: 'utf8',
			});
			assert.equal(status, 2);
			assert.equal(stderr, 'context-inspector: Standard output cannot be written to (ENOSPC).\n');
		} finally {
			closeSync(full);
		}
	});

	for (const [title, args, sentence] of faults) {
		it(`${title}, in one sentence on standard error with exit code 2`, () => {
			const { code, out, err } = run(args);
			assert.equal(code, 2);
			assert.equal(out, '');
			assert.match(err, sentence);
			assert.equal(err.trim().split('\n').length, 1, err);
			assert.doesNotMatch(err, / at .*\.js:\d+/);
		});
	}

	for (const command of ['report', 'request', 'explain', 'globs']) {
		it(`${command} --help prints its usage on standard output`, () => {
			const { code, out, err } = run([command, '--help']);
			assert.deepEqual([code, err], [0, '']);
			assert.match(out, new RegExp(`^Usage: context-inspector ${command} `));
			assert.ok(
				out.split('\n').every((line) => line.length <= 100),
				'lines fit a terminal',
			);
		});
	}

	it('broken files are named with their places, spoil only themselves, and the exit code stays 0', () => {
		const { code, out } = run(['report']);
		assert.equal(code, 0);
		assert.match(out, /\.claude\/settings\.json:3:1/);
		assert.match(out, /ignores\s+the file as a whole/);
		assert.match(out, /\.claude\/rules\/broken\.md:3:5/);
		assert.match(out, /docs\/a\.md/, 'the void excludes keep nothing out');
	});

	it('a report keeps to 80 columns', () => {
		const long = run(['report'])
			.out.split('\n')
			.filter((line) => [...line].length > 80);
		assert.deepEqual(long, []);
	});

	it('colours come only where they are wanted', () => {
		assert.ok(!run(['report']).out.includes('\u001b['));
		assert.ok(run(['report'], { FORCE_COLOR: '1' }).out.includes('\u001b['));
		assert.ok(!run(['report'], { FORCE_COLOR: '1', NO_COLOR: '1' }).out.includes('\u001b['));
	});

	it('colours do not move the columns', () => {
		const plain = run(['report']).out;
		const coloured = run(['report'], { FORCE_COLOR: '1' }).out;
		assert.equal(coloured.replaceAll(/\p{Cc}\[\d+m/gu, ''), plain);
	});

	describe('in a repository whose names and texts would rewrite the terminal', () => {
		let hostile: DiskTree;
		const dir = (): string => join(hostile.root, 'repo');
		const commands = [
			['report'],
			['request'],
			['check', '--each-package', '--max-startup-chars', '1'],
			['check', '--each-package', '--max-startup-chars', '1', '--format', 'github'],
			['check', '--format', 'sarif'],
			['globs', '**/*.md'],
			['lock', '--check'],
		];

		before(() => {
			const control = '\u001b[2J\u009b2J\u0007\u202e';
			hostile = diskTree({
				repo: {
					'CLAUDE.md': `Text ${control}\n@docs/gone${control}.md @self.md\n`,
					'self.md': { type: 'link', target: 'self.md' },
					[`.claude/rules/r\n::error::x${control}.md`]: `---\npaths: "none/\\e[2J/**"\n---\nR\n`,
					'.claude/skills/a/SKILL.md': '---\nname: "a\\n::error::\\e[2J"\ndescription: "\\e[2J"\n---\nA\n',
					[`p\n::error::x${control}/package.json`]: '{}',
					[`p\n::error::x${control}/CLAUDE.md`]: 'P\n',
				},
				home: {},
			});
		});
		after(() => hostile.remove());

		for (const args of commands) {
			it(`${args.join(' ')} shows them and obeys none`, () => {
				const { code, out, err } = run(
					args[0] === 'globs' ? [...args, dir()] : [args[0] ?? '', dir(), ...args.slice(1)],
					{ FORCE_COLOR: '1', HOME: join(hostile.root, 'home') },
				);
				assert.notEqual(code, 2, err);
				const left = `${out}${err}`.replaceAll(/\p{Cc}\[\d+m/gu, '');
				assert.doesNotMatch(left, /[^\P{Cc}\n\t]|\u202e/u);
				assert.doesNotMatch(out, /^\s*::error::x/m, 'no name begins a line');
			});
		}

		it('JSON keeps every character of a name', () => {
			const { out } = run(['report', dir(), '--json']);
			assert.doesNotMatch(out, /[^\P{Cc}\n\t]|\u202e/u);
			assert.ok(
				JSON.stringify(JSON.parse(out)).includes(JSON.stringify('x\u001b[2J\u009b2J\u0007\u202e').slice(1, -1)),
			);
		});

		it('a missing file is not proposed for itself', () => {
			assert.doesNotMatch(run(['check', dir()]).out, /did you mean "self\.md"/);
		});
	});

	for (const args of [
		['report', '--json'],
		['request', '--json'],
		['explain', 'src/api/x.ts', '--json'],
		['globs', 'src/**', '--json'],
	]) {
		it(`${args[0]} --json prints one JSON object and nothing else`, () => {
			const { code, out, err } = run(args);
			assert.deepEqual([code, err], [0, '']);
			assert.equal(typeof JSON.parse(out), 'object');
		});
	}

	it('explain names the pattern that matched, its base, the nested file, and what nearly matched', () => {
		const { out } = run(['explain', 'src/api/x.ts', '--client', '2.1.332']);
		assert.match(out, /src\/api\/CLAUDE\.md/);
		assert.match(out, /matches "src\/\*\*\/\*\.ts" relative to this directory/);
		assert.match(out, /Would match, but[\s\S]*css\.md[\s\S]*asks for "\.css"/);
	});

	it('explain says that a file outside the launch directory attaches nothing', () => {
		assert.match(run(['explain', '../file']).out, /outside the launch directory, so reading it attaches nothing/);
	});

	it('explain refuses a directory, and parts headings from what they say', () => {
		const { code, err } = run(['explain', 'src']);
		assert.deepEqual([code, /src is a directory; explain takes a file\./.test(err)], [2, true]);
		const { out } = run(['explain', 'docs/a.md']);
		assert.match(out, /\nAlready loaded: \d+ sources? at startup/);
		assert.match(out, /\nAttached by reading it: nothing/);
	});

	it('report says which of client and model are assumed, and what of a model is not known', () => {
		assert.match(run(['report']).out, /Claude Code [\d.]+ \(assumed\), claude-opus-4-6 \(assumed\)\n/);
		const named = run(['report', '--client', '2.1.332', '--model', 'claude-opus-4-6']).out;
		assert.doesNotMatch(named, /assumed/);
		const { out } = run(['report', '--model', 'foo']);
		assert.match(out, /, foo\n[\s\S]*The model "foo" is not known/);
		assert.match(run(['check', '--model', 'foo']).out, /The model "foo" is not known/);
		assert.deepEqual(JSON.parse(run(['report', '--json', '--client', '2.1.332']).out).assumed, ['model']);
	});

	it('report names files of the repository relative to a directory in it, and says when a nested file comes', () => {
		assert.match(run(['report']).out, /src\/api\/CLAUDE\.md .*\n +when a file in src\/api is read\n/);
		assert.doesNotMatch(run(['report']).out, /not searched/);
	});

	it('request says on standard error that nothing is in it, and heads what a prompt attaches', () => {
		const empty = run(['request', '../home', '--setting-sources', '']);
		assert.deepEqual([empty.code, empty.out], [0, '']);
		assert.match(empty.err, /Nothing of yours is in the request/);
		const { out } = run(['request', '--prompt', 'see @src/api/x.ts', '--client', '2.1.332']);
		assert.match(out, /Attached by the prompt\n[^\n]*(?:ts\.md|CLAUDE\.md) \(/);
	});

	it('globs says why a pattern matches nothing, and how several are given', () => {
		assert.match(run(['globs', '/src/*.ts']).out, /Matches 0 of [\s\S]*src\/api\/x\.ts\n +"\/src\/\*\.ts": /);
		assert.match(run(['globs', 'a/**', 'b/**']).err, /There is no directory .*Give several patterns as one/);
	});

	it('globs says which files match and what the pattern does not mean', () => {
		const { out } = run(['globs', 'src/**']);
		assert.match(out, /src\/api\/x\.ts/);
		assert.match(out, /rule\.glob-wider [\s\S]*any\s+depth/);
	});

	it('--add-dir takes every word up to the next option, as the client does', () => {
		const { out } = run(['request', '--json', '--add-dir', 'docs', 'src', '--bare']);
		assert.deepEqual(JSON.parse(out).startup, []);
	});
});
