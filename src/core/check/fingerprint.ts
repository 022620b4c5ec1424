/** What a finding is recognised by between two runs. Not a cryptographic hash: nothing secret goes into it. */

/**
 * Sixteen hexadecimal digits for a code, a file's name and the text at fault.
 *
 * @example fingerprintOf('import.missing', 'CLAUDE.md', 'docs/b.md') // 'c3…'
 */
export function fingerprintOf(code: string, name: string, anchor: string): string {
	const text = `${code}\n${name}\n${anchor}`;
	return hex(mixed(text, 0x811c9dc5)) + hex(mixed(text, 0x9e3779b1));
}

/** Multiplies each unit in (FNV-1a over 16-bit units) and spreads the bits of the sum. */
function mixed(text: string, seed: number): number {
	let hash = seed;
	for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
	hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
	return (hash ^ (hash >>> 16)) >>> 0;
}

const hex = (value: number): string => value.toString(16).padStart(8, '0');
