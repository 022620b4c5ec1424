import * as assert from 'node:assert/strict';
import { extractReceived, ownOf, withoutOwn } from '../../../src/host/recording/extraction.js';

const reminder = (text: string): string => `<system-reminder>\n${text}\n</system-reminder>`;
const user = (...texts: readonly string[]) => ({
	role: 'user',
	content: texts.map((text) => ({ type: 'text', text })),
});
const assistant = { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'Read', input: {} }] };
const result = (text: string, isError = false) => ({
	role: 'user',
	content: [{ type: 'tool_result', tool_use_id: 'a', content: text, is_error: isError }],
});

const project = 'project instructions, checked into the codebase';
const startup =
	`As you answer:\n\nContents of /home/a/.claude/CLAUDE.md (user's private global instructions for all projects):\n\nU\n\n` +
	`Contents of /repo/CLAUDE.md (${project}):\n\nP\n\nmore\n# currentDate\nToday's date is never.\n\n  IMPORTANT: words`;

describe('Extraction of what a client sent', () => {
	it('Should read startup files with scope and text, and drop the words around them', () => {
		const { startup: files } = extractReceived([user(reminder(startup), 'hello')]);
		assert.deepEqual(files, [
			{ path: '/home/a/.claude/CLAUDE.md', scope: 'user', text: 'U', isTruncated: false },
			{ path: '/repo/CLAUDE.md', scope: 'project', text: 'P\n\nmore', isTruncated: false },
		]);
	});

	it('Should tell a cut memory index by the warning after it', () => {
		const words = "user's auto-memory, persists across conversations";
		const part = `X\n\nContents of /m/MEMORY.md (${words}):\n\n- a\n\n> WARNING: MEMORY.md is too long\n# currentDate\nT`;
		const { startup: files } = extractReceived([user(reminder(part))]);
		assert.deepEqual(files, [{ path: '/m/MEMORY.md', scope: 'auto-memory', text: '- a', isTruncated: true }]);
	});

	it('Should take an expected text whole, also where it looks like the next heading', () => {
		const text = `P\n\nContents of /x.md (${project}):\n\nnot a file\n# currentDate\nnot the end`;
		const part = `X\n\nContents of /repo/CLAUDE.md (${project}):\n\n${text}\n# currentDate\nToday.`;
		const { startup: files } = extractReceived([user(reminder(part))], { texts: new Map([['/repo/CLAUDE.md', text]]) });
		assert.deepEqual(
			files.map((file) => [file.path, file.text]),
			[['/repo/CLAUDE.md', text]],
		);
	});

	const forms: readonly (readonly [string, (parts: readonly string[]) => unknown])[] = [
		['tagged in user messages', (parts) => user(...parts.map(reminder))],
		['tagged in system messages', (parts) => ({ role: 'system', content: parts.map(reminder).join('\n') })],
		['without tags in system messages', (parts) => ({ role: 'system', content: parts.join('\n\n') })],
	];
	for (const [form, message] of forms) {
		it(`Should read attachments and new skills ${form}`, () => {
			const parts = [
				'Contents of /repo/src/CLAUDE.md:\n\nN\n\nend\n',
				'New skills discovered in /repo/src/.claude/skills:\n- src:a\n- src:b',
				'tool.call hook additional context: Contents of /repo/src/AGENTS.md:\n\nA\n',
			];
			const { calls } = extractReceived([user('hello'), assistant, result('1'), message(parts)]);
			assert.equal(calls.length, 1);
			assert.deepEqual(
				calls[0]?.attached.map(({ path, text }) => [path, text]),
				[
					['/repo/src/CLAUDE.md', 'N\n\nend'],
					['/repo/src/AGENTS.md', 'A'],
				],
			);
			assert.deepEqual(calls[0]?.skills, ['src:a', 'src:b']);
		});
	}

	it('Should read attachments that stand in the result of the tool', () => {
		const { calls } = extractReceived([user('x'), assistant, result(`1\t1\n\n${reminder('Contents of /a.md:\n\nA')}`)]);
		assert.deepEqual(
			calls[0]?.attached.map(({ path }) => path),
			['/a.md'],
		);
	});

	it('Should tell a call that failed', () => {
		assert.equal(extractReceived([user('x'), assistant, result('no such file', true)]).calls[0]?.hasFailed, true);
	});

	const listing = reminder(
		'The following skills are available for use:\n\n- a: does\n- not a skill: words\n- b\n- c (own): x\n- mine: M',
	);

	it('Should split a skill listing by the lines that are expected', () => {
		const { skills } = extractReceived([user(listing)], { skillLines: ['- a: does\n- not a skill: words', '- b'] });
		assert.deepEqual(skills, [
			{ name: 'a', description: 'does\n- not a skill: words' },
			{ name: 'b', description: null },
			{ name: 'c (own)', description: 'x' },
			{ name: 'mine', description: 'M' },
		]);
	});

	it('Should split a skill listing by the names that the client told', () => {
		const { skills } = extractReceived([user(listing)], { skillNames: [['a', 'b', 'c', 'mine']] });
		assert.deepEqual(
			skills.map(({ name }) => name),
			['a', 'b', 'c (own)', 'mine'],
		);
	});

	const agents = reminder(
		'Available agent types for the tool:\n- own: O (Tools: All tools)\n- mine: First\n\n- second: x (Tools: None)\n\nLaunch several.',
	);

	it('Should read agents with descriptions of several lines', () => {
		const mine = '- mine: First\n\n- second: x (Tools: None)';
		assert.deepEqual(extractReceived([user(agents)], { agentLines: [mine] }).agents, [
			{ name: 'own', line: '- own: O (Tools: All tools)' },
			{ name: 'mine', line: mine },
		]);
	});

	it('Should leave out what the client brings itself, but for names that the user took over', () => {
		const own = ownOf(extractReceived([user(listing, agents)]));
		const again = extractReceived([user(listing.replace('M', 'mine'), agents.replace(': O', ': mine'))]);
		const { skills, agents: listed } = withoutOwn(again, own, { skill: (name) => name === 'mine', agent: () => true });
		assert.deepEqual(skills, [{ name: 'mine', description: 'mine' }]);
		assert.deepEqual(
			listed.map(({ name }) => name),
			['own'],
		);
	});

	it('Should keep no word of the client', () => {
		const received = extractReceived([user(reminder('Secret words of the client'), 'hello'), assistant, result('r')]);
		assert.deepEqual(received, {
			startup: [],
			calls: [{ attached: [], skills: [], hasFailed: false }],
			skills: [],
			agents: [],
			clientCharacters: received.clientCharacters,
		});
	});

	for (const nonsense of [undefined, null, 7, 'x', {}, [7, null, { content: 7 }], [{ role: 'user', content: [{}] }]]) {
		it(`Should give nothing for ${JSON.stringify(nonsense)}`, () => {
			assert.deepEqual(extractReceived(nonsense).startup, []);
		});
	}

	it('Should come to an end with texts that are made to be slow', () => {
		const hostile = [
			'<system-reminder>\n'.repeat(50_000),
			'\n\nContents of '.repeat(50_000),
			`\n\nContents of ${' ('.repeat(100_000)}`,
			`The following skills are available:\n\n${'- a\n'.repeat(50_000)}`,
			`Available agent types\n${'- a: b\n\n'.repeat(50_000)}`,
		];
		for (const text of hostile) extractReceived([{ role: 'system', content: text }, user(text, reminder(text))]);
	});
});
