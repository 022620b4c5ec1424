import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { ReasonCode } from '../../../src/core/source.js';
import { type TestInputs, testModel } from '../../support/inputs.js';
import { fifo, file, link, memoryTree, type Tree } from '../../support/memoryFileSystem.js';

interface Row {
	readonly title: string;
	readonly tree: Tree;
	readonly inputs?: TestInputs;
	/** Path of the source that must not load. */
	readonly path: string;
	readonly code: ReasonCode;
	readonly sentence: RegExp;
	/** Text that the reason's place covers, in the file it names. */
	readonly place?: readonly [path: string, text: string];
}

const rows: readonly Row[] = [
	{
		title: 'a rule that a settings file excludes names the pattern and the settings file',
		tree: {
			'/repo/.claude/rules/a.md': 'A',
			'/repo/.claude/settings.json': '{"claudeMdExcludes":["**/b.md","**/rules/a.md"]}',
		},
		path: '/repo/.claude/rules/a.md',
		code: 'excluded',
		sentence: /"\*\*\/rules\/a\.md" of claudeMdExcludes in \/repo\/\.claude\/settings\.json/,
		place: ['/repo/.claude/settings.json', '"**/rules/a.md"'],
	},
	{
		title: 'an import outside the launch directory waits for the approval',
		tree: { '/repo/CLAUDE.md': 'see @../out.md', '/out.md': 'OUT' },
		path: '/out.md',
		code: 'external-not-approved',
		sentence: /outside the launch directory \/repo/,
		place: ['/repo/CLAUDE.md', '@../out.md'],
	},
	{
		title: 'an import through a link that leads outside waits for the approval as well',
		tree: { '/repo/CLAUDE.md': '@in.md', '/repo/in.md': link('/out.md'), '/out.md': 'OUT' },
		path: '/repo/in.md',
		code: 'external-not-approved',
		sentence: /\/out\.md lies outside/,
	},
	{
		title: 'an import of a missing file is a source with the place of its mention',
		tree: { '/repo/CLAUDE.md': '# T\n\nsee @docs/no.md now' },
		path: '/repo/docs/no.md',
		code: 'import-missing',
		sentence: /\/repo\/docs\/no\.md does not exist/,
		place: ['/repo/CLAUDE.md', '@docs/no.md'],
	},
	...['.', ',', ':', '!', ')', '.”'].map((punctuation) => ({
		title: `punctuation after an import counts as part of its path: ${punctuation}`,
		tree: { '/repo/CLAUDE.md': `see @docs/no.md${punctuation} now` },
		path: `/repo/docs/no.md${punctuation}`,
		code: 'import-not-text' as const,
		sentence: /^"[^"]+" counts as part of the path, so "\/repo\/docs\/no\.md" is not imported\.$/,
	})),
	{
		title: 'the fifth level of imports is too deep',
		tree: {
			'/repo/CLAUDE.md': '@1.md',
			'/repo/1.md': '@2.md',
			'/repo/2.md': '@3.md',
			'/repo/3.md': '@4.md',
			'/repo/4.md': '@5.md',
			'/repo/5.md': 'deep',
		},
		path: '/repo/5.md',
		code: 'import-too-deep',
		sentence: /More than 4 imports/,
		place: ['/repo/4.md', '@5.md'],
	},
	{
		title: 'a picture is not imported',
		tree: { '/repo/CLAUDE.md': '@logo.png', '/repo/logo.png': 'png' },
		path: '/repo/logo.png',
		code: 'import-not-text',
		sentence: /logo\.png/,
	},
	{
		title: 'a link to a file that is loaded already is a duplicate of it',
		tree: { '/repo/CLAUDE.md': 'ONE', '/repo/.claude/CLAUDE.md': link('../CLAUDE.md') },
		path: '/repo/.claude/CLAUDE.md',
		code: 'duplicate-of',
		sentence: /Already loaded as \/repo\/CLAUDE\.md/,
		place: ['/repo/CLAUDE.md', ''],
	},
	{
		title: 'a file of front matter and comments alone is empty',
		tree: { '/repo/CLAUDE.md': '---\nx: 1\n---\n<!-- later -->\n' },
		path: '/repo/CLAUDE.md',
		code: 'empty',
		sentence: /Nothing is left/,
	},
	{
		title: 'a link to a file that did not load does not load for the same reason',
		tree: { '/repo/CLAUDE.md': '<!-- later -->\n', '/repo/.claude/CLAUDE.md': link('../CLAUDE.md') },
		path: '/repo/.claude/CLAUDE.md',
		code: 'empty',
		sentence: /Nothing is left/,
	},
	{
		title: 'directories of rules beyond a number are not looked at, as of a link to the top of a disk',
		tree: Object.fromEntries(
			Array.from({ length: 5_001 }, (_, i) => [`/repo/.claude/rules/${String(i).padStart(4, '0')}/a.md`, 'A']),
		),
		path: '/repo/.claude/rules/4999',
		code: 'beyond-limit',
		sentence: /^More than 5,000 directories lie below \/repo\/\.claude\/rules/,
	},
	{
		title: 'a file over 4 MiB is too large',
		tree: { '/repo/CLAUDE.md': 'x'.repeat(4 * 1024 * 1024 + 1) },
		path: '/repo/CLAUDE.md',
		code: 'too-large',
		sentence: /4 MiB/,
	},
	{
		title: "a FIFO in a file's place is no file and is never opened",
		tree: { '/repo/CLAUDE.md': fifo },
		path: '/repo/CLAUDE.md',
		code: 'not-a-file',
		sentence: /Not a regular file/,
	},
	{
		title: "a directory in a file's place is no file",
		tree: { '/repo/CLAUDE.md': { 'x.md': 'x' } },
		path: '/repo/CLAUDE.md',
		code: 'not-a-file',
		sentence: /Not a regular file/,
	},
	{
		title: 'a file without read permission is unreadable',
		tree: { '/repo/CLAUDE.md': file('x', { isReadable: false }) },
		path: '/repo/CLAUDE.md',
		code: 'unreadable',
		sentence: /cannot be read/,
	},
	{
		title: 'a rule whose only pattern can match nothing never matches',
		tree: { '/repo/.claude/rules/a.md': '---\npaths: ./src/**\n---\nA' },
		path: '/repo/.claude/rules/a.md',
		code: 'never-matches',
		sentence: /\.\//,
	},
	{
		title: 'AGENTS.md gives way to a CLAUDE.md on the walk',
		tree: { '/repo/CLAUDE.md': 'P', '/repo/AGENTS.md': 'AG' },
		path: '/repo/AGENTS.md',
		code: 'superseded',
		sentence: /\/repo\/CLAUDE\.md does/,
	},
	{
		title: 'AGENTS.md is unknown to an older client',
		tree: { '/repo/AGENTS.md': 'AG' },
		inputs: { client: '2.1.280' },
		path: '/repo/AGENTS.md',
		code: 'version',
		sentence: /2\.1\.281 is the first/,
	},
	{
		title: 'a user file is off where --setting-sources leaves the user out',
		tree: { '/repo/CLAUDE.md': 'P', '/home/ann/.claude/CLAUDE.md': 'U' },
		inputs: {
			flags: { addDirectories: [], pluginDirectories: [], settingSources: ['project'], bare: false, safeMode: false },
		},
		path: '/home/ann/.claude/CLAUDE.md',
		code: 'disabled-by-setting',
		sentence: /"user" is left out by --setting-sources/,
	},
	{
		title: 'an environment variable that switches instruction files off is named with its value',
		tree: { '/repo/CLAUDE.md': 'P' },
		inputs: { variables: { CLAUDE_CODE_DISABLE_CLAUDE_MDS: '1' } },
		path: '/repo/CLAUDE.md',
		code: 'disabled-by-environment',
		sentence: /CLAUDE_CODE_DISABLE_CLAUDE_MDS=1/,
	},
	{
		title: 'memory that a managed setting switches off is off by policy',
		tree: {
			'/repo': {},
			'/home/ann/.claude/projects/-repo/memory/MEMORY.md': '- M',
			'/etc/claude-code/managed-settings.json': '{"autoMemoryEnabled":false}',
		},
		path: '/home/ann/.claude/projects/-repo/memory/MEMORY.md',
		code: 'disabled-by-policy',
		sentence: /managed-settings\.json/,
		place: ['/etc/claude-code/managed-settings.json', '"autoMemoryEnabled"'],
	},
	{
		title: 'a project rule that is a link to outside waits for the approval',
		tree: { '/repo/.claude/rules/out.md': link('/shared/out.md'), '/shared/out.md': 'OUT' },
		path: '/shared/out.md',
		code: 'external-not-approved',
		sentence: /The link \/repo\/\.claude\/rules\/out\.md leads to \/shared\/out\.md/,
	},
	{
		title: 'project files of the main checkout give way to those of a worktree inside it',
		tree: {
			'/repo/CLAUDE.md': 'MAIN',
			'/repo/.git/worktrees/w/commondir': '../..\n',
			'/repo/wt/.git': 'gitdir: /repo/.git/worktrees/w\n',
			'/repo/wt/CLAUDE.md': 'WT',
		},
		inputs: { launchDirectory: '/repo/wt' },
		path: '/repo/CLAUDE.md',
		code: 'superseded',
		sentence: /worktree \/repo\/wt/,
	},
];

describe('A source that does not load has a reason and a place', () => {
	for (const { title, tree, inputs, path, code, sentence, place } of rows) {
		it(title, async () => {
			const fs = memoryTree(tree);
			const model = await testModel(fs, inputs);
			const found = model.notLoaded.find((source) => source.path === path);
			assert.ok(
				found,
				`no such source; there are ${model.notLoaded.map((source) => source.path).join(', ') || 'none'}`,
			);
			assert.equal(found.reason?.code, code);
			assert.match(found.reason?.sentence ?? '', sentence);
			assert.equal(found.characters, 0);
			assert.ok(
				!model.startup.some((source) => source.path === path && source.scope === found.scope),
				'it is loaded all the same',
			);
			if (place) assert.deepEqual(await placeText(fs, found.reason?.place), place);
		});
	}

	it('an external import that is not approved is looked at but never opened', async () => {
		const fs = memoryTree({ '/repo/CLAUDE.md': '@/secret.md @~/key.md', '/secret.md': 'S', '/home/ann/key.md': 'K' });
		await testModel(fs);
		const opened = fs.calls.filter(({ method }) => method === 'readText').map(({ path }) => path);
		assert.ok(!opened.includes('/secret.md') && !opened.includes('/home/ann/key.md'), `opened ${opened.join(', ')}`);
	});
});

async function placeText(
	fs: ReturnType<typeof memoryTree>,
	place: { readonly path: string; readonly offset?: number; readonly length?: number } | undefined,
): Promise<readonly [string, string] | undefined> {
	if (!place) return undefined;
	const text = await fs.readText(place.path);
	const offset = place.offset ?? 0;
	return [place.path, text?.ok ? text.text.slice(offset, offset + (place.length ?? 0)) : ''];
}
