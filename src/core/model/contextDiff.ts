/** Two reports held against each other, source by source: what a branch, or a day, adds to the context or takes away. */

import type { ReasonCode, Scope, Source, SourceKind } from '../source.js';
import type { ContextReport, Cost, SkillRow } from './report.js';

/** The part of a request that a source belongs to. */
export type ContextPart = 'startup' | 'on demand' | 'skills' | 'agents' | 'not loaded';

/** A source as one of the two reports has it. */
export interface ComparedSource {
	readonly part: ContextPart;
	/** E.g. `loaded`, `listed`. */
	readonly state: string;
	readonly reason?: ReasonCode;
	readonly characters: number;
	readonly tokens: number;
	/** Patterns of the rule's `paths`, where it is conditional. */
	readonly patterns?: readonly string[];
}

/** A source that differs: in its text, its part, its state or its cost. */
export interface SourceChange {
	readonly change: 'added' | 'removed' | 'changed';
	/** Absolute path; for an agent its line's beginning, since a report knows no more of it. */
	readonly path: string;
	/** Name of a skill or agent. */
	readonly name?: string;
	readonly kind: SourceKind;
	readonly scope?: Scope;
	readonly before?: ComparedSource;
	readonly after?: ComparedSource;
	/** UTF-16 units more (or less) of what is loaded, listed or may be attached. */
	readonly characters: number;
	/** Estimated tokens more or less. */
	readonly tokens: number;
}

/** A sum before and after. */
export interface CostChange {
	readonly before: Cost;
	readonly after: Cost;
}

export interface ContextDiff {
	/** In the order of the request after, what was removed last. */
	readonly changes: readonly SourceChange[];
	/** Sources that are the same in both. */
	readonly unchanged: number;
	/** Instruction files and the memory index. */
	readonly startup: CostChange;
	readonly skillListing: CostChange;
	readonly agentListing: CostChange;
	/** The three together. */
	readonly alwaysLoaded: CostChange;
	/** What files may attach. */
	readonly onDemand: CostChange;
}

/**
 * Compares two reports of one launch directory. The sums are those of the reports; a listing's sum also has the line
 * breaks between its lines, which no row counts.
 *
 * @example compareContexts(before, after).startup.after.characters
 */
export function compareContexts(before: ContextReport, after: ContextReport): ContextDiff {
	const old = rowsOf(before);
	const now = rowsOf(after);
	const changes: SourceChange[] = [];
	let unchanged = 0;
	for (const [key, row] of now) {
		const earlier = old.get(key);
		if (earlier && isSame(earlier, row)) unchanged++;
		else changes.push(changeOf(earlier, row));
	}
	for (const [key, row] of old) if (!now.has(key)) changes.push(changeOf(row, undefined));
	const sum = (of: (report: ContextReport) => Cost): CostChange => ({ before: of(before), after: of(after) });
	return {
		changes,
		unchanged,
		startup: sum(({ alwaysLoaded }) => alwaysLoaded.startup),
		skillListing: sum(({ alwaysLoaded }) => alwaysLoaded.skillListing),
		agentListing: sum(({ alwaysLoaded }) => alwaysLoaded.agentListing),
		alwaysLoaded: sum(alwaysLoadedCost),
		onDemand: sum(({ onDemandCost }) => onDemandCost),
	};
}

/** Everything that every request holds: startup part, skill listing and agent listing. */
export function alwaysLoadedCost({ alwaysLoaded }: ContextReport): Cost {
	const parts = [alwaysLoaded.startup, alwaysLoaded.skillListing, alwaysLoaded.agentListing];
	return {
		characters: parts.reduce((sum, { characters }) => sum + characters, 0),
		tokens: parts.reduce((sum, { tokens }) => sum + tokens, 0),
	};
}

interface Row {
	readonly about: Pick<SourceChange, 'path' | 'name' | 'kind' | 'scope'>;
	readonly source: ComparedSource;
	/** What besides text, state and cost tells two rows of one source apart. */
	readonly content: string;
	/** A report that went through JSON has no texts, but still their files' hashes. */
	readonly text?: string | undefined;
	readonly sha256?: string | undefined;
}

/** Rows by what a source is recognised by; a path that occurs twice is told apart by its turn. */
function rowsOf(report: ContextReport): ReadonlyMap<string, Row> {
	const rows = new Map<string, Row>();
	const add = (key: string, row: Row): void => {
		let unique = key;
		for (let turn = 2; rows.has(unique); turn++) unique = `${key}\n${turn}`;
		rows.set(unique, row);
	};
	for (const source of report.startup) add(source.path, sourceRow('startup', source));
	for (const source of report.onDemand) add(source.path, sourceRow('on demand', source));
	for (const skill of report.skills) add(`skill\n${skill.name}\n${skill.path}`, skillRow(skill));
	for (const line of report.agents) add(`agent\n${agentName(line)}`, agentRow(line));
	for (const source of report.notLoaded) {
		// The same file may load by one way and not by another, which is no news of its own.
		if (!rows.has(source.path)) add(source.path, sourceRow('not loaded', source));
	}
	return rows;
}

function sourceRow(part: ContextPart, { path, kind, scope, state, reason, characters, tokens, ...rest }: Source): Row {
	return {
		about: { path, kind, scope },
		source: {
			part,
			state,
			...(reason ? { reason: reason.code } : {}),
			characters,
			tokens,
			...(rest.patterns ? { patterns: rest.patterns } : {}),
		},
		content: JSON.stringify([rest.patterns ?? [], rest.parent ?? '']),
		text: rest.text,
		sha256: rest.sha256,
	};
}

function skillRow({ name, path, state, characters, reason }: SkillRow): Row {
	return {
		about: { path, name, kind: 'skill' },
		source: {
			part: 'skills',
			state,
			...(reason ? { reason: reason.code } : {}),
			characters,
			tokens: Math.ceil(characters / charactersPerToken),
		},
		content: '',
	};
}

/** A skill's row has no text, so its tokens are reckoned from its length. */
const charactersPerToken = 4;

function agentRow(line: string): Row {
	const name = agentName(line);
	const { length } = line;
	return {
		about: { path: name, name, kind: 'agent' },
		source: { part: 'agents', state: 'listed', characters: length, tokens: Math.ceil(length / charactersPerToken) },
		content: line,
	};
}

/** The name in `- name: description (Tools: …)`. */
const agentName = (line: string): string => /^- ([^:\n]*)/.exec(line)?.[1] ?? line.slice(0, 60);

function isSame(a: Row, b: Row): boolean {
	const [before, after] = [a.source, b.source];
	const hasSameText = a.text !== undefined && b.text !== undefined ? a.text === b.text : a.sha256 === b.sha256;
	return (
		hasSameText &&
		a.content === b.content &&
		before.part === after.part &&
		before.state === after.state &&
		before.reason === after.reason &&
		before.characters === after.characters
	);
}

function changeOf(before: Row | undefined, after: Row | undefined): SourceChange {
	const about = (after ?? before)?.about as Row['about'];
	return {
		change: before === undefined ? 'added' : after === undefined ? 'removed' : 'changed',
		...about,
		...(before ? { before: before.source } : {}),
		...(after ? { after: after.source } : {}),
		characters: (after?.source.characters ?? 0) - (before?.source.characters ?? 0),
		tokens: (after?.source.tokens ?? 0) - (before?.source.tokens ?? 0),
	};
}
