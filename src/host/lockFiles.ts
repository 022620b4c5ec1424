/** Writes the import lock of a launch directory. */

import { randomBytes } from 'node:crypto';
import { lstat, mkdir, open, realpath, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type LockFile, lockFileName, lockFileText } from '../core/lock/lockFile.js';
import { lockPathOf } from '../core/lock/readLock.js';
import { isInside } from '../core/sources/launchPlace.js';
import { isAbsence, isSystemError } from './fileFacts.js';

export type LockWriting = { readonly ok: true; readonly path: string } | { readonly ok: false; readonly fault: string };

/**
 * Writes the lock in one step: another file takes its place when it is whole. Refuses where `.claude` leads out of the
 * launch directory or the lock itself is a link: a repository must not choose what is overwritten.
 */
export async function writeLock(launchDirectory: string, lock: LockFile): Promise<LockWriting> {
	const path = lockPathOf(launchDirectory);
	try {
		const directory = join(launchDirectory, '.claude');
		await mkdir(directory, { recursive: true });
		const [root, real] = await Promise.all([realpath(launchDirectory), realpath(directory)]);
		if (!isInside(root, real)) return { ok: false, fault: `${directory} leads out of ${launchDirectory}` };
		const kind = await kindAt(path);
		if (kind === 'link') return { ok: false, fault: `${path} is a symbolic link` };
		if (kind === 'other') return { ok: false, fault: `${path} is not a regular file` };
		await replaceFile(real, lockFileText(lock));
		return { ok: true, path };
	} catch (error) {
		if (!isSystemError(error)) throw error;
		return { ok: false, fault: `${path} cannot be written (${error.code})` };
	}
}

async function kindAt(path: string): Promise<'none' | 'file' | 'link' | 'other'> {
	try {
		const stats = await lstat(path);
		return stats.isSymbolicLink() ? 'link' : stats.isFile() ? 'file' : 'other';
	} catch (error) {
		if (isAbsence(error)) return 'none';
		throw error;
	}
}

async function replaceFile(directory: string, text: string): Promise<void> {
	const temporary = join(directory, `.${lockFileName}.${randomBytes(6).toString('hex')}`);
	try {
		// `wx`: nothing that stands there already is opened.
		const handle = await open(temporary, 'wx', 0o644);
		try {
			await handle.writeFile(text);
			await handle.sync();
		} finally {
			await handle.close();
		}
		await rename(temporary, join(directory, lockFileName));
	} catch (error) {
		await rm(temporary, { force: true });
		throw error;
	}
}
