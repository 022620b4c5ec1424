import { strict as assert } from 'node:assert';
import { findCommands } from '../../../src/core/sources/commandFiles.js';
import { testModel } from '../../support/inputs.js';
import { link, memoryTree, type Tree } from '../../support/memoryFileSystem.js';

const namesBelow = async (tree: Tree): Promise<readonly string[]> =>
	(await findCommands(memoryTree({ '/c': tree }), '/c')).map(({ name }) => name);

describe('command files', () => {
	const cases: readonly (readonly [string, Tree, readonly string[]])[] = [
		['are named by their directories', { sub: { deep: { 'a.md': '' } }, 'b.md': '' }, ['b', 'sub:deep:a']],
		['may be hidden', { '.a.md': '', '.h': { 'b.md': '' } }, ['.a', '.h:b']],
		['end in .md in lower case', { 'a.MD': '', 'a.txt': '', 'b.md': '' }, ['b']],
		[
			'give way to a SKILL.md in their directory',
			{ d: { 'SKILL.md': '', 'x.md': '', e: { 'y.md': '' } } },
			['d:e:y', 'd'],
		],
		['give way to a skill.md as well', { d: { 'skill.md': '', 'x.md': '' } }, ['d']],
		['name a SKILL.md at the top by the top', { 'SKILL.md': '', 'x.md': '' }, ['c']],
		['are found behind links, each directory once', { l: link('/c/d'), d: { 'x.md': '' } }, ['d:x']],
		['do not run in circles', { d: { up: link('/c'), 'x.md': '' } }, ['d:x']],
	];
	for (const [title, tree, expected] of cases) {
		it(title, async () => assert.deepEqual(await namesBelow(tree), expected));
	}

	it('are none where there is no directory', async () => assert.deepEqual(await findCommands(memoryTree(), '/c'), []));
});

describe('commands', () => {
	it('of all scopes stand together by name, of one name managed before user before the nearest project', async () => {
		const text = (description: string): string => `---\ndescription: ${description}\n---\n`;
		const { skills } = await testModel(
			memoryTree({
				'/repo/.git': {},
				'/etc/claude-code/.claude/commands/a.md': text('managed'),
				'/home/ann/.claude/commands/a.md': text('user'),
				'/home/ann/.claude/commands/d.md': text('user'),
				'/repo/.claude/commands/d.md': text('root'),
				'/repo/.claude/commands/c.md': text('root'),
				'/repo/web/.claude/commands/c.md': text('web'),
				'/repo/web/.claude/commands/b/x.md': text('web'),
			}),
			{ launchDirectory: '/repo/web' },
		);
		assert.deepEqual(
			skills.filter(({ state }) => state === 'listed').map(({ name, description }) => `${name} ${description}`),
			['a managed', 'b:x web', 'c web', 'd user'],
		);
	});

	it('do not wait for their `paths`', async () => {
		const { skills } = await testModel(
			memoryTree({ '/repo/.claude/commands/a.md': '---\npaths: "x/**"\n---\nFirst line\n' }),
		);
		assert.deepEqual(
			skills.map(({ name, state, description }) => [name, state, description]),
			[['a', 'listed', 'First line']],
		);
	});
});
