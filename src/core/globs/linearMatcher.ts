/**
 * Gitignore matching without regular expressions, for patterns whose many wildcards would make one take forever
 * (`*a*a*a*a*a*b` against a long name). A property test holds that it agrees with `ignore` on ordinary patterns.
 */

/** Matches one unit of a name, or `star` for any number of them. */
type Piece = ((unit: string) => boolean) | 'star';

/**
 * True where a pattern (without `!`) matches one path itself, not by its parents. A path that ends in `/` is a
 * directory. Case does not count.
 */
export function matchLinearly(written: string, path: string): boolean {
	if (written.startsWith('#') || /(?:^|[^\\])\\$/.test(written)) return false;
	const pattern = asRead(written);
	const isDirectory = path.endsWith('/');
	const directoryOnly = pattern.endsWith('/');
	if (directoryOnly && !isDirectory) return false;
	const body = directoryOnly ? pattern.slice(0, -1) : pattern;
	if (body === '') return false;
	const names = (isDirectory ? path.slice(0, -1) : path).toLowerCase().split('/');
	if (!body.includes('/')) return matchName(piecesOf(body), names.at(-1) as string);
	const parts = (body.startsWith('/') ? body.slice(1) : body).split('/');
	return matchParts(parts, names, directoryOnly);
}

/** Blanks at the end are dropped but for one that is escaped, and a star at the end is one even where it is escaped. */
function asRead(written: string): string {
	const pattern = written.trimEnd();
	const backslashes = pattern.length - pattern.replace(/(?<!\\)\\+$/, '').length;
	if (pattern !== written && backslashes % 2 === 1) return `${pattern.slice(0, -1)} `;
	return pattern.endsWith('\\*') ? `${pattern.slice(0, -2)}*` : pattern;
}

/**
 * `**` stands for any number of directories; at the very end for at least one thing below. One that follows a leading
 * `**` directly is one name, as `*` is (`ignore` 7.0.5).
 */
function matchParts(parts: readonly string[], names: readonly string[], directoryOnly: boolean): boolean {
	// reached[n]: the parts so far can match the first n names.
	let reached = names.map((_, index) => index === 0);
	reached.push(names.length === 0);
	parts.forEach((part, partIndex) => {
		const next = new Array<boolean>(names.length + 1).fill(false);
		const last = partIndex === parts.length - 1;
		const followsLeading = partIndex === 1 && parts[0] === '**';
		if (part === '**' && !followsLeading && (parts.length > 1 || directoryOnly)) {
			const least = last && !directoryOnly ? 1 : 0;
			let first = reached.indexOf(true);
			if (first >= 0) for (first += least; first <= names.length; first++) next[first] = true;
		} else {
			const pieces = piecesOf(part);
			names.forEach((name, index) => {
				if (reached[index] && matchName(pieces, name)) next[index + 1] = true;
			});
		}
		reached = next;
	});
	return reached[names.length] as boolean;
}

/** Greedy matching with one point to come back to: the last star. */
function matchName(pieces: readonly Piece[], name: string): boolean {
	let piece = 0;
	let unit = 0;
	let starPiece = -1;
	let starUnit = 0;
	while (unit < name.length) {
		const current = pieces[piece];
		if (current === 'star') {
			starPiece = piece++;
			starUnit = unit;
		} else if (current?.(name[unit] as string)) {
			piece++;
			unit++;
		} else if (starPiece >= 0) {
			piece = starPiece + 1;
			unit = ++starUnit;
		} else {
			return false;
		}
	}
	while (pieces[piece] === 'star') piece++;
	return piece === pieces.length;
}

function piecesOf(part: string): readonly Piece[] {
	const pieces: Piece[] = [];
	const lower = part.toLowerCase();
	for (let index = 0; index < lower.length; index++) {
		const unit = lower[index] as string;
		const close = unit === '[' ? lower.indexOf(']', index + 1) : -1;
		if (unit === '*') {
			if (pieces.at(-1) !== 'star') pieces.push('star');
		} else if (unit === '?') {
			pieces.push(() => true);
		} else if (unit === '[') {
			pieces.push(close < 0 ? () => false : characterClass(lower.slice(index + 1, close)));
			index = close < 0 ? lower.length : close;
		} else {
			const literal = unit === '\\' && index + 1 < lower.length ? (lower[++index] as string) : unit;
			pieces.push((other) => other === literal);
		}
	}
	return pieces;
}

/** `a-z` and single units. Nothing negates: the client's matcher takes `!` and `^` for members (recorded). */
function characterClass(members: string): Piece {
	const ranges: (readonly [string, string])[] = [];
	for (let index = 0; index < members.length; index++) {
		const from = members[index] as string;
		const to = members[index + 1] === '-' ? members[index + 2] : undefined;
		if (to !== undefined) index += 2;
		ranges.push([from, to ?? from]);
	}
	return (unit) => ranges.some(([from, to]) => from <= unit && unit <= to);
}
