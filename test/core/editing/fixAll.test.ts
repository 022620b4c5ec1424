import assert from 'node:assert/strict';
import { safeFixes } from '../../../src/core/editing/fixAll.js';
import { applied } from '../../../src/core/findings/fixes.js';
import { findingsIn, memoryPath, repositoryTree } from '../findings/findIn.js';

describe('fixing all', () => {
	it('Should apply the safe fixes of a file together, and none that asks for a choice', async () => {
		const text = 'See @a.md, and @my own.md too\n\n@gone.md\n';
		const fs = repositoryTree({ 'CLAUDE.md': text, 'a.md': 'A', 'my own.md': 'B' });
		const fixes = safeFixes(await findingsIn(fs), { textOf: () => text });
		const edits = fixes.flatMap(({ edits }) => edits).filter((edit) => edit.kind === 'replace');
		assert.equal(applied(text, edits), 'See @a.md , and @my\\ own.md too\n\n@gone.md\n');
	});

	it('Should add several topics to the index, one below the other', async () => {
		const text = '- [A](a.md)\n';
		const fs = repositoryTree({
			'memory/MEMORY.md': text,
			'memory/a.md': 'A\n',
			'memory/b.md': 'B\n',
			'memory/c.md': 'C\n',
		});
		const fixes = safeFixes(await findingsIn(fs), { textOf: () => text });
		const edits = fixes.flatMap(({ edits }) => edits).filter((edit) => edit.kind === 'replace');
		assert.deepEqual(new Set(edits.map(({ path }) => path)), new Set([`${memoryPath}/MEMORY.md`]));
		const lines = applied(text, edits).trim().split('\n').sort();
		assert.deepEqual(lines, ['- [A](a.md)', '- [b](b.md)', '- [c](c.md)']);
	});
});
