/** The difference of two contexts for people, for programs, and as a comment of a pull request. */

import type { PlaceNames } from '../../core/check/placeNames.js';
import type { ContextDiff, CostChange, SourceChange } from '../../core/model/contextDiff.js';
import type { ContextReport } from '../../core/model/report.js';
import { count, counted, row, wrap } from '../format.js';
import { type Output, oneLine } from '../output.js';

export interface DiffContext {
	readonly names: PlaceNames;
	/** What the two sides are called, e.g. `origin/main` and `the working tree`. */
	readonly labels: { readonly before: string; readonly after: string };
	readonly after: ContextReport;
	readonly isHermetic: boolean;
}

const sums = [
	['Startup', 'startup'],
	['Skill listing', 'skillListing'],
	['Agent listing', 'agentListing'],
	['Always loaded', 'alwaysLoaded'],
	['On demand, at most', 'onDemand'],
] as const satisfies readonly (readonly [string, keyof ContextDiff])[];

/** `+1,234`, `-12`, `0`. */
const signed = (value: number): string => (value > 0 ? `+${count(value)}` : count(value));

const differenceOf = ({ before, after }: CostChange): { readonly characters: number; readonly tokens: number } => ({
	characters: after.characters - before.characters,
	tokens: after.tokens - before.tokens,
});

const nameOf = ({ path, name, kind }: SourceChange, names: PlaceNames): string =>
	kind === 'agent' ? `agent ${name}` : name === undefined ? names.of(path).name : `${kind} ${name}`;

/** What happened to a source in a few words, e.g. `added to startup`, `loaded, now truncated`. */
function wordsOf({ change, before, after }: SourceChange): string {
	const part = (after ?? before)?.part ?? '';
	const why = after?.reason === undefined ? '' : ` (${after.reason})`;
	if (change === 'added') return after?.part === 'not loaded' ? `new, not loaded${why}` : `new in ${part}${why}`;
	if (change === 'removed') return `gone from ${part}`;
	if (before?.part !== after?.part) return `${before?.part}, now ${after?.part}${why}`;
	if (before?.state !== after?.state) return `${before?.state}, now ${after?.state}${why}`;
	return `changed in ${part}${why}${conditionWords(before?.patterns, after?.patterns)}`;
}

/** How a rule's condition changed, e.g. `; its condition is now "src/*.ts", was "*.ts"`. */
function conditionWords(before: readonly string[] = [], after: readonly string[] = []): string {
	const list = (patterns: readonly string[]): string =>
		patterns.length === 0 ? 'none' : patterns.map((pattern) => `"${pattern}"`).join(', ');
	return list(before) === list(after) ? '' : `; its condition is now ${list(after)}, was ${list(before)}`;
}

export function printDiff(diff: ContextDiff, { names, labels, after, isHermetic }: DiffContext, output: Output): void {
	const costOf = (characters: number, tokens: number): string =>
		`${signed(characters)} ch ${`~${signed(tokens)}`.padStart(8)} tok`;
	output.data(
		`${output.heading(oneLine(names.of(after.launchDirectory).name))}  Claude Code ${after.client}, from ${labels.before} to ${labels.after}`,
	);
	if (isHermetic) output.data(output.dim('Hermetic: home, managed and git-ignored files are left out.'));
	if (diff.changes.length === 0) output.data('Nothing of the context differs.');
	for (const change of diff.changes) {
		const name = `  ${oneLine(nameOf(change, names))}`;
		output.data(row(name, costOf(change.characters, change.tokens), output.columns));
		output.data(output.dim(`    ${wrap(wordsOf(change), output.columns - 4, '    ')}`));
	}
	output.data('');
	for (const [title, key] of sums) {
		const { before, after: now } = diff[key];
		const { characters, tokens } = differenceOf(diff[key]);
		if (before.characters === 0 && now.characters === 0) continue;
		const left = `${key === 'alwaysLoaded' ? output.heading(title) : title} ${count(before.characters)} → ${count(now.characters)} ch`;
		output.data(row(left, costOf(characters, tokens), output.columns));
	}
	const hasLines = diff.changes.some(({ kind }) => kind === 'skill' || kind === 'agent');
	const breaks = hasLines ? ' A listing also counts the line breaks between its lines.' : '';
	const summary = `${counted(diff.unchanged, 'source')} unchanged; tok = estimated tokens.${breaks}`;
	output.data(output.dim(wrap(summary, output.columns, '')));
}

/** A table for a comment; the first line is a mark by which a workflow finds its own comment again. */
export function diffMarkdown(diff: ContextDiff, { names, labels, after, isHermetic }: DiffContext): string {
	const always = differenceOf(diff.alwaysLoaded);
	const heading =
		always.characters === 0 && diff.changes.length === 0
			? 'The context of Claude Code does not change'
			: `Claude Code context: ${signed(always.characters)} characters (~${signed(always.tokens)} tokens) in every request`;
	const rows = diff.changes
		.slice(0, shownChanges)
		.map(
			(change) =>
				`| ${cell(nameOf(change, names))} | ${cell(wordsOf(change))} | ${signed(change.characters)} | ${signed(change.tokens)} |`,
		);
	const more = diff.changes.length - shownChanges;
	return [
		'<!-- context-inspector diff -->',
		`### ${heading}`,
		'',
		...(rows.length === 0
			? []
			: ['| Source | What | Characters | Tokens |', '| --- | --- | ---: | ---: |', ...rows, '']),
		...(more > 0 ? [`… and ${counted(more, 'more change')}.`, ''] : []),
		'| Part | Before | After | Characters | Tokens |',
		'| --- | ---: | ---: | ---: | ---: |',
		...sums
			.filter(([, key]) => diff[key].before.characters + diff[key].after.characters > 0)
			.map(([title, key]) => {
				const { characters, tokens } = differenceOf(diff[key]);
				const numbers = [count(diff[key].before.characters), count(diff[key].after.characters)];
				return `| ${[title, ...numbers, signed(characters), signed(tokens)].join(' | ')} |`;
			}),
		'',
		`Started in ${code(names.of(after.launchDirectory).name)} with Claude Code ${after.client}; from ${code(labels.before)} to ${labels.after === 'the working tree' ? labels.after : code(labels.after)}. Tokens are estimates.${isHermetic ? ' Home, managed and git-ignored files are left out.' : ''}`,
	].join('\n');
}

/** Rows of a comment: a code host cuts longer ones. */
const shownChanges = 60;

/** A text of the repository in a cell: nothing in it ends the cell, links, mentions somebody or is read as HTML. */
const cell = (text: string): string => code(text.replaceAll('|', '\\|'));

/** A code span that no backtick of the text can end. */
function code(text: string): string {
	const line = text.replace(/\s+/g, ' ');
	const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map(({ length }) => length));
	const fence = '`'.repeat(longest + 1);
	return longest === 0 ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`;
}

/** The difference as data; paths are named as everywhere in a check. */
export function diffData(
	diff: ContextDiff,
	{ names, labels, after, isHermetic }: DiffContext,
): Readonly<Record<string, unknown>> {
	const { changes, ...rest } = diff;
	return {
		client: after.client,
		model: after.model,
		launchDirectory: names.of(after.launchDirectory).name,
		hermetic: isHermetic,
		from: labels.before,
		to: labels.after,
		...rest,
		changes: changes.map(({ path, ...change }) => ({
			...change,
			path: change.kind === 'agent' ? path : names.of(path).name,
		})),
	};
}
