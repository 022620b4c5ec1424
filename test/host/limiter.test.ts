import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { Limiter } from '../../src/host/limiter.js';

describe('Limiter', () => {
	it('runs no more tasks at once than it may, and all of them in order', async () => {
		const limiter = new Limiter(3);
		let running = 0;
		let most = 0;
		const started: number[] = [];
		const numbers = Array.from({ length: 20 }, (_, i) => i);
		const task = async (i: number): Promise<number> => {
			started.push(i);
			most = Math.max(most, ++running);
			await setImmediate();
			running--;
			return i;
		};
		assert.deepEqual(await Promise.all(numbers.map((i) => limiter.run(() => task(i)))), numbers);
		assert.deepEqual(started, numbers);
		assert.equal(most, 3);
	});

	it('goes on after a task that failed', async () => {
		const limiter = new Limiter(1);
		const failing = limiter.run(() => Promise.reject(new Error('no')));
		const next = limiter.run(async () => 'yes');
		await assert.rejects(failing, /no/);
		assert.equal(await next, 'yes');
		assert.equal(await limiter.run(async () => 'again'), 'again');
	});
});
