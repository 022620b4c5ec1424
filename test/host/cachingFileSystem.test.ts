import assert from 'node:assert/strict';
import { CachingFileSystem } from '../../src/host/cachingFileSystem.js';
import { link, type MemoryFileSystem, memoryTree, type Tree } from '../support/memoryFileSystem.js';

function cached(tree: Tree): { readonly disk: MemoryFileSystem; readonly fs: CachingFileSystem } {
	const disk = memoryTree(tree);
	return { disk, fs: new CachingFileSystem(disk) };
}

async function textOf(fs: CachingFileSystem, path: string): Promise<string | undefined> {
	const read = await fs.readText(path);
	return read?.ok ? read.text : undefined;
}

/** Asks everything there is to ask of a path. */
async function askAll(fs: CachingFileSystem, path: string): Promise<void> {
	await Promise.all([fs.stat(path), fs.realPath(path), fs.readText(path), fs.list(path)]);
}

describe('CachingFileSystem', () => {
	it('asks the disk once, however often and however many at once it is asked', async () => {
		const { disk, fs } = cached({ '/repo/CLAUDE.md': 'text' });
		for (const path of ['/repo/CLAUDE.md', '/repo', '/repo/missing.md']) {
			await Promise.all([askAll(fs, path), askAll(fs, path)]);
			disk.calls.length = 0;
			await askAll(fs, path);
			assert.deepEqual(disk.calls, [], path);
		}
	});

	it('counts what it answered itself and what it had to ask', async () => {
		const { fs } = cached({ '/repo/CLAUDE.md': 'text' });
		await fs.readText('/repo/CLAUDE.md');
		await fs.readText('/repo/CLAUDE.md');
		await fs.stat('/repo/CLAUDE.md');
		await fs.list('/repo');
		await fs.list('/repo');
		assert.deepEqual(fs.counts, {
			hits: { stat: 0, realPath: 0, readText: 1, list: 1 },
			misses: { stat: 1, realPath: 0, readText: 1, list: 1 },
		});
	});

	it('keeps the answer for one limit apart from that for another', async () => {
		const { fs } = cached({ '/repo/CLAUDE.md': 'text' });
		assert.equal((await fs.readText('/repo/CLAUDE.md', 2))?.ok, false);
		assert.equal((await fs.readText('/repo/CLAUDE.md', 4))?.ok, true);
	});

	it('does not see a change before it is told of it', async () => {
		const { disk, fs } = cached({ '/repo/CLAUDE.md': 'old' });
		assert.equal(await textOf(fs, '/repo/CLAUDE.md'), 'old');
		disk.write('/repo/CLAUDE.md', 'new');
		assert.equal(await textOf(fs, '/repo/CLAUDE.md'), 'old');
		fs.invalidate('/repo/CLAUDE.md');
		assert.equal(await textOf(fs, '/repo/CLAUDE.md'), 'new');
	});

	it('re-reads only what is invalidated', async () => {
		const { disk, fs } = cached({ '/repo/a.md': 'A', '/repo/b.md': 'B', '/repo/c/d.md': 'D' });
		for (const path of ['/repo', '/repo/a.md', '/repo/b.md', '/repo/c', '/repo/c/d.md']) await askAll(fs, path);
		disk.calls.length = 0;
		fs.invalidate('/repo/a.md');
		for (const path of ['/repo', '/repo/a.md', '/repo/b.md', '/repo/c', '/repo/c/d.md']) await askAll(fs, path);
		assert.deepEqual(disk.calls.map(({ method, path }) => `${method} ${path}`).sort(), [
			'list /repo',
			'list /repo/a.md',
			'readText /repo/a.md',
			'stat /repo',
			'stat /repo/a.md',
		]);
	});

	it('sees a file that was missing', async () => {
		const { disk, fs } = cached({ '/repo': {} });
		assert.equal(await textOf(fs, '/repo/new/CLAUDE.md'), undefined);
		assert.deepEqual(await fs.list('/repo'), []);
		disk.write('/repo/new/CLAUDE.md', 'here');
		fs.invalidate('/repo/new');
		assert.equal(await textOf(fs, '/repo/new/CLAUDE.md'), 'here');
		assert.deepEqual(await fs.list('/repo'), [{ name: 'new', kind: 'directory' }]);
	});

	it('forgets all below a directory that is gone', async () => {
		const { disk, fs } = cached({ '/repo/a/b/c.md': 'C', '/repo/ab/c.md': 'other' });
		await askAll(fs, '/repo/a/b/c.md');
		await askAll(fs, '/repo/ab/c.md');
		disk.remove('/repo/a');
		disk.calls.length = 0;
		fs.invalidate('/repo/a');
		assert.equal(await fs.stat('/repo/a/b/c.md'), undefined);
		assert.equal(await textOf(fs, '/repo/ab/c.md'), 'other');
		assert.deepEqual(new Set(disk.calls.map((call) => call.path)), new Set(['/repo/a/b/c.md']));
	});

	it('lets a change of a file reach every link to it', async () => {
		const { disk, fs } = cached({
			'/shared/a.md': 'old',
			'/repo/a.md': link('/shared/a.md'),
			'/repo/all': link('/shared'),
		});
		const paths = ['/repo/a.md', '/repo/all/a.md', '/shared/a.md'];
		for (const path of paths) assert.equal(await textOf(fs, path), 'old');
		disk.write('/shared/a.md', 'new');
		fs.invalidate('/shared/a.md');
		for (const path of paths) assert.equal(await textOf(fs, path), 'new');
	});

	it('takes an event that names a file by a path through a link', async () => {
		const { disk, fs } = cached({ '/data/repo/CLAUDE.md': 'old', '/home/repo': link('/data/repo') });
		await fs.realPath('/home/repo');
		await fs.list('/data/repo');
		assert.equal(await textOf(fs, '/data/repo/CLAUDE.md'), 'old');
		disk.write('/data/repo/CLAUDE.md', 'new');
		disk.write('/data/repo/more.md', 'more');
		assert.ok(fs.concerns('/home/repo/more.md'));
		fs.invalidate('/home/repo/CLAUDE.md');
		fs.invalidate('/home/repo/more.md');
		assert.equal(await textOf(fs, '/data/repo/CLAUDE.md'), 'new');
		assert.equal((await fs.list('/data/repo'))?.length, 2);
	});

	it('sees that a link leads elsewhere now', async () => {
		const { disk, fs } = cached({ '/a.md': 'A', '/b.md': 'B', '/link.md': link('/a.md') });
		assert.equal(await textOf(fs, '/link.md'), 'A');
		disk.add('/', { 'link.md': link('/b.md') });
		fs.invalidate('/link.md');
		assert.equal(await textOf(fs, '/link.md'), 'B');
	});

	it('lists the names of a directory instead of asking for one after the other', async () => {
		const { disk, fs } = cached({ '/repo/src/a.ts': '' });
		for (const name of ['CLAUDE.md', 'CLAUDE.local.md', 'AGENTS.md', '.claude', '.claude/CLAUDE.md', '.claude/rules'])
			assert.equal(await fs.realPath(`/repo/src/${name}`), undefined);
		assert.deepEqual(disk.calls, [
			{ method: 'realPath', path: '/repo/src/CLAUDE.md' },
			{ method: 'realPath', path: '/repo/src' },
			{ method: 'list', path: '/repo/src' },
		]);
		assert.equal(fs.concerns('/repo/src/b.ts'), false);
	});

	it('believes such a list for a moment only, for nobody watches the names that were not asked for', async () => {
		const disk = memoryTree({ '/home/ann/.claude/CLAUDE.md': '' });
		let now = 0;
		const fs = new CachingFileSystem(disk, () => now);
		for (const name of ['AGENTS.md', 'CLAUDE.md']) assert.equal(await fs.realPath(`/home/ann/${name}`), undefined);
		disk.write('/home/ann/project/CLAUDE.md', 'New.');
		now = 1_000;
		assert.equal(await textOf(fs, '/home/ann/project/CLAUDE.md'), 'New.');
	});

	it('takes a change in a directory that was missing for its coming', async () => {
		const { disk, fs } = cached({ '/repo/a.ts': '' });
		for (const name of ['CLAUDE.md', 'rules', 'AGENTS.md'])
			assert.equal(await fs.realPath(`/repo/sub/.claude/${name}`), undefined);
		disk.write('/repo/sub/.claude/CLAUDE.md', 'text');
		fs.invalidate('/repo/sub/.claude/CLAUDE.md');
		assert.equal(await textOf(fs, '/repo/sub/.claude/CLAUDE.md'), 'text');
	});

	it('takes a change below a directory that its listing lacks for the coming of all on the way', async () => {
		const { disk, fs } = cached({ '/repo/a.ts': '' });
		assert.equal((await fs.list('/repo'))?.length, 1);
		assert.equal(await textOf(fs, '/repo/sub/.claude/CLAUDE.md'), undefined);
		assert.equal(await textOf(fs, '/repo/sub/.claude/rules/a.md'), undefined);
		disk.write('/repo/sub/.claude/CLAUDE.md', 'text');
		disk.write('/repo/sub/.claude/rules/a.md', 'rule');
		fs.invalidate('/repo/sub/.claude/CLAUDE.md');
		fs.invalidate('/repo/sub/.claude/rules/a.md');
		assert.equal(await textOf(fs, '/repo/sub/.claude/CLAUDE.md'), 'text');
		assert.equal(await textOf(fs, '/repo/sub/.claude/rules/a.md'), 'rule');
		assert.equal(await fs.realPath('/repo/sub'), '/repo/sub');
		assert.equal((await fs.list('/repo'))?.length, 2);
	});

	it('asks nothing of a directory that the listing above it lacks', async () => {
		const { disk, fs } = cached({ '/repo/src/a.ts': '' });
		await fs.list('/repo/src');
		disk.calls.length = 0;
		for (const path of ['/repo/src/.claude/CLAUDE.md', '/repo/src/.claude/rules/a.md', '/repo/src/.claude'])
			assert.equal(await fs.realPath(path), undefined);
		assert.deepEqual(disk.calls, []);
		assert.ok(fs.concerns('/repo/src/.claude'));
		disk.write('/repo/src/.claude/rules/a.md', 'rule');
		fs.invalidate('/repo/src/.claude');
		assert.equal(await textOf(fs, '/repo/src/.claude/rules/a.md'), 'rule');
	});

	it('gives unsaved texts of a file and the disk its word on all others, whatever was asked before', async () => {
		const { fs } = cached({ '/repo/a.md': 'A', '/repo/b.md': 'B', '/repo/c.md': link('b.md') });
		for (const path of ['/repo/a.md', '/repo/b.md', '/repo/c.md']) await askAll(fs, path);
		fs.setUnsaved('/repo/c.md', 'unsaved');
		for (const _ of ['first', 'again'])
			assert.deepEqual(await Promise.all(['/repo/a.md', '/repo/b.md', '/repo/c.md'].map((path) => textOf(fs, path))), [
				'A',
				'unsaved',
				'unsaved',
			]);
		fs.setUnsaved('/repo/c.md', undefined);
		assert.equal(await textOf(fs, '/repo/b.md'), 'B');
	});

	it('asks nothing more of a listed directory than what the listing cannot tell', async () => {
		const { disk, fs } = cached({ '/repo': { 'a.md': 'A', 'Linked.md': link('a.md'), 'sub/b.md': 'B' } });
		await fs.list('/repo');
		disk.calls.length = 0;
		assert.equal(await fs.realPath('/repo/a.md'), '/repo/a.md');
		assert.equal(await fs.readText('/repo/missing.md'), undefined);
		assert.deepEqual(disk.calls, []);
		assert.equal(await fs.realPath('/repo/Linked.md'), '/repo/a.md');
		// A file system that ignores case might know it.
		assert.equal(await fs.realPath('/repo/linked.md'), undefined);
		assert.equal(await fs.realPath('/repo/sub/..'), '/repo');
		assert.deepEqual(disk.called('realPath'), ['/repo/Linked.md', '/repo/linked.md', '/repo/sub/..']);
	});

	it('gives the same object until something changed, so that work on it can be kept with it', async () => {
		const { fs } = cached({ '/repo/a.md': 'A', '/repo/b.md': link('a.md') });
		assert.equal(await fs.readText('/repo/a.md'), await fs.readText('/repo/b.md'));
		fs.setUnsaved('/repo/a.md', 'unsaved');
		assert.equal(await fs.readText('/repo/a.md'), await fs.readText('/repo/a.md'));
	});

	it('knows which changes can matter to what was asked', async () => {
		const { fs } = cached({ '/repo/a/CLAUDE.md': 'text', '/repo/b': {} });
		await fs.readText('/repo/a/CLAUDE.md');
		await fs.readText('/repo/a/missing.md');
		await fs.list('/repo/b');
		const verdicts = {
			'/repo/a/CLAUDE.md': true,
			'/repo/a/missing.md': true,
			'/repo/a': true,
			'/repo/b/new.md': true,
			'/repo/a/other.md': false,
			'/repo/b/new/deeper.md': false,
			'/elsewhere': false,
		};
		for (const [path, expected] of Object.entries(verdicts)) assert.equal(fs.concerns(path), expected, path);
	});

	it('remembers nothing of paths that no system takes', async () => {
		const { disk, fs } = cached({});
		const path = `/${'a/'.repeat(100_000)}`;
		await askAll(fs, path);
		fs.invalidate(path);
		assert.equal(fs.concerns(path), false);
		assert.deepEqual(disk.calls, []);
	});

	it('forgets everything when it is cleared', async () => {
		const { disk, fs } = cached({ '/repo/CLAUDE.md': 'old' });
		await askAll(fs, '/repo/CLAUDE.md');
		disk.write('/repo/CLAUDE.md', 'new');
		fs.clear();
		assert.equal(await textOf(fs, '/repo/CLAUDE.md'), 'new');
	});

	describe('with an unsaved text', () => {
		it('gives the text for the disk, marked, and the disk again when the editor is done', async () => {
			const { fs } = cached({ '/repo/CLAUDE.md': 'saved' });
			fs.setUnsaved('/repo/CLAUDE.md', 'unsaved é');
			const read = await fs.readText('/repo/CLAUDE.md');
			assert.ok(read?.ok);
			assert.deepEqual([read.text, read.bytes, read.unsaved], ['unsaved é', 10, true]);
			assert.equal((await fs.stat('/repo/CLAUDE.md'))?.size, 10);
			fs.setUnsaved('/repo/CLAUDE.md', undefined);
			const again = await fs.readText('/repo/CLAUDE.md');
			assert.deepEqual(again?.ok && [again.text, again.unsaved], ['saved', undefined]);
		});

		it('hashes the unsaved text, not the disk', async () => {
			const { fs } = cached({ '/repo/CLAUDE.md': 'saved', '/repo/same.md': 'unsaved' });
			fs.setUnsaved('/repo/CLAUDE.md', 'unsaved');
			const [read, same] = [await fs.readText('/repo/CLAUDE.md'), await fs.readText('/repo/same.md')];
			assert.equal(read?.ok && read.sha256, same?.ok && same.sha256);
		});

		it('finds it by whichever path leads to the file', async () => {
			const { fs } = cached({ '/data/repo/CLAUDE.md': 'saved', '/home/repo': link('/data/repo') });
			fs.setUnsaved('/home/repo/CLAUDE.md', 'unsaved');
			assert.equal(await textOf(fs, '/data/repo/CLAUDE.md'), 'unsaved');
			assert.equal(await textOf(fs, '/home/repo/CLAUDE.md'), 'unsaved');
		});

		it('holds it to the limit of any text', async () => {
			const { fs } = cached({ '/repo/CLAUDE.md': 'saved' });
			fs.setUnsaved('/repo/CLAUDE.md', 'ééé');
			assert.deepEqual(await fs.readText('/repo/CLAUDE.md', 5), { ok: false, failure: 'too-large', bytes: 6 });
		});

		it('does not make a file of what is not there', async () => {
			const { disk, fs } = cached({ '/repo': {} });
			fs.setUnsaved('/repo/CLAUDE.md', 'unsaved');
			assert.equal(await textOf(fs, '/repo/CLAUDE.md'), undefined);
			assert.equal(await fs.stat('/repo/CLAUDE.md'), undefined);
			disk.write('/repo/CLAUDE.md', 'saved');
			fs.invalidate('/repo/CLAUDE.md');
			assert.equal(await textOf(fs, '/repo/CLAUDE.md'), 'unsaved');
		});

		it('keeps it when everything else is forgotten', async () => {
			const { fs } = cached({ '/repo/CLAUDE.md': 'saved' });
			fs.setUnsaved('/repo/CLAUDE.md', 'unsaved');
			fs.clear();
			assert.equal(await textOf(fs, '/repo/CLAUDE.md'), 'unsaved');
		});
	});
});
