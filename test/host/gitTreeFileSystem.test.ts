import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BlockingFileSystem } from '../../src/host/blockingFileSystem.js';
import { ignoredPaths, markStuck } from '../../src/host/git.js';
import { GitTreeFileSystem } from '../../src/host/gitTreeFileSystem.js';
import { type TestRepository, testRepository } from '../support/gitRepository.js';
import { link } from '../support/memoryFileSystem.js';

const disk = new BlockingFileSystem();

describe('A revision as a file system', () => {
	let repository: TestRepository;
	let fs: GitTreeFileSystem;
	const at = (path: string): string => join(repository.root, path);

	before(async () => {
		repository = testRepository(
			{
				'CLAUDE.md': 'as committed ü😀\n',
				'.gitignore': 'CLAUDE.local.md\nbuild/\n',
				'docs/a.md': 'A\n',
				'docs/deep/b.md': 'B\n',
				'link.md': link('docs/a.md'),
				linked: link('docs'),
				up: link('../home/notes'),
				circle: link('circle'),
				dead: link('nowhere.md'),
				'empty.md': '',
			},
			{ 'notes/n.md': 'mine\n' },
		);
		repository.write({
			'CLAUDE.md': 'changed\n',
			'new.md': 'new\n',
			'CLAUDE.local.md': 'local\n',
			'build/out.md': 'o\n',
		});
		repository.remove('docs/deep');
		const fromDisk = await ignoredPaths(repository.root);
		const opened = await GitTreeFileSystem.open(disk, repository.root, 'HEAD', { fromDisk });
		assert.ok(opened);
		fs = opened;
	});
	after(() => {
		fs.close();
		repository.dispose();
	});

	async function text(path: string): Promise<string | undefined> {
		const file = await fs.readText(path);
		return file?.ok ? file.text : file?.failure;
	}

	const texts: readonly (readonly [path: string, expected: string | undefined])[] = [
		['CLAUDE.md', 'as committed ü😀\n'],
		['docs/deep/b.md', 'B\n'],
		['new.md', undefined],
		['link.md', 'A\n'],
		['linked/deep/b.md', 'B\n'],
		['up/n.md', 'mine\n'],
		['empty.md', ''],
		['circle', undefined],
		['dead', undefined],
		['docs', 'not-a-file'],
		['CLAUDE.md/x', undefined],
		['docs/../docs/a.md', 'A\n'],
		['CLAUDE.local.md', 'local\n'],
		['build/out.md', 'o\n'],
		['.git/HEAD', 'ref: refs/heads/main\n'],
	];
	for (const [path, expected] of texts)
		it(`Should read ${path} as ${JSON.stringify(expected)}`, async () => assert.equal(await text(at(path)), expected));

	it('Should take paths outside the repository from the disk', async () => {
		assert.equal(await text(join(repository.home, 'notes/n.md')), 'mine\n');
		assert.equal((await fs.stat(repository.home))?.kind, 'directory');
		assert.equal(await fs.stat(join(repository.home, 'nothing')), undefined);
	});

	it('Should follow a link from outside into the revision, even to what is gone from the disk', async () => {
		symlinkSync(repository.root, join(repository.home, 'way'));
		assert.equal(await text(join(repository.home, 'way/docs/deep/b.md')), 'B\n');
		assert.equal(await fs.realPath(join(repository.home, 'way/link.md')), at('docs/a.md'));
	});

	it('Should resolve links as the operating system does', async () => {
		const paths = ['link.md', 'linked/deep', 'up/n.md', '.', 'docs'];
		const reals = await Promise.all(paths.map((path) => fs.realPath(at(path))));
		assert.deepEqual(reals, [
			at('docs/a.md'),
			at('docs/deep'),
			join(repository.home, 'notes/n.md'),
			repository.root,
			at('docs'),
		]);
	});

	it('Should list what was committed, with what git ignores as the disk has it', async () => {
		const names = async (path: string): Promise<readonly string[]> =>
			((await fs.list(at(path))) ?? []).map(({ name, kind }) => `${name} ${kind}`).sort();
		assert.deepEqual(await names('docs'), ['a.md file', 'deep directory']);
		assert.deepEqual(await names('.'), [
			'.git directory',
			'.gitignore file',
			'CLAUDE.local.md file',
			'CLAUDE.md file',
			'build directory',
			'circle symlink',
			'dead symlink',
			'docs directory',
			'empty.md file',
			'link.md symlink',
			'linked symlink',
			'up symlink',
		]);
		assert.equal(await fs.list(at('CLAUDE.md')), undefined);
	});

	it('Should give a file the size in bytes and the time of the commit', async () => {
		const stat = await fs.stat(at('CLAUDE.md'));
		assert.equal(stat?.size, Buffer.byteLength('as committed ü😀\n'));
		assert.equal(stat?.modified, 1000 * Number(repository.git('log', '-1', '--format=%ct')));
	});

	it('Should take a submodule as the disk has it', async () => {
		const id = repository.git('rev-parse', 'HEAD');
		repository.git('update-index', '--add', '--cacheinfo', `160000,${id},mod`);
		const tree = repository.git('write-tree');
		repository.git('update-index', '--force-remove', 'mod');
		repository.write({ 'mod/CLAUDE.md': 'theirs\n' });
		const other = await GitTreeFileSystem.open(disk, repository.root, repository.git('commit-tree', tree, '-m', 'mod'));
		const file = await other?.readText(at('mod/CLAUDE.md'));
		assert.equal(file?.ok && file.text, 'theirs\n');
		const entry = (await other?.list(repository.root))?.find(({ name }) => name === 'mod');
		assert.equal(entry?.kind, 'directory');
		other?.close();
		repository.remove('mod');
	});

	it('Should refuse a file over the limit without reading it', async () => {
		assert.deepEqual(await fs.readText(at('CLAUDE.md'), 5), { ok: false, failure: 'too-large', bytes: 20 });
	});

	it('Should answer many questions at once', async () => {
		const answers = await Promise.all(
			Array.from({ length: 200 }, (_, index) => text(at(index % 2 === 0 ? 'docs/a.md' : 'link.md'))),
		);
		assert.deepEqual(new Set(answers), new Set(['A\n']));
	});

	for (const revision of ['nothing', '', '-h', '--help', 'HEAD\nHEAD', 'HEAD:docs', 'HEAD^{tree}']) {
		it(`Should find no commit ${JSON.stringify(revision)}`, async () => {
			assert.equal(await GitTreeFileSystem.open(disk, repository.root, revision), undefined);
		});
	}

	it('Should find no commit where there is no repository', async () => {
		assert.equal(await GitTreeFileSystem.open(disk, repository.home, 'HEAD'), undefined);
	});

	it('Should answer nothing once it is closed', async () => {
		const closed = await GitTreeFileSystem.open(disk, repository.root, 'HEAD');
		closed?.close();
		assert.equal(await closed?.list(repository.root).then((entries) => entries?.length), 1);
	});
});

describe('A revision of a repository that means harm', () => {
	let repository: TestRepository;
	let witness: string;
	beforeEach(() => {
		repository = testRepository({ 'CLAUDE.md': 'text\n', '.gitattributes': '* filter=evil diff=evil\n' });
		witness = join(repository.home, 'witness');
	});
	afterEach(() => repository.dispose());

	/** A program that leaves a trace. */
	function trap(): string {
		const path = join(repository.root, '.git/trap.sh');
		writeFileSync(path, `#!/bin/sh\necho "$0" >> '${witness}'\ncat\n`, { mode: 0o755 });
		return path;
	}

	it('Should run no hook, filter, monitor, pager, alias, transport or textconv of its configuration', async () => {
		const program = trap();
		const settings = [
			['core.fsmonitor', program],
			['core.pager', program],
			['core.sshCommand', program],
			['core.hooksPath', '.git/evil-hooks'],
			['core.alternateRefsCommand', program],
			['filter.evil.clean', program],
			['filter.evil.smudge', program],
			['filter.evil.process', program],
			['diff.evil.textconv', program],
			['diff.external', program],
			['alias.cat-file', `!${program}`],
			['alias.ls-files', `!${program}`],
			['extensions.partialClone', 'origin'],
			['remote.origin.promisor', 'true'],
			['remote.origin.url', `ext::${program}`],
			['remote.origin.uploadpack', program],
			['protocol.ext.allow', 'always'],
		];
		for (const [key, value] of settings) repository.git('config', key as string, value as string);
		mkdirSync(join(repository.root, '.git/evil-hooks'));
		for (const hook of ['post-index-change', 'fsmonitor-watchman', 'reference-transaction'])
			writeFileSync(join(repository.root, '.git/evil-hooks', hook), `#!/bin/sh\necho hook >> '${witness}'\n`, {
				mode: 0o755,
			});
		repository.git('status');
		assert.ok(await disk.stat(witness), 'a careless git falls into the trap');
		rmSync(witness);

		const fs = await GitTreeFileSystem.open(disk, repository.root, 'HEAD', {
			fromDisk: await ignoredPaths(repository.root),
		});
		assert.ok(fs);
		const file = await fs.readText(join(repository.root, 'CLAUDE.md'));
		assert.ok(file?.ok);
		assert.equal(file.text, 'text\n');
		assert.equal(
			await GitTreeFileSystem.open(disk, repository.root, '0123456789012345678901234567890123456789'),
			undefined,
		);
		fs.close();
		assert.equal(await disk.stat(witness), undefined);
	});

	it('Should look at the working tree that it is asked for, not at one that the configuration names', async () => {
		repository.git('config', 'core.worktree', repository.home);
		writeFileSync(join(repository.home, 'private.md'), 'x');
		assert.deepEqual([...(await ignoredPaths(repository.root))], []);
	});

	it('Should survive a tree whose names lead elsewhere', async () => {
		const blob = repository.git('rev-parse', 'HEAD:CLAUDE.md');
		const entry = (name: string): Buffer => Buffer.concat([Buffer.from(`100644 ${name}\0`), Buffer.from(blob, 'hex')]);
		writeFileSync(join(repository.home, 'tree'), Buffer.concat(['..', '../x', '.', 'ok.md'].map(entry)));
		const tree = repository.git('hash-object', '-w', '-t', 'tree', '--literally', join(repository.home, 'tree'));
		const commit = repository.git('commit-tree', tree, '-m', 'odd');
		const fs = await GitTreeFileSystem.open(disk, repository.root, commit);
		const names = (await fs?.list(repository.root))?.map(({ name }) => name);
		fs?.close();
		assert.deepEqual(names, ['ok.md', '.git']);
	});

	it('Should count objects that are not there', async () => {
		const blob = repository.git('rev-parse', 'HEAD:CLAUDE.md');
		rmSync(join(repository.root, '.git/objects', blob.slice(0, 2), blob.slice(2)));
		const fs = await GitTreeFileSystem.open(disk, repository.root, 'HEAD');
		assert.ok(fs);
		const file = await fs.readText(join(repository.root, 'CLAUDE.md'));
		assert.deepEqual(file, { ok: false, failure: 'unreadable' });
		assert.ok(fs.missingObjects > 0);
		fs.close();
	});

	it('Should not wait again for a git that it has kept waiting', async () => {
		assert.ok((await ignoredPaths(repository.root)).size >= 0);
		markStuck(repository.root);
		assert.deepEqual(await ignoredPaths(repository.root), new Set());
		assert.equal(await GitTreeFileSystem.open(disk, repository.root, 'HEAD'), undefined);
	});
});
