import * as assert from 'node:assert/strict';
import { compareReceived } from '../../../src/core/verification/comparison.js';
import { type Prediction, predict } from '../../../src/core/verification/prediction.js';
import type { ReceivedEntry, ReceivedRequest } from '../../../src/core/verification/received.js';
import { textDifference } from '../../../src/core/verification/textDifference.js';
import { testModel } from '../../support/inputs.js';
import { memoryTree, type Tree } from '../../support/memoryFileSystem.js';

const tree: Tree = {
	home: { ann: { '.claude': { 'CLAUDE.md': 'U\n' } } },
	repo: {
		'CLAUDE.md': 'P @b.md\n',
		'b.md': 'B\n',
		'.claude': {
			rules: { 'a.md': 'A\n', 'b.md': 'RB\n', 'ts.md': '---\npaths: "*.ts"\n---\nT\n' },
			skills: { s: { 'SKILL.md': '---\nname: s\ndescription: Does\n---\nx\n' } },
			agents: { 'g.md': '---\nname: g\ndescription: Helps\n---\nx\n' },
		},
		src: { 'CLAUDE.md': 'N\n', 'a.ts': '1\n' },
	},
};

/** What a client sends that does as predicted. */
function asPredicted({ startup, skills, agents, calls }: Prediction): ReceivedRequest {
	const entry = ({ path, text = '', scope }: Prediction['startup'][number]): ReceivedEntry => ({
		path,
		scope,
		text,
		isTruncated: false,
	});
	return {
		startup: startup.map(entry),
		skills,
		agents,
		calls: calls.map((call) => ({
			attached: call.attached.map((source) => ({ path: source.path, text: source.text ?? '', isTruncated: false })),
			skills: call.skills.map(({ name }) => name),
			hasFailed: false,
		})),
		clientCharacters: 0,
	};
}

describe('A prediction held against what arrived', () => {
	let prediction: Prediction;
	let received: ReceivedRequest;

	beforeEach(async () => {
		prediction = await predict(await testModel(memoryTree(tree)), ['/repo/src/a.ts']);
		received = asPredicted(prediction);
	});

	const statesOf = (request: ReceivedRequest): Readonly<Record<string, string>> =>
		Object.fromEntries(
			compareReceived(prediction, request)
				.parts.filter(({ state }) => state !== 'same')
				.map(({ name, state }) => [name, state]),
		);

	it('Should agree where everything is the same', () => {
		const verification = compareReceived(prediction, received);
		assert.ok(verification.agrees);
		assert.equal(verification.summary, 'Claude Code sends what is predicted: 9 of 9 parts.');
		assert.deepEqual(
			verification.parts.map(({ kind }) => kind),
			['startup', 'startup', 'startup', 'startup', 'startup', 'skill', 'agent', 'attached', 'attached'],
		);
	});

	it('Should say where a text differs first', () => {
		const startup = received.startup.map((entry) => ({
			...entry,
			text: entry.path.endsWith('/CLAUDE.md') ? 'X' : entry.text,
		}));
		const verification = compareReceived(prediction, { ...received, startup });
		const part = verification.parts.find(({ name }) => name === '/repo/CLAUDE.md');
		assert.equal(part?.sentence, 'The text differs from line 1 (character 0) on: predicted "P @b.md", sent "X".');
		assert.equal(verification.counts['different text'], 2);
		assert.match(verification.summary, /of 9 parts 7 are the same, 2 different text\.$/);
	});

	it('Should name what is missing and what is not predicted', () => {
		const extra: ReceivedEntry = { path: '/x.md', scope: 'project', text: 'X', isTruncated: false };
		assert.deepEqual(statesOf({ ...received, startup: [...received.startup.slice(1), extra] }), {
			'/home/ann/.claude/CLAUDE.md': 'missing',
			'/x.md': 'unexpected',
		});
		assert.deepEqual(statesOf({ ...received, calls: [], skills: [], agents: [{ name: 'z', line: '- z: Z' }] }), {
			s: 'missing',
			g: 'missing',
			z: 'unexpected',
			'/repo/src/CLAUDE.md': 'missing',
			'/repo/.claude/rules/ts.md': 'missing',
		});
	});

	it('Should name another scope and another truncation', () => {
		const [first, ...rest] = received.startup as [ReceivedEntry, ...ReceivedEntry[]];
		for (const change of [{ scope: 'local' as const }, { isTruncated: true }])
			assert.deepEqual(statesOf({ ...received, startup: [{ ...first, ...change }, ...rest] }), {
				'/home/ann/.claude/CLAUDE.md': 'different text',
			});
	});

	it('Should take the order within a rules directory as it comes, and no other', () => {
		const paths = received.startup.map(({ path }) => path);
		const swap = (a: string, b: string): readonly ReceivedEntry[] => {
			const [i, j] = [paths.indexOf(a), paths.indexOf(b)];
			const entries = [...received.startup];
			[entries[i], entries[j]] = [entries[j] as ReceivedEntry, entries[i] as ReceivedEntry];
			return entries;
		};
		assert.deepEqual(
			statesOf({ ...received, startup: swap('/repo/.claude/rules/a.md', '/repo/.claude/rules/b.md') }),
			{},
		);
		assert.deepEqual(Object.values(statesOf({ ...received, startup: swap('/repo/CLAUDE.md', '/repo/b.md') })), [
			'other place',
		]);
	});

	it('Should note reads that failed and reads that were not made', () => {
		const [call] = received.calls;
		const failed = compareReceived(prediction, { ...received, calls: call ? [{ ...call, hasFailed: true }] : [] });
		assert.match(failed.notes.join(), /could not read \/repo\/src\/a\.ts/);
		assert.match(compareReceived(prediction, { ...received, calls: [] }).notes.join(), /ended before it read/);
	});

	it('Should not count newlines at the end of a text', () => {
		assert.equal(textDifference('a\n\n', 'a'), undefined);
		assert.equal(textDifference('a\nb', 'a\nc')?.line, 2);
		assert.equal(textDifference(`${'\n'.repeat(200_000)}x`, '')?.offset, 0);
	});
});
