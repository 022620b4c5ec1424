import assert from 'node:assert/strict';
import { projectFigures } from '../../../src/core/sessions/figures.js';
import { SessionFold } from '../../../src/core/sessions/sessionFold.js';
import type { SessionRecord } from '../../../src/core/sessions/sessionRecord.js';
import { textDigest } from '../../../src/host/transcripts/textDigest.js';
import { testModel } from '../../support/inputs.js';
import { memoryTree } from '../../support/memoryFileSystem.js';
import { Transcript } from '../../support/transcript.js';

const topic = '/home/ann/.claude/projects/-repo/memory/topic.md';
const rule = (name: string): string => `/repo/.claude/rules/${name}.md`;

/** A session `hours` after the first. */
function session(id: string, hours: number, transcript: Transcript): SessionRecord {
	const fold = new SessionFold(id, { digest: textDigest });
	for (const line of transcript.lines) {
		const data = JSON.parse(line) as { timestamp: string };
		fold.add({ ...data, timestamp: new Date(Date.parse(data.timestamp) + hours * 3_600_000).toISOString() });
	}
	return fold.record();
}

const list = (content: string): Transcript =>
	new Transcript().prompt().instructions([{ path: '/repo/CLAUDE.md', type: 'Project', content }]);

describe('Figures of a project', () => {
	const records = [
		session('c', 2, list('abc').read(topic).answer()),
		session(
			'a',
			0,
			list('a')
				.read('/repo/x.ts')
				.nested(rule('ts'), 'T', { globs: ['*.ts'] })
				.answer(),
		),
		session('b', 1, new Transcript('2.1.235').prompt().answer()),
	];
	const figures = async (quietAfter?: number) => {
		const fs = memoryTree({
			'/repo': {
				'CLAUDE.md': 'abc\n',
				'.claude': { rules: { 'ts.md': '---\npaths: "*.ts"\n---\nT\n', 'py.md': '---\npaths: "*.py"\n---\nP\n' } },
			},
			'/home/ann/.claude/projects/-repo/memory': {
				'MEMORY.md': '- [T](topic.md)\n- [G](gone.md)\n',
				'topic.md': 'T\n',
			},
		});
		const model = await testModel(fs);
		return projectFigures({
			records,
			model,
			topics: [topic, `${topic}x`],
			links: { broken: 1, orphans: 0 },
			...(quietAfter === undefined ? {} : { quietAfter }),
		});
	};

	it('counts activations of path rules and the sessions since the last', async () => {
		assert.deepEqual(
			(await figures()).activations.map(({ path, sessions, loads, quietSessions }) => [
				path,
				sessions,
				loads,
				quietSessions,
			]),
			[
				[rule('py'), 0, 0, 3],
				[rule('ts'), 1, 1, 2],
			],
		);
	});

	it('names rules that never fired in the last sessions', async () => {
		assert.deepEqual((await figures(3)).neverFired, [rule('py')]);
		assert.deepEqual((await figures(2)).neverFired, [rule('py'), rule('ts')]);
		assert.deepEqual((await figures()).neverFired, []);
	});

	it('reckons the share of sessions that read a topic', async () => {
		const { topics, topicHitRate } = await figures();
		assert.deepEqual(
			topics.map(({ sessions }) => sessions),
			[1, 0],
		);
		assert.equal(topicHitRate, 1 / 3);
	});

	it('lists startup characters over time, only of sessions whose list is known', async () => {
		const { startup, sessions, sessionsWithStartupList } = await figures();
		assert.deepEqual(
			startup.map(({ sessionId, characters, files }) => [sessionId, characters, files]),
			[
				['a', 1, 1],
				['c', 3, 1],
			],
		);
		assert.deepEqual([sessions, sessionsWithStartupList], [3, 2]);
	});

	it('gives lines, bytes and faults of the memory index', async () => {
		const { memory } = await figures();
		assert.deepEqual([memory?.lines, memory?.bytes, memory?.brokenLinks, memory?.orphans], [2, 31, 1, 0]);
	});

	it('has figures of no session at all', async () => {
		const model = await testModel(memoryTree({ '/repo': {} }));
		const empty = projectFigures({ records: [], model });
		assert.deepEqual([empty.sessions, empty.startup, empty.topicHitRate, empty.lastAt], [0, [], undefined, undefined]);
	});
});
