/** Names of skills beyond the plain one: in brackets, and with a directory before them. */

import { basename } from 'node:path';
import type { ClientProfile } from '../client/profile.js';
import { lazyPattern } from '../lazy.js';
import type { SkillCandidate } from './skillCandidates.js';

/** The name of an added directory's skill whose own name is taken: `lib:my-skill`. */
export const addedName = (directory: string, name: string): string => `${basename(directory)}:${name}`;

/**
 * The names in brackets, in the order of the candidates: a skill's front-matter `name`, where it differs from the
 * directory's, looks like a name and is nobody else's, listed or not. Of several skills the first one has it; project
 * commands never do (corpus `skill/dup`, `pain/docs-debug-name-key`, `pain/cc-54996-plugin-installed`; recorded).
 */
export function otherNames(
	candidates: readonly SkillCandidate[],
	client: ClientProfile,
	reserved: ReadonlySet<string>,
): readonly (string | undefined)[] {
	if (!client.behaviours.showsSkillFrontMatterName) return [];
	const taken = new Set([...reserved, ...candidates.map(({ name }) => name)]);
	return candidates.map(({ place, file, name }) => {
		const written = file.ok ? file.frontMatter.name : undefined;
		if (written === undefined || (place.kind === 'command' && !place.plugin) || !isNameLike(written)) return undefined;
		const other = place.plugin ? `${place.plugin.name}:${written}` : written;
		if (other === name || written === place.baseName || taken.has(other)) return undefined;
		taken.add(other);
		// Under a name with a directory the brackets fall away (recorded).
		return name === place.baseName || place.plugin ? other : undefined;
	});
}

/** Letters of any script, digits, `_`, `-`, `.` and `:`; no blank, no `/`, no `@` (recorded). */
const isNameLike = (name: string): boolean => plainName.test(name) || anyName().test(name);
const plainName = /^[\w.:-]+$/;
const anyName = lazyPattern(String.raw`^[\p{L}\p{M}\p{N}_.:-]+$`, 'u');
