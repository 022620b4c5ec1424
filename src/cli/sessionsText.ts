/** Sessions, comparisons and figures for people. */

import type { ContextModel } from '../core/model/contextModel.js';
import type { ComparedFile, SessionComparison } from '../core/sessions/comparison.js';
import type { ProjectFigures } from '../core/sessions/figures.js';
import type { ListingComparison } from '../core/sessions/listingComparison.js';
import { timeOfDay } from '../core/sessions/sentences.js';
import type { SessionRecord } from '../core/sessions/sessionRecord.js';
import type { SessionFile } from '../host/transcripts/sessions.js';
import { count, counted, PathNames, row, wrap } from './format.js';
import { type Output, oneLine } from './output.js';

/** Rows of a long list that are printed before the rest is only counted. */
const shownRows = 30;

export interface ShownComparison {
	readonly session: SessionFile;
	readonly record: SessionRecord;
	readonly comparison: SessionComparison;
	readonly model: ContextModel;
	/** Sessions of the directory. */
	readonly sessions: number;
}

export function printComparison(shown: ShownComparison, output: Output): void {
	const { session, record, comparison, model } = shown;
	const names = new PathNames(model);
	const time = timeOfDay(model.inputs.environment.now);
	const client = record.clientVersion === undefined ? '' : `  Claude Code ${record.clientVersion}`;
	output.data(
		`${output.heading(`Session ${oneLine(record.sessionId)}`)}${oneLine(`${client}${record.model === undefined ? '' : `, ${record.model}`}`)}`,
	);
	const began = record.startedAt === undefined ? '' : `started ${time(record.startedAt)}, `;
	output.data(
		output.dim(
			`${began}written last ${time(session.modified)}; ${counted(shown.sessions, 'session')} of this directory (--list)`,
		),
	);
	for (const note of comparison.notes)
		output.data(output.warn(wrap(names.sentence(oneLine(note)), output.columns, '')));
	for (const [part, title] of [
		['startup', 'Startup'],
		['attached', 'Attached'],
	] as const) {
		const files = comparison.files.filter((file) => file.part === part);
		output.data(`\n${output.heading(title)}${files.length === 0 ? ': nothing' : ''}`);
		for (const file of files.slice(0, shownRows)) printFile(file, names, output);
		printRest(files.length, output);
	}
	printListing('Skills', comparison.skills, output);
	printListing('Agents', comparison.agents, output);
	for (const { name, directory } of record.invokedSkills.slice(0, shownRows)) {
		output.data(oneLine(`  skill ${name} was invoked (${names.name(directory)})`));
	}
}

function printFile(file: ComparedFile, names: PathNames, output: Output): void {
	// A file that is no more did not change: the state's word for programs covers both.
	const word = file.isGone && file.state === 'changed since' ? 'deleted since' : file.state;
	const line = row(`  ${names.name(file.path)}`, word, output.columns);
	output.data(`${line.slice(0, -word.length)}${file.state === 'same' ? output.dim(word) : output.warn(word)}`);
	const trigger = file.held?.trigger;
	if (trigger !== undefined) output.data(output.dim(`    through ${names.name(trigger)}`));
	if (file.state !== 'same')
		output.data(output.dim(`    ${wrap(names.sentence(oneLine(file.sentence)), output.columns - 4, '    ')}`));
}

function printListing(title: string, { isRecorded, names }: ListingComparison, output: Output): void {
	if (!isRecorded && names.length === 0) return;
	const differing = names.filter(({ state }) => state !== 'same');
	output.data(
		`\n${output.heading(title)}: ${counted(names.length - differing.length, 'entry', 'entries')} as predicted`,
	);
	for (const { name, state } of differing.slice(0, shownRows)) output.data(`  ${oneLine(name)}  ${output.warn(state)}`);
	printRest(differing.length, output);
}

export function printSessions(sessions: readonly SessionFile[], model: ContextModel, output: Output): void {
	const time = timeOfDay(model.inputs.environment.now);
	if (sessions.length === 0) output.data(`There is no session of ${model.place.directory}.`);
	for (const session of sessions) {
		const { sessionId, bytes, modified, startedAt, clientVersion, gitBranch, directory, isOfOtherDirectory } = session;
		const where = isOfOtherDirectory ? `  of ${directory}` : '';
		const began = startedAt === undefined ? '' : `${time(startedAt)} to `;
		const branch = gitBranch === undefined || gitBranch === '' ? '' : `  ${gitBranch}`;
		output.data(
			oneLine(
				row(
					`${sessionId}  ${began}${time(modified)}${branch}${where}`,
					`${clientVersion ?? ''} ${sizeOf(bytes)}`,
					output.columns,
				),
			),
		);
	}
}

/** `812 bytes`, `3.0 KiB`, `1,234 KiB`. */
function sizeOf(bytes: number): string {
	if (bytes < 1024) return counted(bytes, 'byte');
	const size = bytes / 1024;
	return `${size < 10 ? size.toFixed(1) : count(Math.round(size))} KiB`;
}

export function printFigures(figures: ProjectFigures, model: ContextModel, output: Output): void {
	const names = new PathNames(model);
	const time = timeOfDay(model.inputs.environment.now);
	output.data(
		`${output.heading(counted(figures.sessions, 'session'))} of ${model.place.directory}, ${figures.sessionsWithStartupList} with a startup list`,
	);
	// Of fewer sessions than it takes to call a source quiet, what those tell.
	const window = Math.min(figures.sessions, figures.quietAfter);
	const quiet = figures.activations.filter(({ quietSessions }) => quietSessions >= window).length;
	output.data(
		`\n${output.heading('Rules and nested files')}: ${counted(quiet, 'source')} without a load in the last ${counted(window, 'session')}`,
	);
	for (const { path, sessions, loads, lastAt } of figures.activations.slice(0, shownRows)) {
		const last = lastAt === undefined ? 'never' : `last ${time(lastAt)}`;
		output.data(
			row(
				`  ${names.name(path)}`,
				`${counted(sessions, 'session')}, ${counted(loads, 'load')}, ${last}`,
				output.columns,
			),
		);
	}
	printRest(figures.activations.length, output);
	if (figures.topics.length > 0) {
		const rate =
			figures.topicHitRate === undefined
				? ''
				: `, ${Math.round(figures.topicHitRate * 100)} % of the sessions read one`;
		output.data(`\n${output.heading('Memory topics')}: ${counted(figures.topics.length, 'topic')}${rate}`);
		for (const { path, sessions } of figures.topics.slice(0, shownRows))
			output.data(row(`  ${names.name(path)}`, counted(sessions, 'session'), output.columns));
		printRest(figures.topics.length, output);
	}
	if (figures.memory) {
		const { path, lines, bytes, brokenLinks, orphans } = figures.memory;
		output.data(`\n${output.heading('Memory index')}: ${names.name(path)}`);
		output.data(
			`  ${counted(lines, 'line')}, ${counted(bytes, 'byte')}, ${counted(brokenLinks, 'broken link')}, ${counted(orphans, 'orphan')}`,
		);
	}
	output.data(`\n${output.heading('Startup characters')}`);
	for (const { sessionId, at, files, characters } of figures.startup.slice(-shownRows)) {
		output.data(
			row(
				`  ${at === undefined ? '' : `${time(at)}  `}${oneLine(sessionId)}`,
				`${counted(files, 'file')}, ${count(characters)} ch`,
				output.columns,
			),
		);
	}
}

function printRest(length: number, output: Output): void {
	if (length > shownRows)
		output.data(output.dim(`  and ${counted(length - shownRows, 'more', 'more')}; --json has all`));
}
