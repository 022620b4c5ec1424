/** Order of names in the client's listings: JavaScript's `localeCompare`, not the order of code units. */

const collator = new Intl.Collator('en');

/** @example ['b', 'B-a', 'a_z'].sort(compareNames) // ['a_z', 'b', 'B-a'] */
export const compareNames: (left: string, right: string) => number = collator.compare;
