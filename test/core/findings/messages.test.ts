/** The words of findings, where they depend on what else is there. */

import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Tree } from '../../support/memoryFileSystem.js';
import { findingsIn, repositoryTree } from './findIn.js';

const messagesOf = async (code: string, tree: Tree): Promise<readonly string[]> =>
	(await findingsIn(repositoryTree(tree))).filter((found) => found.code === code).map(({ message }) => message);

describe('The message of a dead link', () => {
	it('proposes a topic that resembles it and is not linked yet', async () => {
		const tree = { 'memory/MEMORY.md': '- [B](bulid.md)\n', 'memory/build.md': 'B\n' };
		assert.match((await messagesOf('memory.link-dead', tree))[0] ?? '', /did you mean "build\.md"\?$/);
	});

	for (const [how, index] of [
		['by its path', '- [B](bulid.md)\n- [Build](build.md)\n'],
		['by its slug', '- [B](bulid.md)\n- [[build]]\n'],
	] as const) {
		it(`proposes no topic that the index links already ${how}`, async () => {
			const messages = await messagesOf('memory.link-dead', { 'memory/MEMORY.md': index, 'memory/build.md': 'B\n' });
			assert.equal(messages.length, 1);
			assert.match(messages[0] ?? '', /create the topic or remove the link\.$/);
		});
	}
});

describe('The message of an import with punctuation at its end', () => {
	const rows: readonly (readonly [title: string, text: string, code: string, message: RegExp])[] = [
		[
			'of a file that is there',
			'@docs/a.md. x',
			'import.trailing-punctuation',
			/^"\." counts as part of the path, so "docs\/a\.md" is not imported; put a blank after the path\.$/,
		],
		[
			'of a file that is not',
			'@docs/zzzzzz.md. x',
			'import.missing',
			/^"\." counts as part of the path, so "docs\/zzzzzz\.md" is not imported; there is no such file either: create/,
		],
		[
			'of a file that resembles one',
			'@docs/b.md, x',
			'import.missing',
			/^"," counts as part of the path, so "docs\/b\.md" is not imported; there is no such file either: did you mean "docs\/a\.md"\?$/,
		],
	];
	for (const [title, text, code, message] of rows) {
		it(`begins as the reason of the report does: ${title}`, async () =>
			assert.match((await messagesOf(code, { 'CLAUDE.md': `${text}\n`, 'docs/a.md': 'A\n' }))[0] ?? '', message));
	}
});
