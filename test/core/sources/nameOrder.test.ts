import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compareNames } from '../../../src/core/sources/nameOrder.js';

describe('The order of names', () => {
	it('is that of localeCompare for any two names', () => {
		const { compare } = new Intl.Collator('en');
		const ascii = fc.string({ unit: 'binary-ascii', maxLength: 6 });
		const alike = fc.string({ unit: fc.constantFrom('a', 'A', 'b', 'B', '-', '_', '.', '1', ' '), maxLength: 5 });
		const any = fc.string({ unit: 'grapheme', maxLength: 4 });
		for (const name of [ascii, alike, any]) {
			fc.assert(
				fc.property(name, name, (left, right) => {
					assert.equal(Math.sign(compareNames(left, right)), Math.sign(compare(left, right)));
				}),
				{ numRuns: 3_000 },
			);
		}
	});
});
