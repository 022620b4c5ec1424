/** What every request holds, as a picture shows it: segments of a bar and gauges of limits. */

import type { Place, Scope, Source } from '../source.js';
import type { ContextModel } from './contextModel.js';
import { buildReport, type Cost, costOf, largeInstructionLimit, type MemoryGauge } from './report.js';

/** Part of the bar, in the bar's order. */
export type BudgetGroup = 'managed' | 'user' | 'project' | 'local' | 'memory' | 'skills' | 'agents';

/** One source in the bar, a listing, or several sources that are each too small to be seen. */
export interface BudgetSegment extends Cost {
	readonly group: BudgetGroup;
	/** Absolute path; absent for a listing and for several sources. */
	readonly path?: string;
	/** Number of sources: more than 1 for several; for a listing the number of its lines. */
	readonly count: number;
	/** Share of the whole, from 0 to 1; by tokens. */
	readonly share: number;
	readonly isTruncated: boolean;
	/** True when an editor's unsaved text stands in for the disk. */
	readonly isUnsaved: boolean;
	/** What a click opens. */
	readonly place?: Place;
}

/** `near`: at least 90 % of the limit. */
export type GaugeLevel = 'fine' | 'near' | 'over';

/** How full something is; e.g. 260 lines of which 200 are kept. */
export interface Gauge {
	/** What there is. */
	readonly value: number;
	/** What of it the model gets. */
	readonly kept: number;
	readonly limit: number;
	readonly level: GaugeLevel;
}

/** MEMORY.md against its two limits. */
export interface MemoryBudget {
	readonly path: string;
	readonly lines: Gauge;
	readonly characters: Gauge;
	/** The point of truncation; the line is the last one (1-based) of which anything is read. */
	readonly cut?: { readonly line: number; readonly place: Place };
}

/** A skill whose description the budget dropped; a bundled one has no path. */
export interface DroppedSkill {
	readonly name: string;
	readonly path?: string;
}

/** The skill listing: `value` is what all descriptions need. */
export interface SkillBudget {
	readonly gauge: Gauge;
	/** Characters of the listing that bundled skills take. */
	readonly bundled: number;
	readonly dropped: readonly DroppedSkill[];
	/** The settings file that sets the limit. */
	readonly place?: Place;
}

/** An instruction file against the length at which the client warns; the whole file loads all the same. */
export interface FileBudget {
	readonly path: string;
	readonly gauge: Gauge;
	readonly place: Place;
}

export interface BudgetView {
	/** All segments together. */
	readonly total: Cost;
	/** Instruction files and memory. */
	readonly startup: Cost;
	readonly windowTokens: number;
	/** In the order of the groups, in each in the order of the request. */
	readonly segments: readonly BudgetSegment[];
	readonly memory?: MemoryBudget;
	readonly skills?: SkillBudget;
	/** The largest instruction file, and every further one of at least half the limit; the largest first. */
	readonly files: readonly FileBudget[];
	/** Number of such files that are left out. */
	readonly moreFiles: number;
}

/** Share of a limit from which on it is said that something is nearly full; the truncation line has the same. */
const nearShare = 0.9;
/** Share of the limit from which on an instruction file has a gauge. */
const gaugedFileShare = 0.5;
/** Sources that have a segment of their own, at the most: a bar has only so many pixels. */
const segmentLimit = 40;
const fileLimit = 10;

/**
 * The picture of a model.
 *
 * @example budgetView(model).segments.map(({ path, share }) => [path, share]) // [['/repo/CLAUDE.md', 0.62], …]
 */
export function budgetView(model: ContextModel): BudgetView {
	const report = buildReport(model);
	const { startup, skillListing, agentListing } = report.alwaysLoaded;
	const total = sum([startup, skillListing, agentListing]);
	const unshared = [
		...sourceSegments(report.startup),
		...listingSegment('skills', skillListing, model.skillListing.entries.length),
		...listingSegment('agents', agentListing, report.agents.length),
	];
	const files = gaugedFiles(model);
	const skills = skillBudget(model);
	return {
		total,
		startup,
		windowTokens: model.inputs.model.windowTokens,
		segments: unshared.map((segment) => ({ ...segment, share: share(segment.tokens, total.tokens) })),
		...(report.memory ? { memory: memoryBudget(report.memory, model) } : {}),
		...(skills ? { skills } : {}),
		files: files.slice(0, fileLimit),
		moreFiles: Math.max(0, files.length - fileLimit),
	};
}

type Unshared = Omit<BudgetSegment, 'share'>;

const groupOf: Readonly<Record<Scope, BudgetGroup>> = {
	managed: 'managed',
	user: 'user',
	project: 'project',
	local: 'local',
	'auto-memory': 'memory',
	plugin: 'project',
	bundled: 'project',
};
const sourceGroups: readonly BudgetGroup[] = ['managed', 'user', 'project', 'local', 'memory'];

/** Sources by group; beyond the limit the smallest of a group become one segment, behind the others. */
function sourceSegments(startup: readonly Source[]): readonly Unshared[] {
	const bySize = [...startup].sort((a, b) => b.tokens - a.tokens);
	const own = new Set(startup.length > segmentLimit ? bySize.slice(0, segmentLimit) : startup);
	return sourceGroups.flatMap((group) => {
		const sources = startup.filter((source) => groupOf[source.scope] === group);
		const small = sources.filter((source) => !own.has(source));
		const [single] = small;
		return [
			...sources.filter((source) => own.has(source)).map((source) => sourceSegment(group, source)),
			...(single === undefined
				? []
				: [small.length === 1 ? sourceSegment(group, single) : severalSegment(group, small)]),
		];
	});
}

function sourceSegment(group: BudgetGroup, source: Source): Unshared {
	const { path, characters, tokens, state, unsaved, reason } = source;
	// Text of the managed settings has no file.
	const isFile = !path.startsWith('<');
	const place = reason?.place?.path === path ? reason.place : { path };
	return {
		group,
		path,
		count: 1,
		characters,
		tokens,
		isTruncated: state === 'truncated',
		isUnsaved: unsaved === true,
		...(isFile ? { place } : {}),
	};
}

const severalSegment = (group: BudgetGroup, sources: readonly Source[]): Unshared => ({
	group,
	count: sources.length,
	...costOf(sources),
	isTruncated: sources.some(({ state }) => state === 'truncated'),
	isUnsaved: sources.some(({ unsaved }) => unsaved === true),
});

const listingSegment = (group: BudgetGroup, cost: Cost, count: number): readonly Unshared[] =>
	cost.characters === 0 ? [] : [{ group, count, ...cost, isTruncated: false, isUnsaved: false }];

function memoryBudget(memory: MemoryGauge, model: ContextModel): MemoryBudget {
	const { path, lines, lineLimit, characters, characterLimit, keptLines, keptCharacters } = memory;
	const { index } = model.memory;
	const offset = index.kind === 'written' && memory.truncated ? index.view.cutOffset : undefined;
	return {
		path,
		lines: gauge(lines, keptLines, lineLimit),
		characters: gauge(characters, keptCharacters, characterLimit),
		...(memory.cutAfterLine === undefined || offset === undefined
			? {}
			: { cut: { line: memory.cutAfterLine, place: { path, offset } } }),
	};
}

/** Nothing where nobody has a skill of their own and the bundled ones fit. */
function skillBudget({ skills, skillListing: { entries, budget, reason } }: ContextModel): SkillBudget | undefined {
	if (reason || (skills.length === 0 && budget.dropped.length === 0)) return undefined;
	const { used, neededForAll, limit, bundled, dropped, place } = budget;
	const paths = new Map(entries.map(({ skill }) => [skill.name, skill.path]));
	const isCut = dropped.length > 0;
	return {
		gauge: { ...gauge(neededForAll, used, limit), ...(isCut ? { level: 'over' as const } : {}) },
		bundled,
		dropped: dropped.map((name) => {
			const path = paths.get(name);
			return path === undefined ? { name } : { name, path };
		}),
		...(place ? { place } : {}),
	};
}

function gaugedFiles(model: ContextModel): readonly FileBudget[] {
	const limit = largeInstructionLimit(model);
	return model.startup
		.filter(({ path, scope }) => scope !== 'auto-memory' && !path.startsWith('<'))
		.sort((a, b) => b.characters - a.characters)
		.filter(({ characters }, index) => index === 0 || characters >= limit * gaugedFileShare)
		.map(({ path, characters }) => ({ path, gauge: gauge(characters, characters, limit), place: { path } }));
}

function gauge(value: number, kept: number, limit: number): Gauge {
	const level = value > limit ? 'over' : value >= limit * nearShare ? 'near' : 'fine';
	return { value, kept, limit, level };
}

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

const sum = (costs: readonly Cost[]): Cost => ({
	characters: costs.reduce((all, { characters }) => all + characters, 0),
	tokens: costs.reduce((all, { tokens }) => all + tokens, 0),
});
