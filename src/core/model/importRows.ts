/** Sources of a list as rows: an import below its importer, where that stands there. */

import { dirname } from 'node:path';
import type { Source } from '../source.js';
import { holderOfClaudeDirectory } from '../sources/claudeDirectory.js';

/** A source and its place in the list. */
export interface ImportRow {
	readonly source: Source;
	/** How many importers stand above it, each in the row of its own. */
	readonly depth: number;
	/** Path of the importer where that does not stand above, so that it has to be named. */
	readonly importer?: string;
}

/**
 * Rows for sources that are listed in this order.
 *
 * @example importRows([claude, importOfClaude, importOfRule]).map(({ depth }) => depth) // [0, 1, 0]
 */
export function importRows(sources: readonly Source[]): readonly ImportRow[] {
	const above: string[] = [];
	return sources.map((source) => {
		const { parent, path } = source;
		const at = parent === undefined ? -1 : above.lastIndexOf(parent);
		above.splice(at + 1, above.length, path);
		return { source, depth: at + 1, ...(parent === undefined || at >= 0 ? {} : { importer: parent }) };
	});
}

/**
 * What the row of such an import says, with the importer's name as given; a rule's condition is none of its imports'.
 *
 * @example importerWords('.claude/rules/api.md', true) // 'imported by .claude/rules/api.md; loads without its rule's condition'
 */
export const importerWords = (importer: string, isConditional: boolean): string =>
	`imported by ${importer}${isConditional ? "; loads without its rule's condition" : ''}`;

/**
 * What brings an on-demand source: its patterns, or any file of its directory. Nothing for an import, which comes with
 * its importer. Names and patterns are given by the caller's functions.
 */
export function whenWords({ path, kind, patterns, base }: Source, name: (path: string) => string): string | undefined {
	if (kind === 'import') return undefined;
	if (patterns) {
		const list = patterns.map((pattern) => `"${pattern}"`).join(', ');
		return `when a file matches ${list}${base === undefined ? '' : ` in ${name(base)}`}`;
	}
	return `when a file in ${name(holderOfClaudeDirectory(path) ?? dirname(path))} is read`;
}
