/** Skills that were found and read, before it is known which one of a name counts. */

import { mapLimited, readsAtOnce } from '../concurrency.js';
import { derived } from '../derived.js';
import type { ContextInputs } from '../inputs.js';
import type { FileSystem } from '../ports.js';
import { readSkillFile, type SkillFile, type UnreadableSkill } from './skillFile.js';
import type { SkillPlace } from './skillPlaces.js';

export interface SkillCandidate {
	readonly place: SkillPlace;
	readonly file: SkillFile | UnreadableSkill;
	/** The name it would be listed by: `my-skill`, `sub:cmd`, `plug:my-skill`. */
	readonly name: string;
}

/** Reads the files of places; places without a file fall away. */
export async function readCandidates(
	fs: FileSystem,
	inputs: ContextInputs,
	places: readonly SkillPlace[],
): Promise<readonly SkillCandidate[]> {
	const candidates = await mapLimited(places, readsAtOnce, async (place) => {
		const placeholder = place.kind === 'skill' ? 'Skill' : 'Custom command';
		const file = await readSkillFile(fs, place.path, inputs.client, placeholder);
		return file && candidateOf(file, [place], () => makeCandidate(place, file));
	});
	return candidates.filter((candidate) => candidate !== undefined);
}

const candidateOf = derived<SkillFile | UnreadableSkill, SkillCandidate>();

const makeCandidate = (place: SkillPlace, file: SkillFile | UnreadableSkill): SkillCandidate => ({
	place,
	file: described(file, place.description),
	name: candidateName(place, file),
});

/** The file with the description that a manifest gives it. */
function described(file: SkillFile | UnreadableSkill, description: string | undefined): SkillFile | UnreadableSkill {
	if (!file.ok || description === undefined) return file;
	const { parts, frontMatter } = file;
	return { ...file, parts: { ...parts, description }, frontMatter: { ...frontMatter, hasDescription: true } };
}

function candidateName(place: SkillPlace, file: SkillFile | UnreadableSkill): string {
	const written = place.prefersWrittenName && file.ok ? file.frontMatter.name : undefined;
	const name = written || place.baseName;
	return place.plugin ? `${place.plugin.name}:${name}` : name;
}
