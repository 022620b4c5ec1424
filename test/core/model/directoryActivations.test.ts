import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { DirectoryActivations } from '../../../src/core/model/directoryActivations.js';
import { explainFile } from '../../../src/core/model/explain.js';
import type { FileSystem } from '../../../src/core/ports.js';
import { CachingFileSystem } from '../../../src/host/cachingFileSystem.js';
import { testModel } from '../../support/inputs.js';
import { link, memoryTree } from '../../support/memoryFileSystem.js';

const tree = {
	'/home/ann/.claude/rules/mine.md': '---\npaths: "**/*.ts"\n---\nMine.',
	'/repo/CLAUDE.md': 'Top.',
	'/repo/.claude/rules/api.md': '---\npaths: src/api/**\n---\nAPI.',
	'/repo/src/api/client.ts': '',
	'/repo/src/api/notes.md': '',
	'/repo/src/other.js': '',
	'/repo/web/CLAUDE.md': 'Web. @more.md',
	'/repo/web/more.md': 'More.',
	'/repo/web/AGENTS.md': 'Agents.',
	'/repo/web/.claude/rules/css.md': '---\npaths: "*.css"\n---\nCSS.',
	'/repo/web/src/app.ts': '',
	'/repo/web/src/app.css': '',
	'/repo/linked.ts': link('src/api/client.ts'),
	'/repo/away.ts': link('/elsewhere/a.ts'),
	'/elsewhere/a.ts': '',
};

/** Counts the questions that reach the disk. */
function counting(behind: FileSystem): FileSystem & { count: number } {
	const counted = {
		count: 0,
		stat: (path: string) => asked(() => behind.stat(path)),
		realPath: (path: string) => asked(() => behind.realPath(path)),
		readText: (path: string, limit?: number) => asked(() => behind.readText(path, limit)),
		list: (path: string) => asked(() => behind.list(path)),
	};
	const asked = <T>(question: () => T): T => {
		counted.count += 1;
		return question();
	};
	return counted;
}

describe('activations of many files', () => {
	it('Should attach to each file what its explanation says', async () => {
		const model = await testModel(memoryTree(tree));
		const activations = new DirectoryActivations(model, (directory) => model.loadContext.fs.list(directory));
		for (const path of Object.keys(tree).filter(
			(each) => /\.(ts|js|css|md)$/.test(each) && each.startsWith('/repo/'),
		)) {
			const { attached } = await explainFile(model, path);
			const found = await activations.of(path);
			assert.deepEqual(
				found?.attached.map(({ source, match }) => [source.path, match?.pattern]) ?? [],
				attached.map(({ source, match }) => [source.path, match?.pattern]),
				path,
			);
		}
	});

	it('Should know nested instruction files and rules as sources', async () => {
		const model = await testModel(memoryTree(tree));
		const activations = new DirectoryActivations(model, (directory) => model.loadContext.fs.list(directory));
		const stateOf = async (path: string): Promise<string | undefined> => (await activations.of(path))?.itself?.state;
		assert.equal(await stateOf('/repo/web/CLAUDE.md'), 'on demand');
		assert.equal(await stateOf('/repo/web/.claude/rules/css.md'), 'on demand');
		assert.equal(await stateOf('/repo/web/src/app.ts'), undefined);
	});

	it('Should answer nothing for directories, absent files and files outside', async () => {
		const model = await testModel(memoryTree(tree));
		const activations = new DirectoryActivations(model, (directory) => model.loadContext.fs.list(directory));
		for (const path of ['/repo', '/repo/src', '/repo/src/none.ts', '/elsewhere/a.ts', '/repo/away.ts', '/'])
			assert.equal(await activations.of(path), undefined, path);
	});

	it('Should ask the disk about directories, never about a file', async () => {
		const files = Object.fromEntries(
			Array.from({ length: 3_000 }, (_, index) => [`/repo/src/many/d${index % 10}/f${index}.ts`, '']),
		);
		const disk = counting(memoryTree({ ...tree, ...files }));
		const cache = new CachingFileSystem(disk);
		const model = await testModel(cache);
		const activations = new DirectoryActivations(model, (directory) => cache.list(directory, 'any'));
		disk.count = 0;
		for (const path of Object.keys(files)) assert.equal((await activations.of(path))?.attached.length, 1);
		assert.ok(disk.count <= 12 * 10, `${disk.count} calls for 3,000 files in 10 directories`);
	});
});
