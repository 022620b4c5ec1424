/**
 * The skill listing: which descriptions reach the model under the budget (loader.md 8; corpus `skill/*`, `budget/*`).
 *
 * The sum counted is the width of the whole listing: each line `- name: description` and one newline between lines (own
 * recordings: `日` counts two, a line break within a description none). Over the budget every name stays; descriptions
 * come back in order of use, each only if it still fits.
 */

import { type BundledSkill, bundledSkillsOf } from '../client/bundled.js';
import { skillDescriptionLimit, skillListingBudgetFraction } from '../client/constants.js';
import type { ModelProfile } from '../client/models.js';
import { derived } from '../derived.js';
import type { ContextInputs } from '../inputs.js';
import type { Place, Reason } from '../source.js';
import { skillsDenied } from '../sources/customization.js';
import type { GlobalConfig } from '../sources/globalConfig.js';
import type { Setting, Settings } from '../sources/settings.js';
import { capDescription } from '../sources/skillDescription.js';
import { overrideByName } from '../sources/skillOverrides.js';
import type { Skill } from '../sources/skills.js';
import { attachmentsOff, everythingOff } from '../sources/switches.js';
import { displayWidth } from '../text/displayWidth.js';
import { grouped } from '../text/numbers.js';
import { isBoolean, isNumber } from '../values.js';
import { usageScore } from './skillUsage.js';

/** One line of the listing. */
export interface SkillListingEntry {
	readonly skill: Skill;
	/** As the line shows it, e.g. `my-o1 (my-same)`. */
	readonly name: string;
	/** As the line shows it, capped; `null` for a bare name. */
	readonly description: string | null;
	readonly state: 'listed' | 'name only';
	/** Why there is only the name: `dropped-by-budget`, or the setting that says so. */
	readonly reason?: Reason;
	/** True where the cap cut the description. */
	readonly isCapped: boolean;
}

export interface SkillListingBudget {
	/** Units that the listing may take. */
	readonly limit: number;
	/** What sets the limit. */
	readonly source: 'variable' | 'setting' | 'default';
	/** The settings file of `skillListingBudgetFraction`, where one sets it. */
	readonly place?: Place;
	/** Units that the listing takes, bundled skills included. */
	readonly used: number;
	/** Units that all descriptions together would take. */
	readonly neededForAll: number;
	/** Units of `used` that the bundled skills' lines take, with the line breaks that they need. */
	readonly bundled: number;
	/** Names of skills whose descriptions were dropped, in listing order; bundled ones included. */
	readonly dropped: readonly string[];
}

export interface SkillListing {
	/** The user's skills in listing order; bundled ones are left out. */
	readonly entries: readonly SkillListingEntry[];
	/** Units that one description may have, the closing `…` included. */
	readonly cap: number;
	readonly budget: SkillListingBudget;
	/** Why there is no listing at all. */
	readonly reason?: Reason;
}

export interface SkillListingInputs {
	readonly inputs: ContextInputs;
	readonly settings: Settings;
	readonly globalConfig: GlobalConfig;
}

/** A line before the budget; its lengths are in columns, as the client counts them. */
interface Line {
	/** The user's skill; absent for a bundled one. */
	readonly skill?: Skill;
	readonly name: string;
	readonly full: number;
	readonly bare: number;
	/** `full`: never dropped; `bare`: never described; `free`: as the budget has it. */
	readonly form: 'full' | 'bare' | 'free';
}

/**
 * Builds the listing of skills that are in listing order; only those whose state is `listed` or `name only` count.
 *
 * @example buildSkillListing(model.skills, model).budget.dropped // ['my-08', 'my-09']
 */
export function buildSkillListing(skills: readonly Skill[], context: SkillListingInputs): SkillListing {
	const { inputs, settings, globalConfig } = context;
	const cap = settings.scalar('skillListingMaxDescChars', isCap)?.value ?? skillDescriptionLimit;
	const budget = budgetOf(inputs, settings);
	const reason = everythingOff(inputs) ?? attachmentsOff(inputs) ?? skillsDenied(settings);
	const nothing = { used: 0, neededForAll: 0, bundled: 0, dropped: [] };
	if (reason) return { entries: [], cap, budget: { ...budget, ...nothing }, reason };

	const listed = skills.filter(({ state }) => state === 'listed' || state === 'name only');
	const own = listed.map((skill) => lineOf(skill, cap));
	const lines = [...own, ...bundledLines(listed, inputs, settings, cap)];
	const score = (name: string): number => usageScore(globalConfig.skillUsage.get(name), inputs.environment.now);
	const described = chooseDescribed(lines, budget.limit, score);

	const sentLength = (line: Line): number => (described.has(line) ? line.full : line.bare);
	const used = lengthOf(lines, sentLength);
	const neededForAll = lengthOf(lines, (line) => (line.form === 'bare' ? line.bare : line.full));
	const dropped = lines.filter((line) => line.form === 'free' && !described.has(line));
	const reasonOf = droppedReasons(budget.limit - used, { ...budget, neededForAll }, inputs);
	return {
		entries: listed.map((skill, index) => {
			const line = own[index] as Line;
			return entryOf(skill, cap, described.has(line), () => reasonOf(line));
		}),
		cap,
		budget: {
			...budget,
			used,
			neededForAll,
			bundled: used - lengthOf(own, sentLength),
			dropped: dropped.map(({ name }) => name),
		},
	};
}

const isCap = (value: unknown): value is number => isNumber(value) && Number.isInteger(value) && value > 0;
const isFraction = (value: unknown): value is number => isNumber(value) && value > 0 && value <= 1;

function budgetOf(
	{ environment, model }: ContextInputs,
	settings: Settings,
): Pick<SkillListingBudget, 'limit' | 'source' | 'place'> {
	// As JavaScript reads a number: `1e3` and ` 700 ` count, `700x` and 0 do not, a negative one drops all (recorded).
	const variable = Number(environment.variables['SLASH_COMMAND_TOOL_CHAR_BUDGET']);
	if (variable) return { limit: variable, source: 'variable' };
	const setting: Setting<number> | undefined = settings.scalar('skillListingBudgetFraction', isFraction);
	const limit = model.windowTokens * model.charactersPerToken * (setting?.value ?? skillListingBudgetFraction);
	return setting ? { limit, source: 'setting', place: { path: setting.file.path } } : { limit, source: 'default' };
}

const lineOf = (skill: Skill, cap: number): Line => skillLines(skill, [cap], () => makeLine(skill, cap));
const skillLines = derived<Skill, Line>();

function makeLine(skill: Skill, cap: number): Line {
	const bare = '- '.length + displayWidth(nameInListing(skill));
	if (skill.state === 'name only') return { skill, name: skill.name, full: bare, bare, form: 'bare' };
	const full = bare + ': '.length + displayWidth(capDescription(skill.description, cap));
	return { skill, name: skill.name, full, bare, form: 'free' };
}

/** A dropped description leaves the name in brackets, the setting `name-only` takes it too (recorded). */
const nameInListing = ({ name, otherName, state }: Skill): string =>
	otherName === undefined || state === 'name only' ? name : `${name} (${otherName})`;

function bundledLines(
	listed: readonly Skill[],
	{ client }: ContextInputs,
	settings: Settings,
	cap: number,
): readonly Line[] {
	const replaced = new Set(listed.map(({ name }) => name));
	const isDisabled = settings.scalar('disableBundledSkills', isBoolean)?.value ?? false;
	return bundledSkillsOf(client.behaviours)
		.filter(({ name, alwaysThere }) => (alwaysThere || !isDisabled) && !replaced.has(name))
		.flatMap((bundled) => {
			const override = overrideByName(settings, bundled.name);
			return override?.state === 'not loaded' ? [] : [bundledLine(bundled, cap, override !== undefined)];
		});
}

function bundledLine({ name, lineLength, lineWidth, droppable }: BundledSkill, cap: number, isNameOnly: boolean): Line {
	const bare = '- '.length + name.length;
	if (isNameOnly) return { name, full: bare, bare, form: 'bare' };
	const capped = bare + ': '.length + cap;
	const full = lineLength <= capped ? lineWidth : capped;
	return { name, full, bare, form: droppable ? 'free' : 'full' };
}

/** The lines that keep their descriptions. */
function chooseDescribed(lines: readonly Line[], limit: number, score: (name: string) => number): ReadonlySet<Line> {
	const described = new Set(lines.filter(({ form }) => form === 'full'));
	const free = lines.filter(({ form }) => form === 'free');
	if (lengthOf(lines, (line) => (line.form === 'bare' ? line.bare : line.full)) <= limit) {
		for (const line of free) described.add(line);
		return described;
	}
	let left = limit - lengthOf(lines, (line) => (described.has(line) ? line.full : line.bare));
	const scores = new Map(free.map((line) => [line, score(line.name)]));
	const byUse = [...free].sort((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0));
	for (const line of byUse) {
		const more = line.full - line.bare;
		if (more > left) continue;
		left -= more;
		described.add(line);
	}
	return described;
}

function lengthOf(lines: readonly Line[], length: (line: Line) => number): number {
	return lines.reduce((sum, line) => sum + length(line), Math.max(0, lines.length - 1));
}

function entryOf(skill: Skill, cap: number, isDescribed: boolean, dropped: () => Reason): SkillListingEntry {
	const name = nameInListing(skill);
	if (skill.state === 'name only' || !isDescribed) {
		const reason = skill.state === 'name only' ? skill.reason : dropped();
		return { skill, name, description: null, state: 'name only', ...(reason ? { reason } : {}), isCapped: false };
	}
	const description = capDescription(skill.description, cap);
	return { skill, name, description, state: 'listed', isCapped: skill.description.length > cap };
}

/** Why a line has lost its description, said of any number of lines. */
function droppedReasons(
	left: number,
	budget: Pick<SkillListingBudget, 'limit' | 'source' | 'neededForAll'>,
	{ model }: ContextInputs,
): (line: Line) => Reason {
	const characters = (count: number): string => `${grouped(Math.ceil(count))} characters`;
	const rest =
		`and ${grouped(Math.ceil(Math.max(0, left)))} of ${grouped(Math.ceil(budget.limit))} are left. ` +
		`All descriptions need ${characters(budget.neededForAll)}; ${remedyOf(budget, model)}, and so do shorter descriptions or fewer skills.`;
	return ({ full, bare }) => ({
		code: 'dropped-by-budget',
		sentence: `The skill listing is full: this description needs ${characters(full - bare)}, ${rest}`,
	});
}

/**
 * What makes room for every description, e.g. `"skillListingBudgetFraction": 0.057 brings all of them back`. A variable
 * that sets the limit comes before the setting.
 */
export function remedyOf(
	{ source, neededForAll }: Pick<SkillListingBudget, 'source' | 'neededForAll'>,
	{ windowTokens, charactersPerToken }: ModelProfile,
): string {
	if (source === 'variable') return `SLASH_COMMAND_TOOL_CHAR_BUDGET=${neededForAll} brings all of them back`;
	const share = Math.ceil((neededForAll / (windowTokens * charactersPerToken)) * 10_000) / 10_000;
	return `"skillListingBudgetFraction": ${share} brings all of them back`;
}
