import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defaultModelId, modelProfileOf } from '../../src/core/client/models.js';
import { newestVersion, profileOf } from '../../src/core/client/profile.js';
import { noFlags } from '../../src/core/inputs.js';
import { buildContextModel, type ContextModel } from '../../src/core/model/contextModel.js';
import { discoverBelow } from '../../src/core/model/discovery.js';
import { explainFile } from '../../src/core/model/explain.js';
import { Session } from '../../src/core/model/session.js';
import type { FileSystem } from '../../src/core/ports.js';
import { nodeEnvironment } from '../../src/host/environment.js';
import { NodeFileSystem } from '../../src/host/fileSystem.js';
import { diskTree } from '../support/diskTree.js';
import { fifo, link, memoryTree, type Tree } from '../support/memoryFileSystem.js';

async function modelOf(fs: FileSystem, root = ''): Promise<ContextModel> {
	const client = profileOf(newestVersion);
	const model = await buildContextModel(fs, {
		launchDirectory: `${root}/repo`,
		client,
		model: modelProfileOf(defaultModelId, client.behaviours),
		flags: noFlags,
		environment: nodeEnvironment({ variables: { HOME: `${root}/home` }, managedDirectory: `${root}/managed` }),
		trusted: true,
		pinnedMemory: false,
	});
	assert.ok(model);
	return model;
}

/** Asks the model everything: what is loaded, what lies below, what a file and a session get. */
async function askAll(fs: FileSystem, root = ''): Promise<ContextModel> {
	const model = await modelOf(fs, root);
	await discoverBelow(model);
	await explainFile(model, `${root}/repo/src/a.ts`);
	const session = new Session(model);
	await session.call({ tool: 'Read', input: { file_path: `${root}/repo/src/a.ts` } });
	return model;
}

describe('An external import', () => {
	const outside: Tree = {
		'/outside/secret.md': 'SECRET',
		'/outside/rules/secret-rule.md': 'SECRET',
		'/outside/directory/CLAUDE.md': 'SECRET',
		'/repo/src/a.ts': '',
	};
	const ways: readonly [title: string, tree: Tree][] = [
		['by an absolute path', { '/repo/CLAUDE.md': 'See @/outside/secret.md' }],
		['by a path that climbs', { '/repo/CLAUDE.md': 'See @../outside/secret.md' }],
		['from a local file', { '/repo/CLAUDE.local.md': 'See @../outside/secret.md' }],
		['from an imported file', { '/repo/CLAUDE.md': '@docs/a.md', '/repo/docs/a.md': '@../../outside/secret.md' }],
		['from a rule', { '/repo/.claude/rules/a.md': '@/outside/secret.md' }],
		['from a rule with a condition', { '/repo/.claude/rules/a.md': '---\npaths: "**/*.ts"\n---\n@/outside/secret.md' }],
		['from a nested file', { '/repo/src/CLAUDE.md': '@/outside/secret.md' }],
		['through a link in the repository', { '/repo/CLAUDE.md': '@link/secret.md', '/repo/link': link('/outside') }],
		[
			'that is a link in the repository',
			{ '/repo/CLAUDE.md': '@link.md', '/repo/link.md': link('/outside/secret.md') },
		],
		['as a linked rule', { '/repo/.claude/rules/a.md': link('/outside/rules/secret-rule.md') }],
		['as a linked directory of rules', { '/repo/.claude/rules/all': link('/outside/rules') }],
	];
	for (const [title, tree] of ways) {
		it(`is never opened while it is not approved: ${title}`, async () => {
			const fs = memoryTree({ ...outside, ...tree });
			const model = await askAll(fs);
			for (const path of fs.called('readText')) {
				const real = await fs.realPath(path);
				assert.ok(real === undefined || !real.startsWith('/outside/'), `${path} was opened`);
			}
			assert.equal(JSON.stringify([model.startup, model.pathRules, model.notLoaded]).includes('SECRET'), false);
		});
	}

	it('is named with its reason', async () => {
		const model = await askAll(memoryTree({ ...outside, '/repo/CLAUDE.md': 'See @/outside/secret.md' }));
		const source = model.notLoaded.find(({ path }) => path === '/outside/secret.md');
		assert.equal(source?.reason?.code, 'external-not-approved');
	});

	it('is opened once it is approved', async () => {
		const approved = JSON.stringify({ projects: { '/repo': { hasClaudeMdExternalIncludesApproved: true } } });
		const fs = memoryTree({ ...outside, '/repo/CLAUDE.md': 'See @/outside/secret.md', '/home/.claude.json': approved });
		await askAll(fs);
		assert.ok(fs.called('readText').includes('/outside/secret.md'));
	});
});

describe('A hostile repository', () => {
	it('gets none of its code executed, wherever it puts it', async () => {
		const { root, remove } = diskTree({});
		const marker = join(root, 'executed');
		remove();
		const code = `---js\n(require('node:fs').writeFileSync(${JSON.stringify(marker)}, 'x'), { paths: '**', description: 'x', name: 'x' })\n---\nbody`;
		const made = diskTree({
			repo: {
				'CLAUDE.md': code,
				'CLAUDE.local.md': code,
				'AGENTS.md': code,
				'src/CLAUDE.md': code,
				'src/a.ts': code,
				'.claude/rules/a.md': code,
				'.claude/skills/a/SKILL.md': code,
				'.claude/commands/a.md': code,
				'.claude/agents/a.md': code,
				'.claude/settings.json': code,
				'src/.claude/skills/b/SKILL.md': code,
			},
		});
		try {
			await askAll(new NodeFileSystem(), made.root);
			assert.equal(existsSync(marker), false);
		} finally {
			made.remove();
		}
	});

	it('pollutes no prototype through any file that holds keys', async () => {
		const json =
			'{"__proto__": {"claudeMdExcludes": ["**"], "polluted": true}, "constructor": {"prototype": {"polluted": true}}}';
		const yaml =
			'---\n__proto__: { polluted: true, paths: "x" }\nconstructor: { prototype: { polluted: true } }\n---\nbody';
		const names = Object.getOwnPropertyNames(Object.prototype);
		const model = await askAll(
			memoryTree({
				'/repo/CLAUDE.md': 'kept',
				'/repo/src/a.ts': '',
				'/repo/.claude/settings.json': json,
				'/repo/.claude/settings.local.json': `{"skillOverrides": ${json}, "pluginConfigs": ${json}, "enabledPlugins": ${json}}`,
				'/home/.claude/settings.json': json,
				'/home/.claude.json': `{"projects": ${json}, "skillUsage": ${json}}`,
				'/repo/.claude/rules/__proto__.md': yaml,
				'/repo/.claude/skills/__proto__/SKILL.md': yaml,
				'/repo/.claude/skills/constructor/SKILL.md': yaml,
				'/repo/.claude/commands/toString.md': yaml,
				'/repo/.claude/agents/__proto__.md': '---\nname: __proto__\ndescription: text\n---\nbody',
			}),
		);
		assert.deepEqual(Object.getOwnPropertyNames(Object.prototype), names);
		assert.equal(({} as { polluted?: unknown }).polluted, undefined);
		assert.ok(
			model.startup.some((source) => source.text === 'kept'),
			'the excludes of a prototype do not count',
		);
		assert.ok(model.skills.some((skill) => skill.name === '__proto__'));
	});

	it('cannot hold the model up with FIFOs, circles and directories in a file’s place', async function () {
		if (process.platform === 'win32') return this.skip();
		const names = ['CLAUDE.md', 'CLAUDE.local.md', 'AGENTS.md', '.mcp.json'];
		const kinds = { fifo, circle: link('circle'), directory: { 'x.md': '' } };
		for (const [kind, node] of Object.entries(kinds)) {
			const everywhere: Tree = {
				...Object.fromEntries(names.map((name) => [name, kind === 'circle' ? link(name) : node])),
				'src/a.ts': '',
				'src/CLAUDE.md': kind === 'circle' ? link('CLAUDE.md') : node,
				'.claude': {
					'settings.json': node,
					'settings.local.json': node,
					'rules/a.md': node,
					'rules/loop': link('..'),
					'skills/a/SKILL.md': node,
					'skills/loop': link('..'),
					'agents/a.md': node,
					'commands/a.md': node,
				},
				loop: link('.'),
			};
			const { root, remove } = diskTree({ repo: everywhere, home: { '.claude.json': node, '.claude': everywhere } });
			try {
				await askAll(new NodeFileSystem(), root);
			} finally {
				remove();
			}
		}
	});

	it('cannot break the model by files that vanish while it is built', async () => {
		const fs = memoryTree({
			'/repo/CLAUDE.md': '@a.md',
			'/repo/a.md': 'A',
			'/repo/.claude/rules/b.md': 'B',
			'/repo/src/a.ts': '',
		});
		for (let calls = 1; calls < 40; calls++) await askAll(vanishing(fs, calls));
	});
});

/** A file system whose files are gone after so many calls. */
function vanishing(fs: FileSystem, calls: number): FileSystem {
	let left = calls;
	const unlessGone = <T>(call: () => Promise<T | undefined>): Promise<T | undefined> =>
		left-- > 0 ? call() : Promise.resolve(undefined);
	return {
		stat: (path) => unlessGone(() => fs.stat(path)),
		// The launch directory itself stays: without it there is no model.
		realPath: (path) => (path === '/repo' ? fs.realPath(path) : unlessGone(() => fs.realPath(path))),
		readText: (path, limit) => unlessGone(() => fs.readText(path, limit)),
		list: (path) => unlessGone(() => fs.list(path)),
	};
}
