import * as assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CachingFileSystem } from '../../src/host/cachingFileSystem.js';
import { NodeFileSystem } from '../../src/host/fileSystem.js';
import { PlanWatcher } from '../../src/host/planWatcher.js';
import { isListStale, isStale } from '../../src/host/staleness.js';
import { watchPlan } from '../../src/host/watchPlan.js';
import { type DiskTree, diskTree } from '../support/diskTree.js';
import { link, memoryTree } from '../support/memoryFileSystem.js';
import { until } from '../until.js';

describe('a watch plan', () => {
	const fs = memoryTree({
		'/home/ann/.claude/rules/a.md': '',
		'/repo/CLAUDE.md': '',
		'/repo/linked': link('/home/ann/.claude'),
		'/repo/real/a.md': '',
		'/repo/inner': link('/repo/real'),
	});
	const planFor = async (
		paths: readonly string[],
		listed: readonly string[] = [],
	): Promise<Record<string, readonly string[]>> => {
		const plan = await watchPlan(fs, {
			paths,
			isListed: (path) => listed.includes(path),
			isWatchedElsewhere: (path) => path.startsWith('/repo'),
		});
		return Object.fromEntries(
			[...plan].map(([directory, { all, names }]) => [directory, all ? ['*', ...names] : [...names]]),
		);
	};

	it('Should look for a file in its directory', async () => {
		assert.deepEqual(await planFor(['/home/ann/.claude/CLAUDE.md', '/home/ann/.claude/settings.json']), {
			'/home/ann/.claude': ['CLAUDE.md', 'settings.json'],
		});
	});

	it('Should look for the first missing step of a path whose directories do not exist', async () => {
		assert.deepEqual(await planFor(['/home/ann/.claude/projects/x/memory/MEMORY.md', '/etc/claude-code/CLAUDE.md']), {
			'/home/ann/.claude': ['projects'],
			'/home/ann': ['.claude'],
			'/home': ['ann'],
			'/': ['etc', 'home'],
		});
	});

	it('Should look for every entry of a listed directory', async () => {
		const directory = '/home/ann/.claude/rules';
		assert.deepEqual(await planFor([directory], [directory]), { [directory]: ['*'], '/home/ann/.claude': ['rules'] });
	});

	it('Should look for the steps between two directories of the plan, which may be replaced', async () => {
		const nested = '/home/ann/.claude/rules';
		assert.deepEqual(await planFor(['/home/CLAUDE.md', nested], [nested]), {
			'/home': ['CLAUDE.md', 'ann'],
			'/home/ann': ['.claude'],
			'/home/ann/.claude': ['rules'],
			[nested]: ['*'],
		});
	});

	it('Should leave out what is watched elsewhere', async () => {
		assert.deepEqual(await planFor(['/repo/CLAUDE.md', '/repo']), {});
	});

	it('Should look for what is missing where a directory in the workspace is a link out of it', async () => {
		assert.deepEqual(await planFor(['/repo/linked/settings.json', '/repo/inner/settings.json']), {
			'/repo/linked': ['settings.json'],
		});
	});
});

describe('a plan watcher', () => {
	let tree: DiskTree;
	let watcher: PlanWatcher;
	let events: string[];
	let watching: string[];

	beforeEach(() => {
		tree = diskTree({ a: { 'one.md': '1', 'two.md': '2' }, b: {} });
		events = [];
		watching = [];
		watcher = new PlanWatcher({
			onEvent: (kind, path) => events.push(`${kind} ${path.slice(tree.root.length + 1)}`),
			onWatching: (directory) => watching.push(directory),
			onError: (directory, error) => events.push(`error ${directory} ${error}`),
		});
	});

	afterEach(async () => {
		await watcher.close();
		tree.remove();
	});

	const plan = (all: boolean, ...names: readonly string[]): Map<string, { all: boolean; names: Set<string> }> =>
		new Map([[join(tree.root, 'a'), { all, names: new Set(names) }]]);

	it('Should tell of the files of the plan, and of no others', async () => {
		watcher.update(plan(false, 'one.md', 'three.md'));
		await until(() => watching.length === 1);
		writeFileSync(join(tree.root, 'a/two.md'), 'changed');
		writeFileSync(join(tree.root, 'a/one.md'), 'changed');
		writeFileSync(join(tree.root, 'a/three.md'), 'new');
		await until(() => events.includes('changed a/one.md') && events.includes('created a/three.md'));
		rmSync(join(tree.root, 'a/three.md'));
		await until(() => events.includes('deleted a/three.md'));
		assert.ok(!events.some((event) => event.includes('two')), events.join());
	});

	it('Should tell of every entry of a listed directory, and of one that is replaced', async () => {
		watcher.update(plan(true));
		await until(() => watching.length === 1);
		mkdirSync(join(tree.root, 'a/sub'));
		writeFileSync(join(tree.root, 'a/two.new'), 'replaced');
		renameSync(join(tree.root, 'a/two.new'), join(tree.root, 'a/two.md'));
		await until(() => events.includes('created a/sub') && events.some((event) => event.endsWith('a/two.md')));
	});

	it('Should leave a directory alone whose names stay, and stop one that falls out of the plan', async () => {
		watcher.update(plan(false, 'one.md', 'two.md'));
		await until(() => watching.length === 1);
		assert.deepEqual(watcher.update(plan(false, 'two.md')), []);
		await new Promise((done) => setTimeout(done, 100));
		assert.equal(watching.length, 1);
		watcher.update(plan(false, 'two.md', 'four.md'));
		await until(() => watching.length === 2);
		assert.deepEqual(watcher.update(new Map()), [join(tree.root, 'a')]);
		assert.deepEqual(watcher.directories, []);
		writeFileSync(join(tree.root, 'a/two.md'), 'unseen');
		await new Promise((done) => setTimeout(done, 200));
		assert.deepEqual(events, []);
	});

	it('Should tell of each save by way of a temporary file that takes the place', async () => {
		watcher.update(plan(false, 'one.md'));
		await until(() => watching.length === 1);
		for (const text of ['first', 'second', 'third']) {
			events.length = 0;
			writeFileSync(join(tree.root, 'a/.one.md.tmp'), text);
			renameSync(join(tree.root, 'a/.one.md.tmp'), join(tree.root, 'a/one.md'));
			await until(() => events.some((event) => event.endsWith('a/one.md')), 3_000);
			await new Promise((done) => setTimeout(done, 50));
		}
	});

	const at = (path: string): string => join(tree.root, path);
	const replacements: readonly (readonly [string, () => void])[] = [
		[
			'is removed and made again at once',
			() => {
				rmSync(at('a'), { recursive: true });
				mkdirSync(at('a'));
			},
		],
		[
			'is moved away and made again',
			() => {
				renameSync(at('a'), at('old'));
				mkdirSync(at('a'));
			},
		],
		[
			'is replaced by another that is moved there',
			() => {
				rmSync(at('a'), { recursive: true });
				renameSync(at('b'), at('a'));
			},
		],
		[
			'is replaced by a link',
			() => {
				rmSync(at('a'), { recursive: true });
				symlinkSync(at('b'), at('a'));
			},
		],
	];
	for (const [what, replace] of replacements) {
		it(`Should watch on where a directory ${what}`, async () => {
			watcher.update(plan(false, 'one.md'));
			await until(() => watching.length === 1);
			replace();
			// The plan of the time after is the same as before.
			watcher.update(plan(false, 'one.md'));
			await until(() => events.length > 0, 3_000);
			await until(() => watching.length > 1, 3_000);
			events.length = 0;
			writeFileSync(at('a/one.md'), 'later');
			await until(() => events.some((event) => event.endsWith('a/one.md')), 3_000);
		});
	}

	it('Should watch on where a directory above is replaced', async () => {
		mkdirSync(at('p/q'), { recursive: true });
		const both = new Map([
			[tree.root, { all: false, names: new Set(['p']) }],
			[at('p/q'), { all: false, names: new Set(['one.md']) }],
		]);
		watcher.update(both);
		await until(() => watching.length === 2);
		renameSync(at('p'), at('p.old'));
		mkdirSync(at('p/q'), { recursive: true });
		await until(() => watching.length > 2, 3_000);
		assert.ok(
			events.some((event) => event.endsWith('p/q')),
			events.join(),
		);
		writeFileSync(at('p/q/one.md'), 'later');
		await until(() => events.includes('created p/q/one.md'), 3_000);
	});

	it('Should give up a directory that is gone for good, and watch it once a plan names it again', async () => {
		watcher.update(plan(false, 'one.md'));
		await until(() => watching.length === 1);
		rmSync(at('a'), { recursive: true });
		await until(() => watcher.directories.length === 0, 3_000);
		assert.ok(events.includes('deleted a'), events.join());
		mkdirSync(at('a'));
		watcher.update(plan(false, 'one.md'));
		await until(() => watching.length === 2, 3_000);
	});

	it('Should watch where a link leads, by the link’s name, and where it leads later', async () => {
		symlinkSync(at('b'), at('link'));
		watcher.update(
			new Map([
				[tree.root, { all: false, names: new Set(['link']) }],
				[at('link'), { all: false, names: new Set(['one.md']) }],
			]),
		);
		await until(() => watching.length === 2);
		writeFileSync(at('b/one.md'), 'new');
		await until(() => events.includes('created link/one.md'), 3_000);
		rmSync(at('link'));
		symlinkSync(at('a'), at('link'));
		await until(() => watching.length > 2, 3_000);
		writeFileSync(at('a/one.md'), 'changed');
		await until(() => events.includes('changed link/one.md'), 3_000);
	});

	it('Should leave no handle once it is closed', async () => {
		const handles = (): number => process.getActiveResourcesInfo().filter((name) => name === 'FSEventWrap').length;
		const before = handles();
		watcher.update(plan(true));
		await until(() => watching.length === 1);
		assert.ok(handles() > before);
		await watcher.close();
		await until(() => handles() === before);
		watcher.update(plan(true));
		assert.deepEqual(watcher.directories, []);
	});
});

describe('what a cache remembers', () => {
	it('Should be stale once a file changes, comes or goes, and once a listing does', async () => {
		const tree = diskTree({ 'a.md': 'a', 'b.md': 'b' });
		const disk = new NodeFileSystem();
		const cache = new CachingFileSystem(disk);
		const [a, b, c] = ['a.md', 'b.md', 'c.md'].map((name) => join(tree.root, name)) as [string, string, string];
		for (const path of [a, b, c]) await cache.readText(path);
		await cache.list(tree.root);
		for (const path of [a, b, c]) assert.equal(await isStale(cache, disk, path, true), false);
		assert.equal(await isListStale(cache, disk, tree.root), false);
		writeFileSync(a, 'longer');
		rmSync(b);
		writeFileSync(c, 'new');
		for (const path of [a, b, c]) assert.equal(await isStale(cache, disk, path, true), true, path);
		assert.equal(await isListStale(cache, disk, tree.root), true);
		tree.remove();
	});
});
