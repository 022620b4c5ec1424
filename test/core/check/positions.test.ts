import assert from 'node:assert/strict';
import { LineIndex } from '../../../src/core/check/positions.js';

describe('Positions', () => {
	const index = new LineIndex('ab\r\n😀c\n\nend');
	const cases: readonly (readonly [title: string, offset: number, line: number, column: number])[] = [
		['Should count from 1', 0, 1, 1],
		['Should count a carriage return to its line', 2, 1, 3],
		['Should begin a line after the line feed', 4, 2, 1],
		['Should count an emoji as two units', 6, 2, 3],
		['Should find an empty line', 8, 3, 1],
		['Should place an offset beyond the text at its end', 99, 4, 4],
		['Should place a negative offset at the start', -1, 1, 1],
	];
	for (const [title, offset, line, column] of cases)
		it(title, () => assert.deepEqual(index.at(offset), { line, column }));
});
