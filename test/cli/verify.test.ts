import * as assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleCommandLine, commandLine, commandLineBundle } from '../support/commandLine.js';
import { type ClientTree, clientTree } from '../support/fakeClient.js';

describe('context-inspector verify', function () {
	this.timeout(30_000);
	let tree: ClientTree;

	before(() => bundleCommandLine());
	beforeEach(() => {
		tree = clientTree();
	});
	afterEach(() => tree.remove());

	const verify = (...args: readonly string[]) =>
		commandLine(['verify', '--managed-dir', join(tree.root, 'none'), ...args], {
			cwd: tree.repo,
			variables: { HOME: tree.home },
		});

	it('Should end with 0 where the client agrees', async () => {
		const { code, out, err } = await verify('--yes', '--client', tree.program('plain'), '--read', 'src/a.ts');
		assert.equal(code, 0, err);
		assert.match(out, /Reading src\/a\.ts brings\nsrc\/CLAUDE\.md +same/);
		assert.match(out, /Claude Code sends what is predicted: 3 of 3 parts\.\n$/);
	});

	it('Should end with 1 where it differs, with the difference', async () => {
		const { code, out } = await verify('--yes', '--client', tree.program('liar'), '--read', 'src/a.ts');
		assert.equal(code, 1);
		assert.match(out, /~\/\.claude\/CLAUDE\.md +different text\n {2}The text differs from line 2/);
		assert.match(out, /^ {4}-two\n {4}\+three$/m);
		assert.match(out, /\/elsewhere\/CLAUDE\.md +unexpected/);
	});

	it('Should predict for the version that is asked for', async () => {
		const args = ['--yes', '--client', tree.program('plain'), '--client-version', '2.1.332', '--json'];
		const { code, out } = await verify(...args);
		const result = JSON.parse(out) as { version: string; client: string; agrees: boolean };
		assert.deepEqual([result.version, result.client, result.agrees, code], ['2.1.235', '2.1.332', true, 0]);
	});

	it('Should not run anything without --yes where there is no terminal', async () => {
		const { code, err } = await verify('--client', tree.program('plain'));
		assert.equal(code, 2);
		assert.match(err, /needs --yes/);
	});

	const faults: readonly (readonly [args: readonly string[], words: RegExp])[] = [
		[['--client', '/nowhere/claude'], /\/nowhere\/claude cannot be run: there is no such file\./],
		[['--timeout', 'x'], /--timeout takes seconds/],
		[['--timeout', '1', 'nowhere'], /There is no directory .*nowhere/],
		[[], /No installed Claude Code was found/],
	];
	for (const [args, words] of faults) {
		it(`Should end with 2 for ${JSON.stringify(args)}`, async () => {
			const { code, err } = await commandLine(['verify', '--yes', ...withClient(args)], {
				cwd: tree.repo,
				variables: { HOME: tree.home, ...(args.length === 0 ? { PATH: '/nowhere' } : {}) },
			});
			assert.equal(code, 2, err);
			assert.match(err, words);
		});
	}
	const withClient = (args: readonly string[]): readonly string[] =>
		args.includes('--timeout') ? ['--client', tree.program('plain'), ...args] : args;

	it('Should say in JSON why nothing can be told', async () => {
		const { code, out } = await verify('--yes', '--json', '--client', tree.program('login'));
		assert.equal(code, 2);
		assert.equal((JSON.parse(out) as { fault: string }).fault, 'login');
	});

	it('Should end the client too when it is ended itself', async () => {
		const program = spawn(
			process.execPath,
			[
				commandLineBundle,
				'verify',
				'--yes',
				'--managed-dir',
				join(tree.root, 'none'),
				'--client',
				tree.program('parent'),
			],
			{ cwd: tree.repo, env: { PATH: process.env['PATH'], HOME: tree.home }, stdio: 'ignore' },
		);
		const ended = new Promise((resolve) => program.once('close', resolve));
		const pidFile = join(tree.root, 'pid');
		for (let waited = 0; waited < 200 && !existsSync(pidFile); waited++)
			await new Promise((resolve) => setTimeout(resolve, 50));
		program.kill('SIGINT');
		assert.equal(await ended, 2);
		const stat = `/proc/${readFileSync(pidFile, 'utf8')}/stat`;
		assert.ok(!existsSync(stat) || / Z /.test(readFileSync(stat, 'utf8')));
	});
});
