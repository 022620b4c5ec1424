import assert from 'node:assert/strict';
import type { DocumentKind } from '../../../src/core/editing/documentKind.js';
import { documentLinks, type TopicName } from '../../../src/core/editing/documentLinks.js';
import {
	type LinkingDocument,
	linkEdits,
	type Move,
	movedPath,
	renamedTarget,
} from '../../../src/core/editing/linkEdits.js';
import { applied } from '../../../src/core/findings/fixes.js';

const topics: readonly TopicName[] = [
	{ path: '/m/build.md', relativePath: 'build.md', stem: 'build' },
	{ path: '/m/api.md', relativePath: 'api.md', stem: 'api', name: 'The API' },
];

function document(kind: DocumentKind, path: string, text: string): LinkingDocument & { readonly text: string } {
	const links = documentLinks(kind, text, { path, homeDirectory: '/home/ann', topics, afterByteOrderMark: true });
	return { path, realPath: path, links, text };
}

/** The document's text after the moves. */
function moved(kind: DocumentKind, path: string, text: string, ...moves: readonly Move[]): string {
	return applied(text, linkEdits([document(kind, path, text)], moves, '/home/ann'));
}

const move = (from: string, to: string): Move => ({ from, to });

describe('edits of links for a rename', () => {
	const rows: readonly (readonly [string, DocumentKind, string, string, Move, string])[] = [
		[
			'an import',
			'instructions',
			'/repo/CLAUDE.md',
			'See @docs/a.md!\n',
			move('/repo/docs/a.md!', '/repo/docs/b.md'),
			'See @docs/b.md\n',
		],
		[
			'a relative import with ./',
			'instructions',
			'/repo/CLAUDE.md',
			'@./a.md',
			move('/repo/a.md', '/repo/docs/a.md'),
			'@./docs/a.md',
		],
		[
			'an import with a fragment and a blank',
			'rule',
			'/repo/.claude/rules/r.md',
			'@../../a.md#x y',
			move('/repo/a.md', '/repo/my a.md'),
			'@../../my\\ a.md#x y',
		],
		[
			'an import from the home',
			'instructions',
			'/repo/CLAUDE.md',
			'@~/a.md',
			move('/home/ann/a.md', '/home/ann/notes/b.md'),
			'@~/notes/b.md',
		],
		[
			'an import from the home that leaves it',
			'instructions',
			'/repo/CLAUDE.md',
			'@~/a.md',
			move('/home/ann/a.md', '/srv/a.md'),
			'@/srv/a.md',
		],
		['an absolute import', 'instructions', '/repo/CLAUDE.md', '@/srv/a.md', move('/srv', '/opt'), '@/opt/a.md'],
		[
			'a directory',
			'instructions',
			'/repo/CLAUDE.md',
			'@docs/a.md @docs/x/b.md @docs2/c.md',
			move('/repo/docs', '/repo/doc'),
			'@doc/a.md @doc/x/b.md @docs2/c.md',
		],
		[
			'imports of the file that moves',
			'import',
			'/repo/docs/a.md',
			'@b.md @../c.md @~/d.md',
			move('/repo/docs/a.md', '/repo/docs/deep/a.md'),
			'@../b.md @../../c.md @~/d.md',
		],
		[
			'nothing where file and target move together',
			'import',
			'/repo/docs/a.md',
			'@b.md',
			move('/repo/docs', '/repo/doc'),
			'@b.md',
		],
		[
			'a topic link',
			'memory-index',
			'/m/MEMORY.md',
			'- [B](build.md#x "t")\n',
			move('/m/build.md', '/m/build (2).md'),
			'- [B](build%20%282%29.md#x "t")\n',
		],
		[
			'a topic link in angle brackets',
			'memory-index',
			'/m/MEMORY.md',
			'[B](<build.md>)',
			move('/m/build.md', '/m/the build.md'),
			'[B](<the build.md>)',
		],
		[
			'a slug that is a file name',
			'memory-index',
			'/m/MEMORY.md',
			'[[build]] [[build.md|B]]',
			move('/m/build.md', '/m/ci.md'),
			'[[ci]] [[ci.md|B]]',
		],
		[
			'no slug that is a topic’s name',
			'memory-index',
			'/m/MEMORY.md',
			'[[the api]]',
			move('/m/api.md', '/m/rest.md'),
			'[[the api]]',
		],
		[
			'nothing for another file',
			'instructions',
			'/repo/CLAUDE.md',
			'@docs/a.md',
			move('/repo/docs/ab.md', '/repo/x.md'),
			'@docs/a.md',
		],
	];
	for (const [title, kind, path, text, each, expected] of rows) {
		it(`Should change ${title}`, () => assert.equal(moved(kind, path, text, each), expected));
	}

	it('Should know where a path is after a move', () => {
		assert.equal(movedPath('/a/b/c', [move('/a/b', '/x')]), '/x/c');
		assert.equal(movedPath('/a/bc', [move('/a/b', '/x')]), '/a/bc');
	});

	const names: readonly (readonly [DocumentKind, string, string, string | undefined])[] = [
		['instructions', '@docs/a.md', 'docs/b.md', '/repo/docs/b.md'],
		['instructions', '@docs/a.md', '~/b.md', '/home/ann/b.md'],
		['instructions', '@docs/a.md', 'my\\ b.md', '/repo/my b.md'],
		['instructions', '@docs/a.md', ' ', undefined],
		['memory-index', '[B](build.md)', 'c%20d.md', '/repo/c d.md'],
		['memory-index', '[[build]]', 'ci', '/m/ci.md'],
		['memory-index', '[[build]]', 'a/b', undefined],
	];
	for (const [kind, text, name, expected] of names) {
		it(`Should take "${name}" as a new name for ${text}`, () => {
			const [found] = document(kind, '/repo/CLAUDE.md', text).links;
			assert.ok(found);
			assert.equal(renamedTarget(found, name, '/repo/CLAUDE.md', '/home/ann'), expected);
		});
	}
});
