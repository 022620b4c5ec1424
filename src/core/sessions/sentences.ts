/** The sentences of the session view: one function a case, so that every face says the same words. */

import type { ContextModel } from '../model/contextModel.js';
import type { Reason, Source } from '../source.js';
import type { ContextRecord, LoadedItem, SessionRecord } from './sessionRecord.js';

type Time = (milliseconds: number) => string;

/** Hours and minutes, e.g. `10:42`; the day before them where it is not today's, e.g. `2026-11-29 10:42`. */
export function timeOfDay(now: number): Time {
	const today = dayOf(now);
	return (milliseconds) => {
		const date = new Date(milliseconds);
		if (Number.isNaN(date.getTime())) return 'an unknown time';
		const day = dayOf(milliseconds);
		const clock = `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
		return day === today ? clock : `${day} ${clock}`;
	};
}

function dayOf(milliseconds: number): string {
	const date = new Date(milliseconds);
	return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

const when = (at: number | undefined, time: Time): string => (at === undefined ? 'its start' : time(at));

export interface HeldFacts {
	readonly isGone: boolean;
	readonly isReadable: boolean;
	/** Why the model does not load the file. */
	readonly reason: Reason | undefined;
	readonly time: Time;
}

/** What is to be said of a file that the session has. */
export function held(
	state: string,
	item: LoadedItem,
	part: 'startup' | 'attached',
	{ isGone, isReadable, reason, time }: HeldFacts,
): string {
	const version = `the version of ${when(item.at, time)}`;
	const why = reason ? ` It would not load today: ${reason.sentence}` : '';
	if (state === 'same') return `The session has what is on disk, since ${when(item.at, time)}.`;
	if (state === 'loaded but not predicted') {
		return `The session has it since ${when(item.at, time)}, as it is on disk; the model would not load it.${reason ? ` ${reason.sentence}` : ''}`;
	}
	if (isGone) return `The file is gone; the session still has ${version}.${why}`;
	if (!isReadable) return `The file cannot be read now; the session has ${version}.`;
	if (item.notedChangeAt !== undefined) {
		return `The session has ${version} and was told of a change at ${time(item.notedChangeAt)}.${why}`;
	}
	const remedy =
		part === 'startup'
			? '/clear or a new session loads the new one.'
			: '/clear, compaction or a new session brings the new one.';
	return `The session still has ${version}; ${remedy}${why}`;
}

/** What is to be said of a startup file that the session's list does not name. */
export function lackingAtStartup(record: ContextRecord, source: Source, time: Time): string {
	if (record.startupList === 'not recorded')
		return 'This client does not write its startup files into the transcript, so whether the session has this one is not known.';
	if (record.startupList === 'pending')
		return 'The session has not put its startup part together yet; its next request reads this file.';
	const at = record.startupAt;
	if (at !== undefined && source.modified !== undefined && source.modified > at) {
		return `The file changed after the session read its startup files at ${time(at)}; /clear or a new session loads it.`;
	}
	return `The model predicts it, but the session's startup list of ${when(at, time)} does not name it.`;
}

/** What is to be said of a file that a touched one should have attached. */
export function lackingAttachment(record: ContextRecord, source: Source, time: Time): string {
	const touched = record.touched.find(({ path }) => path === source.trigger);
	if (touched?.at !== undefined && source.modified !== undefined && source.modified > touched.at) {
		return `The file changed after the session read ${source.trigger} at ${time(touched.at)}; the next matching read brings it.`;
	}
	return `The model predicts that ${source.trigger} attaches it, but the session did not receive it.`;
}

/** What limits a comparison. */
export function notes(record: SessionRecord, model: ContextModel, isComplete: boolean, time: Time): readonly string[] {
	const found: string[] = [];
	const client = model.inputs.client.version;
	if (record.startupList === 'not recorded') {
		found.push(
			`Claude Code ${record.clientVersion ?? 'of this session'} does not write its startup files into the transcript: what the session holds of them is not known.`,
		);
	}
	if (record.startupList === 'pending') {
		const last = record.compactions.at(-1);
		found.push(
			record.compactions.length > 0
				? `The session was compacted${last === undefined ? '' : ` at ${time(last)}`}; its startup files are read anew with its next request.`
				: 'The session has sent no request yet.',
		);
	}
	if (record.clientVersion !== undefined && record.clientVersion !== client) {
		found.push(`The session runs Claude Code ${record.clientVersion}; the prediction is for ${client}.`);
	}
	if (record.directory !== undefined && record.directory !== model.place.directory) {
		found.push(`The session was started in ${record.directory}; the prediction is for ${model.place.directory}.`);
	}
	if (!isComplete)
		found.push('The session touched more files than were looked at; what the later ones should attach is left out.');
	if (record.skippedLines.tooLong > 0)
		found.push(`${record.skippedLines.tooLong} lines of the transcript are too long and were skipped.`);
	return found;
}
