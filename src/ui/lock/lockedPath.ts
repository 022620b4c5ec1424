/** A locked path, as the quick fixes name it. */
export interface LockedPath {
	readonly launchDirectory: string;
	/** Portable path, see `LockEntry.path`. */
	readonly path: string;
}
