/** Has the disk moved on from what a cache remembers? Asked once when a watcher starts, for what it cannot have seen. */

import type { FileSystem } from '../core/ports.js';

/** True where the path is there now and was not, or the other way round, or has another kind or another content. */
export async function isStale(cache: FileSystem, disk: FileSystem, path: string, readsText: boolean): Promise<boolean> {
	const [then, now] = await Promise.all([cache.stat(path), disk.stat(path)]);
	if (then?.kind !== now?.kind) return true;
	if (!readsText || now?.kind !== 'file') return false;
	const text = await cache.readText(path);
	return text?.ok === true && !text.unsaved && (text.modified !== now.modified || text.bytes !== now.size);
}

/** True where a directory has other entries than the cache remembers. */
export async function isListStale(cache: FileSystem, disk: FileSystem, directory: string): Promise<boolean> {
	const [then, now] = await Promise.all([cache.list(directory), disk.list(directory)]);
	const names = (entries: typeof now): string => JSON.stringify((entries ?? []).map((entry) => entry.name).sort());
	return names(then) !== names(now);
}
