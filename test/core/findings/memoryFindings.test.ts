import { file } from '../../support/memoryFileSystem.js';
import { itFinds } from './findIn.js';

const lines = (count: number): string => Array.from({ length: count }, (_, index) => `line ${index + 1}`).join('\n');
const old = 1_700_000_000_000 - 200 * 86_400_000;

describe('The findings of MEMORY.md', () => {
	itFinds([
		[
			'Should find nothing in an index whose links all lead to topics',
			{
				'memory/MEMORY.md': '# Memory\n- [Build](build.md) — how\n- [Test](./sub/test.md#run)\n- see [[tools]]\n',
				'memory/build.md': 'B\n',
				'memory/sub/test.md': 'T\n',
				'memory/t.md': '---\nname: tools\n---\nX\n',
			},
			[],
		],
		[
			'Should find a link to a file that does not exist',
			{ 'memory/MEMORY.md': '- [Build](bulid.md)\n- [Build](build.md)\n', 'memory/build.md': 'B\n' },
			['memory.link-dead memory/MEMORY.md «bulid.md»'],
		],
		[
			'Should find nothing in links that lead elsewhere: the web, code, comments, project files, other schemes',
			{
				'memory/MEMORY.md':
					'[w](https://a.example/x.md) `[c](c.md)` [p](src/a.ts) [m](mailto:a@b.c) ![i](i.png) [h](~/x.md)\n\n<!-- [old](old.md) -->\n\n```\n[f](f.md)\n```\n',
				'src/a.ts': '1',
			},
			[],
		],
		[
			'Should hint at a slug that no topic has yet',
			{ 'memory/MEMORY.md': '- [[later]]\n' },
			['memory.slug-without-topic memory/MEMORY.md «later»'],
		],
		[
			'Should find a topic that nothing mentions',
			{ 'memory/MEMORY.md': '- [A](a.md)\n', 'memory/a.md': 'A\n', 'memory/b.md': 'B\n' },
			['memory.topic-orphan memory/b.md «»'],
		],
		[
			'Should find nothing in topics that the index or a linked topic names in plain text',
			{
				'memory/MEMORY.md': '- [A](a.md); details in `b.md`\n',
				'memory/a.md': 'see c.md\n',
				'memory/b.md': 'B\n',
				'memory/c.md': '[D](d.md)\n',
				'memory/d.md': 'D\n',
			},
			[],
		],
		[
			'Should find an old topic that nothing mentions',
			{ 'memory/MEMORY.md': 'x\n', 'memory/old.md': file('O\n', { modified: old }) },
			['memory.topic-stale memory/old.md «»'],
		],
		[
			'Should find a topic linked twice under one title',
			{ 'memory/MEMORY.md': '- [A](a.md)\n- [A](./a.md) again\n', 'memory/a.md': 'A\n' },
			['memory.link-duplicate memory/MEMORY.md «[A](./a.md)»'],
		],
		[
			'Should find one topic under two titles',
			{ 'memory/MEMORY.md': '- [A](a.md)\n- [Other](a.md)\n', 'memory/a.md': 'A\n' },
			['memory.titles-differ memory/MEMORY.md «[Other](a.md)»'],
		],
		[
			'Should find nothing in two places of a topic, or in a cross-reference',
			{
				'memory/MEMORY.md': '- [A](a.md#x)\n- [B](a.md#y)\n- [C](c.md), like [A](a.md#x)\n',
				'memory/a.md': 'A\n',
				'memory/c.md': 'C\n',
			},
			[],
		],
		['Should find nothing at 179 lines', { 'memory/MEMORY.md': lines(179) }, []],
		[
			'Should warn from 180 lines on, at the last one',
			{ 'memory/MEMORY.md': `${lines(180)}\n\n` },
			['memory.index-near-limit memory/MEMORY.md «line 180»'],
		],
		[
			'Should find the first line that is cut off',
			{ 'memory/MEMORY.md': `---\nname: x\n---\n${lines(203)}\n` },
			['memory.index-over-limit memory/MEMORY.md «line 201»'],
		],
		[
			'Should find the place where a single long line is cut',
			{ 'memory/MEMORY.md': `${'x'.repeat(25_000)}END` },
			['memory.index-over-limit memory/MEMORY.md «END»'],
		],
		[
			'Should warn from 22,500 characters on',
			{ 'memory/MEMORY.md': `${'x'.repeat(22_495)}\nlast` },
			['memory.index-near-limit memory/MEMORY.md «last»'],
		],
		[
			'Should find the part of an entry beyond 150 characters',
			{ 'memory/MEMORY.md': `- [A](a.md) — ${'w'.repeat(136)}BEYOND\n`, 'memory/a.md': 'A\n' },
			['memory.line-too-long memory/MEMORY.md «BEYOND»'],
		],
		['Should find nothing in a long line that is no entry', { 'memory/MEMORY.md': `${'word '.repeat(60)}\n` }, []],
		[
			'Should find an index that holds nothing',
			{ 'memory/MEMORY.md': '<!-- nothing yet -->\n' },
			['memory.index-empty memory/MEMORY.md «»'],
		],
		[
			'Should find nothing where auto memory is off',
			{ 'memory/MEMORY.md': '- [A](gone.md)\n' },
			[],
			{ variables: { CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1' } },
		],
		[
			'Should find topics without an index where the client makes none',
			{ 'memory/a.md': 'A\n' },
			['memory.index-missing memory/MEMORY.md «»'],
			{ client: '2.1.235' },
		],
		['Should find nothing in topics of which the client makes an index', { 'memory/a.md': 'A\n' }, []],
		[
			'Should find an import, which MEMORY.md has none of',
			{ 'memory/MEMORY.md': 'See @a.md and @ann and `@a.md`.\n', 'memory/a.md': 'A\n' },
			['memory.import-ignored memory/MEMORY.md «@a.md»'],
		],
		[
			'Should find a topic whose front matter is no YAML',
			{ 'memory/MEMORY.md': '- [A](a.md)\n', 'memory/a.md': '---\nname: "a\nx: y\n---\nA\n' },
			['memory.topic-front-matter-broken memory/a.md «---»'],
		],
		[
			'Should find another project that shares the memory',
			{ 'memory/MEMORY.md': 'x\n' },
			['memory.directory-shared memory/MEMORY.md «»'],
			{ options: { transcriptDirectories: ['/repo/sub', '/repo', '/_repo', '-repo'] } },
		],
		[
			'Should find nothing in the transcripts of other projects and of directories below',
			{ 'memory/MEMORY.md': 'x\n' },
			[],
			{ options: { transcriptDirectories: ['/repo', '/repo/packages/a', '/elsewhere'] } },
		],
		[
			'Should look at the memory of agents too',
			{
				'.claude/agents/a.md': '---\nname: reviewer\ndescription: Reviews\nmemory: project\n---\nYou.\n',
				'.claude/agent-memory/reviewer/MEMORY.md': `- [A](gone.md)\n${lines(200)}`,
			},
			[
				'memory.index-over-limit .claude/agent-memory/reviewer/MEMORY.md «line 200»',
				'memory.link-dead .claude/agent-memory/reviewer/MEMORY.md «gone.md»',
			],
		],
	]);
});
