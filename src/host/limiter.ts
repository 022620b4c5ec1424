/** Bounded concurrency: so many tasks run at once, the others wait in the order they came. */
export class Limiter {
	readonly #limit: number;
	readonly #waiting: (() => void)[] = [];
	#running = 0;

	constructor(limit: number) {
		this.#limit = limit;
	}

	/** Runs the task when there is room. A task must not wait for another task of the same limiter. */
	async run<T>(task: () => Promise<T>): Promise<T> {
		if (this.#running >= this.#limit) await new Promise<void>((resolve) => this.#waiting.push(resolve));
		else this.#running++;
		try {
			return await task();
		} finally {
			const next = this.#waiting.shift();
			// A waiting task takes over the place of the one that ends.
			if (next) next();
			else this.#running--;
		}
	}
}
