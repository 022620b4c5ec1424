import assert from 'node:assert/strict';
import { compareSession, type SessionComparison } from '../../../src/core/sessions/comparison.js';
import { SessionFold } from '../../../src/core/sessions/sessionFold.js';
import { textDigest } from '../../../src/host/transcripts/textDigest.js';
import { type TestInputs, testModel } from '../../support/inputs.js';
import { file, link, memoryTree, type Tree } from '../../support/memoryFileSystem.js';
import { firstTime, type ListedFile, Transcript } from '../../support/transcript.js';

const tree: Tree = {
	'/repo': {
		'.git': {},
		'CLAUDE.md': '# Root\n\n@docs/a.md\n',
		docs: { 'a.md': 'Imported.\n' },
		src: { 'CLAUDE.md': 'Nested.\n', 'a.ts': 'x' },
		'.claude': {
			rules: { 'ts.md': '---\npaths: "**/*.ts"\n---\nTS.\n', 'all.md': 'All.\n' },
			skills: { 'my-skill': { 'SKILL.md': '---\ndescription: Does.\n---\nBody\n' } },
			agents: { 'rev.md': '---\nname: rev\ndescription: Reviews.\n---\nYou.\n' },
		},
	},
	'/home/ann': {},
};

const root: ListedFile = { path: '/repo/CLAUDE.md', type: 'Project', content: '# Root\n\n@docs/a.md' };
const imported: ListedFile = { path: '/repo/docs/a.md', type: 'Project', content: 'Imported.' };
const all: ListedFile = { path: '/repo/.claude/rules/all.md', type: 'Project', content: 'All.' };
const rule = { globs: ['**/*.ts'], isRule: true };

const formatTime = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(11, 16);

async function compare(transcript: Transcript, on: Tree = tree, inputs: TestInputs = {}): Promise<SessionComparison> {
	const fold = new SessionFold('s1', { digest: textDigest });
	for (const line of transcript.lines) fold.add(JSON.parse(line));
	const model = await testModel(memoryTree(on), inputs);
	return compareSession(fold.record(), model, { digest: textDigest, formatTime });
}

const states = ({ files }: SessionComparison): readonly string[] =>
	files.map(({ path, part, state }) => `${part} ${path}: ${state}`);

const start = (files: readonly ListedFile[] = [root, imported, all]): Transcript =>
	new Transcript().prompt().instructions(files).sessionContext();

describe('Comparing a session', () => {
	it('finds a session that has what is on disk and what is predicted', async () => {
		const transcript = start().read('/repo/src/a.ts').nested('/repo/src/CLAUDE.md', 'Nested.\n');
		const comparison = await compare(transcript.nested('/repo/.claude/rules/ts.md', 'TS.\n', rule).answer());
		assert.deepEqual(comparison.counts, {
			same: 5,
			'changed since': 0,
			'predicted but never loaded': 0,
			'loaded but not predicted': 0,
			'not recorded': 0,
		});
		assert.deepEqual(comparison.notes, []);
		assert.equal(comparison.files[0]?.predicted?.path, root.path);
	});

	it('names a startup file that changed since, with the time of the version that the session has', async () => {
		const comparison = await compare(start([{ ...root, content: 'Old' }, imported, all]));
		const [first] = comparison.files;
		assert.equal(first?.state, 'changed since');
		assert.equal(
			first?.sentence,
			'The session still has the version of 10:42; /clear or a new session loads the new one.',
		);
	});

	it('says of an attached file whether the model was told of the change', async () => {
		const transcript = start().read('/repo/src/a.ts').nested('/repo/src/CLAUDE.md', 'Old.\n');
		transcript.nested('/repo/.claude/rules/ts.md', 'TS.\n', rule);
		const before = await compare(transcript);
		assert.match(
			before.files.find(({ path }) => path === '/repo/src/CLAUDE.md')?.sentence ?? '',
			/^The session still has/,
		);
		const after = await compare(transcript.attachment({ type: 'edited_text_file', filename: '/repo/src/CLAUDE.md' }));
		assert.equal(
			after.files.find(({ path }) => path === '/repo/src/CLAUDE.md')?.sentence,
			'The session has the version of 10:42 and was told of a change at 10:42.',
		);
	});

	it('names files that are gone, and files that would not load today', async () => {
		const gone: ListedFile = { path: '/repo/gone.md', type: 'Project', content: 'x' };
		const stray: ListedFile = { path: '/repo/stray.md', type: 'Project', content: 'Stray.' };
		const comparison = await compare(start([root, imported, all, gone, stray]), {
			...tree,
			'/repo/stray.md': 'Stray.\n',
		});
		assert.deepEqual(states(comparison).slice(3), [
			'startup /repo/gone.md: changed since',
			'startup /repo/stray.md: loaded but not predicted',
		]);
		assert.equal(comparison.files[3]?.isGone, true);
	});

	it('gives the reason of a file that the session has and the model would not load', async () => {
		const excluded = { ...tree, '/repo/.claude/settings.json': '{"claudeMdExcludes":["**/all.md"]}' };
		const comparison = await compare(start(), excluded);
		const file = comparison.files.find(({ path }) => path === all.path);
		assert.equal(file?.state, 'loaded but not predicted');
		assert.match(file?.sentence ?? '', /Excluded by "\*\*\/all\.md"/);
	});

	it('tells a file that came later from one that the session passed over', async () => {
		const later = file('Local.\n', { modified: firstTime + 3_600_000 });
		const comparison = await compare(start([root, imported]), { ...tree, '/repo/CLAUDE.local.md': later });
		const sentences = new Map(comparison.files.map(({ path, state, sentence }) => [path, `${state}: ${sentence}`]));
		assert.equal(
			sentences.get('/repo/CLAUDE.local.md'),
			'predicted but never loaded: The file changed after the session read its startup files at 10:42; /clear or a new session loads it.',
		);
		assert.match(sentences.get(all.path) ?? '', /^predicted but never loaded: The model predicts it/);
	});

	it('claims nothing of the startup files of an old client', async () => {
		const transcript = new Transcript('2.1.235')
			.prompt()
			.read('/repo/src/a.ts')
			.nested('/repo/src/CLAUDE.md', 'Nested.\n');
		const comparison = await compare(transcript.nested('/repo/.claude/rules/ts.md', 'TS.\n', rule).answer(), tree, {
			client: '2.1.235',
		});
		assert.deepEqual(states(comparison), [
			'startup /repo/CLAUDE.md: not recorded',
			'startup /repo/docs/a.md: not recorded',
			'startup /repo/.claude/rules/all.md: not recorded',
			'attached /repo/src/CLAUDE.md: same',
			'attached /repo/.claude/rules/ts.md: same',
		]);
		assert.deepEqual(comparison.notes, [
			'Claude Code 2.1.235 does not write its startup files into the transcript: what the session holds of them is not known.',
		]);
	});

	it('predicts attachments from the files that the session touched', async () => {
		const comparison = await compare(start().read('/repo/src/a.ts').answer());
		assert.deepEqual(states(comparison).slice(3), [
			'attached /repo/src/CLAUDE.md: predicted but never loaded',
			'attached /repo/.claude/rules/ts.md: predicted but never loaded',
		]);
	});

	it('expects nothing of files outside the launch directory, refused edits and, with an old client, writes', async () => {
		const transcript = new Transcript('2.1.235').prompt().read('/elsewhere/a.ts');
		const [edit = ''] = transcript.calls(['Edit', { file_path: '/repo/src/a.ts', old_string: 'x', new_string: 'y' }]);
		transcript.result(edit, { isError: true });
		const [write = ''] = transcript.calls(['Write', { file_path: '/repo/src/new.ts', content: 'x' }]);
		transcript.result(write);
		const { files } = await compare(transcript.answer(), tree, { client: '2.1.235' });
		assert.deepEqual(
			files.filter(({ part }) => part === 'attached'),
			[],
		);
	});

	it('expects after compaction only what was touched since, and takes what came back', async () => {
		const transcript = start().read('/repo/src/CLAUDE.md').read('/repo/src/a.ts');
		transcript.nested('/repo/.claude/rules/ts.md', 'TS.\n', rule);
		transcript.compact([['/repo/.claude/rules/ts.md', '---\npaths: "**/*.ts"\n---\nTS.\n']]);
		const pending = await compare(transcript);
		assert.match(pending.notes[0] ?? '', /^The session was compacted at 10:42/);
		transcript.prompt().instructions([root, imported, all]).sessionContext().read('/repo/src/a.ts');
		const comparison = await compare(transcript.nested('/repo/src/CLAUDE.md', 'Nested.\n').answer());
		assert.deepEqual(states(comparison).slice(3), [
			'attached /repo/.claude/rules/ts.md: same',
			'attached /repo/src/CLAUDE.md: same',
		]);
	});

	it('compares skills and agents by their lines and leaves out what the client brings', async () => {
		const transcript = start()
			.skills(['my-skill', 'dataviz', 'gone'], '- my-skill: Did.\n- dataviz: x\n- gone: y')
			.agents(['Plan', 'rev', 'old'], ['- Plan: x', '- rev: Reviews. (Tools: All tools)', '- old: z'], ['Plan']);
		const { skills, agents } = await compare(transcript.answer());
		assert.deepEqual(
			skills.names.map(({ name, state }) => [name, state]),
			[
				['my-skill', 'changed since'],
				['gone', 'listed but not predicted'],
			],
		);
		assert.deepEqual(
			agents.names.map(({ name, state }) => [name, state]),
			[
				['rev', 'same'],
				['old', 'listed but not predicted'],
			],
		);
	});

	it('takes a nested skill for known whose name alone the session was told', async () => {
		const nested = { ...tree, '/repo/src/.claude/skills/deep/SKILL.md': '---\ndescription: Deep.\n---\n' };
		const transcript = start().skills([], '').read('/repo/src/a.ts');
		const deep = ({ skills }: SessionComparison) => skills.names.find(({ name }) => name === 'deep')?.state;
		assert.equal(deep(await compare(transcript, nested)), 'predicted but never listed');
		transcript.attachment({ type: 'dynamic_skill', skillDir: '/repo/src/.claude/skills', skillNames: ['deep'] });
		assert.equal(deep(await compare(transcript, nested)), 'same');
	});

	it('names another client and another directory', async () => {
		const { notes } = await compare(new Transcript('2.1.300', '/other').prompt().instructions([]).answer());
		assert.equal(notes.length, 2);
		assert.match(notes[0] ?? '', /runs Claude Code 2\.1\.300; the prediction is for 2\.1\.332/);
		assert.match(notes[1] ?? '', /started in \/other/);
	});

	it('opens of the paths in a transcript only regular files, and those to be hashed only', async () => {
		const odd = ['/repo/link.md', '/repo/big.md', 'relative.md', '<managed-settings>'].map(
			(path): ListedFile => ({ path, type: 'Project', content: 'x' }),
		);
		const big = new Uint8Array(5 * 1024 * 1024);
		const comparison = await compare(start([root, imported, all, ...odd]), {
			...tree,
			'/repo/link.md': link('/nowhere'),
			'/repo/big.md': big,
		});
		assert.deepEqual(
			states(comparison).slice(3),
			odd.map(({ path }) => `startup ${path}: changed since`),
		);
		assert.match(comparison.files[4]?.sentence ?? '', /cannot be read now/);
	});
});
