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

	it('counts a unit of a wide script as a token, half an emoji as three quarters of one', () => {
		assert.equal(estimateTokens('日本 ab12😀'), Math.ceil(2 + 3 / 4 + 2 / 2.5 + 1.5));
		fc.assert(
			fc.property(
				fc.string({ unit: fc.constantFrom('a', ' ', '\n', 'é', '1', '-', '~', '日', '\uD83D', '\uDE00') }),
				(text) => {
					let [letters, symbols, wide] = [0, 0, 0];
					for (const unit of text.split('')) {
						if (/[1~-]/.test(unit)) symbols++;
						else if (unit === '日') wide++;
						else if (/[\uD800-\uDFFF]/.test(unit)) wide += 0.75;
						else letters++;
					}
					assert.equal(estimateTokens(text), Math.ceil(letters / 4 + symbols / 2.5 + wide));
				},
			),
		);
	});
});
