/** Order of names in the client's listings: JavaScript's `localeCompare`, not the order of code units. */

import { lazy } from '../lazy.js';

/**
 * Compares names.
 *
 * @example ['b', 'B-a', 'a_z'].sort(compareNames) // ['a_z', 'b', 'B-a']
 */
export function compareNames(left: string, right: string): number {
	return isPlain(left) && isPlain(right) ? comparePlain(left, right) : collator().compare(left, right);
}

/** Loading the engine's language data takes as long as reading fifty skills, and nearly all names are ASCII. */
const collator = lazy(() => new Intl.Collator('en'));

/** Printable ASCII in the order of the Unicode collation algorithm; a small letter and its capital weigh the same. */
const order = ' _-,;:!?.\'"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz';
const isPlain = (name: string): boolean => /^[ -~]*$/.test(name);

/** By the weight of each character; names that differ in case only by the first such letter, the small one before. */
function comparePlain(left: string, right: string): number {
	const [small, other] = [left.toLowerCase(), right.toLowerCase()];
	const length = Math.min(small.length, other.length);
	for (let index = 0; index < length; index++) {
		const difference = order.indexOf(small[index] as string) - order.indexOf(other[index] as string);
		if (difference !== 0) return difference;
	}
	if (small.length !== other.length) return small.length - other.length;
	for (let index = 0; index < length; index++) {
		if (left[index] !== right[index]) return left[index] === small[index] ? -1 : 1;
	}
	return 0;
}
