import assert from 'node:assert/strict';
import { Session } from '../../../src/core/model/session.js';
import { type TestInputs, testModel } from '../../support/inputs.js';
import { link, memoryTree } from '../../support/memoryFileSystem.js';

const conditional = '---\npaths: "*.ts"\n---\nC\n';
const base = { '/repo/.git/HEAD': '', '/repo/s/a.ts': '1', '/out/rules/r.md': 'R\n', '/out/rules/c.md': conditional };
const approved = {
	'/home/ann/.claude.json': '{"projects":{"/repo":{"hasClaudeMdExternalIncludesApproved":true}}}',
};

async function loadedOf(tree: Parameters<typeof memoryTree>[0], options: TestInputs = {}) {
	const model = await testModel(memoryTree({ ...base, ...tree }), options);
	const { attached } = await new Session(model).call({ tool: 'Read', input: { file_path: '/repo/s/a.ts' } });
	return { startup: model.startup.map(({ path }) => path), attached: attached.map(({ path }) => path) };
}

describe('Rules behind links', () => {
	for (const client of ['2.1.235', '2.1.332']) {
		it(`load from a nested .claude that leads outside, on ${client}`, async () => {
			const { attached } = await loadedOf({ '/repo/s/.claude': link('/out') }, { client });
			assert.deepEqual(attached, ['/out/rules/r.md', '/out/rules/c.md']);
		});
	}

	it('do not load from a nested rules directory that leads outside', async () => {
		const { attached } = await loadedOf({ '/repo/s/.claude/rules': link('/out/rules') });
		assert.deepEqual(attached, []);
	});

	it('are refused behind a .claude of the launch directory that leads outside, by newer clients', async () => {
		const tree = { '/repo/.claude': link('/out') };
		assert.deepEqual((await loadedOf(tree, { client: '2.1.235' })).startup, ['/out/rules/r.md']);
		assert.deepEqual((await loadedOf(tree)).startup, []);
	});

	it('of the policy count inside the launch directory, not beside the policy', async () => {
		const { startup, attached } = await loadedOf({
			'/etc/claude-code/.claude/rules/in.md': link('/repo/docs/in.md'),
			'/etc/claude-code/.claude/rules/c.md': link('/repo/docs/c.md'),
			'/etc/claude-code/.claude/rules/beside.md': link('/etc/claude-code/beside.md'),
			'/repo/docs/in.md': 'IN\n',
			'/repo/docs/c.md': conditional,
			'/etc/claude-code/beside.md': 'B\n',
		});
		assert.deepEqual([startup, attached], [['/repo/docs/in.md'], ['/repo/docs/c.md']]);
	});

	it('and imports of the policy lead anywhere once external imports are approved, but wait for no file there', async () => {
		const { startup, attached } = await loadedOf({
			...approved,
			'/etc/claude-code/.claude/rules/r.md': link('/out/rules/r.md'),
			'/etc/claude-code/.claude/rules/c.md': link('/out/rules/c.md'),
			'/etc/claude-code/.claude/rules/i.md': 'I @../../x.md\n',
			'/etc/claude-code/x.md': 'X\n',
		});
		assert.deepEqual(startup, ['/out/rules/r.md', '/etc/claude-code/.claude/rules/i.md', '/etc/claude-code/x.md']);
		assert.deepEqual(attached, []);
	});
});
