/**
 * What touched files make of the skills: those below the launch directory become known, those with `paths` come true
 * (loader.md 8; corpus `skill/nested-*`, `random/13`).
 */

import { join, relative, sep } from 'node:path';
import { builtInCommandNames } from '../client/bundled.js';
import { mapLimited, readsAtOnce } from '../concurrency.js';
import { compilePaths } from '../globs/matcher.js';
import type { ContextInputs } from '../inputs.js';
import type { FileSystem } from '../ports.js';
import { pluginsOnly, skillsDenied } from './customization.js';
import { GitIgnore } from './gitIgnore.js';
import type { LaunchPlace } from './launchPlace.js';
import { compareNames } from './nameOrder.js';
import type { Settings } from './settings.js';
import { readCandidates, type SkillCandidate } from './skillCandidates.js';
import { nestedSuffix } from './skillDescription.js';
import { otherNames } from './skillNames.js';
import { overrideByName, overrideOf } from './skillOverrides.js';
import { skillsIn } from './skillPlaces.js';
import { gitIgnored } from './skillReasons.js';
import { ownState, reservedNames, type Skill, toSkill } from './skills.js';
import { attachmentsOff, everythingOff } from './switches.js';

/** What a session of skills is about; a context model is one. */
export interface SkillContext {
	readonly loadContext: { readonly fs: FileSystem };
	readonly inputs: ContextInputs;
	readonly place: LaunchPlace;
	readonly settings: Settings;
	/** The skills of the start, of `discoverSkills`. */
	readonly skills: readonly Skill[];
}

/** A file that a tool touched, and the directories below the launch directory down to its own. */
export interface TouchedPath {
	readonly path: string;
	readonly nestedDirectories: readonly string[];
}

/** Remembers what a session was told of skills; touched files must come in the session's order. */
export class SkillSession {
	readonly #context: SkillContext;
	readonly #isOff: boolean;
	readonly #visited = new Set<string>();
	/** What the session was told; made when the first skill may be news. */
	#announced: Set<string> | undefined;
	readonly #activated = new Set<Skill>();
	#nested: readonly SkillCandidate[] = [];
	#gitIgnore: GitIgnore | undefined;

	constructor(context: SkillContext) {
		const { inputs, settings } = context;
		this.#context = context;
		this.#isOff = (everythingOff(inputs) ?? attachmentsOff(inputs) ?? skillsDenied(settings)) !== undefined;
	}

	/** The skills that become known by touching a file; a skill that gets another name by it is among them (recorded). */
	async touch(touched: TouchedPath): Promise<readonly Skill[]> {
		if (this.#isOff) return [];
		const found = await mapLimited(touched.nestedDirectories, readsAtOnce, (directory) => this.#visit(directory));
		this.#nested = [...this.#nested, ...found.flat()];
		this.#activate(touched.path);
		// Most files of a repository bring nothing, and all skills need not be gone through for them.
		if (this.#nested.length === 0 && this.#activated.size === 0) return [];
		const announced = this.#announced ?? new Set(this.#context.skills.filter(isListed).map(announcementOf));
		this.#announced = announced;
		const fresh = this.#dynamic().filter((skill) => isListed(skill) && !announced.has(announcementOf(skill)));
		for (const skill of fresh) announced.add(announcementOf(skill));
		return fresh;
	}

	/**
	 * All skills as they stand now, in listing order. Those that touched files brought come behind the others, before the
	 * first skill that replaces a built-in command and before those of added directories under scoped names (recorded).
	 */
	get skills(): readonly Skill[] {
		const atStart = this.#context.skills.filter((skill) => !this.#activated.has(skill));
		const behind = atStart.findIndex(
			(skill) => isListed(skill) && (builtInCommandNames.has(skill.name) || isScoped(skill)),
		);
		const index = behind < 0 ? atStart.length : behind;
		return [...atStart.slice(0, index), ...this.#dynamic(), ...atStart.slice(index)];
	}

	/** The candidates of a directory, the first time it is asked for. */
	async #visit(directory: string): Promise<readonly SkillCandidate[]> {
		if (this.#visited.has(directory)) return [];
		this.#visited.add(directory);
		const candidates = await nestedCandidates(this.#context, directory);
		if (candidates.length === 0 || (await this.#isIgnored(directory))) return [];
		return candidates;
	}

	/** Without a repository there is nothing that git ignores. */
	async #isIgnored(directory: string): Promise<boolean> {
		const { loadContext, inputs, place } = this.#context;
		if (place.repositoryRoot === undefined) return false;
		this.#gitIgnore ??= new GitIgnore(loadContext.fs, inputs.environment, place.repositoryRoot);
		return this.#gitIgnore.ignoresDirectory(directory);
	}

	/**
	 * `paths` are relative to the launch directory, wherever the skill lies. A skill that the model does not get to know
	 * takes its name all the same (recorded).
	 */
	#activate(path: string): void {
		const relativePath = relative(this.#context.place.directory, path).split(sep).join('/');
		for (const skill of this.#context.skills) {
			const { paths } = skill.frontMatter ?? {};
			if (!paths || !waits(skill) || !compilePaths(paths).matches(relativePath).matched) continue;
			this.#activated.add(skill);
		}
	}

	/** Activated and nested skills by their directories' names. */
	#dynamic(): readonly Skill[] {
		const activated = [...this.#activated].map((skill): Skill => {
			if (skill.state !== 'on demand') return skill;
			const override = overrideByName(this.#context.settings, skill.name);
			return { ...skill, ...(override ?? { state: 'listed' as const }) };
		});
		const nested = nestedSkills(this.#context, this.#nested, activated);
		return [...activated, ...nested].sort((a, b) => compareNames(a.baseName, b.baseName));
	}
}

/** What the session was told: a skill that changes its name or its description is told again (recorded). */
const announcementOf = ({ name, description }: Skill): string => `${name}\0${description}`;

const isListed = ({ state }: Skill): boolean => state === 'listed' || state === 'name only';

/** Waits for a file that its `paths` match. */
const isConditional = ({ kind, plugin, frontMatter }: Skill): boolean =>
	kind === 'skill' && plugin === undefined && frontMatter?.paths !== undefined;

const waits = (skill: Skill): boolean =>
	skill.state === 'on demand' || (isConditional(skill) && skill.reason?.code === 'model-invocation-disabled');

/** A skill of an added directory whose own name was taken. */
const isScoped = (skill: Skill): boolean =>
	skill.kind === 'skill' && skill.plugin === undefined && skill.name !== skill.baseName;

/** The skills of `<directory>/.claude/skills`; none where project skills are off. */
async function nestedCandidates(context: SkillContext, directory: string): Promise<readonly SkillCandidate[]> {
	const { loadContext, inputs, settings } = context;
	if (!inputs.flags.settingSources.includes('project') || pluginsOnly(settings, 'skills', inputs.client)) return [];
	const about = { scope: 'project', holder: directory } as const;
	const places = await skillsIn(loadContext.fs, join(directory, '.claude', 'skills'), about);
	return readCandidates(loadContext.fs, inputs, places);
}

/**
 * Nested skills under their names: a name that another skill, a built-in command or another nested skill has gets the
 * directory before it, `a/b:my-skill`. `paths` do nothing to them (recorded; corpus `random/23`). A skill of an added
 * directory below the launch directory is the same one; a link to the nested skill is another (recorded).
 */
function nestedSkills(
	context: SkillContext,
	found: readonly SkillCandidate[],
	activated: readonly Skill[],
): readonly Skill[] {
	const shown = new Set(activated.map(({ path }) => path));
	const candidates = found.filter(({ place }) => !shown.has(place.path));
	if (candidates.length === 0) return [];
	const { inputs, place, settings, skills } = context;
	const reserved = reservedNames(inputs);
	// A skill that the model does not get to know has its name all the same, one that waits for its `paths` has not.
	const known = skills.filter((skill) => !isConditional(skill) && !skill.sourceIsOff);
	const owners = new Map(known.map(({ name, path }) => [name, path]));
	const activatedNames = new Set(activated.map(({ name }) => name));
	const counts = new Map<string, number>();
	for (const { name } of candidates) counts.set(name, (counts.get(name) ?? 0) + 1);
	const named = candidates.map((candidate) => {
		const nestedIn = relative(place.directory, candidate.place.holder).split(sep).join('/');
		const owner = owners.get(candidate.name);
		const isOther = owner !== undefined && owner !== candidate.place.path;
		const isTaken = isOther || activatedNames.has(candidate.name) || reserved.has(candidate.name);
		const isShared = (counts.get(candidate.name) ?? 0) > 1;
		return {
			candidate: isTaken || isShared ? { ...candidate, name: `${nestedIn}:${candidate.name}` } : candidate,
			nestedIn,
			suffix: nestedSuffix(nestedIn, isTaken ? candidate.name : undefined),
		};
	});
	const others = otherNames(
		named.map(({ candidate }) => candidate),
		inputs.client,
		new Set([...reserved, ...skills.flatMap(({ name, otherName }) => [name, otherName ?? name])]),
	);
	return named.map(({ candidate, nestedIn, suffix }, index) => {
		const own = ownState(candidate, overrideOf(settings, candidate));
		// A nested skill's `paths` do nothing; a listed one waits for nothing once it is found.
		const standing = own.state === 'on demand' ? { state: 'listed' as const } : own;
		return toSkill(candidate, inputs, { ...standing, nestedIn, suffix, otherName: others[index] });
	});
}

/**
 * The skills of one directory below the launch directory, for a view of everything that could come: `on demand`, or
 * `not loaded` with the reason. Names are those of a session that touches this directory only.
 */
export async function discoverNestedSkills(context: SkillContext, directory: string): Promise<readonly Skill[]> {
	const { loadContext, inputs, place, settings } = context;
	const off = everythingOff(inputs) ?? attachmentsOff(inputs) ?? skillsDenied(settings);
	const candidates = await nestedCandidates(context, directory);
	if (candidates.length === 0) return [];
	const isIgnored =
		place.repositoryRoot !== undefined &&
		(await new GitIgnore(loadContext.fs, inputs.environment, place.repositoryRoot).ignoresDirectory(directory));
	const reason = off ?? (isIgnored ? gitIgnored(directory) : undefined);
	return nestedSkills(context, candidates, []).map((skill) => {
		if (reason) return { ...skill, state: 'not loaded', reason };
		return isListed(skill) ? { ...skill, state: 'on demand' } : skill;
	});
}
