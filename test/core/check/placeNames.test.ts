import assert from 'node:assert/strict';
import { PlaceNames } from '../../../src/core/check/placeNames.js';

describe('Names of places', () => {
	const names = new PlaceNames('/work/re.po', '/home/ann');
	const paths: readonly (readonly [path: string, name: string, isInRepository: boolean])[] = [
		['/work/re.po', '.', true],
		['/work/re.po/docs/a.md', 'docs/a.md', true],
		['/work/re.pod/a.md', '/work/re.pod/a.md', false],
		['/home/ann/.claude/CLAUDE.md', '~/.claude/CLAUDE.md', false],
		['/home/anna/a.md', '/home/anna/a.md', false],
		['/etc/claude-code/CLAUDE.md', '/etc/claude-code/CLAUDE.md', false],
	];
	for (const [path, name, isInRepository] of paths)
		it(`Should call ${path} ${name}`, () => assert.deepEqual(names.of(path), { name, isInRepository, path }));

	const sentences: readonly (readonly [text: string, expected: string])[] = [
		['There is no /work/re.po/docs/a.md.', 'There is no docs/a.md.'],
		['"/work/re.po" and /home/ann share it', '"." and ~ share it'],
		[
			'It lies outside the launch directory /work/re.po, so no. The launch directory /work/re.po/a is fine.',
			'It lies outside the launch directory, so no. The launch directory a is fine.',
		],
		['Move /home/ann/.claude/x.md', 'Move ~/.claude/x.md'],
		[
			'/other/work/re.po/a.md and /work/re.pod/b.md and /work/rexpo/c.md',
			'/other/work/re.po/a.md and /work/re.pod/b.md and /work/rexpo/c.md',
		],
		['/work/re.po-2 and /home/ann-2', '/work/re.po-2 and /home/ann-2'],
	];
	for (const [text, expected] of sentences)
		it(`Should shorten "${text}"`, () => assert.equal(names.sentence(text), expected));

	it('Should leave paths alone where the root is that of the file system', () => {
		assert.equal(new PlaceNames('/', '/root').sentence('see /etc/a.md'), 'see /etc/a.md');
	});
});
