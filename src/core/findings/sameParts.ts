/** Are two models the same in a part, so that what was found in it still holds? */

/**
 * Compares data by its content. Objects that are the same need no look inside, so comparing two models costs little:
 * unchanged files are the same objects in both.
 *
 * @example isSame({ a: [1] }, { a: [1] }) // true
 */
export function isSame(a: unknown, b: unknown): boolean {
	const pending: [unknown, unknown][] = [[a, b]];
	for (let next = pending.pop(); next; next = pending.pop()) {
		const [left, right] = next;
		if (Object.is(left, right)) continue;
		if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
		if (Object.getPrototypeOf(left) !== Object.getPrototypeOf(right)) return false;
		if (left instanceof Map && right instanceof Map) {
			pending.push([[...left], [...right]]);
			continue;
		}
		if (left instanceof Set && right instanceof Set) {
			pending.push([[...left], [...right]]);
			continue;
		}
		const keys = keysOf(left);
		if (keys.length !== keysOf(right).length) return false;
		for (const key of keys) {
			if (!Object.hasOwn(right, key)) return false;
			pending.push([left[key as never], right[key as never]]);
		}
	}
	return true;
}

/** Keys that say what an object is; a hash would have to be reckoned, and says what the other keys say. */
const keysOf = (value: object): readonly string[] => Object.keys(value).filter((key) => key !== 'sha256');
