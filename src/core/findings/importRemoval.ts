/** Taking an import out of its file, without leaving an empty line or a stump of a list behind. */

import type { Place } from '../source.js';
import type { LoadedFile } from '../sources/loadPass.js';
import type { FixData } from './fixData.js';
import { Lines } from './textPlaces.js';

/**
 * What removes a mention: its whole line where nothing else stands on it (`- @a.md`), else the `@` only, so that the
 * sentence around it still reads.
 */
export function importRemoval(importer: LoadedFile, mention: Place): FixData | undefined {
	const { offset, length } = mention;
	if (offset === undefined || length === undefined) return undefined;
	const lines = new Lines(importer.file.text);
	const line = lines.at(offset);
	const before = lines.text.slice(line.offset, offset);
	const after = lines.text.slice(offset + length, line.offset + line.length);
	const isAlone =
		before.length < 200 &&
		after.length < 200 &&
		/^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)?$/.test(before) &&
		after.trim() === '';
	const replacement = isAlone
		? { range: lines.wholeAt(offset), newText: '' }
		: { range: { offset, length: 1 }, newText: '' };
	const title = isAlone ? 'Remove the import' : 'Write the path without "@"';
	return { kind: 'replace', title, replacements: [replacement], isSafe: isAlone };
}
