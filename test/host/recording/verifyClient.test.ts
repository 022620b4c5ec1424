import * as assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { buildContextModel, type ContextModel } from '../../../src/core/model/contextModel.js';
import { contextInputs } from '../../../src/host/contextInputs.js';
import { NodeFileSystem } from '../../../src/host/fileSystem.js';
import { askVersion } from '../../../src/host/recording/clientVersion.js';
import { observe } from '../../../src/host/recording/observation.js';
import { type VerifyResult, verifyClient } from '../../../src/host/recording/verifyClient.js';
import { type ClientTree, clientTree } from '../../support/fakeClient.js';

describe('Verify with a stand-in for the client', function () {
	this.timeout(30_000);
	let tree: ClientTree;

	beforeEach(() => {
		tree = clientTree();
	});
	afterEach(() => tree.remove());

	const variables = () => ({ HOME: tree.home, PATH: process.env['PATH'] });

	async function model(managed: Readonly<Record<string, unknown>> = {}): Promise<ContextModel> {
		writeFileSync(join(tree.root, 'managed-settings.json'), JSON.stringify(managed));
		const inputs = await contextInputs(tree.repo, {
			client: '2.1.235',
			environment: { variables: variables(), managedDirectory: tree.root },
		});
		return (await buildContextModel(new NodeFileSystem(), inputs)) as ContextModel;
	}

	const run = async (
		mode: string,
		options: { readonly timeout?: number; readonly signal?: AbortSignal } = {},
	): Promise<VerifyResult> =>
		verifyClient(await model(), {
			program: tree.program(mode),
			variables: variables(),
			files: [join(tree.repo, 'src', 'a.ts')],
			...options,
		});

	const fault = (result: VerifyResult): string => (result.ok ? 'none' : result.fault);

	it('Should agree where the client sends what is predicted', async () => {
		const result = await run('plain');
		assert.ok(result.ok, JSON.stringify(result));
		assert.equal(result.verification.summary, 'Claude Code sends what is predicted: 3 of 3 parts.');
		assert.ok(result.verification.agrees);
	});

	it('Should say part by part how a client differs', async () => {
		const result = await run('liar');
		assert.ok(result.ok);
		const { parts, counts, agrees } = result.verification;
		assert.equal(agrees, false);
		assert.deepEqual(counts, { same: 1, 'different text': 1, 'other place': 0, missing: 1, unexpected: 1 });
		const other = parts.find(({ state }) => state === 'different text');
		assert.deepEqual(other?.difference?.diff, ['@@ -1,2 +1,2 @@', ' one', '-two', '+three']);
		assert.equal(parts.find(({ state }) => state === 'unexpected')?.name, '/elsewhere/CLAUDE.md');
		assert.equal(parts.find(({ state }) => state === 'missing')?.name, join(tree.repo, 'src', 'CLAUDE.md'));
	});

	it('Should not start the client with variables that settings of the repository set', async () => {
		mkdirSync(join(tree.repo, '.claude'));
		writeFileSync(join(tree.repo, '.claude', 'settings.json'), '{"env":{"FAKE_REPOSITORY":"1","CLAUDE_CODE_X":"y"}}');
		assert.equal((await model()).inputs.environment.variables['CLAUDE_CODE_X'], 'y');
		const result = await run('picky');
		assert.ok(result.ok, JSON.stringify(result));
	});

	const faults: readonly (readonly [mode: string, fault: string, words: RegExp])[] = [
		['silent', 'never-called', /ended without a request \(exit code 0\)/],
		['login', 'login', /asks for a login.*Please run \/login/],
		['failing', 'failed', /exit code 3\).*It said: API Error: something$/],
		['garbage', 'never-called', /exit code 4.*refused: not a request/],
		['huge', 'never-called', /refused: too large/],
		['keyless', 'never-called', /exit code 6.*refused: wrong key/],
	];
	for (const [mode, expected, words] of faults) {
		it(`Should say so of a client that is ${mode}`, async () => {
			const result = await run(mode);
			assert.equal(fault(result), expected, JSON.stringify(result));
			assert.match(result.ok ? '' : result.sentence, words);
		});
	}

	it('Should say so of a client that is killed half-way', async () => {
		const result = await run('killed');
		assert.equal(fault(result), 'failed');
		assert.match(result.ok ? '' : result.sentence, /a signal ended it/);
	});

	it('Should say so of a program that is not there', async () => {
		const result = await verifyClient(await model(), { program: join(tree.root, 'nothing'), variables: variables() });
		assert.equal(fault(result), 'no-client');
		const asked = await askVersion(join(tree.root, 'nothing'), {});
		assert.equal(asked.ok ? '' : asked.fault, 'no-client');
	});

	it('Should not run a client that is too old, or a program that is none', async () => {
		const old = await askVersion(tree.program('old'), process.env);
		assert.equal(old.ok ? '' : old.fault, 'too-old');
		const stranger = await askVersion(tree.program('stranger'), process.env);
		assert.equal(stranger.ok ? '' : stranger.fault, 'unknown-client');
		assert.deepEqual(await askVersion(tree.program('plain'), process.env), { ok: true, version: '2.1.235' });
	});

	it('Should kill a client that hangs and does not hear that it shall end', async () => {
		const result = await run('deaf', { timeout: 700 });
		assert.equal(fault(result), 'timed-out');
		assert.match(result.ok ? '' : result.sentence, /sent no request within 0.7 seconds/);
	});

	it('Should end what the client has started, too', async () => {
		const ending = new AbortController();
		const running = run('parent', { signal: ending.signal });
		const pidFile = join(tree.root, 'pid');
		for (let waited = 0; waited < 100 && !existsSync(pidFile); waited++) await pause(50);
		ending.abort();
		assert.equal(fault(await running), 'cancelled');
		const pid = Number(readFileSync(pidFile, 'utf8'));
		await pause(100);
		assert.ok(!isRunning(pid), 'the child of the client still runs');
	});

	it('Should say so where the port is in use', async () => {
		const other = createServer();
		await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
		const { port } = other.address() as { port: number };
		try {
			const result = await observe({
				program: tree.program('plain'),
				directory: tree.repo,
				port,
				launch: () => assert.fail('nothing is run'),
			});
			assert.equal(result.ok ? '' : result.fault, 'no-endpoint');
			assert.match(result.ok ? '' : result.sentence, /EADDRINUSE/);
		} finally {
			other.close();
		}
	});

	it('Should take away what the client leaves in a home that has none of it', async () => {
		const before = listing(tree.home);
		const result = await run('messy');
		assert.ok(result.ok, JSON.stringify(result));
		assert.deepEqual(listing(tree.home), before);
	});

	it('Should leave a configuration that another session may have written, and say so', async () => {
		writeFileSync(join(tree.home, '.claude.json'), '{"migrationVersion":12}');
		const result = await run('messy');
		assert.ok(result.ok);
		assert.match(result.verification.notes.join(' '), /\.claude\.json up to date meanwhile.*\(migrationVersion\)/);
		assert.equal(readFileSync(join(tree.home, '.claude.json'), 'utf8'), '{"migrationVersion":13}');
		assert.ok(!existsSync(join(tree.home, '.claude', 'plugins')));
	});

	it('Should leave nothing behind in the folder for temporary files', async () => {
		const old = process.env['TMPDIR'];
		const folder = join(tree.root, 'tmp');
		mkdirSync(folder);
		process.env['TMPDIR'] = folder;
		try {
			for (const mode of ['plain', 'failing', 'old']) await run(mode);
			await askVersion(tree.program('old'), process.env);
		} finally {
			if (old === undefined) delete process.env['TMPDIR'];
			else process.env['TMPDIR'] = old;
		}
		assert.deepEqual(readdirSync(folder), []);
	});

	for (const [what, managed] of [
		['hooks', { hooks: { SessionStart: [] } }],
		['apiKeyHelper', { apiKeyHelper: 'x' }],
		['the variable ANTHROPIC_BASE_URL', { env: { ANTHROPIC_BASE_URL: 'https://x.invalid' } }],
	] as const) {
		it(`Should not run the client where the policy sets ${what}`, async () => {
			const result = await verifyClient(await model(managed), {
				program: tree.program('plain'),
				variables: variables(),
			});
			assert.equal(fault(result), 'policy');
			assert.ok(!result.ok && result.sentence.includes(`sets ${what}`), JSON.stringify(result));
		});
	}
});

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

function isRunning(pid: number): boolean {
	try {
		// A zombie that nobody waits for is no running process.
		return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
	} catch {
		return false;
	}
}

const listing = (directory: string): readonly string[] =>
	readdirSync(directory, { recursive: true, encoding: 'utf8' }).sort();
