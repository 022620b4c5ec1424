/**
 * Skills and commands: what the client lists at its start, what it does not list, and why (loader.md 8).
 *
 * Of one name the first skill that can be listed counts; of links to one file the first (corpus `skill/dup`,
 * `skill/symlink`, `random/11`).
 */

import type { Behaviours } from '../client/behaviours.js';
import { builtInCommandNames, bundledSkillsOf } from '../client/bundled.js';
import { derived } from '../derived.js';
import type { ContextInputs } from '../inputs.js';
import type { FileSystem } from '../ports.js';
import type { Reason } from '../source.js';
import { withHash } from './contentHash.js';
import { skillsDenied } from './customization.js';
import type { LaunchPlace } from './launchPlace.js';
import { duplicateOf, readFailed } from './reasons.js';
import type { Settings } from './settings.js';
import { readCandidates, type SkillCandidate } from './skillCandidates.js';
import { type DescriptionOrigin, describeSkill, nestedSuffix } from './skillDescription.js';
import type { SkillFrontMatter } from './skillFile.js';
import { addedName, otherNames } from './skillNames.js';
import { overrideOf, type SkillOverride } from './skillOverrides.js';
import { findSkillPlaces, type SkillKind, type SkillScope } from './skillPlaces.js';
import { superseded, undescribed, uninvocable } from './skillReasons.js';
import { attachmentsOff, everythingOff } from './switches.js';

/** `on demand`: its `paths` wait for a matching file, or its directory for a touched one. */
export type SkillState = 'listed' | 'name only' | 'on demand' | 'not loaded';

export interface Skill {
	/** Name in the listing and behind `/`: `my-skill`, `sub:cmd`, `plug:my-skill`, `a/b:my-skill`. */
	readonly name: string;
	/** The front matter's differing name, which the listing shows in brackets: `plug:other` (2.1.290 and later). */
	readonly otherName?: string;
	/** Name of the skill's directory, or the command's name without a prefix. */
	readonly baseName: string;
	/** Path of the SKILL.md or command file, as found. */
	readonly path: string;
	/** The file's real path. */
	readonly realPath: string;
	readonly kind: SkillKind;
	readonly scope: SkillScope;
	/** Directory that holds the `.claude` directory or stands in its place. */
	readonly holder: string;
	/** Name of the plugin it comes from. */
	readonly plugin?: string;
	/** For a skill below the launch directory: its directory relative to that, `a/b`. */
	readonly nestedIn?: string;
	/** The description as the client makes it, before the listing's cap. */
	readonly description: string;
	readonly describedBy: DescriptionOrigin;
	/** Absent where the file could not be read. */
	readonly frontMatter?: SkillFrontMatter;
	/** Offset of the body in the file's text. */
	readonly bodyOffset: number;
	/** Units of the body: what an invocation adds to the context. */
	readonly bodyCharacters: number;
	readonly sha256?: string;
	readonly bytes?: number;
	readonly modified?: number;
	readonly unsaved?: boolean;
	/** True where a policy or `--setting-sources` takes its whole source away. */
	readonly sourceIsOff?: boolean;
	readonly state: SkillState;
	readonly reason?: Reason;
}

/**
 * All skills and commands of a launch directory in listing order, also those that are not listed; without the ones below
 * the launch directory, which only a touched file brings (`SkillSession`).
 */
export async function discoverSkills(
	fs: FileSystem,
	inputs: ContextInputs,
	place: LaunchPlace,
	settings: Settings,
): Promise<readonly Skill[]> {
	const candidates = await readCandidates(fs, inputs, await findSkillPlaces(fs, inputs, place, settings));
	const allOff = everythingOff(inputs) ?? attachmentsOff(inputs) ?? skillsDenied(settings);
	if (allOff) return candidates.map((candidate) => notListed(candidate, inputs, allOff));
	return resolveSkills(candidates, inputs, settings);
}

function resolveSkills(
	candidates: readonly SkillCandidate[],
	inputs: ContextInputs,
	settings: Settings,
): readonly Skill[] {
	const named = scopeAddedSkills(candidates, inputs);
	const others = otherNames(named, inputs.client, reservedNames(inputs));
	const firstByTarget = new Map<string, SkillCandidate>();
	const states = named.map((candidate): OwnState => {
		if (candidate.place.sourceOff) return { state: 'not loaded', reason: candidate.place.sourceOff };
		const first = firstByTarget.get(candidate.file.realPath);
		if (first) return { state: 'not loaded', reason: duplicateOf(first.place.path) };
		firstByTarget.set(candidate.file.realPath, candidate);
		return ownState(candidate, overrideOf(settings, candidate));
	});
	const holders = new Map<string, SkillCandidate>();
	for (const [index, candidate] of named.entries()) {
		if (isListed(states[index]) && !holders.has(candidate.name)) holders.set(candidate.name, candidate);
	}
	const conditionHolders = holdersOfConditionals(
		named.filter((candidate) => candidate.file.ok && firstByTarget.get(candidate.file.realPath) === candidate),
	);
	return named.map((candidate, index) => {
		const own = states[index] as OwnState;
		const holder =
			holders.get(candidate.name) ?? (own.state === 'on demand' ? conditionHolders.get(candidate.name) : undefined);
		// A condition that comes true later does not displace the skill that has the name (recorded).
		const state =
			holder && holder !== candidate && own.state !== 'not loaded'
				? { state: 'not loaded' as const, reason: superseded(candidate.name, holder.place) }
				: own;
		return toSkill(candidate, inputs, { ...state, otherName: others[index] });
	});
}

/**
 * Who has the name that a conditional skill waits for: one without a condition, even where the model does not get to
 * know it, else the last one with a condition, also where that one is kept from the model (own recordings).
 */
function holdersOfConditionals(candidates: readonly SkillCandidate[]): ReadonlyMap<string, SkillCandidate> {
	const holders = new Map<string, SkillCandidate>();
	for (const candidate of candidates) {
		const holder = holders.get(candidate.name);
		if (!holder || isConditional(holder)) holders.set(candidate.name, candidate);
	}
	return holders;
}

/** Waits for a file that its `paths` match. */
const isConditional = ({ file, place }: SkillCandidate): boolean =>
	file.ok && place.kind === 'skill' && !place.plugin && file.frontMatter.paths !== undefined;

interface OwnState {
	readonly state: SkillState;
	readonly reason?: Reason;
}

const isListed = (own: OwnState | undefined): boolean => own?.state === 'listed' || own?.state === 'name only';

/** The state that a skill has by itself, whatever other skills there are. */
export function ownState(candidate: SkillCandidate, override: SkillOverride | undefined): OwnState {
	const { file, place } = candidate;
	if (!file.ok) return { state: 'not loaded', reason: readFailed(file.failure) };
	const { frontMatter } = file;
	if (frontMatter.disableModelInvocation) return { state: 'not loaded', reason: uninvocable(place.path) };
	if (place.plugin) {
		// Overrides and `paths` do nothing to a plugin's skill; without a description it is not listed (reports.md e, recorded).
		const described = frontMatter.hasDescription || frontMatter.hasWhenToUse;
		return described ? { state: 'listed' } : { state: 'not loaded', reason: undescribed(place.path) };
	}
	if (override?.state === 'not loaded') return override;
	if (place.kind === 'skill' && frontMatter.paths) return { state: 'on demand' };
	return override ?? { state: 'listed' };
}

/** Names that are the client's own. */
export function reservedNames(inputs: ContextInputs): ReadonlySet<string> {
	const bundled = bundledSkillsOf(inputs.client.behaviours).map(({ name }) => name);
	return new Set([...builtInCommandNames, ...bundled]);
}

/**
 * Skills of added directories whose name is taken by a skill before them go to the end as `lib:my-skill`; an older client
 * leaves them out as superseded. A condition does not take a name, `disable-model-invocation` does (recorded).
 */
function scopeAddedSkills(candidates: readonly SkillCandidate[], inputs: ContextInputs): readonly SkillCandidate[] {
	if (!inputs.client.behaviours.namesAddedSkillsByDirectory) return candidates;
	const taken = new Set<string>();
	const inPlace: SkillCandidate[] = [];
	const atEnd: SkillCandidate[] = [];
	for (const candidate of candidates) {
		const { place, file, name } = candidate;
		if (place.kind === 'skill' && place.addedDirectory !== undefined && !place.sourceOff && taken.has(name)) {
			atEnd.push({ ...candidate, name: addedName(place.addedDirectory, name) });
			continue;
		}
		inPlace.push(candidate);
		if (place.kind === 'skill' && !place.sourceOff && file.ok && !file.frontMatter.paths) taken.add(name);
	}
	return [...inPlace, ...atEnd];
}

interface SkillStanding extends OwnState {
	readonly otherName?: string | undefined;
	readonly nestedIn?: string;
	/** What is added to the description of a nested skill. */
	readonly suffix?: string;
}

/** The skill that a candidate is, once its standing is known; the same as before where nothing about it has changed. */
export function toSkill(candidate: SkillCandidate, inputs: ContextInputs, standing: SkillStanding): Skill {
	const { behaviours } = inputs.client;
	const { state, reason, otherName, nestedIn, suffix } = standing;
	const given = [behaviours, state, reason, otherName, nestedIn, suffix];
	return skillOf(candidate, given, () => makeSkill(candidate, behaviours, standing));
}

const skillOf = derived<SkillCandidate, Skill>();

function makeSkill(candidate: SkillCandidate, behaviours: Behaviours, standing: SkillStanding): Skill {
	const { place, file, name } = candidate;
	const { state, reason, otherName, nestedIn } = standing;
	const suffix = standing.suffix ?? addedSuffix(candidate);
	const described = file.ok
		? describeSkill({ ...file.parts, ...(suffix === undefined ? {} : { suffix }) }, behaviours)
		: undefined;
	const skill: Skill = {
		name,
		...(otherName === undefined ? {} : { otherName }),
		baseName: place.baseName,
		path: place.path,
		realPath: file.realPath,
		kind: place.kind,
		scope: place.scope,
		holder: place.holder,
		...(place.plugin ? { plugin: place.plugin.name } : {}),
		...(nestedIn === undefined ? {} : { nestedIn }),
		description: described?.text ?? '',
		describedBy: described?.origin ?? 'nothing',
		...(file.ok ? { frontMatter: file.frontMatter, modified: file.content.modified } : {}),
		...(file.ok && file.content.unsaved ? { unsaved: true } : {}),
		bodyOffset: file.ok ? file.bodyOffset : 0,
		bodyCharacters: file.ok ? file.bodyCharacters : 0,
		...(file.bytes === undefined ? {} : { bytes: file.bytes }),
		...(place.sourceOff ? { sourceIsOff: true } : {}),
		state,
		...(reason ? { reason } : {}),
	};
	return file.ok ? withHash(skill, file.content) : skill;
}

/** An added skill under a scoped name says so in its description. */
function addedSuffix({ place, name }: SkillCandidate): string | undefined {
	if (place.addedDirectory === undefined || name === place.baseName || place.kind !== 'skill') return undefined;
	return nestedSuffix(name.slice(0, name.length - place.baseName.length - 1), place.baseName);
}

const notListed = (candidate: SkillCandidate, inputs: ContextInputs, reason: Reason): Skill =>
	toSkill(candidate, inputs, { state: 'not loaded', reason });
