import * as assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CachingFileSystem } from '../../src/host/cachingFileSystem.js';
import { NodeFileSystem } from '../../src/host/fileSystem.js';
import { PlanWatcher } from '../../src/host/planWatcher.js';
import { isListStale, isStale } from '../../src/host/staleness.js';
import { watchPlan } from '../../src/host/watchPlan.js';
import { type DiskTree, diskTree } from '../support/diskTree.js';
import { memoryTree } from '../support/memoryFileSystem.js';
import { until } from '../until.js';

describe('a watch plan', () => {
	const fs = memoryTree({ '/home/ann/.claude/rules/a.md': '', '/repo/CLAUDE.md': '' });
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
			'/': ['etc'],
		});
	});

	it('Should look for every entry of a listed directory', async () => {
		const directory = '/home/ann/.claude/rules';
		assert.deepEqual(await planFor([directory], [directory]), { [directory]: ['*'], '/home/ann/.claude': ['rules'] });
	});

	it('Should leave out what is watched elsewhere', async () => {
		assert.deepEqual(await planFor(['/repo/CLAUDE.md', '/repo']), {});
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
