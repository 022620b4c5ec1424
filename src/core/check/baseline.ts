/** The baseline: findings that were there when a team began to check; they are shown and do not fail. */

import { isNumber, isRecord, isString, own } from '../values.js';
import type { CheckFinding } from './checkFinding.js';

export interface BaselineEntry {
	readonly code: string;
	/** File as the check names it, e.g. `docs/CLAUDE.md`. */
	readonly file: string;
	readonly fingerprint: string;
	/** How often the same fault stands in the file. */
	readonly count: number;
}

export interface Baseline {
	readonly entries: readonly BaselineEntry[];
}

const formatVersion = 1;

/** Reads a baseline's text; a sentence says what is wrong with one that is none. */
export function parseBaseline(text: string): Baseline | { readonly fault: string } {
	let data: unknown;
	try {
		data = JSON.parse(text);
	} catch {
		return { fault: 'is not JSON' };
	}
	if (!isRecord(data)) return { fault: 'holds no JSON object' };
	if (own(data, 'version') !== formatVersion) return { fault: `has no "version": ${formatVersion}` };
	const list = own(data, 'findings');
	if (!Array.isArray(list)) return { fault: 'has no list "findings"' };
	const entries: BaselineEntry[] = [];
	for (const [index, item] of list.entries()) {
		const entry = isRecord(item) ? entryOf(item) : undefined;
		if (!entry) return { fault: `has something else than a finding at "findings" ${index}` };
		entries.push(entry);
	}
	return { entries };
}

function entryOf(item: Readonly<Record<string, unknown>>): BaselineEntry | undefined {
	const [code, file, fingerprint] = [own(item, 'code'), own(item, 'file'), own(item, 'fingerprint')];
	const count = own(item, 'count') ?? 1;
	if (!isString(code) || !isString(file) || !isString(fingerprint) || !isNumber(count)) return undefined;
	return { code, file, fingerprint, count };
}

/** The baseline that knows exactly these findings, as text: one line a finding, in an order that makes small differences. */
export function writeBaseline(findings: readonly CheckFinding[]): string {
	const entries = new Map<string, BaselineEntry>();
	for (const { code, file, fingerprint } of findings) {
		const known = entries.get(fingerprint);
		entries.set(fingerprint, { code, file: file.name, fingerprint, count: (known?.count ?? 0) + 1 });
	}
	const lines = [...entries.values()]
		.map(({ count, ...entry }) => `\t\t${JSON.stringify(count === 1 ? entry : { ...entry, count })}`)
		.sort((a, b) => (a < b ? -1 : 1));
	const list = lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n\t]`;
	return `{\n\t"version": ${formatVersion},\n\t"findings": ${list}\n}\n`;
}

export interface BaselineComparison {
	/** All findings; those of the baseline with `isKnown`. */
	readonly findings: readonly CheckFinding[];
	/** Entries of the baseline whose fault is gone, or stands fewer times in its file. */
	readonly gone: readonly BaselineEntry[];
}

/** Marks what the baseline knows: an entry that counts two excuses two. */
export function compareWithBaseline(findings: readonly CheckFinding[], baseline: Baseline): BaselineComparison {
	const left = new Map<string, number>();
	for (const { fingerprint, count } of baseline.entries) left.set(fingerprint, (left.get(fingerprint) ?? 0) + count);
	const marked = findings.map((found) => {
		const count = left.get(found.fingerprint) ?? 0;
		left.set(found.fingerprint, count - 1);
		return count > 0 ? { ...found, isKnown: true } : found;
	});
	return { findings: marked, gone: baseline.entries.filter(({ fingerprint }) => (left.get(fingerprint) ?? 0) > 0) };
}
