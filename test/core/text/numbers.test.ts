import assert from 'node:assert/strict';
import fc from 'fast-check';
import { grouped } from '../../../src/core/text/numbers.js';

describe('A number for people', () => {
	it('has its thousands apart, as toLocaleString writes it', () => {
		fc.assert(
			fc.property(fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.double()), (value) => {
				// A zero below zero is nothing that is counted.
				if (!Object.is(value, -0)) assert.equal(grouped(value), value.toLocaleString('en-US'));
			}),
		);
	});
});
