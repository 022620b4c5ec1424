import assert from 'node:assert/strict';
import { managedDirectoryOf, nodeEnvironment } from '../../src/host/environment.js';
import { findInstalledClient } from '../../src/host/installedClient.js';
import { link, memoryTree, type Tree } from '../support/memoryFileSystem.js';

const home = '/home/ann';

async function find(tree: Tree, path = '/usr/bin'): Promise<string | undefined> {
	const environment = nodeEnvironment({ variables: { HOME: home, PATH: path }, platform: 'linux' });
	const found = await findInstalledClient(environment, { fs: memoryTree(tree), platform: 'linux' });
	return found && `${found.version} ${found.path}`;
}

const packageOf = (version: string, name = '@anthropic-ai/claude-code'): string => JSON.stringify({ name, version });
const npmPackage = '/usr/lib/node_modules/@anthropic-ai/claude-code';

describe('findInstalledClient', () => {
	const installations: readonly [title: string, tree: Tree, found: string | undefined, path?: string][] = [
		[
			'a global npm package',
			{
				'/usr/bin/claude': link('../lib/node_modules/@anthropic-ai/claude-code/cli.js'),
				[`${npmPackage}/cli.js`]: '#!/usr/bin/env node',
				[`${npmPackage}/package.json`]: packageOf('2.1.235'),
			},
			'2.1.235 /usr/bin/claude',
		],
		[
			'a global npm package that links its platform’s binary',
			{
				'/usr/bin/claude': link('../lib/node_modules/@anthropic-ai/claude-code/bin/claude.exe'),
				[`${npmPackage}/bin/claude.exe`]: 'ELF',
				[`${npmPackage}/package.json`]: packageOf('2.1.332'),
			},
			'2.1.332 /usr/bin/claude',
		],
		[
			'a platform’s package',
			{
				'/opt/lib/node_modules/@anthropic-ai/claude-code-linux-x64/claude': 'ELF',
				'/opt/lib/node_modules/@anthropic-ai/claude-code-linux-x64/package.json': packageOf(
					'2.1.332',
					'@anthropic-ai/claude-code-linux-x64',
				),
			},
			'2.1.332 /opt/lib/node_modules/@anthropic-ai/claude-code-linux-x64/claude',
			'/opt/lib/node_modules/@anthropic-ai/claude-code-linux-x64',
		],
		[
			'a native installation, its link telling the version that starts',
			{
				[`${home}/.local/bin/claude`]: link(`${home}/.local/share/claude/versions/2.1.300`),
				[`${home}/.local/share/claude/versions/2.1.300`]: 'ELF',
				[`${home}/.local/share/claude/versions/2.1.332`]: 'ELF',
			},
			`2.1.300 ${home}/.local/bin/claude`,
			`/usr/bin:${home}/.local/bin`,
		],
		[
			'a native installation that PATH does not name',
			{
				[`${home}/.local/bin/claude`]: link(`${home}/.local/share/claude/versions/2.1.300`),
				[`${home}/.local/share/claude/versions/2.1.300`]: 'ELF',
			},
			`2.1.300 ${home}/.local/bin/claude`,
		],
		[
			'a native installation without links, by its newest version',
			{
				[`${home}/.local/bin/claude`]: 'ELF',
				[`${home}/.local/share/claude/versions`]: { '2.1.99': 'ELF', '2.1.300': 'ELF', 'not-a-version': '' },
			},
			`2.1.300 ${home}/.local/bin/claude`,
		],
		[
			'the wrapper of a local installation',
			{
				[`${home}/.claude/local/claude`]: '#!/bin/bash\nexec "/home/ann/.claude/local/node_modules/.bin/claude" "$@"',
				[`${home}/.claude/local/node_modules/@anthropic-ai/claude-code/package.json`]: packageOf('2.1.240'),
			},
			`2.1.240 ${home}/.claude/local/claude`,
		],
		[
			'the wrapper of pnpm',
			{
				'/usr/bin/claude':
					'#!/bin/sh\nexec node "$basedir/global/5/.pnpm/@anthropic-ai+claude-code@2.1.250/node_modules/x/cli.js" "$@"',
			},
			'2.1.250 /usr/bin/claude',
		],
		[
			'Homebrew',
			{
				'/opt/homebrew/bin/claude': link('/opt/homebrew/Caskroom/claude-code/2.1.301/claude'),
				'/opt/homebrew/Caskroom/claude-code/2.1.301/claude': 'Mach-O',
			},
			'2.1.301 /opt/homebrew/bin/claude',
		],
		[
			'Nix',
			{
				'/usr/bin/claude': link('/nix/store/abc-claude-code-2.1.302/bin/claude'),
				'/nix/store/abc-claude-code-2.1.302/bin/claude': '#!/bin/sh',
			},
			'2.1.302 /usr/bin/claude',
		],
		['none at all', {}, undefined],
		['none behind a dangling link', { '/usr/bin/claude': link('/nowhere/versions/2.1.300') }, undefined],
		['none in a directory of that name', { '/usr/bin/claude/package.json': packageOf('2.1.300') }, undefined],
		[
			'none in another program’s package',
			{ '/usr/bin/claude': 'x', '/usr/package.json': packageOf('3.0.0', 'x') },
			undefined,
		],
		['none by a broken package', { '/usr/bin/claude': 'x', '/usr/package.json': '{"name":' }, undefined],
		['none by a package that is null', { '/usr/bin/claude': 'x', '/usr/package.json': 'null' }, undefined],
		[
			'none by a relative entry of PATH: the repository must not choose the client',
			{ '/node_modules/.bin/claude': 'x', '/node_modules/package.json': packageOf('9.9.9') },
			undefined,
			'node_modules/.bin:.:',
		],
	];
	for (const [title, tree, expected, path] of installations) {
		it(`finds ${title}`, async () => assert.equal(await find(tree, path), expected));
	}

	it('takes the first client of PATH whose version can be told', async () => {
		const tree: Tree = {
			'/a/claude': 'unknown',
			'/b/claude': link('/versions/claude-code/2.1.301/claude'),
			'/c/claude': link('/versions/claude-code/2.1.302/claude'),
			'/versions/claude-code': { '2.1.301': { claude: 'x' }, '2.1.302': { claude: 'x' } },
		};
		assert.equal(await find(tree, '/a:/b:/c'), '2.1.301 /b/claude');
	});

	it('never runs, and never reads more of a program than a script is long', async () => {
		const fs = memoryTree({ '/usr/bin/claude': 'x'.repeat(100_000) });
		const environment = nodeEnvironment({ variables: { HOME: home, PATH: '/usr/bin' }, platform: 'linux' });
		assert.equal(await findInstalledClient(environment, { fs, platform: 'linux' }), undefined);
		assert.equal((await fs.readText('/usr/bin/claude', 16 * 1024))?.ok, false);
	});
});

describe('nodeEnvironment', () => {
	it('is that of this process where nothing else is said', () => {
		const before = Date.now();
		const environment = nodeEnvironment();
		assert.equal(environment.variables, process.env);
		assert.ok(environment.now >= before && environment.now <= Date.now());
	});

	it('takes the home of the given variables', () => {
		const of = (variables: Record<string, string>, platform: NodeJS.Platform): string =>
			nodeEnvironment({ variables, platform }).homeDirectory;
		assert.equal(of({ HOME: '/home/ann' }, 'linux'), '/home/ann');
		assert.equal(of({ USERPROFILE: 'C:\\Users\\ann', HOME: '/c/Users/ann' }, 'win32'), 'C:\\Users\\ann');
	});

	it('knows where each platform keeps its policy', () => {
		assert.equal(managedDirectoryOf('linux'), '/etc/claude-code');
		assert.equal(managedDirectoryOf('darwin'), '/Library/Application Support/ClaudeCode');
		assert.equal(managedDirectoryOf('win32'), 'C:\\Program Files\\ClaudeCode');
		assert.equal(nodeEnvironment({ managedDirectory: '/tmp/managed' }).managedDirectory, '/tmp/managed');
	});
});
