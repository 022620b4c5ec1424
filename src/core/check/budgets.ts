/** Budgets: numbers that the always-loaded context of a launch directory must not exceed. */

import type { ContextModel } from '../model/contextModel.js';
import type { Source } from '../source.js';
import { grouped } from '../text/numbers.js';

/** Limits; one that is absent is not checked. */
export interface Budgets {
	/** UTF-16 units of the startup part: instruction files and the memory index. */
	readonly startupCharacters?: number;
	/** Estimated tokens of the startup part. */
	readonly startupTokens?: number;
	/** Lines of MEMORY.md, of which the client reads 200. */
	readonly memoryLines?: number;
	/** UTF-16 units that the skill listing needs with all its descriptions, bundled skills included. */
	readonly skillListing?: number;
}

export type BudgetName = keyof Budgets;

/** One budget of one model, kept or broken. */
export interface BudgetResult {
	readonly name: BudgetName;
	readonly value: number;
	readonly limit: number;
	readonly isBroken: boolean;
	/** The largest contributors, largest first. */
	readonly largest: readonly { readonly path: string; readonly value: number }[];
	/** What of the value the skills that come with Claude Code take, which no file of anybody's can change. */
	readonly bundled?: number;
}

type Measured = Pick<BudgetResult, 'value' | 'largest' | 'bundled'>;

interface Measure {
	readonly unit: string;
	readonly subject: string;
	readonly of: (model: ContextModel) => Measured;
}

const measures: Readonly<Record<BudgetName, Measure>> = {
	startupCharacters: {
		unit: 'characters',
		subject: 'The startup part',
		of: (model) => sumOf(model.startup, ({ characters }) => characters),
	},
	startupTokens: {
		unit: 'estimated tokens',
		subject: 'The startup part',
		of: (model) => sumOf(model.startup, ({ tokens }) => tokens),
	},
	memoryLines: { unit: 'lines', subject: 'MEMORY.md', of: memoryLines },
	skillListing: { unit: 'characters', subject: 'The skill listing', of: skillListing },
};

export const budgetNames = Object.keys(measures) as readonly BudgetName[];

/** Contributors that a broken budget names. */
const shownContributors = 3;

/** Holds a model against its budgets, in the order of the names. */
export function checkBudgets(model: ContextModel, budgets: Budgets): readonly BudgetResult[] {
	return budgetNames.flatMap((name) => {
		const limit = budgets[name];
		if (limit === undefined) return [];
		const { largest, ...measured } = measures[name].of(model);
		return [
			{ name, ...measured, limit, isBroken: measured.value > limit, largest: largest.slice(0, shownContributors) },
		];
	});
}

/**
 * A broken budget as a sentence.
 *
 * @example 'The startup part has 12,345 characters, 345 over its budget of 12,000; largest: CLAUDE.md (8,000).'
 */
export function budgetSentence({ name, value, limit, largest, bundled = 0 }: BudgetResult): string {
	const { subject, unit } = measures[name];
	const contributors = largest.map((each) => `${each.path} (${counted(each.value)})`).join(', ');
	const over = `${counted(value - limit)} over its budget of ${counted(limit)}`;
	const own = bundled > 0 ? `; skills that come with Claude Code take ${counted(bundled)} of them` : '';
	const named = contributors === '' ? '' : `; largest${bundled > 0 ? ' of the others' : ''}: ${contributors}`;
	return `${subject} has ${counted(value)} ${unit}, ${over}${own}${named}.`;
}

/** A budget and its value in a few words, e.g. `startup part: 9,120 of 12,000 characters`. */
export function budgetWords({ name, value, limit }: BudgetResult): string {
	const { subject, unit } = measures[name];
	return `${subject.replace(/^The /, '')}: ${counted(value)} of ${counted(limit)} ${unit}`;
}

/** E.g. `budget.startup-characters`. */
export const budgetCode = (name: BudgetName): string =>
	`budget.${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

const counted = grouped;

function sumOf(sources: readonly Source[], value: (source: Source) => number): Pick<BudgetResult, 'value' | 'largest'> {
	return {
		value: sources.reduce((sum, source) => sum + value(source), 0),
		largest: sources.map((source) => ({ path: source.path, value: value(source) })).sort((a, b) => b.value - a.value),
	};
}

function memoryLines({ memory }: ContextModel): Pick<BudgetResult, 'value' | 'largest'> {
	if (memory.off || memory.index.kind !== 'written') return { value: 0, largest: [] };
	const value = memory.index.view.index.totalLines;
	return { value, largest: [{ path: memory.index.path, value }] };
}

function skillListing({ skillListing: { budget, entries } }: ContextModel): Measured {
	const largest = entries
		.map(({ skill }) => ({ path: skill.path, value: skill.description.length }))
		.sort((a, b) => b.value - a.value);
	return { value: budget.neededForAll, largest, bundled: budget.bundled };
}
