/** All safe fixes of a file at once, so that they do not get in each other's way. */

import type { Finding } from '../findings/finding.js';
import { type Fix, type FixContext, type FixEdit, fixesFor } from '../findings/fixes.js';

/** The best safe fix of each finding; a fix that touches what an earlier one rewrites is left for the next time. */
export function safeFixes(findings: readonly Finding[], context: FixContext): readonly Fix[] {
	const taken: FixEdit[] = [];
	const chosen: Fix[] = [];
	for (const finding of findings) {
		const fix = fixesFor(finding, context).find(({ isSafe }) => isSafe);
		if (!fix || fix.edits.some((edit) => taken.some((other) => meet(edit, other)))) continue;
		taken.push(...fix.edits);
		chosen.push(fix);
	}
	return chosen;
}

/** True where the order of two edits would matter; insertions at one place are made in order. */
function meet(a: FixEdit, b: FixEdit): boolean {
	if (a.path !== b.path) return false;
	if (a.kind !== 'replace' || b.kind !== 'replace') return true;
	if (a.range.length === 0 && b.range.length === 0) return false;
	return a.range.offset < b.range.offset + b.range.length && b.range.offset < a.range.offset + a.range.length;
}
