import { strict as assert } from 'node:assert';
import { noFlags } from '../../../src/core/inputs.js';
import { findLaunchPlace } from '../../../src/core/sources/launchPlace.js';
import { findPlugins } from '../../../src/core/sources/plugins.js';
import { readSettings } from '../../../src/core/sources/settings.js';
import { type TestInputs, testInputs, testModel } from '../../support/inputs.js';
import { memoryTree, type Tree } from '../../support/memoryFileSystem.js';

const skill = (description: string, keys = ''): string => `---\ndescription: ${description}\n${keys}---\nBODY\n`;
const withPlugins = (...pluginDirectories: readonly string[]): TestInputs => ({
	flags: { ...noFlags, pluginDirectories },
});

const listedBy = async (tree: Tree, options?: TestInputs): Promise<readonly string[]> => {
	const { skills } = await testModel(memoryTree({ '/repo/.git': {}, ...tree }), options);
	return skills
		.filter(({ state }) => state === 'listed')
		.map(({ name, otherName }) => (otherName ? `${name} (${otherName})` : name));
};

describe('plugins', () => {
	it('bring the commands of all, then the skills of all', async () => {
		const names = await listedBy(
			{
				'/zz/.claude-plugin/plugin.json': '{"name":"zz"}',
				'/zz/skills/s/SKILL.md': skill('d'),
				'/zz/commands/sub/c.md': skill('d'),
				'/zz/commands/c.md': skill('d'),
				'/aa/.claude-plugin/plugin.json': '{"name":"aa"}',
				'/aa/skills/s/SKILL.md': skill('d'),
				'/aa/commands/c.md': skill('d'),
			},
			withPlugins('/zz', '../aa'),
		);
		assert.deepEqual(names, ['zz:c', 'zz:sub:c', 'aa:c', 'zz:s', 'aa:s']);
	});

	it('are named by their directory without a manifest, and bring nothing with a broken one', async () => {
		const tree = {
			'/plain/skills/s/SKILL.md': skill('d'),
			'/void/.claude-plugin/plugin.json': '{nope',
			'/void/skills/s/SKILL.md': skill('d'),
			'/unnamed/.claude-plugin/plugin.json': '{}',
			'/unnamed/skills/s/SKILL.md': skill('d'),
			'/blank/.claude-plugin/plugin.json': '{"name":"A Name"}',
			'/blank/skills/s/SKILL.md': skill('d'),
		};
		assert.deepEqual(await listedBy(tree, withPlugins('/plain', '/void', '/unnamed', '/blank', '/missing')), [
			'plain:s',
		]);
	});

	it('list no skill without a description, and hide none by overrides or `paths`', async () => {
		const names = await listedBy(
			{
				'/repo/.claude/settings.json': '{"skillOverrides":{"p:a":"off","a":"off"}}',
				'/p/skills/a/SKILL.md': skill('d', 'paths: "x/**"\n'),
				'/p/skills/b/SKILL.md': '# Heading\n',
				'/p/skills/c/SKILL.md': '---\nwhen_to_use: w\n---\n',
				'/p/skills/d/SKILL.md': skill('d', 'disable-model-invocation: true\n'),
				'/p/commands/e.md': 'First line\n',
			},
			withPlugins('/p'),
		);
		assert.deepEqual(names, ['p:a', 'p:c']);
	});

	it('show a differing name of skills and commands behind their own', async () => {
		const names = await listedBy(
			{
				'/p/skills/a/SKILL.md': skill('d', 'name: other\n'),
				'/p/skills/b/SKILL.md': skill('d', 'name: a\n'),
				'/p/commands/c.md': skill('d', 'name: cc\n'),
			},
			withPlugins('/p'),
		);
		assert.deepEqual(names, ['p:c (p:cc)', 'p:a (p:other)', 'p:b']);
	});

	it('add the skills that their manifest names to the default ones, and take its commands instead of them', async () => {
		const names = await listedBy(
			{
				'/p/.claude-plugin/plugin.json':
					'{"name":"p","skills":["./one","./many/","./../outside"],"commands":["./x.md"]}',
				'/p/skills/s/SKILL.md': skill('d'),
				'/p/one/SKILL.md': skill('d', 'name: named\n'),
				'/p/many/m/SKILL.md': skill('d'),
				'/p/commands/c.md': skill('d'),
				'/p/x.md': skill('d'),
				'/outside/o/SKILL.md': skill('d'),
			},
			withPlugins('/p'),
		);
		assert.deepEqual(names, ['p:x', 'p:s', 'p:named', 'p:m']);
	});

	it('are a skill themselves with a SKILL.md at their root and nothing else', async () => {
		assert.deepEqual(await listedBy({ '/p/SKILL.md': skill('d', 'name: n\n') }, withPlugins('/p')), ['p:n']);
		const withSkills = { '/p/SKILL.md': skill('d'), '/p/skills/x.txt': '' };
		assert.deepEqual(await listedBy(withSkills, withPlugins('/p')), []);
	});

	it('give their commands directory by directory, and none from below a SKILL.md', async () => {
		const paths = ['zz/SKILL.md', 'b/x.md', 'a.md', 'b.md', 'Z.md', 'b/y/SKILL.md', 'b/y/z/q.md', 'b/q.md'];
		const tree: Tree = Object.fromEntries(paths.map((path) => [`/p/commands/${path}`, skill('d')]));
		assert.deepEqual(await listedBy(tree, withPlugins('/p')), ['p:a', 'p:b', 'p:Z', 'p:b:q', 'p:b:x', 'p:b:y', 'p:zz']);
	});

	it('take names and descriptions of commands from a map in their manifest', async () => {
		const commands = {
			one: { source: './x.md', description: 'D' },
			two: { source: './x.md' },
			three: { content: 'x' },
		};
		const { skills } = await testModel(
			memoryTree({
				'/p/.claude-plugin/plugin.json': JSON.stringify({ name: 'p', commands }),
				'/repo/.git': {},
				'/p/x.md': 'No front matter\n',
			}),
			withPlugins('/p'),
		);
		assert.deepEqual(
			skills.map(({ name, description }) => [name, description]),
			[['p:one', 'D']],
		);
	});

	const manifests: readonly (readonly [manifest: string, older: boolean, newer: boolean])[] = [
		['"name":"p"', true, true],
		['"name":"a/b"', true, false],
		['"name":"a:b"', true, false],
		['"name":"a b"', false, false],
		['"name":5', false, false],
		['"name":"p","agents":"./agents"', false, false],
		['"name":"p","agents":["./agents/a.md"]', true, true],
		['"name":"p","agents":"agents/a.md"', false, false],
		['"name":"p","skills":"extra"', false, false],
		['"name":"p","skills":["./extra",5]', false, false],
		['"name":"p","commands":5', false, false],
		['"name":"p","commands":{"o":{"source":"./a.md","content":"x"}}', false, false],
		['"name":"p","hooks":"hooks.json"', false, false],
		['"name":"p","hooks":"./hooks.json","mcpServers":{}', true, true],
		['"name":"p","version":1', false, false],
		['"name":"p","author":"ann"', false, true],
		['"name":"p","keywords":"k"', false, true],
		['"name":"p","homepage":"nowhere"', false, true],
		['"name":"p","defaultEnabled":false', false, false],
		['"name":"p","unknown":1', true, true],
	];
	for (const [manifest, older, newer] of manifests) {
		it(`with {${manifest}} count ${older ? '' : 'not '}in 2.1.235, ${newer ? '' : 'not '}in 2.1.332`, async () => {
			const tree: Tree = { '/p/.claude-plugin/plugin.json': `{${manifest}}`, '/p/skills/s/SKILL.md': skill('d') };
			const counts = async (client: string) => (await listedBy(tree, { ...withPlugins('/p'), client })).length > 0;
			assert.deepEqual([await counts('2.1.235'), await counts('2.1.332')], [older, newer]);
		});
	}

	it('are switched off by the key with @inline', async () => {
		const tree = { '/p/skills/s/SKILL.md': skill('d') };
		const off = (key: string) => ({ '/repo/.claude/settings.json': `{"enabledPlugins":{"${key}":false}}` });
		assert.deepEqual(await listedBy({ ...tree, ...off('p@inline') }, withPlugins('/p')), []);
		assert.deepEqual(await listedBy({ ...tree, ...off('p') }, withPlugins('/p')), ['p:s']);
	});

	it('may lie below a directory of plugins, for newer clients', async () => {
		const tree: Tree = {
			'/ps/b/.claude-plugin/plugin.json': '{"name":"pb"}',
			'/ps/b/skills/s/SKILL.md': skill('d'),
			'/ps/a/.claude-plugin/plugin.json': '{"name":"pa"}',
			'/ps/a/skills/s/SKILL.md': skill('d'),
			'/ps/.h/.claude-plugin/plugin.json': '{"name":"ph"}',
			'/ps/.h/skills/s/SKILL.md': skill('d'),
			'/ps/c/skills/s/SKILL.md': skill('d'),
		};
		assert.deepEqual(await listedBy(tree, withPlugins('/ps')), ['pa:s', 'pb:s']);
		assert.deepEqual(await listedBy(tree, { ...withPlugins('/ps'), client: '2.1.235' }), []);
		const itself = { ...tree, '/ps/skills/own/SKILL.md': skill('d') };
		assert.deepEqual(await listedBy(itself, withPlugins('/ps')), ['ps:own']);
	});
});

describe('enabled plugins', () => {
	const catalogue = '{"name":"mk","plugins":[{"name":"plug","source":"./plug"},{"name":"out","source":"../out"}]}';
	const directory = '"source":{"source":"directory","path":"/mk"}';
	const known = `{"mk":{${directory},"installLocation":"/mk"}}`;
	const tree: Tree = {
		'/mk/.claude-plugin/marketplace.json': catalogue,
		'/mk/plug/skills/s/SKILL.md': skill('in place'),
		'/out/skills/s/SKILL.md': skill('outside'),
		'/home/ann/.claude/plugins': { 'known_marketplaces.json': known },
	};
	const enabled = '{"enabledPlugins":{"plug@mk":true,"out@mk":true,"gone@mk":true,"x@unknown":true}}';

	it('are read in place from a directory marketplace, inside it only', async () => {
		assert.deepEqual(await listedBy({ ...tree, '/home/ann/.claude/settings.json': enabled }), ['plug:s']);
		assert.deepEqual(await listedBy({ ...tree, '/repo/.claude/settings.json': enabled }), ['plug:s']);
	});

	const entries: readonly (readonly [entry: string, expected: readonly string[]])[] = [
		['"source":"./","skills":["./doc/k"]', ['plug:k']],
		['"source":"./"', ['plug:root']],
		['"source":"./plug","skills":["./doc/k"]', ['plug:s', 'plug:k']],
		['"source":"./plug","skills":"doc"', ['plug:s']],
		['"source":"./plug","strict":false,"skills":["./doc/k"]', []],
		['"source":"./plug","strict":false', ['plug:s']],
	];
	for (const [entry, expected] of entries) {
		it(`bring ${expected.join(' and ') || 'nothing'} with the entry {${entry}}`, async () => {
			const names = await listedBy({
				...tree,
				'/mk/.claude-plugin/marketplace.json': `{"name":"mk","owner":{"name":"x"},"plugins":[{"name":"plug",${entry}}]}`,
				'/mk/doc/k/SKILL.md': skill('d'),
				'/mk/skills/root/SKILL.md': skill('d'),
				'/mk/plug/.claude-plugin/plugin.json': '{"name":"plug"}',
				'/mk/plug/doc/k/SKILL.md': skill('d'),
				'/home/ann/.claude/settings.json': '{"enabledPlugins":{"plug@mk":true}}',
			});
			assert.deepEqual(names, expected);
		});
	}

	it('are on by `true` alone', async () => {
		const versions = { '/home/ann/.claude/settings.json': '{"enabledPlugins":{"plug@mk":["1.0.0"]}}' };
		assert.deepEqual(await listedBy({ ...tree, ...versions }), []);
	});

	it('are off where a stronger file says false', async () => {
		const names = await listedBy({
			...tree,
			'/home/ann/.claude/settings.json': enabled,
			'/repo/.claude/settings.local.json': '{"enabledPlugins":{"plug@mk":false}}',
		});
		assert.deepEqual(names, []);
	});

	it('need the marketplace to be known; the newer client knows those of the user settings', async () => {
		const unknown = { ...tree, '/home/ann/.claude/plugins': {} };
		const declared = `{"extraKnownMarketplaces":{"mk":{${directory}}},"enabledPlugins":{"plug@mk":true}}`;
		const user = { ...unknown, '/home/ann/.claude/settings.json': declared };
		assert.deepEqual(await listedBy(user), ['plug:s']);
		assert.deepEqual(await listedBy(user, { client: '2.1.235' }), []);
		assert.deepEqual(await listedBy({ ...unknown, '/repo/.claude/settings.json': declared }), []);
	});

	const remote = '{"mk":{"source":{"source":"github","repo":"o/mk"},"installLocation":"/mk"}}';
	const copies: readonly (readonly [string, string, readonly string[]])[] = [
		['in the first version of the record', '{"installPath":"/cache"}', ['plug:s']],
		['for the user', '[{"scope":"user","installPath":"/cache"}]', ['plug:s']],
		['for this project', '[{"projectPath":"/repo","installPath":"/cache"}]', ['plug:s']],
		['for another project', '[{"projectPath":"/other","installPath":"/cache"}]', []],
		['nowhere', '[]', []],
	];
	for (const [title, copy, expected] of copies) {
		it(`from another marketplace are read where they are installed: ${title}`, async () => {
			const names = await listedBy({
				...tree,
				'/cache/skills/s/SKILL.md': skill('installed'),
				'/home/ann/.claude/settings.json': enabled,
				'/home/ann/.claude/plugins': {
					'known_marketplaces.json': remote,
					'installed_plugins.json': `{"version":2,"plugins":{"plug@mk":${copy}}}`,
				},
			});
			assert.deepEqual(names, expected);
		});
	}

	it('that bring nothing are named with the place that enables or disables them', async () => {
		const fs = memoryTree({
			'/repo/.claude/settings.json': '{"enabledPlugins":{"plug@mk":false,"x@unknown":true,"agents-md@builtin":false}}',
		});
		const inputs = testInputs();
		const place = await findLaunchPlace(fs, '/repo');
		assert.ok(place);
		const { active, leftOut } = await findPlugins(fs, inputs, place, await readSettings(fs, inputs, '/repo'));
		assert.deepEqual(active, []);
		assert.deepEqual(
			leftOut.map(({ key, reason }) => [key, reason.code, reason.place?.offset]),
			[
				['plug@mk', 'disabled-by-setting', 19],
				['x@unknown', 'not-a-file', 35],
			],
		);
	});
});
