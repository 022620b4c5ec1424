/** Finds and reads the import lock of a launch directory. */

import { join } from 'node:path';
import type { FileSystem } from '../ports.js';
import { type LockReading, lockFileLimitBytes, lockFileName, parseLockFile } from './lockFile.js';

/** Path of the lock of a launch directory. */
export const lockPathOf = (launchDirectory: string): string => join(launchDirectory, '.claude', lockFileName);

/** The lock of a launch directory; `undefined` where there is none. */
export async function readLock(fs: FileSystem, launchDirectory: string): Promise<LockReading | undefined> {
	const file = await fs.readText(lockPathOf(launchDirectory), lockFileLimitBytes);
	if (!file) return undefined;
	return file.ok ? parseLockFile(file.text) : { ok: false, fault: `it cannot be read (${file.failure})` };
}
