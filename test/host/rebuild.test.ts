import assert from 'node:assert/strict';
import { noFlags } from '../../src/core/inputs.js';
import type { ContextModel } from '../../src/core/model/contextModel.js';
import { discoverBelow } from '../../src/core/model/discovery.js';
import type { FileSystem } from '../../src/core/ports.js';
import { CachingFileSystem } from '../../src/host/cachingFileSystem.js';
import { type TestInputs, testModel } from '../support/inputs.js';
import { link, memoryTree, type Tree } from '../support/memoryFileSystem.js';

const skill = (name: string, more = ''): string => `---\nname: ${name}\ndescription: Does ${name}.\n${more}---\nBody\n`;
const rule = (paths: string, body = 'Rule'): string => `---\npaths: "${paths}"\n---\n${body}\n`;

const tree: Tree = {
	'/etc/claude-code/.claude/rules/managed.md': rule('**/*.ts'),
	'/home/ann/.claude/rules/mine.md': rule('src/**', 'Mine, see @more.md'),
	'/home/ann/.claude/rules/more.md': rule('lib/**', 'More'),
	'/home/ann/.claude/skills/deploy/SKILL.md': skill('deploy'),
	'/repo/.git': {},
	'/repo/CLAUDE.md': 'Text, see @docs/a.md',
	'/repo/docs/a.md': 'A',
	'/repo/.claude/rules/ts.md': rule('**/*.ts'),
	'/repo/.claude/rules/always.md': 'Always',
	'/repo/.claude/rules/dead.md': rule('['),
	'/repo/.claude/rules/linked.md': link('/repo/shared/rule.md'),
	'/repo/.claude/rules/sub/again.md': link('/repo/shared/rule.md'),
	'/repo/shared/rule.md': rule('shared/**'),
	'/repo/.claude/skills/deploy/SKILL.md': skill('deploy'),
	'/repo/.claude/skills/other/SKILL.md': skill('renamed'),
	'/repo/.claude/skills/linked': link('other'),
	'/repo/.claude/skills/waits/SKILL.md': skill('waits', 'paths: "*.ts"\n'),
	'/repo/packages/a/.claude/rules/near.md': rule('*.ts'),
	'/repo/packages/a/.claude/skills/deploy/SKILL.md': skill('deploy'),
	'/repo/packages/a/CLAUDE.md': 'Package A',
	'/lib/.claude/skills/deploy/SKILL.md': skill('deploy'),
	'/lib/.claude/skills/extra/SKILL.md': skill('extra'),
};

/** Ways to ask for the model of the same files; each shares most objects with the one before. */
const ways: readonly (readonly [string, TestInputs])[] = [
	['as usual', {}],
	['for an older client', { client: '2.1.235' }],
	['in a package', { launchDirectory: '/repo/packages/a' }],
	['in Restricted Mode', { trusted: false }],
	['without user settings', { flags: { ...noFlags, settingSources: ['project', 'local'] } }],
	['with an added directory, given twice', { flags: { ...noFlags, addDirectories: ['/lib', '/lib'] } }],
	['with a small budget', { variables: { SLASH_COMMAND_TOOL_CHAR_BUDGET: '40' } }],
	['as usual', {}],
];

/** What happens to the files in between. */
const changes: readonly (readonly [string, string | undefined])[] = [
	['/repo/CLAUDE.md', 'Changed'],
	['/repo/.claude/rules/ts.md', rule('**/*.js')],
	['/repo/.claude/rules/always.md', rule('docs/**')],
	['/repo/shared/rule.md', 'Always now'],
	['/repo/.claude/skills/other/SKILL.md', skill('other', 'disable-model-invocation: true\n')],
	['/repo/.claude/skills/new/SKILL.md', skill('new')],
	['/home/ann/.claude/skills/deploy/SKILL.md', undefined],
	['/home/ann/.claude/settings.json', '{"skillOverrides":{"waits":"off","new":"name-only"}}'],
	['/repo/.claude/settings.json', '{"claudeMdExcludes":["**/ts.md"],"skillListingMaxDescChars":5}'],
];

async function everything(fs: FileSystem, inputs: TestInputs): Promise<unknown> {
	const model = await testModel(fs, inputs);
	const { nested, onDemand, notLoaded } = await discoverBelow(model);
	return plain({ model: withoutPort(model), nested, onDemand, notLoaded });
}

function withoutPort({ loadContext: _, inputs: __, settings: ___, ...model }: ContextModel): object {
	return model;
}

/** A copy without any getters, so that equal means equal. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('a model of files that were read before', () => {
	it('is the same as one of files that were not, whatever it was asked for and whatever has changed', async () => {
		const disk = memoryTree(tree);
		const kept = new CachingFileSystem(disk);
		for (const [path, text] of [...changes, [undefined, undefined] as const]) {
			for (const [name, inputs] of ways) {
				const fresh = await everything(memoryCopy(disk), inputs);
				assert.deepEqual(await everything(kept, inputs), fresh, `${name}, before the change of ${path}`);
			}
			if (path === undefined) continue;
			if (text === undefined) disk.remove(path);
			else disk.write(path, text);
			kept.invalidate(path);
		}
	});

	it('has the same skills and rules as before where they are unchanged', async () => {
		const disk = memoryTree(tree);
		const fs = new CachingFileSystem(disk);
		const before = await testModel(fs);
		disk.write('/repo/CLAUDE.md', 'Changed');
		fs.invalidate('/repo/CLAUDE.md');
		const after = await testModel(fs);
		const byName = new Map(before.skills.map((one) => [one.path, one]));
		for (const one of after.skills.filter(({ reason, path, realPath }) => !reason && path === realPath))
			assert.equal(one, byName.get(one.path));
		for (const [index, source] of after.pathRules.entries())
			if (!source.parent && !source.foundAt) assert.equal(source, before.pathRules[index], source.path);
	});
});

/** The same disk, which hands out objects of its own with every call. */
function memoryCopy(disk: FileSystem): FileSystem {
	return {
		stat: (path) => disk.stat(path),
		realPath: (path) => disk.realPath(path),
		readText: async (path, limit) => {
			const read = await disk.readText(path, limit);
			return read && { ...read };
		},
		list: async (path, order) => (await disk.list(path, order))?.map((entry) => ({ ...entry })),
	};
}
