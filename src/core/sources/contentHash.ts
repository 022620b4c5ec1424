/** The hash of a file's content, reckoned when somebody asks: hashing every file would take a start longer than reading them. */

import type { TextFile } from '../ports.js';

/** What is known of a file, with the hash of its content. */
export function withHash<T extends object>(about: T, file: TextFile): T & { readonly sha256: string } {
	const hash = { get: () => file.sha256, enumerable: true, configurable: true };
	return Object.defineProperty(about, 'sha256', hash) as T & { readonly sha256: string };
}
