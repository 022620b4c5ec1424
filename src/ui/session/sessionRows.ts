/** The rows of the Session view: what a session has, by how that stands to the disk and to the prediction. */

import { l10n, Uri, workspace } from 'vscode';
import type { ComparedFile, ComparisonState } from '../../core/sessions/comparison.js';
import type { ListingComparison } from '../../core/sessions/listingComparison.js';
import { timeOfDay } from '../../core/sessions/sentences.js';
import type { InvokedSkill, LoadedItem, SubAgentRecord } from '../../core/sessions/sessionRecord.js';
import { type ContextWord, contextValue, contextWords } from '../contextValues.js';
import { displayPath, formatNumber, loadReasonSentence, scopeWord } from '../format.js';
import { comparisonIcon, groupIcons } from '../icons.js';
import { escaped } from '../markdown.js';
import { rowContext } from '../tree/contextRows.js';
import { groupRow, messageRow } from '../tree/groupRow.js';
import { type Row, tooltipOf } from '../tree/row.js';
import type { RowContext } from '../tree/sourceRow.js';
import type { ShownSession } from './sessionState.js';
import { changeWord, charactersWord, comparisonSentence, comparisonWord, loadReasonWord } from './sessionWords.js';

/** The differences first: they are what somebody looks for. */
const states: readonly ComparisonState[] = [
	'changed since',
	'predicted but never loaded',
	'loaded but not predicted',
	'not recorded',
	'same',
];

/** Rows beyond this number are only counted. */
const rowLimit = 1_000;

type Time = (milliseconds: number) => string;

interface SessionRowContext extends RowContext {
	readonly time: Time;
}

/** Rows of a compared session. */
export function sessionRows(shown: ShownSession, now: number): readonly Row[] {
	const { launch, model, record, comparison } = shown;
	const context: SessionRowContext = { ...rowContext(launch, model), time: timeOfDay(now) };
	return [
		headRow(context, shown),
		...comparison.notes.map((note) =>
			wordsRow(context, `session/note/${note}`, note.replaceAll(model.place.directory, launch.name)),
		),
		...states.flatMap((state) => fileGroup(context, state, comparison.files)),
		...listingGroup(context, 'skills', l10n.t('Skills'), groupIcons.skills, comparison.skills),
		...invokedGroup(context, record.invokedSkills),
		...listingGroup(context, 'agents', l10n.t('Agents'), groupIcons.agents, comparison.agents),
		...subAgentGroup(context, record.subAgents),
	];
}

/** Which session this is. */
function headRow(context: SessionRowContext, { session, record, comparison }: ShownSession): Row {
	const { time } = context;
	const label = record.startedAt === undefined ? l10n.t('Session') : l10n.t('Session of {0}', time(record.startedAt));
	const facts = [record.clientVersion, record.model, record.gitBranch].filter((fact) => fact !== undefined);
	const lines = [
		l10n.t('Session {0}', record.sessionId),
		...(record.directory === undefined ? [] : [l10n.t('Started in {0}', record.directory)]),
		l10n.t('Written last {0}', time(record.lastAt ?? session.modified)),
		...(record.compactions.length > 0 ? [l10n.t('Compactions: {0}', record.compactions.length)] : []),
		l10n.t('Lines of the transcript: {0}', formatNumber(record.lines)),
		l10n.t('Of the transcript only paths, hashes, sizes and times are kept.'),
	];
	const differences = comparison.files.filter(({ state }) => state !== 'same' && state !== 'not recorded').length;
	return {
		id: `${context.launch.key}/session/head`,
		label,
		description: facts.join(' · '),
		icon: groupIcons.session,
		contextValue: contextValue(contextWords.message),
		tooltip: paragraphs(lines),
		spoken: [label, ...facts, l10n.t('{0} differences', differences)].join(', '),
		launch: context.launch,
	};
}

/** A sentence as a row; the tooltip has it whole where the view is narrow. */
function wordsRow(context: SessionRowContext, id: string, text: string): Row {
	const row = messageRow(context.unique(`${context.launch.key}/${id}`), text, { icon: groupIcons.warning });
	return { ...row, tooltip: paragraphs([text]) };
}

function fileGroup(context: SessionRowContext, state: ComparisonState, all: readonly ComparedFile[]): readonly Row[] {
	const files = all.filter((file) => file.state === state);
	if (files.length === 0) return [];
	const rows = files.slice(0, rowLimit).map((file) => fileRow(context, file));
	const group = groupRow(context, {
		group: `session/${state}`,
		label: comparisonWord(state),
		icon: comparisonIcon(state),
		sentence: comparisonSentence(state),
		count: files.length,
		expanded: state !== 'same' && state !== 'not recorded',
		children: files.length > rowLimit ? [...rows, restRow(context, `session/${state}`, files.length)] : rows,
	});
	return [group];
}

function restRow(context: SessionRowContext, group: string, count: number): Row {
	return messageRow(`${context.launch.key}/${group}/rest`, l10n.t('{0} more', formatNumber(count - rowLimit)));
}

function fileRow(context: SessionRowContext, file: ComparedFile): Row {
	const { held, state, path, isGone } = file;
	const label = displayPath(context, path);
	const facts = held ? heldFacts(context, held, file) : predictedFacts(context, file);
	const exists = !isGone && !path.startsWith('<');
	return {
		id: context.unique(`${context.launch.key}/session/${state}/${file.part}/${path}`),
		label,
		description: facts.join(' · '),
		icon: comparisonIcon(state),
		contextValue: contextValue(
			...pathWords(path, exists),
			...(held && !path.startsWith('<') ? [contextWords.held] : []),
		),
		tooltip: fileTooltip(context, file),
		spoken: [label, comparisonWord(state), file.sentence].join(', '),
		// A file that is gone opens nothing, and still names what is held and what is copied.
		...(path.startsWith('<') ? {} : { target: { path } }),
		launch: context.launch,
	};
}

function pathWords(path: string, exists: boolean): readonly ContextWord[] {
	const inWorkspace = exists && workspace.getWorkspaceFolder(Uri.file(path)) !== undefined;
	return [
		contextWords.source,
		...(exists ? [contextWords.file] : []),
		...(inWorkspace ? [contextWords.workspaceFile] : []),
	];
}

/** E.g. `10:42`, `path rule`, `through src/a.ts`, `1,204 → 1,310 characters`. */
function heldFacts(context: SessionRowContext, item: LoadedItem, file?: ComparedFile): readonly string[] {
	const { time } = context;
	const after = file?.state === 'changed since' ? file.today?.characters : undefined;
	return [
		...(item.at === undefined ? [] : [time(item.at)]),
		...(file?.isGone ? [l10n.t('gone')] : []),
		loadReasonWord(item.loadReason),
		...(item.trigger === undefined ? [] : [l10n.t('through {0}', displayPath(context, item.trigger))]),
		after === undefined ? charactersWord(item.characters) : changeWord(item.characters, after),
	];
}

function predictedFacts(context: SessionRowContext, { predicted, today }: ComparedFile): readonly string[] {
	return [
		...(predicted?.loadReason ? [loadReasonWord(predicted.loadReason)] : []),
		...(predicted?.trigger === undefined ? [] : [l10n.t('through {0}', displayPath(context, predicted.trigger))]),
		...(today ? [charactersWord(today.characters)] : []),
	];
}

function fileTooltip(context: SessionRowContext, file: ComparedFile): Row['tooltip'] {
	const { held, predicted, today } = file;
	const scope = held?.scope ?? predicted?.scope;
	const reason = held?.loadReason ?? predicted?.loadReason;
	const trigger = held?.trigger ?? predicted?.trigger;
	const parent = held?.parent ?? predicted?.parent;
	const patterns = held?.patterns ?? predicted?.patterns;
	return tooltipOf((markdown) => {
		const paragraph = (text: string): void => {
			markdown.appendMarkdown(escaped(text)).appendMarkdown('\n\n');
		};
		markdown
			.appendMarkdown(`$(${comparisonIcon(file.state).id}) **`)
			.appendMarkdown(escaped(comparisonWord(file.state)));
		markdown.appendMarkdown('**');
		if (scope) markdown.appendMarkdown(escaped(` — ${scopeWord(scope)}`));
		markdown.appendMarkdown('\n\n');
		paragraph(file.sentence);
		if (reason) paragraph(loadReasonSentence(reason));
		if (trigger !== undefined) paragraph(l10n.t('Through {0}', displayPath(context, trigger)));
		if (parent !== undefined) paragraph(l10n.t('Imported by {0}', displayPath(context, parent)));
		if (patterns) paragraph(l10n.t('Patterns: {0}', patterns.join(', ')));
		if (held) {
			const size = l10n.t('{0}, {1} bytes', charactersWord(held.characters), formatNumber(held.bytes));
			paragraph(l10n.t('The session has {0}.', size));
			if (held.isTruncated) paragraph(l10n.t('The client cut it.'));
			if (held.isRaw) paragraph(l10n.t('Given back after compaction as the file stands, front matter and all.'));
		}
		if (today) {
			const size = l10n.t('{0}, {1} bytes', charactersWord(today.characters), formatNumber(today.bytes));
			paragraph(l10n.t('Today it would be {0}.', size));
		}
		markdown.appendCodeblock(file.path, 'plaintext');
	});
}

function listingGroup(
	context: SessionRowContext,
	group: string,
	label: string,
	icon: (typeof groupIcons)[keyof typeof groupIcons],
	{ isRecorded, names }: ListingComparison,
): readonly Row[] {
	if (names.length === 0) return [];
	const differing = names.filter(({ state }) => state !== 'same');
	const sorted = [...differing, ...names.filter(({ state }) => state === 'same')];
	const rows = sorted.slice(0, rowLimit).map(
		({ name, state, held }): Row => ({
			id: context.unique(`${context.launch.key}/session/${group}/${name}`),
			label: name,
			description: [
				...(held?.at === undefined ? [] : [context.time(held.at)]),
				...(state === 'same' ? [] : [comparisonWord(state)]),
				...(held ? [charactersWord(held.characters)] : []),
			].join(' · '),
			icon: comparisonIcon(state),
			contextValue: contextValue(contextWords.message),
			spoken: `${name}, ${comparisonWord(state)}`,
			launch: context.launch,
		}),
	);
	return [
		groupRow(context, {
			group: `session/${group}`,
			label,
			icon,
			sentence: isRecorded
				? l10n.t('What the session was told of, held against what would be listed today.')
				: l10n.t('The transcript holds no such listing.'),
			count: names.length,
			description:
				differing.length > 0
					? l10n.t('{0} of {1} differ', formatNumber(differing.length), formatNumber(names.length))
					: formatNumber(names.length),
			expanded: differing.length > 0,
			children: names.length > rowLimit ? [...rows, restRow(context, `session/${group}`, names.length)] : rows,
		}),
	];
}

function invokedGroup(context: SessionRowContext, skills: readonly InvokedSkill[]): readonly Row[] {
	if (skills.length === 0) return [];
	return [
		groupRow(context, {
			group: 'session/invoked',
			label: l10n.t('Invoked Skills'),
			icon: groupIcons.invoked,
			sentence: l10n.t('Skills whose bodies the session received.'),
			count: skills.length,
			children: skills.slice(0, rowLimit).map(
				({ name, directory, characters, at }): Row => ({
					id: context.unique(`${context.launch.key}/session/invoked/${directory}`),
					label: name,
					description: [...(at === undefined ? [] : [context.time(at)]), charactersWord(characters)].join(' · '),
					icon: groupIcons.invoked,
					contextValue: contextValue(contextWords.message),
					tooltip: paragraphs([displayPath(context, directory)]),
					launch: context.launch,
				}),
			),
		}),
	];
}

/** What sub-agents received on top; they are not compared. */
function subAgentGroup(context: SessionRowContext, agents: readonly SubAgentRecord[]): readonly Row[] {
	const loading = agents.filter(({ attached, startup }) => attached.length + startup.length > 0);
	if (loading.length === 0) return [];
	return [
		groupRow(context, {
			group: 'session/subAgents',
			label: l10n.t('Sub-agents'),
			icon: groupIcons.subAgents,
			sentence: l10n.t('Files that sub-agents of the session received.'),
			count: loading.length,
			children: loading.map(({ id, startup, attached }) =>
				groupRow(context, {
					group: `session/subAgents/${id}`,
					label: id,
					icon: groupIcons.subAgents,
					sentence: l10n.t('Files that this sub-agent received.'),
					count: startup.length + attached.length,
					children: [...startup, ...attached].slice(0, rowLimit).map((item) => itemRow(context, id, item)),
				}),
			),
		}),
	];
}

function itemRow(context: SessionRowContext, agent: string, item: LoadedItem): Row {
	const isPath = !item.path.startsWith('<');
	return {
		id: context.unique(`${context.launch.key}/session/subAgents/${agent}/${item.path}`),
		label: displayPath(context, item.path),
		description: heldFacts(context, item).join(' · '),
		icon: groupIcons.attached,
		contextValue: contextValue(...pathWords(item.path, isPath)),
		...(isPath ? { target: { path: item.path } } : {}),
		launch: context.launch,
	};
}

const paragraphs = (texts: readonly string[]): Row['tooltip'] =>
	tooltipOf((markdown) => {
		for (const text of texts) markdown.appendMarkdown(escaped(text)).appendMarkdown('\n\n');
	});
