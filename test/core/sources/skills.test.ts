import { strict as assert } from 'node:assert';
import { noFlags } from '../../../src/core/inputs.js';
import { touchedFile } from '../../../src/core/model/touchedFile.js';
import { discoverNestedSkills, SkillSession } from '../../../src/core/sources/skillSession.js';
import type { Skill } from '../../../src/core/sources/skills.js';
import { type TestInputs, testModel } from '../../support/inputs.js';
import { link, memoryTree, type Tree } from '../../support/memoryFileSystem.js';

const skill = (description: string, keys = ''): string => `---\ndescription: ${description}\n${keys}---\nBODY\n`;
const repository: Tree = { '/repo/.git': {}, '/repo/src/a.ts': '' };

const skillsOf = async (tree: Tree, options?: TestInputs): Promise<readonly Skill[]> =>
	(await testModel(memoryTree({ ...repository, ...tree }), options)).skills;

const isListed = ({ state }: Skill): boolean => state === 'listed' || state === 'name only';
const listed = (skills: readonly Skill[]): readonly string[] =>
	skills
		.filter(isListed)
		.map(({ name, otherName, description }) => `${name}${otherName ? ` (${otherName})` : ''}: ${description}`);
/** State and reason of the only skill at a path. */
const standing = (skills: readonly Skill[], path: string): string => {
	const found = skills.find((candidate) => candidate.path === path);
	return found ? `${found.state} ${found.reason?.code ?? ''}`.trim() : 'missing';
};

describe('skills', () => {
	it('come from managed, user and project directories up to the repository root, the nearest first', async () => {
		const skills = await skillsOf(
			{
				'/etc/claude-code/.claude/skills/m/SKILL.md': skill('managed'),
				'/home/ann/.claude/skills/u/SKILL.md': skill('user'),
				'/repo/.claude/skills/r/SKILL.md': skill('root'),
				'/repo/web/.claude/skills/w/SKILL.md': skill('web'),
				'/.claude/skills/above/SKILL.md': skill('above'),
			},
			{ launchDirectory: '/repo/web' },
		);
		assert.deepEqual(listed(skills), ['m: managed', 'u: user', 'w: web', 'r: root']);
	});

	it('come from all directories above without a repository, but not from the home directory or above it', async () => {
		const tree = {
			'/x/.claude/skills/up/SKILL.md': skill('up'),
			'/x/y/f': '',
			'/home/ann/p/f': '',
			'/home/.claude/skills/above/SKILL.md': skill('above'),
			'/home/ann/.claude/skills/u/SKILL.md': skill('user'),
		};
		assert.deepEqual(listed(await skillsOf(tree, { launchDirectory: '/x/y' })), ['u: user', 'up: up']);
		assert.deepEqual(listed(await skillsOf(tree, { launchDirectory: '/home/ann/p' })), ['u: user']);
	});

	it('are one level deep, by exact name, in the order of a dictionary', async () => {
		const names = ['B', 'a', 'b10', 'b2', 'é', 'z', 'my dir', 'my_dir', 'my-dir'];
		const skills = await skillsOf({
			...Object.fromEntries(names.map((name) => [`/repo/.claude/skills/${name}/SKILL.md`, skill('d')])),
			'/repo/.claude/skills/deep/er/SKILL.md': skill('d'),
			'/repo/.claude/skills/lower/skill.md': skill('d'),
			'/repo/.claude/skills/loose.md': skill('d'),
			'/repo/.claude/skills/SKILL.md': skill('d'),
		});
		assert.deepEqual(
			skills.map(({ name }) => name),
			['a', 'B', 'b10', 'b2', 'é', 'my dir', 'my_dir', 'my-dir', 'z'],
		);
	});

	it('with one name are one: the first that can be listed', async () => {
		const skills = await skillsOf({
			'/home/ann/.claude/skills/a/SKILL.md': skill('user'),
			'/repo/.claude/skills/a/SKILL.md': skill('project'),
			'/repo/.claude/commands/a.md': skill('command'),
			'/home/ann/.claude/skills/b/SKILL.md': skill('user', 'disable-model-invocation: true\n'),
			'/repo/.claude/skills/b/SKILL.md': skill('project'),
		});
		assert.deepEqual(listed(skills), ['a: user', 'b: project']);
		assert.equal(standing(skills, '/repo/.claude/skills/a/SKILL.md'), 'not loaded superseded');
		assert.equal(standing(skills, '/repo/.claude/commands/a.md'), 'not loaded superseded');
		assert.equal(standing(skills, '/home/ann/.claude/skills/b/SKILL.md'), 'not loaded model-invocation-disabled');
	});

	it('behind several links to one directory are one: the first by name', async () => {
		const skills = await skillsOf({
			'/repo/docs/real/SKILL.md': skill('d'),
			'/repo/.claude/skills': {
				second: link('../../docs/real'),
				first: link('/repo/docs/real'),
				gone: link('nowhere'),
			},
		});
		assert.deepEqual(listed(skills), ['first: d']);
		assert.equal(standing(skills, '/repo/.claude/skills/second/SKILL.md'), 'not loaded duplicate-of');
	});

	it('with `paths` wait for a matching file, with `**` they do not', async () => {
		const skills = await skillsOf({
			'/repo/.claude/skills/wait/SKILL.md': skill('d', 'paths: "src/**"\n'),
			'/repo/.claude/skills/all/SKILL.md': skill('d', 'paths: "**"\n'),
		});
		assert.deepEqual(listed(skills), ['all: d']);
		assert.equal(standing(skills, '/repo/.claude/skills/wait/SKILL.md'), 'on demand');
	});

	const hiding = ['true', 'TRUE', 'yes', 'on', '1', '"yes"', '"True"'];
	const showing = ['false', 'y', '[true]', '""'];
	it('hide behind disable-model-invocation in all its spellings', async () => {
		const tree = Object.fromEntries(
			[...hiding, ...showing].map((value, index) => [
				`/repo/.claude/skills/s${index}/SKILL.md`,
				skill('d', `disable-model-invocation: ${value}\n`),
			]),
		);
		const names = (await skillsOf(tree)).filter(isListed).map(({ name }) => name);
		assert.deepEqual(
			names,
			showing.map((_, index) => `s${hiding.length + index}`).sort((a, b) => a.localeCompare(b, 'en')),
		);
	});

	it('obey skillOverrides, a stronger file over a weaker one, and name the file and the place', async () => {
		const text = '{"skillOverrides":{"b":"on","c":"name-only","d":"user-invocable-only"}}';
		const skills = await skillsOf({
			'/home/ann/.claude/settings.json': '{"skillOverrides":{"a":"off","b":"off"}}',
			'/repo/.claude/settings.json': text,
			...Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`/repo/.claude/skills/${name}/SKILL.md`, skill(name)])),
		});
		assert.deepEqual(
			skills.map(({ name, state }) => `${name} ${state}`),
			['a not loaded', 'b listed', 'c name only', 'd not loaded'],
		);
		const { reason } = skills[3] as Skill;
		assert.equal(reason?.code, 'disabled-by-setting');
		assert.deepEqual(reason?.place, { path: '/repo/.claude/settings.json', offset: text.indexOf('"d"'), length: 3 });
	});

	const offCases: readonly (readonly [string, Tree, TestInputs, string])[] = [
		['--bare', {}, { flags: { ...noFlags, bare: true } }, 'disabled-by-setting'],
		['CLAUDE_CODE_SIMPLE', {}, { variables: { CLAUDE_CODE_SIMPLE: '1' } }, 'disabled-by-environment'],
		['a deny rule', { '/repo/.claude/settings.json': '{"permissions":{"deny":["Skill"]}}' }, {}, 'disabled-by-setting'],
		[
			'the policy that leaves plugins only',
			{ '/etc/claude-code/managed-settings.json': '{"strictPluginOnlyCustomization":["skills"]}' },
			{},
			'disabled-by-policy',
		],
		['--setting-sources user', {}, { flags: { ...noFlags, settingSources: ['user'] } }, 'disabled-by-setting'],
	];
	for (const [title, tree, options, code] of offCases) {
		it(`are off under ${title}, with the reason`, async () => {
			const skills = await skillsOf({ '/repo/.claude/skills/a/SKILL.md': skill('d'), ...tree }, options);
			assert.equal(standing(skills, '/repo/.claude/skills/a/SKILL.md'), `not loaded ${code}`);
		});
	}

	it('are not hidden by a deny rule for one of them', async () => {
		const tree = {
			'/repo/.claude/settings.json': '{"permissions":{"deny":["Skill(a)","Skill(:*)"]}}',
			'/repo/.claude/skills/a/SKILL.md': skill('d'),
		};
		assert.deepEqual(listed(await skillsOf(tree)), ['a: d']);
	});

	it('show a differing name in brackets in the newer client, unless somebody else has it', async () => {
		const tree = {
			'/repo/.claude/skills/a/SKILL.md': skill('d', 'name: other\n'),
			'/repo/.claude/skills/b/SKILL.md': skill('d', 'name: other\n'),
			'/repo/.claude/skills/c/SKILL.md': skill('d', 'name: a\n'),
			'/repo/.claude/skills/e/SKILL.md': skill('d', 'name: init\n'),
			'/repo/.claude/skills/f/SKILL.md': skill('d', 'name: Two Words\n'),
			'/repo/.claude/skills/g/SKILL.md': skill('d', 'name: my:colon\n'),
			'/repo/.claude/commands/h.md': skill('d', 'name: shown\n'),
		};
		assert.deepEqual(
			listed(await skillsOf(tree)).map((line) => line.replace(': d', '')),
			['a (other)', 'b', 'c', 'e', 'f', 'g (my:colon)', 'h'],
		);
		assert.ok((await skillsOf(tree, { client: '2.1.235' })).every(({ otherName }) => otherName === undefined));
	});

	it('of an added directory get a scoped name in the newer client where their name is taken', async () => {
		const tree = {
			'/repo/.claude/skills/a/SKILL.md': skill('project'),
			'/lib/.claude/skills/a/SKILL.md': skill('lib'),
			'/lib/.claude/skills/b/SKILL.md': skill('lib'),
		};
		const options = { flags: { ...noFlags, addDirectories: ['../lib'] } };
		assert.deepEqual(listed(await skillsOf(tree, { ...options, client: '2.1.235' })), ['a: project', 'b: lib']);
		const names = (await skillsOf(tree, options)).map(({ name }) => name);
		assert.deepEqual(names, ['a', 'b', 'lib:a']);
	});

	it('of the main checkout serve a worktree without its own, in the newer client; its commands in either', async () => {
		const tree = {
			'/main/.git/worktrees/wt/commondir': '../..\n',
			'/wt/.git': 'gitdir: /main/.git/worktrees/wt\n',
			'/main/.claude/skills/s/SKILL.md': skill('d'),
			'/main/.claude/commands/c.md': skill('d'),
		};
		assert.deepEqual(listed(await skillsOf(tree, { launchDirectory: '/wt' })), ['s: d', 'c: d']);
		assert.deepEqual(listed(await skillsOf(tree, { launchDirectory: '/wt', client: '2.1.235' })), ['c: d']);
	});

	it('name the keys that a repository may abuse without harm', async () => {
		const skills = await skillsOf({
			'/repo/.claude/settings.json': '{"skillOverrides":{"__proto__":"off","constructor":"off"}}',
			'/repo/.claude/skills/__proto__/SKILL.md': skill('d'),
			'/repo/.claude/skills/toString/SKILL.md': '---\n__proto__: {description: x}\n---\nB\n',
		});
		assert.equal(standing(skills, '/repo/.claude/skills/__proto__/SKILL.md'), 'not loaded disabled-by-setting');
		assert.deepEqual(listed(skills), ['toString: B']);
	});

	it('are found with three calls of the file system each', async () => {
		const fs = memoryTree({
			...repository,
			...Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`/repo/.claude/skills/s${i}/SKILL.md`, skill('d')])),
		});
		await testModel(fs);
		const calls = fs.calls.filter(({ path }) => path.startsWith('/repo/.claude/skills/'));
		assert.ok(calls.length <= 300, `${calls.length} calls`);
	});
});

describe('skills that a touched file brings', () => {
	const touching = async (tree: Tree, files: readonly string[], options?: TestInputs) => {
		const model = await testModel(memoryTree({ ...repository, ...tree }), options);
		const session = new SkillSession(model);
		const fresh: string[][] = [];
		for (const file of files) {
			const touched = await touchedFile(model.loadContext.fs, model.place, undefined, file);
			if (touched) fresh.push((await session.touch(touched)).map(({ name }) => name));
		}
		return { model, session, fresh };
	};

	it('lie in the directories from below the launch directory down to the file, each announced once', async () => {
		const { fresh } = await touching(
			{
				'/repo/a/.claude/skills/x/SKILL.md': skill('x'),
				'/repo/a/b/.claude/skills/y/SKILL.md': skill('y', 'paths: "never/**"\n'),
				'/repo/a/b/f.ts': '',
				'/repo/c/.claude/skills/z/SKILL.md': skill('z'),
			},
			['/repo/src/a.ts', '/repo/a/b/f.ts', '/repo/a/b/f.ts'],
		);
		assert.deepEqual(fresh, [[], ['x', 'y'], []]);
	});

	it('are named by their directory where the name is taken, in the description too', async () => {
		const { fresh, session } = await touching(
			{
				'/repo/.claude/skills/x/SKILL.md': skill('root'),
				'/repo/.claude/skills/hidden/SKILL.md': skill('root', 'disable-model-invocation: true\n'),
				'/repo/.claude/skills/waits/SKILL.md': skill('root', 'paths: "q/**"\n'),
				'/repo/a/b/.claude/skills/x/SKILL.md': skill('nested'),
				'/repo/a/b/.claude/skills/hidden/SKILL.md': skill('nested'),
				'/repo/a/b/.claude/skills/init/SKILL.md': skill('nested'),
				'/repo/a/b/.claude/skills/waits/SKILL.md': skill('nested', 'when_to_use: w\n'),
				'/repo/a/b/f.ts': '',
			},
			['/repo/a/b/f.ts'],
		);
		assert.deepEqual([...(fresh[0] ?? [])].sort(), ['a/b:hidden', 'a/b:init', 'a/b:x', 'waits']);
		const { description } = session.skills.find(({ name }) => name === 'waits' && name) as Skill;
		assert.equal(typeof description, 'string');
		const nested = session.skills.filter(({ nestedIn }) => nestedIn !== undefined);
		const descriptionOf = (name: string) => nested.find((candidate) => candidate.name === name)?.description;
		assert.match(descriptionOf('a/b:x') ?? '', /^nested \(scoped to a\/b\/ .*"x"/);
		assert.match(descriptionOf('waits') ?? '', /^nested \(from a\/b\/\.claude\/skills .*\) - w$/);
	});

	it('share a name among themselves: all get their directories, the first one anew', async () => {
		const { fresh } = await touching(
			{
				'/repo/n/.claude/skills/x/SKILL.md': skill('n'),
				'/repo/n/f.ts': '',
				'/repo/o/.claude/skills/x/SKILL.md': skill('o'),
				'/repo/o/f.ts': '',
			},
			['/repo/n/f.ts', '/repo/o/f.ts'],
		);
		assert.deepEqual(fresh, [['x'], ['n:x', 'o:x']]);
	});

	it('match their `paths` from the launch directory, wherever they lie', async () => {
		const { fresh } = await touching(
			{
				'/repo/.claude/skills/root/SKILL.md': skill('d', 'paths: "/src/**"\n'),
				'/repo/.claude/skills/other/SKILL.md': skill('d', 'paths: "/web/src/**"\n'),
				'/home/ann/.claude/skills/user/SKILL.md': skill('d', 'paths: "src/*.ts"\n'),
				'/repo/web/src/a.ts': '',
			},
			['/repo/web/src/a.ts'],
			{ launchDirectory: '/repo/web' },
		);
		assert.deepEqual(fresh, [['root', 'user']]);
	});

	it('are left out in a directory that git ignores', async () => {
		const tree = {
			'/repo/.gitignore': '/build/\n*.gen\nx/*\n!x/keep/\n',
			'/repo/.git/info/exclude': 'private\n',
			'/home/ann/.config/git/ignore': 'global\n',
			'/repo/sub/.gitignore': 'out\n',
			...Object.fromEntries(
				['build', 'a.gen', 'x/no', 'x/keep', 'sub/out/in', 'private', 'global', 'node_modules/p'].flatMap(
					(directory) => [
						[`/repo/${directory}/.claude/skills/${directory.replaceAll('/', '-')}/SKILL.md`, skill('d')],
						[`/repo/${directory}/f.ts`, ''],
					],
				),
			),
		};
		const files = Object.keys(tree).filter((path) => path.endsWith('f.ts'));
		const { fresh } = await touching(tree, files);
		assert.deepEqual(fresh.flat(), ['x-keep', 'node_modules-p']);
	});

	it('are looked for in linear time, whatever a .gitignore says', async () => {
		const directory = 'a'.repeat(250);
		const tree = {
			'/repo/.gitignore': `${'*a'.repeat(100)}*b\n${'**/'.repeat(300)}x\n${'['.repeat(4_000)}\n`,
			[`/repo/${directory}/.claude/skills/s/SKILL.md`]: skill('d'),
			[`/repo/${directory}/f.ts`]: '',
		};
		const { fresh } = await touching(tree, [`/repo/${directory}/f.ts`]);
		assert.deepEqual(fresh, [['s']]);
	});

	it('stand behind the others, before a skill that replaces a built-in command', async () => {
		const { session } = await touching(
			{
				'/repo/.claude/skills/a/SKILL.md': skill('d'),
				'/repo/.claude/skills/init/SKILL.md': skill('d'),
				'/repo/.claude/skills/wait/SKILL.md': skill('d', 'paths: "n/**"\n'),
				'/repo/n/.claude/skills/n/SKILL.md': skill('d'),
				'/repo/n/f.ts': '',
			},
			['/repo/n/f.ts'],
		);
		assert.deepEqual(
			session.skills.filter(isListed).map(({ name }) => name),
			['a', 'n', 'wait', 'init'],
		);
	});

	it('obey an override by their own name and by their directory name', async () => {
		const { fresh } = await touching(
			{
				'/repo/.claude/settings.json': '{"skillOverrides":{"n:x":"off","y":"off"}}',
				'/repo/.claude/skills/x/SKILL.md': skill('d'),
				'/repo/n/.claude/skills/x/SKILL.md': skill('d'),
				'/repo/n/.claude/skills/y/SKILL.md': skill('d'),
				'/repo/n/.claude/skills/z/SKILL.md': skill('d'),
				'/repo/n/f.ts': '',
			},
			['/repo/n/f.ts'],
		);
		assert.deepEqual(fresh, [['z']]);
	});

	it('can be listed ahead, on demand or with the reason that keeps them out', async () => {
		const model = await testModel(
			memoryTree({
				...repository,
				'/repo/.gitignore': 'ig\n',
				'/repo/n/.claude/skills/x/SKILL.md': skill('d'),
				'/repo/ig/.claude/skills/y/SKILL.md': skill('d'),
			}),
		);
		const [nested] = await discoverNestedSkills(model, '/repo/n');
		const [ignored] = await discoverNestedSkills(model, '/repo/ig');
		assert.deepEqual([nested?.state, nested?.nestedIn], ['on demand', 'n']);
		assert.deepEqual([ignored?.state, ignored?.reason?.code], ['not loaded', 'excluded']);
	});
});
