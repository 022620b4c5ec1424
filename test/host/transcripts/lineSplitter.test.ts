import assert from 'node:assert/strict';
import { LineSplitter } from '../../../src/host/transcripts/lineSplitter.js';

function split(text: string, chunk: number, limit = 100, finish = true): readonly string[] {
	const found: string[] = [];
	const sink = {
		line: (bytes: Buffer) => void found.push(bytes.toString()),
		tooLong: () => void found.push('<too long>'),
	};
	const splitter = new LineSplitter(limit);
	const bytes = Buffer.from(text);
	// One buffer for all chunks, as the reader has it.
	const buffer = Buffer.alloc(chunk);
	for (let at = 0; at < bytes.length; at += chunk) {
		const length = bytes.copy(buffer, 0, at, at + chunk);
		splitter.push(buffer.subarray(0, length), sink);
	}
	if (finish) splitter.finish(sink);
	return found;
}

describe('Splitting lines', () => {
	for (const chunk of [1, 2, 3, 7, 1_000]) {
		it(`finds the same lines in chunks of ${chunk} bytes`, () => {
			assert.deepEqual(split('a\n\nbé€\u{1F600}c\nlast', chunk), ['a', '', 'bé€\u{1F600}c', 'last']);
			assert.deepEqual(split('a\nb\n', chunk), ['a', 'b']);
		});

		it(`lets long lines go in chunks of ${chunk} bytes and goes on behind them`, () => {
			const long = 'x'.repeat(101);
			const whole = 'y'.repeat(100);
			assert.deepEqual(split(`a\n${long}\n${whole}\n${long}`, chunk), ['a', '<too long>', whole, '<too long>']);
		});
	}

	it('holds a line back until its end is there', () => {
		assert.deepEqual(split('a\nb', 1, 100, false), ['a']);
	});
});
