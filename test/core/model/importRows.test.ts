import assert from 'node:assert/strict';
import { importRows, whenWords } from '../../../src/core/model/importRows.js';
import type { Source } from '../../../src/core/source.js';

const source = (path: string, parent?: string): Source => ({
	path,
	scope: 'project',
	kind: parent === undefined ? 'instructions' : 'import',
	state: 'loaded',
	characters: 1,
	tokens: 1,
	...(parent === undefined ? {} : { parent }),
});

describe('Rows of imports', () => {
	const rows: readonly (readonly [title: string, sources: readonly Source[], expected: readonly string[]])[] = [
		[
			'stand below their importers',
			[source('a'), source('b', 'a'), source('c', 'b'), source('d', 'a')],
			['a 0', 'b 1', 'c 2', 'd 1'],
		],
		['name an importer that is not listed', [source('a'), source('b', 'rule')], ['a 0', 'b 0 of rule']],
		[
			'name an importer that another source parts from them',
			[source('a'), source('x'), source('b', 'a')],
			['a 0', 'x 0', 'b 0 of a'],
		],
		[
			'end for files that import each other',
			[source('a', 'b'), source('b', 'a'), source('a', 'a')],
			['a 0 of b', 'b 1', 'a 1'],
		],
	];
	for (const [title, sources, expected] of rows) {
		it(title, () => {
			const found = importRows(sources).map(
				({ source: { path }, depth, importer }) => `${path} ${depth}${importer === undefined ? '' : ` of ${importer}`}`,
			);
			assert.deepEqual(found, expected);
		});
	}

	it('say what brings an on-demand source', () => {
		const when = (path: string, more: Partial<Source> = {}): string | undefined =>
			whenWords({ ...source(path), ...more }, (each) => each);
		assert.equal(when('/r/api/CLAUDE.md'), 'when a file in /r/api is read');
		assert.equal(when('/r/api/.claude/rules/sub/a.md'), 'when a file in /r/api is read');
		assert.equal(when('/r/.claude/rules/a.md', { patterns: ['*.ts'], base: '/r' }), 'when a file matches "*.ts" in /r');
		assert.equal(when('/r/api/x.md', { kind: 'import' }), undefined);
	});
});
