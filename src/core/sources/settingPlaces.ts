/** Where a setting stands in its file. */

import type { Place } from '../source.js';
import type { SettingsFile } from './settings.js';

/**
 * The place of a key, or of the last of several nested keys; the file alone where they are not written literally.
 *
 * @example settingPlace(file, 'skillOverrides', 'my-skill')
 */
export function settingPlace(file: SettingsFile, ...keys: readonly string[]): Place {
	const text = file.text ?? '';
	let offset = 0;
	let length = 0;
	for (const key of keys) {
		const written = JSON.stringify(key);
		offset = text.indexOf(written, offset + length);
		if (offset < 0) return { path: file.path };
		length = written.length;
	}
	return keys.length === 0 ? { path: file.path } : { path: file.path, offset, length };
}
