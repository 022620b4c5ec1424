/** What has been added to every request since a commit, or saved. */

import type { Place } from '../source.js';
import { compareContexts, type SourceChange } from './contextDiff.js';
import type { ContextReport, Cost } from './report.js';

/** What one source adds to every request, or saves. */
export interface TrendChange extends Cost {
	readonly change: SourceChange['change'];
	readonly path: string;
	/** Name of a skill or agent. */
	readonly name?: string;
	/** What a click opens; absent for what is gone and for agents, whose paths a report does not have. */
	readonly place?: Place;
}

/** What has changed since a commit. */
export interface BudgetTrend {
	readonly before: Cost;
	readonly after: Cost;
	/** After minus before. */
	readonly difference: Cost;
	/** Those that weigh most first. */
	readonly changes: readonly TrendChange[];
	/** Number of changes that are left out. */
	readonly more: number;
}

/** Changes that are named. */
const changeLimit = 12;

/** Holds a model's report against an earlier one: only what is in every request counts. */
export function budgetTrend(before: ContextReport, after: ContextReport): BudgetTrend {
	const { alwaysLoaded, changes } = compareContexts(before, after);
	const weighed = changes
		.map(trendChange)
		.filter((change) => change !== undefined)
		.sort((a, b) => Math.abs(b.tokens) - Math.abs(a.tokens) || Math.abs(b.characters) - Math.abs(a.characters));
	return {
		before: alwaysLoaded.before,
		after: alwaysLoaded.after,
		difference: {
			characters: alwaysLoaded.after.characters - alwaysLoaded.before.characters,
			tokens: alwaysLoaded.after.tokens - alwaysLoaded.before.tokens,
		},
		changes: weighed.slice(0, changeLimit),
		more: Math.max(0, weighed.length - changeLimit),
	};
}

/** A change as far as it concerns every request; `undefined` where it concerns only what files attach or what does not load. */
function trendChange({ change, path, name, kind, before, after }: SourceChange): TrendChange | undefined {
	const was = before && isAlways(before.part) ? before : undefined;
	const is = after && isAlways(after.part) ? after : undefined;
	if (!was && !is) return undefined;
	const characters = (is?.characters ?? 0) - (was?.characters ?? 0);
	const tokens = (is?.tokens ?? 0) - (was?.tokens ?? 0);
	const isThere = is !== undefined && kind !== 'agent' && !path.startsWith('<');
	return {
		change: !was ? 'added' : !is ? 'removed' : change,
		path,
		...(name === undefined ? {} : { name }),
		characters,
		tokens,
		...(isThere ? { place: { path } } : {}),
	};
}

const isAlways = (part: string): boolean => part === 'startup' || part === 'skills' || part === 'agents';
