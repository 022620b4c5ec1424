/** Client versions, e.g. `2.1.332`. */

/** The numbers of `2.1.332`, or `undefined` where the text is no version; a suffix as in `2.1.332-beta` is ignored. */
export function parseVersion(text: string): readonly [number, number, number] | undefined {
	const match = /^v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})(?:[-+].*)?$/.exec(text.trim());
	return match ? [Number(match[1]), Number(match[2]), Number(match[3])] : undefined;
}

/** Negative, zero or positive as `a` is older than, equal to or newer than `b`; both must be versions. */
export function compareVersions(a: string, b: string): number {
	const left = parseVersion(a);
	const right = parseVersion(b);
	if (!left || !right) throw new Error(`not a version: ${left ? b : a}`);
	return left[0] - right[0] || left[1] - right[1] || left[2] - right[2];
}
