/** A lock file held against what the repository imports and links from outside it on this machine. */

import type { ExternalFile } from './externalFiles.js';
import { cleanName, type LockEntry, type LockFile } from './lockFile.js';

export type LockState =
	| 'same'
	| 'drift' // locked with another content
	| 'added' // imported or linked, and nobody has locked it
	| 'removed' // locked, and nothing imports or links it any more
	| 'only here' // imported by a local file, which other machines do not have
	| 'only elsewhere' // locked, and this machine does not have the file
	| 'not approved'; // external imports are not approved here, so it neither loads nor is looked at

/** States that a check reports as problems; the others are for the reader's information. */
export const problemStates: ReadonlySet<LockState> = new Set<LockState>(['drift', 'added', 'removed']);

export interface ComparedLockEntry {
	/** Portable path, see `LockEntry.path`. */
	readonly path: string;
	readonly state: LockState;
	/** One sentence for people. */
	readonly sentence: string;
	readonly entry?: LockEntry;
	readonly file?: ExternalFile;
}

/**
 * Every locked, imported or linked file; in order of the paths. Where not everything that brings files could be followed
 * here (`isWhole` is false), what is locked and not found counts as another machine's, not as gone.
 */
export function compareLock(
	lock: LockFile,
	files: readonly ExternalFile[],
	{ isWhole }: { readonly isWhole: boolean } = { isWhole: true },
): readonly ComparedLockEntry[] {
	const locked = new Map(lock.entries.map((entry) => [entry.path, entry] as const));
	const found = new Map(files.map((file) => [file.portablePath, file] as const));
	return [...new Set([...locked.keys(), ...found.keys()])].sort().map((path) => {
		const entry = locked.get(path);
		const file = found.get(path);
		const { state, sentence } = verdict(entry, file, isWhole);
		return { path, state, sentence, ...(entry ? { entry } : {}), ...(file ? { file } : {}) };
	});
}

type Verdict = Pick<ComparedLockEntry, 'state' | 'sentence'>;

function verdict(entry: LockEntry | undefined, file: ExternalFile | undefined, isWhole: boolean): Verdict {
	if (entry && file) return bothVerdict(entry, file);
	if (entry) return lockedVerdict(entry, isWhole);
	return file ? importedVerdict(file) : { state: 'same', sentence: '' };
}

function bothVerdict(entry: LockEntry, file: ExternalFile): Verdict {
	if (file.reason?.code === 'import-missing') {
		return { state: 'only elsewhere', sentence: `This machine does not have the file; ${who(entry)} has.` };
	}
	if (!file.content) {
		return {
			state: 'not approved',
			sentence: 'External imports are not approved here, so it does not load and is not compared.',
		};
	}
	if (file.content.sha256 === entry.sha256) {
		return { state: 'same', sentence: `As ${who(entry)} locked it on ${dayOf(entry)}.` };
	}
	return {
		state: 'drift',
		sentence: `Its content is not what ${who(entry)} locked on ${dayOf(entry)} (${entry.bytes} bytes then, ${file.content.bytes} now); read it and accept it, or restore it.`,
	};
}

function lockedVerdict(entry: LockEntry, isWhole: boolean): Verdict {
	if (entry.scope === 'local') {
		return { state: 'only elsewhere', sentence: `Only a local file on the machine of ${who(entry)} imports it.` };
	}
	return !isWhole
		? {
				state: 'only elsewhere',
				sentence: 'What may bring it is missing or not approved here, so whether something still does cannot be told.',
			}
		: { state: 'removed', sentence: 'It is locked, but nothing imports or links it any more.' };
}

function importedVerdict(file: ExternalFile): Verdict {
	if (file.scope === 'local') {
		return {
			state: 'only here',
			sentence: `Only this machine has it: ${file.via} is a local file, which is not shared.`,
		};
	}
	if (file.reason?.code === 'import-missing') {
		return {
			state: 'only elsewhere',
			sentence: 'It is imported, but this machine does not have the file, and nobody has locked it.',
		};
	}
	if (!file.content) {
		return {
			state: 'not approved',
			sentence: 'External imports are not approved here, so it does not load and cannot be locked.',
		};
	}
	return {
		state: 'added',
		sentence:
			'It comes from outside the repository and nobody has locked it; other machines may have another content, or none.',
	};
}

const who = (entry: LockEntry): string => entry.lockedBy || 'somebody';
const dayOf = (entry: LockEntry): string => entry.lockedAt.slice(0, 10);

/** Who accepts, and when. */
export interface LockStamp {
	/** ISO 8601. */
	readonly lockedAt: string;
	/** Git's user name, or empty. */
	readonly lockedBy: string;
}

/**
 * The lock after accepting what is here now: all of it, or only the given paths. What is the same keeps its stamp; what
 * only another machine has stays; what only this machine has is not written down for others.
 */
export function acceptLock(
	compared: readonly ComparedLockEntry[],
	stamp: LockStamp,
	paths?: ReadonlySet<string>,
): LockFile {
	const by = { lockedAt: stamp.lockedAt, lockedBy: cleanName(stamp.lockedBy) };
	const entries = compared.flatMap(({ path, state, entry, file }): readonly LockEntry[] => {
		const kept = entry ? [entry] : [];
		if ((paths && !paths.has(path)) || !problemStates.has(state)) return kept;
		if (state === 'removed' || !file?.content) return [];
		const { sha256, bytes } = file.content;
		return [{ path, scope: file.scope, sha256, bytes, ...by }];
	});
	return { entries };
}
