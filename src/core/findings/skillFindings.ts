/** Findings of skills: what keeps one, or its description, out of the listing (loader.md 8). */

import { join } from 'node:path';
import { remedyOf, type SkillListingEntry } from '../model/skillListing.js';
import { configDirectory } from '../sources/settings.js';
import type { Skill } from '../sources/skills.js';
import { type FrontMatter, readFrontMatter, type TextRange } from '../text/frontMatter.js';
import type { FamilyFinder, FinderInput } from './finderInput.js';
import { counted, type Finding, fileStart, finding, plural } from './finding.js';
import { faultWords, keyPlace, trimmed } from './frontMatterPlaces.js';
import { misplacedSkills } from './skillPlacement.js';
import { Lines } from './textPlaces.js';

export const skillFinder: FamilyFinder = { family: 'skills', find: findInSkills };

async function findInSkills(input: FinderInput): Promise<readonly Finding[]> {
	const { model } = input;
	if (model.skillListing.reason) return [];
	const entries = new Map(model.skillListing.entries.map((entry) => [entry.skill, entry] as const));
	const own = model.skills.filter(isOwn);
	const allDropped = own.filter((skill) => entries.get(skill)?.reason?.code === 'dropped-by-budget');
	const found: Finding[] = [];
	for (const skill of own) {
		const suspect = faultsOf(skill, entries.get(skill), model.skillListing.cap, allDropped);
		if (suspect.length === 0) continue;
		await input.options.pause?.();
		const text = await textOf(input, skill.path);
		for (const fault of suspect) found.push(...fault(input, skill, text));
	}
	return [...found, ...(await misplacedSkills(input))];
}

/** Skills of a plugin or of managed policy are not the user's to mend. */
const isOwn = ({ scope }: Skill): boolean => scope === 'user' || scope === 'project';

/** A skill's text with its front matter. */
interface SkillText {
	readonly text: string;
	readonly frontMatter: FrontMatter;
}

async function textOf({ model }: FinderInput, path: string): Promise<SkillText> {
	const file = await model.loadContext.fs.readText(path);
	const text = file?.ok ? file.text : '';
	return {
		text,
		frontMatter: readFrontMatter(text, {
			afterByteOrderMark: model.inputs.client.behaviours.readsFrontMatterAfterByteOrderMark,
		}),
	};
}

type Fault = (input: FinderInput, skill: Skill, text: SkillText) => readonly Finding[];

/** What may be wrong by the model alone, so that the files of sound skills are not read again. */
function faultsOf(
	skill: Skill,
	entry: SkillListingEntry | undefined,
	cap: number,
	allDropped: readonly Skill[],
): readonly Fault[] {
	const { frontMatter, reason, state } = skill;
	const faults: Fault[] = [];
	if (reason?.code === 'superseded') faults.push(superseded);
	if (!frontMatter || state === 'not loaded') return faults;
	if (frontMatter.reading === 'broken' || (frontMatter.reading === 'none' && skill.kind === 'skill'))
		faults.push(frontMatterBroken);
	else if (skill.kind === 'skill' && skill.describedBy !== 'front matter' && !frontMatter.hasWhenToUse)
		faults.push(descriptionMissing);
	if (skill.description.length > cap && state !== 'name only') faults.push(descriptionTooLong);
	if (entry?.reason?.code === 'dropped-by-budget') faults.push(dropped(allDropped));
	return faults;
}

function superseded(
	_: FinderInput,
	{ path, name, reason }: Skill,
	{ text, frontMatter }: SkillText,
): readonly Finding[] {
	const by = reason?.place?.path;
	const message = `The name "${name}" belongs to ${by ?? 'another skill'}, which comes first, so this one is not listed; give one of them another name.`;
	const related = by === undefined ? [] : [{ path: by, range: fileStart, message: 'The skill that has the name.' }];
	return [finding('skill.superseded', path, startOf(text, frontMatter), message, { related })];
}

/** Front matter that is not read, or a file without any. */
function frontMatterBroken(_: FinderInput, { path }: Skill, { text, frontMatter }: SkillText): readonly Finding[] {
	const lines = new Lines(text);
	if (frontMatter.reading === 'broken') {
		const message = `The front matter is not valid YAML (${faultWords(frontMatter)}), so a line of the text stands in for the description; quote the value at fault.`;
		return [finding('skill.front-matter-broken', path, lines.at(frontMatter.fault?.offset ?? 0), message)];
	}
	const fence =
		/^(?:\uFEFF?\s*(?:<!--[\s\S]{0,500}?-->\s*)?)---[ \t]*\r?\n(?:[^\n]{0,2000}\n){0,30}?(?:name|description)[ \t]*:/.exec(
			text.slice(0, 20_000),
		);
	if (!fence) {
		const message =
			'The skill has no front matter, so its first line stands in for the description by which the model chooses; write one with "description".';
		return [finding('skill.description-missing', path, lines.firstFilled(), message)];
	}
	const closes = text.indexOf('---', text.indexOf('---') + 3) >= 0;
	const why = !closes
		? 'it is never closed'
		: text.startsWith('\uFEFF')
			? 'a byte-order mark stands before it'
			: 'something stands before it';
	const message = `The front matter is not read because ${why}, so a line of the text stands in for the description; begin the file with "---" and end the block with it.`;
	return [finding('skill.front-matter-broken', path, lines.at(text.indexOf('---')), message)];
}

function descriptionMissing(_: FinderInput, { path }: Skill, { text, frontMatter }: SkillText): readonly Finding[] {
	const place = keyPlace(text, frontMatter, 'description');
	const message = `There is no "description" that is a text, so the first line of the text stands in for it, by which the model chooses; say what the skill does and when to use it.`;
	return [finding('skill.description-missing', path, place?.range ?? startOf(text, frontMatter), message)];
}

function descriptionTooLong(
	{ model }: FinderInput,
	skill: Skill,
	{ text, frontMatter }: SkillText,
): readonly Finding[] {
	const { cap } = model.skillListing;
	const message = `The description has ${counted(skill.description.length)} characters and is cut at ${counted(cap)} in the listing; shorten it by ${plural(skill.description.length - cap, 'character')}.`;
	return [
		finding('skill.description-too-long', skill.path, beyondCap(text, frontMatter, skill.description, cap), message),
	];
}

/** The part of a description that the listing cuts off, where it is written as it reads; else all of the value. */
function beyondCap(text: string, frontMatter: FrontMatter, description: string, cap: number): TextRange {
	const place = keyPlace(text, frontMatter, 'description') ?? keyPlace(text, frontMatter, 'when_to_use');
	if (!place) return startOf(text, frontMatter);
	const value = trimmed(text, place.value);
	const end = value.offset + value.length;
	const lost = description.slice(cap - 1, cap + 39);
	// Quotes, escapes and folded lines only make the written text longer, entities the description.
	const expected = text.indexOf(lost, value.offset + cap - 1);
	const start = expected >= 0 ? expected : text.indexOf(lost, value.offset);
	return start >= 0 && start + lost.length <= end ? { offset: start, length: end - start } : value;
}

/** The first dropped description says it of all, so that a full listing is one thing to do and not thirty. */
const dropped =
	(all: readonly Skill[]): Fault =>
	({ model }, skill, { text, frontMatter }) => {
		const { budget } = model.skillListing;
		const isFirst = all[0] === skill;
		const place = keyPlace(text, frontMatter, 'description');
		const range = place ? trimmed(text, place.value) : startOf(text, frontMatter);
		const directory = skill.scope === 'user' ? configDirectory(model.inputs) : join(model.place.directory, '.claude');
		const assumed = model.inputs.assumed?.includes('model')
			? ` (reckoned for ${model.inputs.model.id}, which is assumed)`
			: '';
		const others = all.length > 1 ? ` and of ${plural(all.length - 1, 'other')}` : '';
		const message = isFirst
			? `All descriptions need ${counted(budget.neededForAll)} of the listing's ${counted(Math.floor(budget.limit))} characters${assumed}, so the model sees only the name of this skill${others}; ${remedyOf(budget, model.inputs.model)}, and so do shorter descriptions or fewer skills.`
			: `The skill listing is full, so the model sees only the name of this skill; what brings the description back is said at the skill "${all[0]?.name}".`;
		const data = {
			kind: 'skill-name-only',
			skill: skill.name,
			settingsPath: join(directory, 'settings.json'),
		} as const;
		const found = finding('skill.dropped-by-budget', skill.path, range, message, { data });
		return [isFirst ? found : { ...found, severity: 'hint', isFollowUp: true }];
	};

/** The first line of the front matter's block, or of the file. */
function startOf(text: string, { block }: FrontMatter): TextRange {
	return new Lines(text).firstFilled(block?.offset ?? 0);
}
