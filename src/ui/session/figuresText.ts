/** Figures over a project's sessions as a Markdown document. */

import { l10n } from 'vscode';
import type { ContextModel } from '../../core/model/contextModel.js';
import type { ProjectFigures, StartupFigure } from '../../core/sessions/figures.js';
import { timeOfDay } from '../../core/sessions/sentences.js';
import { displayPath, formatNumber } from '../format.js';
import { code } from '../markdown.js';
import type { LaunchDirectory } from '../model/launchDirectories.js';

export interface FiguresFacts {
	readonly launch: LaunchDirectory;
	/** Sessions that were not read, or could not be. */
	readonly left: number;
	/** True where the user stopped the reading. */
	readonly isStopped: boolean;
}

/** Cells beyond this width are not waited for by the others. UTF-16 units. */
const widestCell = 60;
/** Longest bar of the chart of startup characters. */
const barLength = 30;

export function figuresText(figures: ProjectFigures, model: ContextModel, facts: FiguresFacts): string {
	const context = { directory: model.place.directory, home: model.inputs.environment.homeDirectory };
	const path = (of: string): string => cell(code(displayPath(context, of)));
	const time = timeOfDay(Date.now());
	const when = (at: number | undefined): string => (at === undefined ? l10n.t('never') : time(at));
	return [
		`# ${l10n.t('Sessions of {0}', facts.launch.name)}`,
		'',
		summary(figures, facts, time),
		...(figures.sessions === 0 ? [] : activationLines(figures, path, when)),
		...(figures.topics.length === 0 || figures.sessions === 0 ? [] : topicLines(figures, path, when)),
		...memoryLines(figures, path),
		...startupLines(figures.startup, time),
		'',
	].join('\n');
}

function summary(figures: ProjectFigures, { left, isStopped }: FiguresFacts, time: (at: number) => string): string {
	const { sessions, firstAt, lastAt, sessionsWithStartupList } = figures;
	if (sessions === 0) return l10n.t('There is no session to count.');
	const range =
		firstAt === undefined || lastAt === undefined ? '' : l10n.t(' From {0} to {1}.', time(firstAt), time(lastAt));
	const rest = left > 0 ? l10n.t(' {0} more were not read.', formatNumber(left)) : '';
	const stopped = isStopped ? l10n.t(' The reading was stopped.') : '';
	const count = l10n.t(
		'Sessions: {0}, of which {1} have a startup list.',
		formatNumber(sessions),
		formatNumber(sessionsWithStartupList),
	);
	return `${count}${range}${rest}${stopped}`;
}

function activationLines(
	{ activations, neverFired, quietAfter, sessions }: ProjectFigures,
	path: (of: string) => string,
	when: (at: number | undefined) => string,
): readonly string[] {
	if (activations.length === 0) return [];
	const quiet = new Set(neverFired);
	const never =
		sessions < quietAfter
			? l10n.t('A rule counts as one that never fires after {0} sessions without a load.', quietAfter)
			: neverFired.length === 0
				? l10n.t('Each fired in the last {0} sessions.', quietAfter)
				: l10n.t('Never fired in the last {0} sessions: {1}', quietAfter, neverFired.map(path).join(', '));
	return [
		...heading(l10n.t('Path Rules and Nested Files')),
		never,
		'',
		...table(
			[l10n.t('File'), l10n.t('Paths'), l10n.t('Sessions'), l10n.t('Loads'), l10n.t('Last')],
			activations.map((figure) => [
				`${path(figure.path)}${quiet.has(figure.path) ? ' ⚠' : ''}`,
				cell((figure.patterns ?? []).map(code).join(' ')),
				formatNumber(figure.sessions),
				formatNumber(figure.loads),
				when(figure.lastAt),
			]),
		),
	];
}

function topicLines(
	{ topics, topicHitRate }: ProjectFigures,
	path: (of: string) => string,
	when: (at: number | undefined) => string,
): readonly string[] {
	return [
		...heading(l10n.t('Memory Topics')),
		...(topicHitRate === undefined
			? []
			: [l10n.t('{0} % of the sessions read at least one topic.', Math.round(topicHitRate * 100)), '']),
		...table(
			[l10n.t('Topic'), l10n.t('Sessions'), l10n.t('Last')],
			topics.map((topic) => [path(topic.path), formatNumber(topic.sessions), when(topic.lastAt)]),
		),
	];
}

function memoryLines({ memory }: ProjectFigures, path: (of: string) => string): readonly string[] {
	if (!memory) return [];
	return [
		...heading(l10n.t('Memory Index')),
		...table(
			[l10n.t('File'), l10n.t('Lines'), l10n.t('Bytes'), l10n.t('Broken links'), l10n.t('Orphans')],
			[
				[
					path(memory.path),
					formatNumber(memory.lines),
					formatNumber(memory.bytes),
					formatNumber(memory.brokenLinks),
					formatNumber(memory.orphans),
				],
			],
		),
	];
}

function startupLines(startup: readonly StartupFigure[], time: (at: number) => string): readonly string[] {
	if (startup.length === 0) return [];
	const most = Math.max(...startup.map(({ characters }) => characters), 1);
	return [
		...heading(l10n.t('Startup Characters over Time')),
		...table(
			[l10n.t('Session'), l10n.t('Client'), l10n.t('Files'), l10n.t('Characters'), ''],
			startup.map(({ sessionId, at, clientVersion, files, characters }) => [
				at === undefined ? cell(code(sessionId)) : time(at),
				cell(clientVersion ?? ''),
				formatNumber(files),
				formatNumber(characters),
				'█'.repeat(Math.max(1, Math.round((characters / most) * barLength))),
			]),
		),
	];
}

const heading = (title: string): readonly string[] => ['', `## ${title}`, ''];

/** A table that reads well as text, too: its columns are as wide as their widest cell. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
	const widths = head.map((_, column) =>
		Math.min(widestCell, Math.max(3, ...[head, ...rows].map((cells) => cells[column]?.length ?? 0))),
	);
	const line = (cells: readonly string[]): string =>
		`| ${cells.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`;
	return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)];
}

/** A bar would end the cell of a table. */
const cell = (text: string): string => text.replaceAll('|', '\\|');
