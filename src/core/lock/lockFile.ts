/** The import lock `.claude/context.lock.json`: what a project's imports from outside it held when somebody accepted them. */

import type { Scope } from '../source.js';
import { isRecord, isString, own } from '../values.js';

/** Name of the file below the launch directory. */
export const lockFileName = 'context.lock.json';

/** A larger file is no lock. */
export const lockFileLimitBytes = 1024 * 1024;

/** One import or linked file from outside the repository. */
export interface LockEntry {
	/** As every machine can resolve it: `~/team/rules.md`, `../shared/a.md` (from the root), or an absolute path. */
	readonly path: string;
	readonly scope: Scope;
	/** SHA-256 of the file's bytes, 64 hexadecimal digits. */
	readonly sha256: string;
	/** Size of the file in bytes. */
	readonly bytes: number;
	/** When it was accepted, ISO 8601. */
	readonly lockedAt: string;
	/** Who accepted it: git's user name, or empty. */
	readonly lockedBy: string;
}

/** A sound lock file. */
export interface LockFile {
	/** In order of their paths, each path once. */
	readonly entries: readonly LockEntry[];
}

export type LockReading =
	| { readonly ok: true; readonly lock: LockFile }
	| { readonly ok: false; readonly fault: string };

const formatVersion = 1;
const entryLimit = 2_000;
const keys: ReadonlySet<string> = new Set(['path', 'scope', 'sha256', 'bytes', 'lockedAt', 'lockedBy']);
const scopes: ReadonlySet<string> = new Set(['managed', 'user', 'project', 'local']);

/**
 * Reads the text of a lock file. Anything that is not exactly of its form is a fault of the whole file: a lock that is
 * half understood would vouch for what nobody accepted. Its paths are compared, never opened.
 */
export function parseLockFile(text: string): LockReading {
	let data: unknown;
	try {
		data = JSON.parse(text);
	} catch {
		return { ok: false, fault: 'it is not JSON' };
	}
	if (!isRecord(data)) return { ok: false, fault: 'it holds no JSON object' };
	if (own(data, 'version') !== formatVersion) return { ok: false, fault: `its version is not ${formatVersion}` };
	const list = own(data, 'entries');
	if (!Array.isArray(list)) return { ok: false, fault: 'it has no list "entries"' };
	if (list.length > entryLimit) return { ok: false, fault: `it has more than ${entryLimit} entries` };
	const entries = new Map<string, LockEntry>();
	for (const [index, item] of list.entries()) {
		const entry = readEntry(item);
		if (isString(entry)) return { ok: false, fault: `entry ${index + 1} ${entry}` };
		if (entries.has(entry.path)) return { ok: false, fault: `entry ${index + 1} repeats a path` };
		entries.set(entry.path, entry);
	}
	return { ok: true, lock: { entries: sorted([...entries.values()]) } };
}

/** An entry, or what is wrong with it. */
function readEntry(item: unknown): LockEntry | string {
	if (!isRecord(item)) return 'is no object';
	if (Object.keys(item).some((key) => !keys.has(key))) return 'has a foreign key';
	const path = own(item, 'path');
	const scope = own(item, 'scope');
	const sha256 = own(item, 'sha256');
	const bytes = own(item, 'bytes');
	const lockedAt = own(item, 'lockedAt');
	const lockedBy = own(item, 'lockedBy');
	if (!isString(path) || path === '' || path.length > 4_096 || path.includes('\0')) return 'has no valid "path"';
	if (!isString(scope) || !scopes.has(scope)) return 'has no valid "scope"';
	if (!isString(sha256) || !/^[0-9a-f]{64}$/.test(sha256)) return 'has no valid "sha256"';
	if (!Number.isSafeInteger(bytes) || (bytes as number) < 0) return 'has no valid "bytes"';
	if (!isString(lockedAt) || lockedAt.length > 40 || Number.isNaN(Date.parse(lockedAt)))
		return 'has no valid "lockedAt"';
	if (!isString(lockedBy) || lockedBy !== cleanName(lockedBy)) return 'has no valid "lockedBy"';
	return { path, scope: scope as Scope, sha256, bytes: bytes as number, lockedAt, lockedBy };
}

/** A name as a lock file may hold it: one line of at most 200 units that cannot rewrite what stands beside it. */
export const cleanName = (name: string): string =>
	name
		.replace(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]+/gu, ' ')
		.trim()
		.slice(0, 200)
		.trim();

/** Where a lock file's text names a path: the place of a diagnostic on an entry. Offset and length in UTF-16 units. */
export function entryPlace(
	text: string,
	path: string,
): { readonly offset: number; readonly length: number } | undefined {
	const written = JSON.stringify(path);
	const match = /"path"\s*:\s*/g;
	for (let found = match.exec(text); found; found = match.exec(text)) {
		if (text.startsWith(written, match.lastIndex)) return { offset: match.lastIndex, length: written.length };
	}
	return undefined;
}

/** The text of a lock file: one entry a block, in order of the paths, so that differences stay small. */
export function lockFileText({ entries }: LockFile): string {
	return `${JSON.stringify({ version: formatVersion, entries: sorted(entries) }, null, '\t')}\n`;
}

const sorted = (entries: readonly LockEntry[]): readonly LockEntry[] =>
	[...entries].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
