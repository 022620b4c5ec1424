import assert from 'node:assert/strict';
import type { DocumentKind } from '../../../src/core/editing/documentKind.js';
import { documentLinks, linkAt, type TopicName } from '../../../src/core/editing/documentLinks.js';

const topic = (relativePath: string, name?: string): TopicName => ({
	path: `/m/${relativePath}`,
	relativePath,
	stem: relativePath.replace(/^.*\//, '').replace(/\.md$/, ''),
	...(name === undefined ? {} : { name }),
});
const topics = [topic('build.md', 'Build notes'), topic('deep/api.md')];
const context = (path: string) => ({ path, homeDirectory: '/home/ann', topics, afterByteOrderMark: true });

/** Links as `kind «shown» «path as written» target`. */
function shown(
	kind: DocumentKind,
	text: string,
	path = kind.startsWith('memory') ? '/m/MEMORY.md' : '/repo/CLAUDE.md',
) {
	const slice = ({ offset, length }: { offset: number; length: number }): string => text.slice(offset, offset + length);
	return documentLinks(kind, text, context(path)).map(
		(link) => `${link.kind} «${slice(link.range)}» «${slice(link.pathRange)}» ${link.path ?? '-'}`,
	);
}

describe('links of a document', () => {
	const rows: readonly (readonly [string, DocumentKind, string, readonly string[]])[] = [
		[
			'imports',
			'instructions',
			'See @docs/a.md and\r\n@./b.md',
			['import «@docs/a.md» «docs/a.md» /repo/docs/a.md', 'import «@./b.md» «./b.md» /repo/b.md'],
		],
		['an import from the home', 'rule', '@~/x.md', ['import «@~/x.md» «~/x.md» /home/ann/x.md']],
		[
			'an import with blanks and a fragment',
			'instructions',
			'@my\\ a.md#top x',
			['import «@my\\ a.md#top» «my\\ a.md» /repo/my a.md'],
		],
		['an import behind front matter', 'rule', '---\npaths: a\n---\n@b.md', ['import «@b.md» «b.md» /repo/b.md']],
		['no import in code', 'instructions', '`@a.md`\n\n```\n@b.md\n```\n', []],
		['no import in MEMORY.md', 'memory-index', '@a.md', []],
		['no import in a skill', 'skill', '@a.md', []],
		[
			'topic links',
			'memory-index',
			'- [B](build.md#x) [c](<c d.md>) [e](e%20f.md)',
			[
				'topic «build.md#x» «build.md» /m/build.md',
				'topic «c d.md» «c d.md» /m/c d.md',
				'topic «e%20f.md» «e%20f.md» /m/e f.md',
			],
		],
		[
			'slugs by name, file and path',
			'memory-index',
			'[[build notes]] [[API|the api]] [[deep/api]] [[gone]]',
			[
				'slug «build notes» «build notes» /m/build.md',
				'slug «API» «API» /m/deep/api.md',
				'slug «deep/api» «deep/api» /m/deep/api.md',
				'slug «gone» «gone» -',
			],
		],
		[
			'links of a topic in a folder',
			'memory-topic',
			'[b](../build.md)',
			['topic «../build.md» «../build.md» /m/build.md'],
		],
	];
	for (const [title, kind, text, expected] of rows) {
		it(`Should find ${title}`, () => {
			assert.deepEqual(shown(kind, text, title.includes('folder') ? '/m/deep/api.md' : undefined), expected);
		});
	}

	it('Should find the link at an offset, its end included', () => {
		const links = documentLinks('instructions', 'a @b.md c', context('/repo/CLAUDE.md'));
		assert.equal(linkAt(links, 1), undefined);
		assert.equal(linkAt(links, 2)?.written, 'b.md');
		assert.equal(linkAt(links, 7)?.written, 'b.md');
		assert.equal(linkAt(links, 8), undefined);
	});
});
