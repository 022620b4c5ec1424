/** Where a file of a `.claude` directory belongs. */

import { sep } from 'node:path';

/**
 * The directory whose `.claude` a path lies in, of several the innermost; `undefined` for a path that lies in none.
 *
 * @example holderOfClaudeDirectory('/repo/api/.claude/rules/db/a.md') // '/repo/api'
 */
export function holderOfClaudeDirectory(path: string): string | undefined {
	const index = path.lastIndexOf(`${sep}.claude${sep}`);
	return index < 0 ? undefined : path.slice(0, index) || sep;
}
