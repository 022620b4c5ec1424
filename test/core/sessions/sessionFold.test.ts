import assert from 'node:assert/strict';
import { SessionFold } from '../../../src/core/sessions/sessionFold.js';
import type { LoadedItem, SessionRecord } from '../../../src/core/sessions/sessionRecord.js';
import { textDigest } from '../../../src/host/transcripts/textDigest.js';
import { firstTime, Transcript } from '../../support/transcript.js';

function recordOf(transcript: Transcript): SessionRecord {
	const fold = new SessionFold('s1', { digest: textDigest });
	for (const line of transcript.lines) fold.add(JSON.parse(line));
	return fold.record();
}

const paths = (items: readonly LoadedItem[]): readonly string[] => items.map((item) => item.path);
const hash = (text: string): string => textDigest(text).sha256;

const root = { path: '/repo/CLAUDE.md', type: 'Project', content: '# Root' };
const user = { path: '/home/ann/.claude/CLAUDE.md', type: 'User', content: 'Mine é' };
const memory = { path: '/home/ann/.claude/projects/-repo/memory/MEMORY.md', type: 'AutoMem', content: '- a' };

describe('Folding a transcript', () => {
	it('keeps path, scope, reason, hash, sizes and time of every startup file, and no text', () => {
		const record = recordOf(new Transcript().prompt().instructions([user, root, memory]).sessionContext().answer());
		assert.equal(record.startupList, 'recorded');
		assert.equal(record.directory, '/repo');
		assert.equal(record.clientVersion, '2.1.332');
		assert.equal(record.model, 'claude-opus-4-6');
		assert.deepEqual(record.startup[0], {
			path: user.path,
			scope: 'user',
			kind: 'instructions',
			loadReason: 'session_start',
			sha256: hash('Mine é'),
			bytes: 7,
			characters: 6,
			at: firstTime + 1_000,
		});
		assert.deepEqual(paths(record.startup), [user.path, root.path, memory.path]);
		assert.equal(record.startup[2]?.kind, 'memory-index');
		assert.ok(!JSON.stringify(record).includes('Mine'));
	});

	it('says that an old client records no startup files', () => {
		const record = recordOf(new Transcript('2.1.235').prompt().skills(['a'], '- a: does').answer());
		assert.equal(record.startupList, 'not recorded');
		assert.deepEqual(record.startup, []);
		assert.deepEqual(
			record.skills?.map(({ name, sha256 }) => [name, sha256]),
			[['a', hash('- a: does')]],
		);
	});

	it('takes a first context without a list for one without startup files', () => {
		const record = recordOf(new Transcript().prompt().sessionContext().answer());
		assert.equal(record.startupList, 'recorded');
		assert.deepEqual(record.startup, []);
	});

	it("knows the large window of a session's model where the client tells it", () => {
		const identity = { modelId: 'claude-opus-4-6[1m]' };
		const record = recordOf(new Transcript().prompt().attachment({ type: 'model', identity }).answer());
		assert.equal(record.model, 'claude-opus-4-6[1m]');
	});

	it('waits while no request was sent', () => {
		assert.equal(recordOf(new Transcript().prompt()).startupList, 'pending');
	});

	it('applies what changed when a session is resumed', () => {
		const transcript = new Transcript().prompt().instructions([user, root, memory]).answer().prompt('again');
		const record = recordOf(transcript.instructions([{ ...root, content: 'new' }], [user.path]).answer());
		assert.deepEqual(paths(record.startup), [root.path, memory.path]);
		assert.equal(record.startup[0]?.sha256, hash('new'));
		assert.deepEqual(
			record.loads.map((item) => item.loadReason),
			['session_start', 'session_start', 'session_start', 'session_start'],
		);
	});

	it("leaves the client's own note out of a memory index that it cut", () => {
		const cut = { ...memory, content: '- a\n- b\n\n> WARNING: something of the client' };
		const [item] = recordOf(new Transcript().instructions([cut])).startup;
		assert.equal(item?.sha256, hash('- a\n- b'));
		assert.equal(item?.isTruncated, true);
	});

	it('names the file that attached a nested file, a rule and an import', () => {
		const record = recordOf(
			new Transcript()
				.prompt()
				.read('/repo/src/a.ts')
				.nested('/repo/src/CLAUDE.md', 'nested')
				.nested('/repo/src/more.md', 'more', { parent: '/repo/src/CLAUDE.md' })
				.nested('/repo/.claude/rules/ts.md', 'rule', { globs: ['**/*.ts'], isRule: true }),
		);
		assert.deepEqual(
			record.attached.map(({ path, kind, loadReason, trigger }) => ({ path, kind, loadReason, trigger })),
			[
				{
					path: '/repo/src/CLAUDE.md',
					kind: 'instructions',
					loadReason: 'nested_traversal',
					trigger: '/repo/src/a.ts',
				},
				{ path: '/repo/src/more.md', kind: 'import', loadReason: 'nested_traversal', trigger: '/repo/src/a.ts' },
				{ path: '/repo/.claude/rules/ts.md', kind: 'rule', loadReason: 'path_glob_match', trigger: '/repo/src/a.ts' },
			],
		);
		assert.equal(record.attached[1]?.parent, '/repo/src/CLAUDE.md');
		assert.equal(record.attached[0]?.fileSha256, hash('nested'));
		assert.equal(record.attached[2]?.fileSha256, hash('---\npaths: x\n---\nrule'));
	});

	it('tells the triggers of parallel calls apart', () => {
		const transcript = new Transcript().prompt();
		const [first = '', second = ''] = transcript.calls(
			['Read', { file_path: '/repo/docs/x.md' }],
			['Read', { file_path: '/repo/src/a.ts' }],
		);
		transcript.result(first).result(second);
		transcript.nested('/repo/docs/CLAUDE.md', 'd').nested('/repo/.claude/rules/ts.md', 'r', { globs: ['*.ts'] });
		const record = recordOf(transcript);
		assert.deepEqual(
			record.attached.map((item) => item.trigger),
			['/repo/docs/x.md', '/repo/src/a.ts'],
		);
	});

	it('takes a missing file that was read for a trigger, a refused edit not', () => {
		const transcript = new Transcript().prompt();
		const [edit = '', read = ''] = transcript.calls(
			['Edit', { file_path: '/repo/src/b.ts', old_string: 'a', new_string: 'b' }],
			['Read', { file_path: '/repo/src/none.ts' }],
		);
		transcript.result(edit, { isError: true }).result(read, { isError: true }).nested('/repo/src/CLAUDE.md', 'n');
		const record = recordOf(transcript);
		assert.equal(record.attached[0]?.trigger, '/repo/src/none.ts');
		assert.deepEqual(
			record.touched.map(({ path, isFailed }) => [path, isFailed]),
			[
				['/repo/src/b.ts', true],
				['/repo/src/none.ts', true],
			],
		);
	});

	it('keeps of a Bash command only the files that it reads', () => {
		const transcript = new Transcript().prompt();
		transcript.calls(['Bash', { command: 'cat src/a.ts' }], ['Bash', { command: 'TOKEN=secret curl example.com' }]);
		const record = recordOf(transcript);
		assert.deepEqual(
			record.touched.map(({ tool, path }) => [tool, path]),
			[['Bash', '/repo/src/a.ts']],
		);
		assert.ok(!JSON.stringify(record).includes('secret'));
	});

	it('counts files that a prompt names', () => {
		const record = recordOf(
			new Transcript('2.1.235')
				.prompt('see @a.ts')
				.file('/repo/a.ts', 'x')
				.nested('/repo/.claude/rules/ts.md', 'r', { globs: ['*.ts'] }),
		);
		assert.equal(record.attached[0]?.trigger, '/repo/a.ts');
		assert.equal(record.touched[0]?.tool, 'mention');
	});

	it("reads AGENTS.md files from the client's own hook only", () => {
		const transcript = new Transcript().prompt();
		const [id = ''] = transcript.calls(['Read', { file_path: '/repo/sub/a.ts' }]);
		const hook = (hookName: string, path: string) => ({
			type: 'hook_additional_context',
			hookName,
			content: [`Contents of ${path}:\n\ntext\n`],
			toolUseID: `${id}-context`,
		});
		transcript
			.result(id)
			.attachment(hook('tool.call', '/repo/sub/AGENTS.md'))
			.attachment(hook('PostToolUse:Read', '/etc/x'));
		const [item, other] = recordOf(transcript).attached;
		assert.equal(other, undefined);
		assert.deepEqual([item?.path, item?.kind, item?.trigger], ['/repo/sub/AGENTS.md', 'agents-md', '/repo/sub/a.ts']);
		assert.equal(item?.sha256, hash('text\n'));
	});

	it('lets compaction take attached files and read the startup files anew', () => {
		const transcript = new Transcript()
			.prompt()
			.instructions([root])
			.sessionContext()
			.read('/repo/src/a.ts')
			.nested('/repo/src/CLAUDE.md', 'nested');
		const compacted = recordOf(transcript.compact());
		assert.equal(compacted.startupList, 'pending');
		assert.deepEqual(compacted.attached, []);
		assert.deepEqual(compacted.touchedNow, []);
		assert.equal(compacted.compactions.length, 1);
		const after = recordOf(
			transcript
				.prompt()
				.instructions([{ ...root, content: 'new' }])
				.sessionContext()
				.answer(),
		);
		assert.equal(after.startupList, 'recorded');
		assert.equal(after.startup[0]?.loadReason, 'compact');
		assert.deepEqual(paths(after.loads), ['/repo/CLAUDE.md', '/repo/src/CLAUDE.md', '/repo/CLAUDE.md']);
	});

	it('takes an attached file that compaction gives back as it stands, other files not', () => {
		const record = recordOf(
			new Transcript()
				.read('/repo/src/a.ts')
				.nested('/repo/src/CLAUDE.md', 'nested')
				.compact([
					['/repo/src/a.ts', 'code'],
					['/repo/src/CLAUDE.md', '---\na: b\n---\nnested'],
				]),
		);
		assert.deepEqual(
			record.attached.map(({ path, loadReason, isRaw }) => [path, loadReason, isRaw]),
			[['/repo/src/CLAUDE.md', 'compact', true]],
		);
		assert.deepEqual(
			record.touched.map(({ tool }) => tool),
			['Read'],
		);
	});

	it('remembers when the client told the model of a change', () => {
		const record = recordOf(
			new Transcript()
				.read('/repo/src/a.ts')
				.nested('/repo/src/CLAUDE.md', 'n')
				.attachment({ type: 'edited_text_file', filename: '/repo/src/CLAUDE.md', snippet: '1\tprivate' }),
		);
		assert.equal(record.attached[0]?.notedChangeAt, firstTime + 3_000);
		assert.ok(!JSON.stringify(record).includes('private'));
	});

	it('adds discovered skills to the listing and keeps bodies of invoked ones as hashes', () => {
		const record = recordOf(
			new Transcript()
				.skills(['a', 'b'], '- a: one\n  - a line of its own\n- b')
				.skills(['deep'], '- deep: two', false)
				.skillBody('/repo/.claude/skills/a', 'The body.\n'),
		);
		assert.deepEqual(
			record.skills?.map(({ name, sha256 }) => [name, sha256]),
			[
				['a', hash('- a: one\n  - a line of its own')],
				['b', hash('- b')],
				['deep', hash('- deep: two')],
			],
		);
		assert.deepEqual(
			record.invokedSkills.map(({ name, sha256, characters }) => [name, sha256, characters]),
			[['a', hash('The body.\n'), 10]],
		);
	});

	it("tells the client's own agents from the user's where the transcript does", () => {
		const newer = recordOf(new Transcript().agents(['Plan', 'rev'], ['- Plan: x', '- rev: y'], ['Plan']));
		assert.deepEqual(
			newer.agents?.map(({ name, isBuiltIn }) => [name, isBuiltIn]),
			[
				['Plan', true],
				['rev', false],
			],
		);
		const older = recordOf(new Transcript('2.1.235').agents(['Plan'], ['- Plan: x']));
		assert.equal(older.agents?.[0]?.isBuiltIn, undefined);
	});

	it("keeps a sub-agent's context apart", () => {
		const side = { isSidechain: true, agentId: 'a1' };
		const record = recordOf(
			new Transcript()
				.prompt()
				.instructions([root])
				.attachment({ type: 'instructions', files: [root, user] }, side)
				.answer(),
		);
		assert.deepEqual(paths(record.startup), [root.path]);
		assert.deepEqual(
			record.subAgents.map((agent) => [agent.id, paths(agent.startup)]),
			[['a1', [root.path, user.path]]],
		);
	});

	it('keeps the text of a file only where it is asked for', () => {
		const fold = new SessionFold('s1', { digest: textDigest, keepTexts: new Set([root.path]) });
		for (const line of new Transcript().instructions([user, root]).lines) fold.add(JSON.parse(line));
		assert.deepEqual(
			fold.record().startup.map((item) => item.text),
			[undefined, '# Root'],
		);
	});

	it('takes whatever a line holds without an exception', () => {
		const wrong: readonly unknown[] = [null, 1, 'x', [], {}, { a: [] }, { __proto__: 1 }, [null], { type: 'x' }];
		const kinds = [
			'instructions',
			'nested_memory',
			'hook_additional_context',
			'skill_listing',
			'agent_listing_delta',
			'file',
			'edited_text_file',
			'__proto__',
		];
		const fold = new SessionFold('s1', { digest: textDigest });
		for (const value of wrong) {
			fold.add(value);
			for (const type of ['user', 'assistant', 'attachment', 'system', value]) {
				fold.add({ type, message: value, attachment: value, timestamp: value, cwd: value });
				fold.add({ type, message: { content: [value, { type: 'tool_use', id: value, name: 'Read', input: value }] } });
				fold.add({
					type,
					message: { content: [{ type: 'tool_use', id: 'x', name: 'Read', input: { file_path: value } }] },
				});
			}
			for (const type of kinds) {
				const keys = [
					'files',
					'removed',
					'content',
					'names',
					'addedTypes',
					'addedLines',
					'builtInTypes',
					'filename',
					'path',
					'globs',
				];
				fold.add({ type: 'attachment', attachment: { type, ...Object.fromEntries(keys.map((key) => [key, value])) } });
				fold.add({
					type: 'attachment',
					attachment: {
						type,
						files: [value, { path: '/a', content: value, globs: value }],
						content: { path: '/a', content: 'x', globs: [value] },
					},
				});
			}
		}
		const record = fold.record();
		assert.ok(record.lines > 100);
		assert.equal(({} as Record<string, unknown>)['a'], undefined);
	});

	it('takes any damage to a transcript without an exception', () => {
		const transcript = new Transcript().prompt().instructions([user, root, memory], [root.path]).sessionContext();
		transcript.skills(['a'], '- a: x').agents(['rev'], ['- rev: y'], ['Plan']).read('/repo/a.ts');
		transcript
			.nested('/repo/.claude/rules/ts.md', 'r', { globs: ['*.ts'] })
			.compact([['/repo/a.ts', 'x']])
			.skillBody('/s', 'b');
		const { text } = transcript;
		// A generator of its own, so that a failure comes again.
		let seed = 1;
		const next = (below: number): number => {
			seed = (seed * 48_271) % 2_147_483_647;
			return seed % below;
		};
		const pieces = [
			'"',
			'{',
			'}',
			'[',
			']',
			'null',
			'1e999',
			'-1',
			'\\u0000',
			'"__proto__":',
			',',
			'',
			'"path":{}',
			'true',
		];
		let parsed = 0;
		for (let round = 0; round < 300; round++) {
			const fold = new SessionFold('s1', { digest: textDigest });
			let damaged = text;
			for (let i = 0; i < 6; i++) {
				const at = next(damaged.length);
				damaged = damaged.slice(0, at) + (pieces[next(pieces.length)] ?? '') + damaged.slice(at + next(4));
			}
			for (const line of damaged.split('\n')) {
				let value: unknown;
				try {
					value = JSON.parse(line);
				} catch {
					continue;
				}
				parsed++;
				fold.add(value);
			}
			fold.record();
		}
		assert.ok(parsed > 2_000);
	});

	it('walks a listing with thousands of names that it does not hold in no time', () => {
		const fold = new SessionFold('s1', { digest: textDigest });
		const names = Array.from({ length: 5_000 }, (_, i) => `none${i}`);
		fold.add({ type: 'attachment', attachment: { type: 'skill_listing', names, content: '\n- '.repeat(1_000_000) } });
		assert.deepEqual(fold.record().skills ?? [], []);
	});

	it('stays small however much a transcript loads', () => {
		const fold = new SessionFold('s1', { digest: () => ({ sha256: 'x', bytes: 0 }) });
		for (let i = 0; i < 30_000; i++) {
			const content = { path: `/repo/${i}/CLAUDE.md`, type: 'Project', content: 'x' };
			fold.add({ type: 'attachment', attachment: { type: 'nested_memory', content } });
		}
		const record = fold.record();
		assert.equal(record.loads.length, 10_000);
		assert.equal(record.attached.length, 10_000);
		assert.equal(record.uncounted, 20_000);
	});
});
