import assert from 'node:assert/strict';
import { type TruncationLine, truncationLine } from '../../../src/core/editing/truncationLine.js';

const options = { afterByteOrderMark: true, cleansText: true };
const lines = (count: number, text = '- x', end = '\n'): string => `${text}${end}`.repeat(count);

describe('the truncation line', () => {
	const rows: readonly (readonly [string, string, Omit<TruncationLine, 'lostOffset'> | undefined])[] = [
		['nothing of a short index', lines(10), undefined],
		['nothing of an index just below 90 % of the lines', lines(179), undefined],
		[
			'that an index is nearly full by lines',
			lines(180),
			{ state: 'near', cause: 'lines', kept: 180, total: 180, limit: 200, offset: 719 },
		],
		[
			'that an index is nearly full by characters',
			'x'.repeat(22_500),
			{ state: 'near', cause: 'characters', kept: 22_500, total: 22_500, limit: 25_000, offset: 22_500 },
		],
		[
			'the end of the 200th line',
			lines(260),
			{ state: 'cut', cause: 'lines', kept: 200, total: 260, limit: 200, offset: 799 },
		],
		[
			'the end of the 200th line with CRLF',
			lines(260, '- x', '\r\n'),
			{ state: 'cut', cause: 'lines', kept: 200, total: 260, limit: 200, offset: 998 },
		],
		[
			'the last line break within 25,000 characters',
			lines(30, 'y'.repeat(999)),
			{ state: 'cut', cause: 'characters', kept: 24_999, total: 29_999, limit: 25_000, offset: 24_999 },
		],
		[
			'a place within a line that is too long by itself',
			'y'.repeat(30_000),
			{ state: 'cut', cause: 'characters', kept: 25_000, total: 30_000, limit: 25_000, offset: 25_000 },
		],
		['nothing of an empty index with many blank lines', '\n'.repeat(300), undefined],
	];
	for (const [title, text, expected] of rows) {
		it(`Should show ${title}`, () => {
			const found = truncationLine(text, options);
			if (!found || !expected) return assert.equal(found, expected);
			const { lostOffset, ...rest } = found;
			assert.deepEqual(rest, expected);
			const next = text.slice(rest.offset, rest.offset + 2);
			const lineBreak = next.startsWith('\r\n') ? 2 : next.startsWith('\n') ? 1 : 0;
			assert.equal(lostOffset, rest.state === 'near' ? text.length : rest.offset + lineBreak);
		});
	}

	it('Should leave front matter and comments out of the count and put the line behind them', () => {
		const head = '---\nname: x\n---\n<!-- a\nb -->\n';
		const found = truncationLine(head + lines(201), options);
		assert.equal(found?.offset, head.length + 799);
	});
});
