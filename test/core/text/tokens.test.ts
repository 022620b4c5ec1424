import assert from 'node:assert/strict';
import fc from 'fast-check';
import { estimateTokens } from '../../../src/core/text/tokens.js';

describe('The estimate of tokens', () => {
	it('is nothing for nothing', () => assert.equal(estimateTokens(''), 0));

	it('is a quarter of the letters of prose', () =>
		assert.equal(estimateTokens('four words of prose '.repeat(20)), 100));

	it('is higher for code and for scripts without an alphabet', () => {
		const prose = estimateTokens('abcdefghij'.repeat(10));
		assert.ok(estimateTokens('a[i]=(b)+1;'.repeat(9)) > prose);
		assert.ok(estimateTokens('日本語の文章です。'.repeat(10)) > 2 * prose);
	});

	it('never falls when a text grows', () => {
		fc.assert(fc.property(fc.string(), fc.string(), (a, b) => assert.ok(estimateTokens(a + b) >= estimateTokens(a))));
	});
});
