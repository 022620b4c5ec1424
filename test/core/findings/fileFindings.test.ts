import { file, link } from '../../support/memoryFileSystem.js';
import { itFinds } from './findIn.js';

const paragraph =
	'Every handler validates its input with the shared schema, logs a failure with the request id, and answers with a typed error object of ours.';
const short = 'Use tabs, not spaces.';
const fat = (count: number): string => 'x'.repeat(count);

describe('The findings of instruction files', () => {
	itFinds([
		[
			'Should find nothing in files that load',
			{
				'CLAUDE.md': '# A\n',
				'.claude/CLAUDE.md': 'B\n',
				'CLAUDE.local.md': 'C\n',
				'.claude/rules/r.md': 'R\n',
				'a/CLAUDE.md': 'N\n',
			},
			[],
		],
		[
			'Should find files of which nothing is left',
			{ 'CLAUDE.md': '<!-- later -->\n', '.claude/rules/r.md': '---\ndescription: x\n---\n\n' },
			['instructions.empty CLAUDE.md «»', 'instructions.empty .claude/rules/r.md «»'],
		],
		[
			'Should find a file over 4 MiB',
			{ 'CLAUDE.md': file(new Uint8Array(4 * 1024 * 1024 + 1).fill(120)) },
			['instructions.too-large CLAUDE.md «»'],
		],
		['Should find nothing at 40,000 characters', { 'CLAUDE.md': fat(40_000) }, []],
		[
			'Should find a file of which the client warns',
			{ 'CLAUDE.md': `---\nx: y\n---\n# Title\n${fat(40_001)}` },
			['instructions.large CLAUDE.md «# Title»'],
		],
		[
			'Should allow more where the window is larger',
			{ 'CLAUDE.md': fat(40_001) },
			[],
			{ model: 'claude-opus-4-6[1m]' },
		],
		[
			'Should find a file that cannot be read',
			{ 'CLAUDE.md': file('x', { isReadable: false }) },
			['instructions.unreadable CLAUDE.md «»'],
		],
		[
			'Should find names in the wrong case',
			{ 'claude.md': 'A\n', '.claude/Claude.md': 'B\n', 'Claude.local.md': 'C\n' },
			[
				'instructions.wrong-case claude.md «»',
				'instructions.wrong-case .claude/Claude.md «»',
				'instructions.wrong-case Claude.local.md «»',
			],
		],
		[
			'Should find nothing in a text about Claude beside CLAUDE.md, or elsewhere',
			{ 'CLAUDE.md': 'A\n', 'claude.md': 'B\n', 'docs/claude.md': 'C\n' },
			[],
		],
		[
			'Should find agents.md where AGENTS.md would be read',
			{ 'agents.md': 'A\n' },
			['instructions.wrong-case agents.md «»'],
		],
		['Should find nothing in agents.md where it would not', { 'CLAUDE.md': 'C\n', 'agents.md': 'A\n' }, []],
		[
			'Should find a CLAUDE.local.md inside .claude',
			{ '.claude/CLAUDE.local.md': 'L\n' },
			['instructions.local-in-dot-claude .claude/CLAUDE.local.md «»'],
		],
		[
			'Should hint at an AGENTS.md that CLAUDE.md supersedes',
			{ 'CLAUDE.md': 'C\n', 'AGENTS.md': 'A\n' },
			['instructions.agents-md-superseded AGENTS.md «»'],
		],
		[
			'Should find nothing in an AGENTS.md that is imported or linked',
			{ 'CLAUDE.md': '@AGENTS.md\n', 'AGENTS.md': 'A\n', 'a/AGENTS.md': 'N\n', 'a/CLAUDE.md': '@AGENTS.md\n' },
			[],
		],
		['Should find nothing in an AGENTS.md that is read', { 'AGENTS.md': 'A\n' }, []],
		[
			'Should hint at an AGENTS.md that this client does not read',
			{ 'AGENTS.md': 'A\n' },
			['instructions.agents-md-superseded AGENTS.md «»'],
			{ client: '2.1.235' },
		],
		[
			'Should find nothing where the user switched AGENTS.md off',
			{ 'AGENTS.md': 'A\n', '/home/ann/.claude/settings.json': '{"enabledPlugins":{"agents-md@builtin":false}}' },
			[],
		],
		[
			'Should find a link that was checked out as text',
			{ 'CLAUDE.md': 'docs/agents.md', 'docs/agents.md': 'A\n' },
			['instructions.link-as-text CLAUDE.md «docs/agents.md»'],
		],
		['Should find nothing in a real link', { 'CLAUDE.md': link('docs/agents.md'), 'docs/agents.md': 'A\n' }, []],
		[
			'Should find nothing where instruction files are off',
			{ 'claude.md': 'A\n' },
			[],
			{
				flags: {
					addDirectories: [],
					pluginDirectories: [],
					settingSources: ['user', 'project', 'local'],
					bare: true,
					safeMode: false,
				},
			},
		],
	]);
});

describe('The findings of hygiene', () => {
	itFinds([
		[
			'Should find a paragraph that two loaded files hold',
			{
				'CLAUDE.md': `# A\n\n${paragraph}\n`,
				'.claude/rules/r.md': `Other.\n\n${paragraph.replace(' logs', '\nlogs')}\n`,
			},
			[`hygiene.paragraph-duplicated .claude/rules/r.md «${paragraph.replace(' logs', '\nlogs')}»`],
		],
		[
			'Should find nothing in short paragraphs, in a path rule, or within one file',
			{
				'CLAUDE.md': `${short}\n\n${paragraph}\n\n${paragraph}\n`,
				'.claude/rules/r.md': `${short}\n`,
				'.claude/rules/p.md': `---\npaths: src/**\n---\nOwn words.\n`,
				'src/a.ts': fat(999),
			},
			[],
		],
		[
			'Should find a nested file that repeats what is loaded',
			{ 'CLAUDE.md': `${paragraph}\n\nMore.\n`, 'a/CLAUDE.md': `# A\n\n${paragraph}\n` },
			['hygiene.nested-repeats-ancestor a/CLAUDE.md «»'],
		],
		[
			'Should find nothing in nested files side by side',
			{ 'a/CLAUDE.md': `${paragraph}\n`, 'b/CLAUDE.md': `${paragraph}\n` },
			[],
		],
		[
			'Should find a CLAUDE.local.md that git tracks',
			{ 'CLAUDE.local.md': 'L\n' },
			['hygiene.local-file-tracked CLAUDE.local.md «»'],
			{ options: { isTracked: async () => true } },
		],
		[
			'Should find nothing where that is not known',
			{ 'CLAUDE.local.md': 'L\n' },
			[],
			{ options: { isTracked: async () => undefined } },
		],
		[
			'Should find rules whose names differ in case only',
			{ '.claude/rules/api.md': 'A\n', '.claude/rules/API.md': 'B\n' },
			['hygiene.names-differ-in-case .claude/rules/API.md «»'],
		],
	]);
});

describe('The findings of settings', () => {
	const user = (text: string): Readonly<Record<string, string>> => ({ '/home/ann/.claude/settings.json': text });
	const found = (code: string, text: string): string => `${code} /home/ann/.claude/settings.json «${text}»`;
	itFinds([
		[
			'Should find nothing in sound settings',
			user(
				'{"claudeMdExcludes":["**/a/**","/repo/b.md","C:/x/**","!(a)"],"autoMemoryEnabled":true,"autoMemoryDirectory":"~/m","skillOverrides":{"a":"off"},"model":"x"}',
			),
			[],
		],
		['Should find nothing in an empty file', user(' \n'), []],
		['Should find the place where a file is no JSON', user('{\n\t"a": 1,\n}'), [found('settings.void', '}')]],
		['Should find a file that holds no object', user('[1]'), [found('settings.void', '[')]],
		['Should find a file that ends too early', user('{"a": 1'), [found('settings.void', '{"a": 1')]],
		[
			'Should find a global configuration that is no JSON',
			{ '/home/ann/.claude.json': '{' },
			['settings.void /home/ann/.claude.json «»'],
		],
		[
			'Should find a value of the wrong type',
			user('{"autoMemoryEnabled":"no"}'),
			[found('settings.wrong-type', '"no"')],
		],
		[
			'Should find the override that is none',
			user('{"skillOverrides":{"b":"off","a":"of"}}'),
			[found('settings.wrong-type', '"of"')],
		],
		[
			'Should find a wrong value in managed settings',
			{ '/etc/claude-code/managed-settings.json': '{"claudeMdExcludes": "**/a"}' },
			['settings.wrong-type /etc/claude-code/managed-settings.json «"**/a"»'],
		],
		[
			'Should find excludes that match no absolute path',
			user('{"claudeMdExcludes":["a/CLAUDE.md","./b.md","~/c.md","/repo/docs","**/d.md"]}'),
			[
				found('settings.exclude-never-matches', '"a/CLAUDE.md"'),
				found('settings.exclude-never-matches', '"./b.md"'),
				found('settings.exclude-never-matches', '"~/c.md"'),
			],
		],
		[
			'Should find an exclude that is too long to be looked at',
			user(`{"claudeMdExcludes":["**/${'a'.repeat(1_000)}"]}`),
			[found('settings.exclude-never-matches', `"**/${'a'.repeat(1_000)}"`)],
		],
		[
			'Should find an exclude of a directory',
			{ ...user('{"claudeMdExcludes":["/repo/docs"]}'), 'docs/a.md': 'A' },
			[found('settings.exclude-never-matches', '"/repo/docs"')],
		],
		[
			'Should find a memory directory that is not honoured',
			user('{"autoMemoryDirectory":"notes"}'),
			[found('settings.memory-directory-ignored', '"notes"')],
		],
		[
			'Should find nothing where an untrusted workspace redirects nothing',
			{ '.claude/settings.json': '{"autoMemoryDirectory":"/repo/m"}' },
			[],
			{ trusted: false },
		],
	]);
});
