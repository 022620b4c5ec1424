import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundleCommandLine, type CommandResult, commandLine } from '../support/commandLine.js';
import { type DiskTree, diskTree, writeTree } from '../support/diskTree.js';
import { Transcript } from '../support/transcript.js';

describe('sessions and lock on the command line', () => {
	let disk: DiskTree;
	let repository: string;

	const run = (...args: readonly string[]): Promise<CommandResult> =>
		commandLine(args, { cwd: repository, variables: { HOME: join(disk.root, 'home'), TZ: 'UTC' } });
	const slug = (path: string): string => path.replace(/[^A-Za-z0-9]/g, '-');
	const addSession = (id: string, text: string, from = repository): void =>
		writeTree(join(disk.root, 'home/.claude/projects', slug(from)), { [`${id}.jsonl`]: text });

	before(async function () {
		this.timeout(60_000);
		await bundleCommandLine();
	});

	beforeEach(() => {
		disk = diskTree({
			home: { '.gitconfig': '[user]\nname = Ann\n' },
			shared: { 'team.md': 'Team.\n' },
			repo: {
				'.git': {},
				'CLAUDE.md': 'Root.\n\n@../shared/team.md\n',
				'.claude': { rules: { 'ts.md': '---\npaths: "*.ts"\n---\nTS.\n' } },
				'a.ts': 'x',
			},
		});
		repository = join(disk.root, 'repo');
	});
	afterEach(() => disk.remove());

	const start = (content: string): Transcript =>
		new Transcript('2.1.332', repository)
			.prompt('a private prompt')
			.instructions([{ path: join(repository, 'CLAUDE.md'), type: 'Project', content }])
			.sessionContext();

	it('says where it looked when there is no session', async () => {
		const { code, out } = await run('sessions');
		assert.equal(code, 0);
		assert.match(out, /^There is no session of .*repo in .*projects/);
		assert.equal(JSON.parse((await run('sessions', '--json')).out).session, null);
	});

	it('compares the newest session with the disk, for people and as JSON, without any text of it', async () => {
		addSession(
			's1',
			start('Old.')
				.read(join(repository, 'a.ts'))
				.nested(join(repository, '.claude/rules/ts.md'), 'TS.\n', { globs: ['*.ts'] })
				.answer().text,
		);
		const { code, out, err } = await run('sessions');
		assert.deepEqual([code, err], [0, '']);
		assert.match(out, /^Session s1 {2}Claude Code 2\.1\.332, claude-opus-4-6\n/);
		assert.match(
			out,
			/CLAUDE\.md +changed since\n +The session still has the version of (2026-11-30 )?10:42; \/clear or/,
		);
		assert.match(out, /\.claude\/rules\/ts\.md +same\n +through a\.ts/);
		const json = (await run('sessions', '--json', '--session', 's')).out;
		assert.deepEqual(JSON.parse(json).comparison.counts, {
			same: 1,
			'changed since': 1,
			'predicted but never loaded': 0,
			'loaded but not predicted': 0,
			'not recorded': 0,
		});
		assert.ok(!/private prompt|Old\.|TS\./.test(json));
	});

	it('calls a file that is no more deleted, not changed', async () => {
		addSession('s1', start('Old.').answer().text);
		rmSync(join(repository, 'CLAUDE.md'));
		assert.match((await run('sessions')).out, /CLAUDE\.md +deleted since\n +The file is gone/);
		const [file] = JSON.parse((await run('sessions', '--json')).out).comparison.files;
		assert.deepEqual([file.state, file.isGone], ['changed since', true]);
	});

	it('models the client that ran the session', async () => {
		addSession('s1', new Transcript('2.1.235', repository).prompt().answer().text);
		const { out } = await run('sessions');
		assert.match(out, /Claude Code 2\.1\.235 does not write its startup files/);
		assert.match(out, /CLAUDE\.md +not recorded/);
	});

	it('writes the load log as JSON lines, the oldest session first', async () => {
		addSession('s1', start('One.').answer().text);
		const lines = (await run('sessions', '--log', '--last', '5')).out.trimEnd().split('\n');
		assert.deepEqual(Object.keys(JSON.parse(lines[0] ?? '')), [
			'session_id',
			'instruction_path',
			'scope',
			'load_reason',
			'content_hash',
			'bytes',
			'loaded_at',
			'trigger',
		]);
	});

	it('shows how the text of a session differs from the disk', async () => {
		addSession('s1', start('Old.\n\n@../shared/team.md').answer().text);
		const { code, out } = await run('sessions', '--diff', 'CLAUDE.md');
		assert.equal(code, 0);
		assert.match(out, /@@ -1,3 \+1,3 @@\n-Old\.\n\+Root\.\n \n @\.\.\/shared\/team\.md\n$/);
		assert.equal((await run('sessions', '--diff', '/etc/passwd')).code, 2);
	});

	it('gives figures of all sessions and a list of them', async () => {
		addSession('s1', start('One.').answer().text);
		const figures = JSON.parse((await run('sessions', '--figures', '--json')).out);
		assert.deepEqual([figures.sessions, figures.startup[0].characters, figures.activations[0].sessions], [1, 4, 0]);
		const words = (await run('sessions', '--figures')).out;
		assert.match(words, /^1 session of /);
		assert.match(words, /\nRules and nested files: 1 source without a load in the last 1 session\n/);
		assert.match((await run('sessions', '--list')).out, /^s1 {2}10:42 to .* {2}main +2\.1\.332 \d\.\d KiB\n$/);
	});

	for (const [args, message] of [
		[['--session', 'zzz'], /There is no session "zzz"/],
		[['--log', '--figures'], /Choose one of/],
		[['--last', 'x'], /takes a number/],
		[['a', 'b'], /Unexpected argument/],
	] as const) {
		it(`refuses ${args.join(' ')} with one sentence`, async () => {
			addSession('s1', start('One.').answer().text);
			const { code, err } = await run('sessions', ...args);
			assert.equal(code, 2);
			assert.match(err, message);
			assert.equal(err.trimEnd().split('\n').length, 1);
		});
	}

	it('locks imports from outside, finds drift and accepts it', async () => {
		const approval = { projects: { [repository]: { hasClaudeMdExternalIncludesApproved: true } } };
		writeTree(disk.root, { 'home/.claude.json': JSON.stringify(approval) });
		assert.equal((await run('lock', '--check')).code, 1);
		const first = await run('lock');
		assert.deepEqual([first.code, first.err], [0, '']);
		assert.match(first.out, /team\.md +added, accepted\n1 entry in/);
		assert.match(first.out, /1 entry in \.claude\/context\.lock\.json; commit it\./);
		assert.deepEqual(
			[(await run('lock', '--check')).code, (await run('lock')).out.includes('needs no change')],
			[0, true],
		);
		writeTree(disk.root, { 'shared/team.md': 'Team, changed.\n' });
		const drift = await run('lock', '--check', '--json');
		assert.equal(drift.code, 1);
		const [entry] = JSON.parse(drift.out).entries;
		assert.deepEqual([entry.path, entry.state, entry.entry.lockedBy], ['../shared/team.md', 'drift', 'Ann']);
		assert.equal((await run('lock', '--accept', 'nothing')).code, 2);
		const accepted = await run('lock', '--accept', '../shared/team.md');
		assert.equal(accepted.code, 0);
		assert.match(accepted.out, /team\.md +drift, accepted\n1 entry in/);
		assert.doesNotMatch(accepted.out, /read it and accept it/);
		assert.match((await run('lock', '--accept', '../shared/team.md')).out, /team\.md +same\n.* needs no change\.\n/);
		assert.equal((await run('lock', '--check')).code, 0);
	});

	it('does not write over a lock that it does not understand', async () => {
		writeTree(repository, { '.claude/context.lock.json': '{"version":9}' });
		const { code, err } = await run('lock');
		assert.equal(code, 2);
		assert.match(err, /is no lock file: its version is not 1/);
	});
});
