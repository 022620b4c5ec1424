import assert from 'node:assert/strict';
import { derived } from '../../src/core/derived.js';

describe('what is derived from an object', () => {
	it('is made again only where something that it was made with has changed', () => {
		const lengthOf = derived<{ readonly text: string }, string>();
		const file = { text: 'abc' };
		let made = 0;
		const ask = (of: { readonly text: string }, ...inputs: readonly unknown[]): string =>
			lengthOf(of, inputs, () => `${of.text} ${inputs.join()} ${++made}`);
		assert.equal(ask(file, 1, undefined), 'abc 1, 1');
		assert.equal(ask(file, 1, undefined), 'abc 1, 1');
		assert.equal(ask(file, 1), 'abc 1 2');
		assert.equal(ask(file, 1, 'x'), 'abc 1,x 3');
		assert.equal(ask({ text: 'abc' }, 1, 'x'), 'abc 1,x 4');
		assert.equal(ask(file, 1, 'x'), 'abc 1,x 3');
		assert.equal(ask(file, 1, undefined), 'abc 1, 5');
	});
});
