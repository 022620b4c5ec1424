import assert from 'node:assert/strict';
import { unifiedDiff } from '../../../src/core/sessions/lineDiff.js';

const lines = (from: number, to: number): readonly string[] =>
	Array.from({ length: to - from + 1 }, (_, i) => `l${from + i}`);

describe('Unified difference', () => {
	const cases: readonly (readonly [title: string, before: string, after: string, expected: readonly string[]])[] = [
		['equal texts', 'a\nb\n', 'a\nb\n', []],
		['a changed line', 'a\nb\n', 'a\nc\n', ['@@ -1,2 +1,2 @@', ' a', '-b', '+c']],
		['an added line', 'a\n', 'a\nb\n', ['@@ -1,1 +1,2 @@', ' a', '+b']],
		['everything gone', 'a\nb', '', ['@@ -1,2 +0,0 @@', '-a', '-b']],
		['everything new', '', 'a', ['@@ -0,0 +1,1 @@', '+a']],
		['a moved line', 'a\nb\nc\n', 'b\nc\na\n', ['@@ -1,3 +1,3 @@', '-a', ' b', ' c', '+a']],
	];
	for (const [title, before, after, expected] of cases) {
		it(`shows ${title}`, () => assert.deepEqual(unifiedDiff(before, after), expected));
	}

	it('shows distant changes apart, with three lines around each', () => {
		const before = lines(1, 30).join('\n');
		const after = before.replace('l5\n', 'L5\n').replace('l25\n', 'L25\n');
		const headers = unifiedDiff(before, after).filter((line) => line.startsWith('@@'));
		assert.deepEqual(headers, ['@@ -2,7 +2,7 @@', '@@ -22,7 +22,7 @@']);
	});

	it('ends soon for texts of very many lines that have nothing in common', () => {
		const before = lines(1, 150_000).join('\n');
		const after = lines(300_001, 450_000).join('\n');
		assert.equal(unifiedDiff(before, after).length, 300_001);
	});
});
