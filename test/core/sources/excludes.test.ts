import assert from 'node:assert/strict';
import { noFlags } from '../../../src/core/inputs.js';
import { type TestInputs, testModel } from '../../support/inputs.js';
import { link, memoryTree, type Tree } from '../../support/memoryFileSystem.js';

async function startupOf(pattern: string, tree: Tree, options: TestInputs = {}): Promise<readonly string[]> {
	const settings = { '/home/ann/.claude/settings.json': JSON.stringify({ claudeMdExcludes: [pattern] }) };
	const model = await testModel(memoryTree({ '/repo/.git/HEAD': '', ...settings, ...tree }), options);
	return model.startup.map(({ path }) => path);
}

describe('claudeMdExcludes', () => {
	const tree: Tree = { '/repo/CLAUDE.md': 'P\n', '/repo/.claude/rules/r.md': 'R\n', '/link': link('/repo') };
	const rows: readonly (readonly [pattern: string, ...startup: string[]])[] = [
		['**/CLAUDE.md', '/repo/.claude/rules/r.md'],
		['/repo/x/..//./CLAUDE.md', '/repo/.claude/rules/r.md'],
		['\\repo\\CLAUDE.md', '/repo/.claude/rules/r.md'],
		['/link/CLAUDE.md', '/repo/.claude/rules/r.md'],
		['/link/.claude/**', '/repo/CLAUDE.md'],
		['/link/**', '/repo/CLAUDE.md', '/repo/.claude/rules/r.md'],
		['/link/*.md', '/repo/CLAUDE.md', '/repo/.claude/rules/r.md'],
		['CLAUDE.md', '/repo/CLAUDE.md', '/repo/.claude/rules/r.md'],
		['~/**', '/repo/CLAUDE.md', '/repo/.claude/rules/r.md'],
		['**/claude.md', '/repo/CLAUDE.md', '/repo/.claude/rules/r.md'],
		['(', '/repo/CLAUDE.md', '/repo/.claude/rules/r.md'],
		['[z-a]**', '/repo/CLAUDE.md', '/repo/.claude/rules/r.md'],
		['**/CLAUDE.md'.padStart(1_100, '*'), '/repo/CLAUDE.md', '/repo/.claude/rules/r.md'],
	];
	for (const [pattern, ...startup] of rows) {
		it(`${pattern.slice(0, 60)} leaves ${startup.join(' and ') || 'nothing'}`, async () =>
			assert.deepEqual(await startupOf(pattern, tree), startup));
	}

	it('knows a linked CLAUDE.md or import by its own path only', async () => {
		const linked: Tree = {
			'/repo/docs/c.md': 'C @l.md\n',
			'/repo/docs/t.md': 'T\n',
			'/repo/CLAUDE.md': link('docs/c.md'),
			'/repo/docs/l.md': link('t.md'),
		};
		assert.deepEqual(await startupOf('**/{c,t}.md', linked), ['/repo/CLAUDE.md', '/repo/docs/l.md']);
		assert.deepEqual(await startupOf('**/l.md', linked), ['/repo/CLAUDE.md']);
		assert.deepEqual(await startupOf('**/CLAUDE.md', linked), []);
	});

	for (const [client, byLink] of [
		['2.1.235', ['/repo/docs/r.md']],
		['2.1.332', []],
	] as const) {
		it(`knows a linked rule by its target${byLink.length > 0 ? '' : ' and by the path it was found at'} in ${client}`, async () => {
			const linked: Tree = { '/repo/docs/r.md': 'R\n', '/repo/.claude/rules/sub': link('/repo/docs') };
			assert.deepEqual(await startupOf('**/docs/**', linked, { client }), []);
			assert.deepEqual(await startupOf('**/rules/sub/**', linked, { client }), byLink);
		});
	}

	it('covers added directories, found through a link too', async () => {
		const options: TestInputs = {
			flags: { ...noFlags, addDirectories: ['/lnk'] },
			variables: { CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD: '1' },
		};
		const added: Tree = { '/lib/CLAUDE.md': 'L\n', '/lib/.claude/rules/r.md': 'LR\n', '/lnk': link('/lib') };
		assert.deepEqual(await startupOf('none', added, options), ['/lnk/CLAUDE.md', '/lib/.claude/rules/r.md']);
		assert.deepEqual(await startupOf('/lib/**', added, options), ['/lnk/CLAUDE.md']);
		assert.deepEqual(await startupOf('/lnk/**', added, options), []);
	});
});

describe('Very many mentions', () => {
	it('of missing files are named up to a limit and counted beyond it', async () => {
		const mentions = Array.from({ length: 12_000 }, (_, index) => `@none${index}.md`).join('\n');
		const fs = memoryTree({ '/repo/.git/HEAD': '', '/repo/CLAUDE.md': `${mentions}\n` });
		const model = await testModel(fs);
		assert.equal(model.notLoaded.filter(({ kind }) => kind === 'import').length, 10_000);
		assert.equal(model.moreNotLoaded, 2_000);
	});

	it('of one missing file look for it once', async () => {
		const fs = memoryTree({ '/repo/.git/HEAD': '', '/repo/CLAUDE.md': '@none.md\n@../out.md\n'.repeat(500) });
		const model = await testModel(fs);
		assert.equal(model.notLoaded.length, 1_000);
		assert.equal(fs.calls.filter((call) => /none\.md|out\.md/.test(JSON.stringify(call))).length, 2);
	});
});

describe('Hostile excludes', () => {
	const rules = Object.fromEntries(
		Array.from({ length: 200 }, (_, index) => [`/repo/.claude/rules/${'a'.repeat(60)}${index}.md`, 'R\n']),
	);
	const floods: readonly (readonly [title: string, patterns: readonly string[]])[] = [
		['with a repeat in a repeat', ['**/+(*)b.md', '**/((((a+)+)+)+)+b']],
		['of a great number', Array.from({ length: 20_000 }, (_, index) => `**/a${index}/**/{b,c}/*.md`)],
		['that are long', Array.from({ length: 400 }, () => '({a,b}+(*)!('.repeat(80))],
		['that are very long', ['('.repeat(200_000), '*'.repeat(200_000), '{a,b}'.repeat(40_000)]],
	];
	for (const [title, patterns] of floods) {
		it(`come to an end ${title}, and take nothing from the others`, async function () {
			this.timeout(20_000);
			const settings = { '/repo/.claude/settings.json': JSON.stringify({ claudeMdExcludes: patterns }) };
			const startup = await startupOf('**/CLAUDE.md', { ...rules, ...settings, '/repo/CLAUDE.md': 'P\n' });
			assert.equal(startup.length, 200);
		});
	}
});
