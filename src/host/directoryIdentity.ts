/** Which directory a path leads to, so that one that took another's place is told from it. */

import { realpath, stat } from 'node:fs/promises';

export interface DirectoryIdentity {
	/** The path without links. */
	readonly realPath: string;
	/** Equal for the same directory at the same place only. */
	readonly key: string;
}

/** `undefined` where there is no directory. Numbers of inodes are used again at once, so that the time of birth counts too. */
export async function directoryIdentity(directory: string): Promise<DirectoryIdentity | undefined> {
	try {
		const realPath = await realpath(directory);
		const facts = await stat(realPath, { bigint: true });
		if (!facts.isDirectory()) return undefined;
		return { realPath, key: `${facts.dev}:${facts.ino}:${facts.birthtimeNs}:${realPath}` };
	} catch {
		return undefined;
	}
}
