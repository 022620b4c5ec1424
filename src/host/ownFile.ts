/** Writes a file that a person named, and no other: a link that a repository put there is not followed. */

import { closeSync, constants, lstatSync, openSync, readlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isAbsence, isSystemError, isSystemPath } from './fileFacts.js';

/** `undefined` where it was written, else why not, as the end of a sentence that begins with the path. */
export function writeOwnFile(path: string, text: string): string | undefined {
	try {
		// `/dev/stdout` and the like are links, and not the repository's.
		const follows = isSystemPath(path);
		const stats = follows ? undefined : lstatSync(path, { throwIfNoEntry: false });
		if (stats?.isSymbolicLink()) return `is a link to ${readlinkSync(path)}, so it is no regular file`;
		if (stats?.isDirectory()) return 'is a directory; name a file in it';
		if (stats && !stats.isFile()) return 'is no regular file';
		write(path, text, follows ? 0 : (constants.O_NOFOLLOW ?? 0));
		return undefined;
	} catch (error) {
		if (!isSystemError(error)) throw error;
		if (isAbsence(error)) return `cannot be written: there is no directory ${dirname(path)}`;
		return `cannot be written (${error.code})`;
	}
}

function write(path: string, text: string, flags: number): void {
	const descriptor = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | flags, 0o666);
	try {
		writeFileSync(descriptor, text);
	} finally {
		closeSync(descriptor);
	}
}
