/** What patterns and paths are made of in property tests: everything that means something to one of them. */

import fc from 'fast-check';

export const patternUnit = fc.constantFrom(
	...['a', 'ts', '/', '.', ' ', '\n', '*', '**', '!', '#', '~', '+', '(', '{', '}', ',', '[', ']', '\\'],
);
