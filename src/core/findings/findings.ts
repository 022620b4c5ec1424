/** All findings of a model, or those of single families. */

import type { ContextModel } from '../model/contextModel.js';
import { agentFinder } from './agentFindings.js';
import { codesOf, type FindingFamily, levelOf } from './catalog.js';
import { type FamilyFinder, type FinderInput, type FindingOptions, finderInput } from './finderInput.js';
import type { Finding } from './finding.js';
import { globFinder } from './globFindings.js';
import { hygieneFinder } from './hygieneFindings.js';
import { importFinder } from './importFindings.js';
import { instructionFinder } from './instructionFindings.js';
import { lockFinder } from './lockFindings.js';
import { memoryFinder } from './memoryFindings.js';
import { ruleFinder } from './ruleFindings.js';
import { settingsFinder } from './settingsFindings.js';
import { skillFinder } from './skillFindings.js';
import { workspaceFinder } from './workspaceFindings.js';

const finders: readonly FamilyFinder[] = [
	memoryFinder,
	importFinder,
	ruleFinder,
	globFinder,
	workspaceFinder,
	instructionFinder,
	skillFinder,
	agentFinder,
	settingsFinder,
	hygieneFinder,
	lockFinder,
];

/**
 * Everything that is wrong with what a launch directory's context is made of, family by family.
 *
 * Nested files are judged where `options.discovery` holds them, patterns against files where `options.workspaceFiles` does.
 *
 * @example (await findAll(model)).map(({ code, path }) => `${code} ${path}`)
 */
export async function findAll(model: ContextModel, options: FindingOptions = {}): Promise<readonly Finding[]> {
	return findIn([], model, options);
}

/** The same for some families only (all of them where none is named): what a change to a file can have touched. */
export async function findIn(
	families: readonly FindingFamily[],
	model: ContextModel,
	options: FindingOptions = {},
): Promise<readonly Finding[]> {
	const input = finderInput(model, options);
	const asked = [...finders, ...(options.extraFinders ?? [])].filter(
		({ family }) => families.length === 0 || families.includes(family),
	);
	const found: Finding[] = [];
	for (const finder of asked) found.push(...(await run(finder, input)));
	return found;
}

/** One family's findings at the user's levels; a finder that throws spoils only itself. */
async function run(finder: FamilyFinder, input: FinderInput): Promise<readonly Finding[]> {
	const { levels, onError } = input.options;
	const codes = codesOf(finder.family);
	if (codes.length > 0 && codes.every((code) => levelOf(code, levels) === 'off')) return [];
	try {
		const found = await finder.find(input);
		return found.flatMap((each) => {
			const level = levelOf(each.code, levels);
			return level === 'off' ? [] : [{ ...each, severity: each.isFollowUp ? 'hint' : level }];
		});
	} catch (error) {
		onError?.(finder.family, error);
		return [];
	}
}
