/** Holds what the model says against what the client was recorded to do. */

import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type { Expectation, Layout, RecordedEntry, RecordedSkill, RecordedText, Scenario } from './scenario.js';

export interface Entry {
	readonly path: string;
	readonly scope?: string;
	readonly text: string;
	readonly truncated: boolean;
}

export interface Outcome {
	readonly startup: readonly Entry[];
	readonly afterAction: readonly (readonly Entry[])[];
	readonly skillListing: readonly { readonly name: string; readonly description: string | null }[];
	readonly skillsDiscovered: readonly string[];
	readonly agentListing: readonly string[];
}

/** Every difference in words; empty where the model agrees. */
export function differences(scenario: Scenario, layout: Layout, want: Expectation, got: Outcome): readonly string[] {
	const links = linkedRules(scenario);
	const compare = (where: string, wanted: readonly RecordedEntry[], given: readonly Entry[]): string[] =>
		compareEntries(
			where,
			wanted,
			given.map((entry) => ({ ...entry, path: layout.name(entry.path), text: layout.name(entry.text) })),
			links,
		);
	return [
		...compare('startup', want.startup ?? [], got.startup),
		...(want.afterAction ?? []).flatMap((entries, index) =>
			compare(`afterAction[${index}]`, entries, got.afterAction[index] ?? []),
		),
		...compareSkills(want.skillListing ?? [], got.skillListing, layout),
		...compareNames('skillsDiscovered', [...(want.skillsDiscovered ?? [])].sort(), [...got.skillsDiscovered].sort()),
		...(want.agentListing ? compareNames('agentListing', want.agentListing, got.agentListing) : []),
	];
}

type Links = readonly (readonly [target: string, directory: string])[];

const rulesDirectory = /^(.*?(?:\.claude|cfg|shared)\/rules)(?:\/|$)/;

/** Links inside rules directories: such a file is shown under its real path, but takes its place among the directory's. */
function linkedRules(scenario: Scenario): Links {
	return Object.entries(scenario.symlinks ?? {}).flatMap(([link, target]) => {
		const directory = rulesDirectory.exec(link.replace(/^home\//, '$HOME/'))?.[1];
		if (directory === undefined) return [];
		return [
			[target.startsWith('$ROOT/') ? target.slice(6) : posix.join(posix.dirname(link), target), directory] as const,
		];
	});
}

const groupOf = (path: string, links: Links): string =>
	links.find(([target]) => path === target || path.startsWith(`${target}/`))?.[1] ??
	rulesDirectory.exec(path)?.[1] ??
	path;

const byPath = (a: { path: string }, b: { path: string }): number => (a.path < b.path ? -1 : 1);

/** Files of one rules directory come in the operating system's order: each such run is compared as a set. */
function canonical<T extends { readonly path: string }>(entries: readonly T[], links: Links): T[] {
	const runs: T[][] = [];
	for (const entry of entries) {
		const run = runs[runs.length - 1];
		if (run?.[0] && groupOf(run[0].path, links) === groupOf(entry.path, links)) run.push(entry);
		else runs.push([entry]);
	}
	return runs.flatMap((run) => run.sort(byPath));
}

function compareEntries(where: string, want: readonly RecordedEntry[], got: readonly Entry[], links: Links): string[] {
	// Entries of files named in the prompt carry no scope, come last, and in the order in which the client's reads ended.
	const mentioned = where === 'startup' ? want.filter((entry) => entry.scope === undefined).length : 0;
	const order = <T extends { readonly path: string }>(entries: readonly T[]): T[] => [
		...canonical(entries.slice(0, entries.length - mentioned), links),
		...(mentioned ? entries.slice(entries.length - mentioned).sort(byPath) : []),
	];
	const wanted = order(want);
	const given = order(got);
	const line = (entry: { path: string; scope?: string }): string =>
		entry.scope ? `${entry.path}<${entry.scope}>` : entry.path;
	const wantedLines = wanted.map(line);
	const givenLines = given.map((entry, index) => line(wanted[index]?.scope ? entry : { path: entry.path }));
	if (wantedLines.join('\n') !== givenLines.join('\n'))
		return [`${where}: want ${wantedLines.join(' ')}; got ${givenLines.join(' ')}`];
	return wanted.flatMap((entry, index) => {
		const other = given[index];
		if (!other) return [];
		const faults: string[] = [];
		if (!sameText(entry.text, other.text))
			faults.push(`${where} ${entry.path}: text want ${JSON.stringify(entry.text)}; got ${JSON.stringify(other.text)}`);
		if ((entry.truncationWarning === true) !== other.truncated)
			faults.push(`${where} ${entry.path}: truncated want ${entry.truncationWarning === true}`);
		return faults;
	});
}

const bare = (text: string): string => text.replace(/\n+$/, '');

function sameText(want: string | RecordedText, got: string): boolean {
	if (typeof want === 'string') return bare(want) === bare(got);
	return bare(got).length === want.chars && createHash('sha256').update(bare(got)).digest('hex') === want.sha256;
}

function compareSkills(want: readonly RecordedSkill[], got: Outcome['skillListing'], layout: Layout): string[] {
	const same =
		want.length === got.length &&
		want.every(({ name, description = null }, index) => {
			const other = got[index];
			if (!other || other.name !== name) return false;
			if (description === null || other.description === null) return description === other.description;
			return sameText(description, layout.name(other.description));
		});
	const show = (skills: readonly { name: string; description?: unknown }[]): string =>
		skills
			.map(({ name, description }) =>
				description == null ? name : `${name}:${JSON.stringify(description).slice(0, 60)}`,
			)
			.join(' | ');
	return same ? [] : [`skillListing: want ${show(want)}; got ${show(got)}`];
}

const compareNames = (where: string, want: readonly string[], got: readonly string[]): string[] =>
	JSON.stringify(want) === JSON.stringify(got)
		? []
		: [`${where}: want ${JSON.stringify(want)}; got ${JSON.stringify(got)}`];
