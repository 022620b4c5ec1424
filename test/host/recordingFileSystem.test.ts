import * as assert from 'node:assert/strict';
import { type FileEventKind, RecordingFileSystem } from '../../src/host/recordingFileSystem.js';
import { link, memoryTree } from '../support/memoryFileSystem.js';

describe('a recording file system', () => {
	let fs: RecordingFileSystem;
	let asked = 0;

	beforeEach(async () => {
		asked = 0;
		const behind = memoryTree({
			'/repo/CLAUDE.md': 'a',
			'/repo/src/a.ts': '',
			'/repo/.claude/rules/a.md': '',
			'/repo/linked.md': link('/shared/words.md'),
			'/shared/words.md': '',
		});
		fs = new RecordingFileSystem(behind, () => asked++);
		await fs.readText('/repo/CLAUDE.md');
		await fs.readText('/repo/missing.md');
		await fs.readText('/repo/linked.md');
		await fs.realPath('/repo/src/a.ts');
		await fs.stat('/repo/absent.md');
		await fs.list('/repo/.claude/rules');
		await fs.list('/repo/.claude/skills');
		await fs.searching().list('/repo/src');
	});

	const cases: readonly (readonly [
		kind: FileEventKind,
		path: string,
		concerned: boolean | undefined,
		title: string,
	])[] = [
		['changed', '/repo/CLAUDE.md', true, 'a file that was read changes'],
		['deleted', '/repo/CLAUDE.md', true, 'a file that was read goes'],
		['created', '/repo/missing.md', true, 'a file that was missing appears'],
		['changed', '/shared/words.md', true, 'the target of a link changes'],
		['changed', '/repo/src/a.ts', false, 'a file changes of which only the existence was asked'],
		['deleted', '/repo/src/a.ts', true, 'a file goes of which the existence was asked'],
		['created', '/repo/.claude/rules/b.md', true, 'an entry appears in a listed directory'],
		['changed', '/repo/.claude/rules/a.md', false, 'an entry of a listed directory changes that was not read'],
		['changed', '/repo/missing.md', true, 'a file changes whose coming went unseen'],
		['changed', '/repo/absent.md', true, 'a file changes that was looked for in vain'],
		['changed', '/repo/.claude/rules/b.md', true, 'an entry of a listed directory changes whose coming went unseen'],
		['changed', '/repo/.claude/skills/s', true, 'an entry of a directory changes that could not be listed'],
		['changed', '/repo/other.txt', false, 'a file changes that nobody asked for'],
		['deleted', '/repo/.claude', true, 'a directory goes that holds what was asked for'],
		['created', '/repo/other.txt', false, 'a file appears that nobody asked for'],
		['created', '/repo/src/CLAUDE.md', true, 'a file of Claude Code’s appears where the search looked'],
		['created', '/repo/src/b', undefined, 'something appears where the search looked: it may be a directory'],
		['deleted', '/repo/src/b', false, 'something goes where the search looked'],
	];
	for (const [kind, path, concerned, title] of cases) {
		it(`Should ${concerned ? 'be' : concerned === undefined ? 'leave open whether it is' : 'not be'} concerned when ${title}`, () => {
			assert.equal(fs.isConcerned(kind, path), concerned);
		});
	}

	it('Should tell once of each path that is asked for', async () => {
		const before = asked;
		await fs.readText('/repo/CLAUDE.md');
		assert.equal(asked, before);
		await fs.readText('/repo/other.md');
		assert.equal(asked, before + 1);
	});

	it('Should answer as the file system behind it does', async () => {
		assert.equal(await fs.realPath('/repo/linked.md'), '/shared/words.md');
		assert.equal((await fs.stat('/repo/src'))?.kind, 'directory');
		assert.equal(await fs.readText('/repo/missing.md'), undefined);
	});
});
