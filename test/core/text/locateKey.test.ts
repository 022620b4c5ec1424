import assert from 'node:assert/strict';
import { readFrontMatter } from '../../../src/core/text/frontMatter.js';
import { locateKey } from '../../../src/core/text/locateKey.js';

describe('The parts of a key of the front matter', () => {
	const table: readonly (readonly [title: string, yaml: string, parts: readonly string[] | undefined])[] = [
		['are the items of a list', 'a: 1\npaths:\n  - src/**\n  - "lib/**" # c\n', ['src/**', 'lib/**']],
		['are the items of a flow list', "paths: [src/**, 'lib/**']", ['src/**', 'lib/**']],
		['are the patterns between commas', 'paths: src/**, *.{ts,tsx}\n', ['src/**', '*.{ts,tsx}']],
		['are the patterns between commas in quotes', 'paths: "src/**,  lib/**"', ['src/**', 'lib/**']],
		['are the text that the lenient reading quotes', 'paths: **/*.ts, {a,b}/**', ['**/*.ts', '{a,b}/**']],
		['are the items of a list that is not valid', 'paths:\n  - **/*.ts\n  - {a,b}/**\nb: c', ['**/*.ts', '{a,b}/**']],
		['are those of the last of two keys', 'paths: x\npaths: y', ['y']],
		['are found with carriage returns', 'paths:\r\n  - x\r\n  - "y"\r\n', ['x', 'y']],
		['are none for null', 'paths:\n', []],
		['are one for a number', 'paths: 5', ['5']],
		['are not there for a foreign key', 'globs: x', undefined],
	];
	for (const [title, yaml, parts] of table) {
		it(title, () => {
			const text = `\uFEFF---\n${yaml}\n---\nbody paths: no`;
			const located = locateKey(text, readFrontMatter(text, { afterByteOrderMark: true }), 'paths');
			assert.deepEqual(
				located?.items.map(({ offset, length }) => text.slice(offset, offset + length)),
				parts,
			);
			assert.deepEqual(
				located?.items.map(({ value }) => value),
				parts,
			);
			if (located) assert.equal(text.slice(located.key.offset, located.key.offset + located.key.length), 'paths');
		});
	}

	it('are not there without front matter', () => {
		assert.equal(locateKey('paths: x', readFrontMatter('paths: x', { afterByteOrderMark: true }), 'paths'), undefined);
	});
});
