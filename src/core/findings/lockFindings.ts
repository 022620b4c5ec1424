/** What the repository brings from outside it, held against its import lock. Without a lock there is nothing to hold to. */

import { type ComparedLockEntry, type LockState, problemStates } from '../lock/lockComparison.js';
import { entryPlace, lockFileLimitBytes } from '../lock/lockFile.js';
import { compareModelLock } from '../lock/modelLock.js';
import { lockPathOf, readLock } from '../lock/readLock.js';
import type { Place } from '../source.js';
import type { FindingCode } from './catalog.js';
import type { FamilyFinder, FinderInput } from './finderInput.js';
import { type FileRange, type Finding, fileStart, finding, quoted, type RelatedPlace } from './finding.js';

export const lockFinder: FamilyFinder = { family: 'lock', find };

/** Codes of the states that are reported; the others are as they should be, or no affair of the lock. */
const codes: Readonly<Partial<Record<LockState, FindingCode>>> = {
	drift: 'lock.drift',
	added: 'lock.added',
	removed: 'lock.removed',
	'only here': 'lock.only-here',
};

async function find({ model }: FinderInput): Promise<readonly Finding[]> {
	const { fs } = model.loadContext;
	const { directory } = model.place;
	const path = lockPathOf(directory);
	const reading = await readLock(fs, directory);
	if (!reading) return [];
	if (!reading.ok) {
		const message = `The import lock is void: ${reading.fault}. Nothing is compared with it; remove it and lock anew.`;
		return [finding('lock.void', path, fileStart, message)];
	}
	const file = await fs.readText(path, lockFileLimitBytes);
	const text = file?.ok ? file.text : '';
	return (await compareModelLock(model, reading.lock)).flatMap((compared) => {
		const code = codes[compared.state];
		return code === undefined ? [] : [lockFinding(code, compared, { directory, path, text })];
	});
}

interface ReadLock {
	/** The launch directory. */
	readonly directory: string;
	readonly path: string;
	readonly text: string;
}

/** A finding where the file is mentioned, else at the link that brings it, else at the lock's own entry. */
function lockFinding(code: FindingCode, compared: ComparedLockEntry, { directory, path, text }: ReadLock): Finding {
	const { file, entry, state } = compared;
	const locked = entry ? entryRange(path, text, entry.path) : undefined;
	const at = file ? (mentioned(file.mention) ?? { path: file.via, range: fileStart }) : locked;
	const related: RelatedPlace[] = [];
	if (file && locked) related.push({ ...locked, message: 'The lock has it here.' });
	return finding(code, at?.path ?? path, at?.range ?? fileStart, `${quoted(compared.path)}: ${compared.sentence}`, {
		related,
		...(problemStates.has(state)
			? { data: { kind: 'accept-import', launchDirectory: directory, path: compared.path } }
			: {}),
	});
}

function entryRange(path: string, text: string, written: string): FileRange {
	return { path, range: entryPlace(text, written) ?? fileStart };
}

const mentioned = (place: Place | undefined): FileRange | undefined =>
	place?.offset === undefined
		? undefined
		: { path: place.path, range: { offset: place.offset, length: place.length ?? 0 } };
