import assert from 'node:assert/strict';
import { projectName } from '../../../src/core/sources/memoryDirectory.js';
import type { SettingsScope } from '../../../src/core/sources/settings.js';
import { type TestInputs, testModel } from '../../support/inputs.js';
import { file, link, memoryTree } from '../../support/memoryFileSystem.js';

const own = '/home/ann/.claude/projects/-repo/memory';
type Tree = Parameters<typeof memoryTree>[0];

async function indexOf(tree: Tree, options: TestInputs = {}) {
	const model = await testModel(memoryTree({ '/repo/.git/HEAD': '', ...tree }), options);
	return model.startup.find(({ kind }) => kind === 'memory-index');
}

describe('The memory directory', () => {
	const spellings: readonly (readonly [value: string, directory: string | undefined])[] = [
		['/else/m', '/else/m'],
		['/else//x/../m/', '/else/m'],
		['/abc', '/abc'],
		['~/m', '/home/ann/m'],
		['~/x/../m', '/home/ann/m'],
		['/home/ann', '/home/ann'],
		['/home/ann/', '/home/ann'],
		['/a', undefined],
		['/', undefined],
		['~', undefined],
		['~/', undefined],
		['~/.', undefined],
		['~/..', undefined],
		['~/../ann/m', undefined],
		['m', undefined],
		['./m', undefined],
		['', undefined],
		['/else/m\0x', undefined],
	];
	for (const [value, directory] of spellings) {
		it(`is ${directory ?? 'the default one'} for autoMemoryDirectory ${JSON.stringify(value)}`, async () => {
			const model = await testModel(
				memoryTree({
					'/repo/.git/HEAD': '',
					'/home/ann/.claude/settings.json': JSON.stringify({ autoMemoryDirectory: value }),
				}),
			);
			assert.equal(model.memory.directory.path, directory ?? own);
		});
	}

	it('lies below CLAUDE_CODE_REMOTE_MEMORY_DIR where that is set', async () => {
		const model = await testModel(memoryTree({ '/repo/.git/HEAD': '' }), {
			variables: { CLAUDE_CODE_REMOTE_MEMORY_DIR: '/remote' },
		});
		assert.equal(model.memory.directory.path, '/remote/projects/-repo/memory');
	});

	it('has a name of 200 units and a hash of the whole path where the path is longer', () => {
		const path = `/${'abcdefghij/'.repeat(20)}end`;
		assert.equal(projectName('/repo/my_app'), '-repo-my-app');
		assert.equal(projectName(path).length, 200 + '-'.length + 6);
		assert.ok(projectName(path).startsWith(`${path.replace(/[^a-z]/g, '-').slice(0, 200)}-`));
		assert.notEqual(projectName(path), projectName(`${path}x`));
	});

	it('is on whatever settings say where the variable says no', async () => {
		const tree = { [`${own}/MEMORY.md`]: '- m\n', '/home/ann/.claude/settings.json': '{"autoMemoryEnabled":false}' };
		assert.equal(await indexOf(tree), undefined);
		const index = await indexOf(tree, { variables: { CLAUDE_CODE_DISABLE_AUTO_MEMORY: '0' } });
		assert.equal(index?.text, '- m');
	});
});

describe('A generated memory index', () => {
	const topic = (description: string, modified = 1_700_000_000_000) =>
		file(`---\ndescription: ${description}\n---\nbody\n`, { modified });
	const textOf = async (tree: Tree, client?: string) => (await indexOf(tree, client ? { client } : {}))?.text;

	it('lists the topics, newest first, and only for newer clients', async () => {
		const tree = { [`${own}/old.md`]: topic('o', 1), [`${own}/sub/new.md`]: topic('n', 2) };
		assert.equal(await textOf(tree), '- [new](sub/new.md) — n\n- [old](old.md) — o');
		assert.equal(await textOf(tree, '2.1.235'), undefined);
	});

	it('leaves out hidden names, folders called logs, other indexes, links and names that break a link', async () => {
		const names = [
			'.hid.md',
			'.dir/a.md',
			'logs/a.md',
			'sub/Logs/a.md',
			'sub/MEMORY.md',
			'a[1].md',
			'b(1).md',
			'sub(1)/c.md',
			'x.MD',
			'x.txt',
		];
		const tree: Tree = Object.fromEntries(names.map((name) => [`${own}/${name}`, topic('d')]));
		assert.equal(
			await textOf({ ...tree, [`${own}/l.md`]: link('/else.md'), '/else.md': 'x', [`${own}/ok.md`]: 'x' }),
			'- [ok](ok.md)',
		);
	});

	it('is not made where a MEMORY.md leads nowhere', async () => {
		assert.equal(await textOf({ [`${own}/MEMORY.md`]: link('/none.md'), [`${own}/a.md`]: 'x' }), undefined);
	});

	it('reads front matter that is closed within 30 lines', async () => {
		const head = (lines: number) => `---\ndescription: d\n${'k: v\n'.repeat(lines)}---\n`;
		assert.equal(await textOf({ [`${own}/a.md`]: head(27) }), '- [a](a.md) — d');
		assert.equal(await textOf({ [`${own}/a.md`]: head(28) }), '- [a](a.md)');
		assert.equal(
			await textOf({ [`${own}/a.md`]: `---\nx: ${'y'.repeat(66_000)}\ndescription: d\n---\n` }),
			'- [a](a.md)',
		);
	});

	it('shows descriptions in visible characters and single blanks', async () => {
		assert.equal(await textOf({ [`${own}/a.md`]: topic('"x\\ty  z\\n\\nw\\u200Bv"') }), '- [a](a.md) — x y z wv');
	});

	const rooms: readonly (readonly [stem: number, description: string, end: string, length: number])[] = [
		[64, 'abcdefghij', '— abcdefghij', 150],
		[66, 'abcdefghij', '— abcde…', 150],
		[68, 'abcdefghij', '— a…', 150],
		[68, '🙂🙂🙂', '— …', 149],
		[69, 'a', '.md)', 147],
		[74, 'a', '.md)', 157],
	];
	for (const [stem, description, end, length] of rooms) {
		it(`ends a line with "${end}" for a name of ${stem} units and the description ${description}`, async () => {
			const text = (await textOf({ [`${own}/${'n'.repeat(stem)}.md`]: topic(description) })) ?? '';
			assert.deepEqual([text.endsWith(end), text.length], [true, length]);
		});
	}
});

describe('The policy files', () => {
	it('are managed-settings.json and, stronger, those of managed-settings.d by code units', async () => {
		const policy = '/etc/claude-code/managed-settings';
		const model = await testModel(
			memoryTree({
				[`${policy}.json`]: '{"claudeMd":"K","claudeMdExcludes":["**/k.md"]}',
				[`${policy}.d/a.json`]: '{"claudeMd":"a","claudeMdExcludes":["**/a.md"]}',
				[`${policy}.d/B.json`]: '{"claudeMd":"B"}',
				[`${policy}.d/.h.json`]: '{"claudeMd":"H"}',
				[`${policy}.d/z.txt`]: '{"claudeMd":"Z"}',
				[`${policy}.d/broken.json`]: '{,',
				'/repo/a.md': '',
			}),
		);
		assert.equal(model.startup[0]?.text, 'a');
		const scope: SettingsScope = 'managed';
		assert.deepEqual(
			model.settings.strings('claudeMdExcludes').map(({ value, file: { scope: of } }) => [value, of === scope]),
			[
				['**/k.md', true],
				['**/a.md', true],
			],
		);
	});
});
