/** Bounded concurrency: many small reads at once, never all of them. */

/**
 * Maps every item, with at most `limit` of the calls under way at a time; results in the order of the items.
 *
 * @example await mapLimited(paths, 16, (path) => fs.stat(path))
 */
export async function mapLimited<T, R>(
	items: readonly T[],
	limit: number,
	fn: (item: T, index: number) => Promise<R>,
): Promise<readonly R[]> {
	const results = new Array<R>(items.length);
	let next = 0;
	const worker = async (): Promise<void> => {
		while (next < items.length) {
			const index = next++;
			results[index] = await fn(items[index] as T, index);
		}
	};
	await Promise.all(Array.from({ length: Math.min(Math.max(1, limit), items.length) }, worker));
	return results;
}

/** Files that one discovery reads at a time. */
export const readsAtOnce = 16;
