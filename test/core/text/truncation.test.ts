import assert from 'node:assert/strict';
import fc from 'fast-check';
import { loadedIndexView, truncateIndex } from '../../../src/core/text/truncation.js';

/** The rule as plainly as it can be said. */
function naively(text: string): string {
	let kept = text.split('\n').slice(0, 200).join('\n');
	if (kept.length > 25_000) {
		const lines = kept.split('\n');
		while (lines.length > 1 && lines.join('\n').length > 25_000) lines.pop();
		kept = lines.join('\n').slice(0, 25_000);
	}
	return kept;
}

const lines = (count: number, line: string): string => Array(count).fill(line).join('\n');

describe('A memory index', () => {
	const table: readonly (readonly [
		title: string,
		text: string,
		keptLines: number,
		keptCharacters: number,
		cause: string | undefined,
	])[] = [
		['of 200 lines is whole', lines(200, 'abc'), 200, 799, undefined],
		['of 201 lines loses the last', lines(201, 'abc'), 200, 799, 'lines'],
		['of 25,000 units is whole', `${lines(99, 'a'.repeat(249))}\n${'b'.repeat(250)}`, 100, 25_000, undefined],
		['of 25,001 units ends at a line', `${lines(99, 'a'.repeat(249))}\n${'b'.repeat(251)}`, 99, 24_749, 'characters'],
		['may end at a line break that is unit 25,001', `${lines(100, 'a'.repeat(249))}\ntail`, 100, 24_999, 'characters'],
		['of one long line is cut within it', 'x'.repeat(26_000), 1, 25_000, 'characters'],
		['over both limits is cut by the second', lines(260, 'a'.repeat(199)), 125, 24_999, 'characters'],
		['without text is whole', '', 1, 0, undefined],
	];
	for (const [title, text, keptLines, keptCharacters, cause] of table) {
		it(title, () => {
			const index = truncateIndex(text);
			assert.deepEqual([index.keptLines, index.keptCharacters, index.cause], [keptLines, keptCharacters, cause]);
			assert.equal(index.truncated, cause !== undefined);
			assert.equal(index.totalLines, text.split('\n').length);
			assert.equal(index.totalCharacters, text.length);
		});
	}

	it('is what the naive rule makes of it, half a surrogate pair included', () => {
		const line = fc
			.tuple(fc.constantFrom('a', '😀', '日', '', 'x😀'), fc.constantFrom(1, 7, 100, 333, 12_600, 25_001))
			.map(([unit, times]) => unit.repeat(times));
		fc.assert(
			fc.property(fc.array(line, { maxLength: 8 }), fc.constantFrom(1, 30, 200), (some, times) => {
				const text = Array(times).fill(some.join('\n')).join('\n').slice(0, 200_000).trim();
				const index = truncateIndex(text);
				assert.ok(index.text === naively(text));
				assert.equal(index.truncated, index.text !== text);
				assert.equal(index.keptLines, index.text.split('\n').length);
			}),
			{ numRuns: 60 },
		);
	});
});

describe('The loaded view of MEMORY.md', () => {
	const view = (text: string, cleansText = true) => loadedIndexView(text, { afterByteOrderMark: true, cleansText });

	it('counts neither front matter nor comments nor blank lines around', () => {
		const { index, cutOffset, cutLine } = view(`---\nx: 1\n---\n\n<!-- c -->\n\n${lines(200, '- e')}\n\n`);
		assert.equal(index.truncated, false);
		assert.equal(index.totalLines, 200);
		assert.equal(cutOffset, `---\nx: 1\n---\n\n<!-- c -->\n\n${lines(200, '- e')}\n\n`.length);
		assert.equal(cutLine, 207);
	});

	it('knows the place in the file where reading ends', () => {
		const head = '---\r\nx: 1\r\n---\r\n<!-- a -->\r\n\r\n- first\r\n';
		const body = Array.from(
			{ length: 220 },
			(_, line) => `- line ${line}${line === 7 ? '\r\n\r\n<!-- b\r\n-->\r\n' : ''}`,
		).join('\r\n');
		const text = `${head}${body}\r\n`;
		for (const normalise of [true, false]) {
			const { index, cutOffset, cutLine } = view(text, normalise);
			assert.equal(index.keptLines, 200);
			assert.ok(
				text
					.slice(0, cutOffset)
					.trimEnd()
					.endsWith(index.text.trimEnd().split('\n').at(-1) as string),
			);
			assert.equal(text.slice(0, cutOffset).split('\n').length - 1, cutLine);
		}
	});

	it('keeps carriage returns for the client that keeps them', () => {
		const text = `${lines(201, 'abc\r')}\n`;
		assert.equal(view(text, false).index.text, lines(200, 'abc\r'));
		assert.equal(view(text, true).index.text, lines(200, 'abc'));
	});

	it('is without invisible characters and other line separators for the client that cleans it', () => {
		const text = '- \u200Ba\u00AD\u2028b\rc\u{E0041} \u2764\uFE0F 1\u200D2\t3\u0007 \u{E000}\n';
		assert.equal(view(text).index.text, '- a\nb\nc \u2764\uFE0F 1\u200D2\t3');
		assert.equal(view(text, false).index.text, text.trim());
		assert.equal(view('\u200B\n').index.text, '');
	});

	it('counts what is there before it is cleaned', () => {
		const { index } = view(`${'\u200B'.repeat(24_000)}${lines(30, 'h'.repeat(90))}`);
		assert.equal(index.keptLines, 11);
		assert.equal(index.text, lines(11, 'h'.repeat(90)));
	});

	it('ends at a place of the file behind which nothing of the view stands, in any file', () => {
		const piece = fc.constantFrom(
			'- [a](a.md) — hook\n',
			'\n',
			'\r\n',
			'<!-- x -->\n',
			'<!-- x\ny -->\r\n',
			'text <!-- z -->\n',
			'abc\r\n',
			'# T\n\n',
			'```\n',
			'y'.repeat(300),
		);
		fc.assert(
			fc.property(fc.array(piece, { maxLength: 12 }), fc.boolean(), (pieces, cleansText) => {
				const text = Array(60).fill(pieces.join('')).join('');
				const { index, cutOffset } = view(text, cleansText);
				if (!index.truncated) return assert.equal(cutOffset, text.length);
				assert.equal(text[cutOffset - 1], index.text.at(-1));
				assert.ok(cutOffset >= index.text.length);
			}),
			{ numRuns: 200 },
		);
	});
});
