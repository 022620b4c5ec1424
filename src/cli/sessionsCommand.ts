/** `sessions [DIR]`: what a session of a directory really has, its load log, and figures over all sessions. */

import { resolve } from 'node:path';
import { parseVersion } from '../core/client/version.js';
import type { ContextModel } from '../core/model/contextModel.js';
import type { FileSystem } from '../core/ports.js';
import { compareSession } from '../core/sessions/comparison.js';
import { unifiedDiff } from '../core/sessions/lineDiff.js';
import { loadLog } from '../core/sessions/loadLog.js';
import type { SessionRecord } from '../core/sessions/sessionRecord.js';
import { transcriptDirectories } from '../core/sessions/transcriptPlace.js';
import { figureSessions, figuresOf } from '../host/transcripts/figures.js';
import { listSessions, readSession, readSessionText, type SessionFile } from '../host/transcripts/sessions.js';
import { textDigest } from '../host/transcripts/textDigest.js';
import { atMost, type ModelOptionValues, modelOptions, parseCommandLine } from './arguments.js';
import { modelFrom } from './inputs.js';
import type { Output } from './output.js';
import { printComparison, printFigures, printSessions } from './sessionsText.js';
import { exitCodes, UsageError } from './usageError.js';

const options = {
	...modelOptions,
	session: { type: 'string' },
	list: { type: 'boolean' },
	log: { type: 'boolean' },
	figures: { type: 'boolean' },
	last: { type: 'string' },
	diff: { type: 'string' },
} as const;

export async function sessionsCommand(argv: readonly string[], fs: FileSystem, output: Output): Promise<number> {
	const { values, positionals } = parseCommandLine(argv, options);
	atMost(1, positionals);
	const modes = [values.list, values.log, values.figures, values.diff !== undefined].filter(Boolean);
	if (modes.length > 1) throw new UsageError('Choose one of --list, --log, --figures and --diff.');
	const last = values.last === undefined ? undefined : positiveNumber(values.last);
	const directory = positionals[0] ?? '.';
	const model = await modelFrom(fs, values, directory);
	const all = await listSessions(fs, model.inputs, model.place.directory);
	const own = all.filter((session) => !session.isOfOtherDirectory);

	if (values.list) return list(all, model, values.json === true, output);
	if (values.log)
		return log(values.session === undefined ? own.slice(0, last ?? 1) : [chosen(all, values.session)], output);
	if (values.figures) return figures(own.slice(0, last ?? figureSessions), model, values.json === true, output);

	const session = values.session === undefined ? own[0] : chosen(all, values.session);
	if (!session) return none(fs, model, values.json === true, output);
	if (values.diff !== undefined) return diff(session, values.diff, values, directory, fs, output);
	const record = await recordOf(session);
	const comparison = await compareSession(record, await modelOf(record, values, directory, fs), {
		digest: textDigest,
	});
	if (values.json) output.data(json({ session, record, comparison }));
	else printComparison({ session, record, comparison, model, sessions: own.length }, output);
	return exitCodes.fine;
}

function list(sessions: readonly SessionFile[], model: ContextModel, asJson: boolean, output: Output): number {
	if (asJson) output.data(json({ launchDirectory: model.place.directory, sessions }));
	else printSessions(sessions, model, output);
	return exitCodes.fine;
}

async function log(sessions: readonly SessionFile[], output: Output): Promise<number> {
	// The oldest first, so that later runs append.
	for (const session of [...sessions].reverse()) {
		for (const entry of loadLog(await recordOf(session))) output.data(JSON.stringify(entry));
	}
	return exitCodes.fine;
}

async function figures(
	sessions: readonly SessionFile[],
	model: ContextModel,
	asJson: boolean,
	output: Output,
): Promise<number> {
	const records: SessionRecord[] = [];
	for (const session of sessions) {
		const reading = await readSession(session.path);
		if (reading.ok) records.push(reading.record);
		else output.note(`context-inspector: ${session.path} is left out: ${reading.failure}.`);
	}
	const result = await figuresOf(records, model);
	if (asJson) output.data(json(result));
	else printFigures(result, model, output);
	return exitCodes.fine;
}

/** What the session's text of a file and today's differ in. */
async function diff(
	session: SessionFile,
	written: string,
	values: ModelOptionValues,
	directory: string,
	fs: FileSystem,
	output: Output,
): Promise<number> {
	const path = written.startsWith('<') ? written : resolve(written);
	const record = await recordOf(session);
	const model = await modelOf(record, values, directory, fs);
	const before = await readSessionText(session.path, path);
	if (before === undefined)
		throw new UsageError(`The session does not have ${path}, or its transcript does not hold the text.`);
	const comparison = await compareSession(record, model, { digest: textDigest, keepTexts: true });
	const file = comparison.files.find((compared) => compared.path === path && compared.held);
	const lines = unifiedDiff(before, file?.todayText ?? '');
	if (lines.length === 0) output.note('The session has the text that is on disk.');
	else output.data([`--- ${path} (session)`, `+++ ${path} (now)`, ...lines].join('\n'));
	return exitCodes.fine;
}

async function none(fs: FileSystem, model: ContextModel, asJson: boolean, output: Output): Promise<number> {
	const directories = await transcriptDirectories(fs, model.inputs, model.place.directory);
	if (asJson) output.data(json({ session: null, directories }));
	else output.data(`There is no session of ${model.place.directory} in ${directories.join(', ')}.`);
	return exitCodes.fine;
}

/** The session that an id, or the beginning of one, names. */
function chosen(sessions: readonly SessionFile[], id: string): SessionFile {
	const named = sessions.filter(({ sessionId }) => sessionId.startsWith(id));
	const [session, other] = named.length > 1 ? named.filter(({ sessionId }) => sessionId === id) : named;
	if (!session || other) {
		const why = named.length > 1 ? `${named.length} sessions begin with "${id}"` : `There is no session "${id}"`;
		throw new UsageError(`${why}; --list shows all.`);
	}
	return session;
}

async function recordOf(session: SessionFile): Promise<SessionRecord> {
	const reading = await readSession(session.path);
	if (!reading.ok) throw new UsageError(`${session.path} cannot be read: ${reading.failure}.`);
	return reading.record;
}

/** The context model for the client and the language model of the session, unless the caller named others. */
async function modelOf(
	record: SessionRecord,
	values: ModelOptionValues,
	directory: string,
	fs: FileSystem,
): Promise<ContextModel> {
	const { clientVersion, model } = record;
	const client = clientVersion !== undefined && parseVersion(clientVersion) ? { client: clientVersion } : {};
	return modelFrom(fs, { ...client, ...(model === undefined ? {} : { model }), ...values }, directory);
}

function positiveNumber(text: string): number {
	if (!/^[1-9]\d{0,5}$/.test(text)) throw new UsageError(`--last takes a number of sessions, not "${text}".`);
	return Number(text);
}

/** Texts are shown by `--diff` only. */
const json = (value: unknown): string =>
	JSON.stringify(value, (key, member: unknown) => (key === 'text' ? undefined : member), '\t');
