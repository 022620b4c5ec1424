import assert from 'node:assert/strict';
import {
	appendFileSync,
	chmodSync,
	mkdirSync,
	renameSync,
	rmSync,
	truncateSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { SessionRecord } from '../../../src/core/sessions/sessionRecord.js';
import { NodeFileSystem } from '../../../src/host/fileSystem.js';
import { followSession } from '../../../src/host/transcripts/followSession.js';
import { listSessions, newestSession, readSession, readSessionText } from '../../../src/host/transcripts/sessions.js';
import { lineLimitBytes } from '../../../src/host/transcripts/transcriptReader.js';
import { type DiskTree, diskTree } from '../../support/diskTree.js';
import { testInputs } from '../../support/inputs.js';
import type { Tree } from '../../support/memoryFileSystem.js';
import { Transcript } from '../../support/transcript.js';

const root = { path: '/repo/CLAUDE.md', type: 'Project', content: '# Root' };
const startOf = (content = '# Root'): Transcript =>
	new Transcript()
		.prompt()
		.instructions([{ ...root, content }])
		.sessionContext();
const isRoot = process.getuid?.() === 0;

describe('Transcripts', () => {
	let disk: DiskTree;
	const lay = (tree: Tree): void => {
		disk = diskTree(tree);
	};
	const at = (name: string): string => join(disk.root, name);
	const recordAt = async (name: string): Promise<SessionRecord> => {
		const reading = await readSession(at(name));
		assert.ok(reading.ok);
		return reading.record;
	};
	afterEach(() => disk.remove());

	describe('listing', () => {
		const list = (launchDirectory: string) => {
			const inputs = testInputs({ launchDirectory, variables: { CLAUDE_CONFIG_DIR: disk.root } });
			return listSessions(new NodeFileSystem(), inputs, launchDirectory);
		};

		it('names the sessions of a launch directory, the one written last first, with what their first lines tell', async () => {
			lay({
				'projects/-repo-sub': {
					'old.jsonl': new Transcript('2.1.235', '/repo/sub').prompt().text,
					'new.jsonl': new Transcript('2.1.332', '/repo/sub').prompt().text,
					'agent-x.jsonl': 'x',
					'notes.txt': 'x',
					memory: { 'MEMORY.md': 'x' },
				},
			});
			utimesSync(at('projects/-repo-sub/old.jsonl'), 1, 1);
			const sessions = await list('/repo/sub');
			assert.deepEqual(
				sessions.map(({ sessionId, directory, clientVersion, isOfOtherDirectory }) => [
					sessionId,
					directory,
					clientVersion,
					isOfOtherDirectory,
				]),
				[
					['new', '/repo/sub', '2.1.332', false],
					['old', '/repo/sub', '2.1.235', false],
				],
			);
		});

		it('marks sessions of another directory with the same slug and does not take one for the newest', async () => {
			lay({
				'projects/-my-app': {
					'mine.jsonl': new Transcript('2.1.332', '/my-app').prompt().text,
					'theirs.jsonl': new Transcript('2.1.332', '/my_app').prompt().text,
				},
			});
			utimesSync(at('projects/-my-app/mine.jsonl'), 1, 1);
			const sessions = await list('/my-app');
			assert.deepEqual(
				sessions.map(({ sessionId, isOfOtherDirectory }) => [sessionId, isOfOtherDirectory]),
				[
					['theirs', true],
					['mine', false],
				],
			);
			assert.equal(newestSession(sessions)?.sessionId, 'mine');
		});

		it('finds the directory of a slug that is too long by its beginning', async () => {
			const directory = `/${'long/'.repeat(60)}end`;
			const slug = directory.replace(/[^A-Za-z0-9]/g, '-').slice(0, 200);
			lay({ projects: { [`${slug}-abc123`]: { 's.jsonl': new Transcript('2.1.332', directory).prompt().text } } });
			assert.deepEqual(
				(await list(directory)).map(({ sessionId }) => sessionId),
				['s'],
			);
		});

		it('has nothing to say of a directory without sessions', async () => {
			lay({});
			assert.deepEqual(await list('/repo'), []);
		});
	});

	describe('reading', () => {
		it('skips lines that are torn, no JSON, no object or unknown, and counts them', async () => {
			const transcript = startOf();
			const torn = transcript.lines[0]?.slice(0, 50) ?? '';
			lay({
				's.jsonl': `${transcript.text}${torn}\nnull\n[]\n{"type":"from-the-future"}\n\n${'[{"a":'.repeat(100_000)}\n${torn}`,
			});
			const record = await recordAt('s.jsonl');
			assert.equal(record.startup.length, 1);
			assert.deepEqual(record.skippedLines, { broken: 5, tooLong: 0 });
		});

		it('takes a last line without its line feed', async () => {
			lay({ 's.jsonl': startOf().text.trimEnd() });
			assert.equal((await recordAt('s.jsonl')).lines, 3);
		});

		it('skips lines of too many bytes and reads on behind them', async () => {
			const long = JSON.stringify({ type: 'user', message: { content: 'x'.repeat(lineLimitBytes) } });
			const large = JSON.stringify({ type: 'user', message: { content: 'é'.repeat(lineLimitBytes / 4) } });
			lay({ 's.jsonl': `${long}\n${large}\n${startOf().text}` });
			const record = await recordAt('s.jsonl');
			assert.deepEqual(record.skippedLines, { broken: 0, tooLong: 1 });
			assert.equal(record.startup.length, 1);
		});

		it('reads byte-order marks, CRLF and invalid bytes without stumbling', async () => {
			const bytes = Buffer.concat([
				Buffer.from('\uFEFF'),
				Buffer.from([0xff, 0xfe, 0x0a]),
				Buffer.from(startOf().text.replaceAll('\n', '\r\n')),
			]);
			lay({ 's.jsonl': bytes });
			assert.equal((await recordAt('s.jsonl')).startup.length, 1);
		});

		it("reads sub-agents' transcripts beside the session's", async () => {
			const side = { isSidechain: true, agentId: 'a1' };
			const agent = new Transcript().attachment({ type: 'instructions', files: [root] }, side);
			lay({
				's.jsonl': startOf().text,
				s: { subagents: { 'agent-a1.jsonl': agent.text, 'agent-a1.meta.json': '{}' } },
			});
			assert.deepEqual(
				(await recordAt('s.jsonl')).subAgents.map(({ id, startup }) => [id, startup.length]),
				[['a1', 1]],
			);
		});

		it('says why a transcript is not read', async () => {
			lay({ 'd.jsonl': {}, 's.jsonl': 'x' });
			assert.deepEqual(await readSession(at('none.jsonl')), { ok: false, failure: 'missing' });
			assert.deepEqual(await readSession(at('d.jsonl')), { ok: false, failure: 'not-a-file' });
			assert.deepEqual(await readSession('\0'), { ok: false, failure: 'missing' });
		});

		it('says that a transcript may not be read', async () => {
			lay({ 's.jsonl': 'x' });
			chmodSync(at('s.jsonl'), 0);
			// Root may read everything, so it steps down for the moment.
			if (isRoot) process.seteuid?.(65_534);
			try {
				assert.deepEqual(await readSession(at('s.jsonl')), { ok: false, failure: 'unreadable' });
			} finally {
				if (isRoot) process.seteuid?.(0);
			}
		});

		it('gives the text that a session has of a file, and of no other', async () => {
			lay({ 's.jsonl': startOf('old text').text });
			assert.equal(await readSessionText(at('s.jsonl'), root.path), 'old text');
			assert.equal(await readSessionText(at('s.jsonl'), '/etc/passwd'), undefined);
		});
	});

	describe('following', () => {
		const follow = () => {
			const records: SessionRecord[] = [];
			const failures: string[] = [];
			const followed = followSession(at('s.jsonl'), {
				onRecord: (record) => void records.push(record),
				onFailure: (failure) => void failures.push(failure),
				interval: 60_000,
			});
			return { records, failures, followed };
		};

		it('reports what was added, with a torn line only once it is whole', async () => {
			const transcript = startOf();
			lay({ 's.jsonl': transcript.text });
			const { records, followed } = follow();
			await followed.ready;
			const whole = new Transcript().nested('/repo/src/CLAUDE.md', 'é'.repeat(100)).text;
			const bytes = Buffer.from(whole);
			// In the middle of a character.
			const cut = bytes.indexOf(0xc3) + 1;
			appendFileSync(at('s.jsonl'), bytes.subarray(0, cut));
			await followed.refresh();
			appendFileSync(at('s.jsonl'), bytes.subarray(cut));
			await followed.refresh();
			await followed.refresh();
			followed.dispose();
			assert.deepEqual(
				records.map((record) => record.attached.length),
				[0, 0, 1],
			);
			assert.equal(records[2]?.attached[0]?.characters, 100);
			assert.deepEqual(records[2]?.skippedLines, { broken: 0, tooLong: 0 });
		});

		it('notices growth by itself', async () => {
			lay({ 's.jsonl': startOf().text });
			let resolve: (record: SessionRecord) => void = () => {};
			const grown = new Promise<SessionRecord>((done) => {
				resolve = done;
			});
			const onRecord = (record: SessionRecord) => void (record.attached.length > 0 && resolve(record));
			const followed = followSession(at('s.jsonl'), { onRecord, interval: 10 });
			await followed.ready;
			appendFileSync(at('s.jsonl'), new Transcript().nested('/repo/src/CLAUDE.md', 'x').text);
			// The follower keeps no process alive, so the test has to.
			const alive = setInterval(() => {}, 1_000);
			assert.equal((await grown).attached.length, 1);
			clearInterval(alive);
			followed.dispose();
		});

		const cut = (path: string): void => {
			truncateSync(path, 0);
			writeFileSync(path, startOf('new').text.slice(0, 700));
		};
		const replace = (path: string): void => {
			writeFileSync(`${path}.new`, startOf('new').text);
			renameSync(`${path}.new`, path);
		};
		for (const [title, change] of [
			['cut', cut],
			['replaced', replace],
		] as const) {
			it(`reads a transcript anew that was ${title}`, async () => {
				lay({ 's.jsonl': startOf('a text that is longer than the new one').text });
				const { records, followed } = follow();
				await followed.ready;
				change(at('s.jsonl'));
				await followed.refresh();
				followed.dispose();
				assert.equal(records.length, 2);
				assert.ok((records[1]?.lines ?? 9) <= 3);
				assert.ok(records[1]?.startup.every((item) => item.characters === 3));
			});
		}

		it('tells that a transcript is gone, once, and takes it up again', async () => {
			lay({ 's.jsonl': startOf().text });
			const { records, failures, followed } = follow();
			await followed.ready;
			rmSync(at('s.jsonl'));
			await followed.refresh();
			await followed.refresh();
			assert.deepEqual(failures, ['missing']);
			writeFileSync(at('s.jsonl'), startOf('new').text);
			await followed.refresh();
			followed.dispose();
			assert.equal(records.length, 2);
			assert.equal(records[1]?.startup[0]?.characters, 3);
		});

		it('finds sub-agents that begin later', async () => {
			lay({ 's.jsonl': startOf().text });
			const { records, followed } = follow();
			await followed.ready;
			const path = at('s/subagents/agent-b.jsonl');
			mkdirSync(dirname(path), { recursive: true });
			writeFileSync(
				path,
				new Transcript().attachment({ type: 'instructions', files: [root] }, { isSidechain: true, agentId: 'b' }).text,
			);
			await followed.refresh();
			followed.dispose();
			assert.equal(records[1]?.subAgents.length, 1);
		});

		it('reports nothing after it was disposed', async () => {
			lay({ 's.jsonl': startOf().text });
			const { records, followed } = follow();
			followed.dispose();
			await followed.ready;
			await followed.refresh();
			assert.deepEqual(records, []);
		});
	});
});
