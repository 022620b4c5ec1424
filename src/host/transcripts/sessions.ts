/**
 * Sessions of a launch directory: which there are, what each holds, and one that is followed while it runs.
 * Everything is plain data; nothing but the transcripts is read, and nothing is written.
 */

import { open, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { mapLimited, readsAtOnce } from '../../core/concurrency.js';
import type { ContextInputs } from '../../core/inputs.js';
import type { FileSystem } from '../../core/ports.js';
import type { LoadedItem, SessionRecord } from '../../core/sessions/sessionRecord.js';
import { readTranscriptLine } from '../../core/sessions/transcriptLine.js';
import { transcriptDirectories } from '../../core/sessions/transcriptPlace.js';
import { isSystemError, openFlags } from '../fileFacts.js';
import { namesIn, SessionReader, type SessionReaderOptions } from './sessionReader.js';
import { textDigest } from './textDigest.js';
import type { TranscriptFailure } from './transcriptReader.js';

/** A session's transcript as the directory shows it, and what its first lines tell. */
export interface SessionFile {
	readonly sessionId: string;
	/** Path of the transcript. */
	readonly path: string;
	readonly bytes: number;
	/** Last write, in milliseconds since 1970. */
	readonly modified: number;
	/** Directory in which it was started. */
	readonly directory?: string;
	readonly startedAt?: number;
	readonly clientVersion?: string;
	readonly gitBranch?: string;
	/** True where another directory's sessions share the transcripts' directory (`my-app` and `my_app`). */
	readonly isOfOtherDirectory: boolean;
}

/** Transcripts that are listed, the newest first. */
const sessionLimit = 1_000;

/**
 * Sessions that were started in a launch directory (its real path), the one written last first; those of other
 * directories that share the place are among them and marked.
 *
 * @example (await listSessions(fs, inputs, model.place.directory))[0]?.sessionId
 */
export async function listSessions(
	fs: FileSystem,
	inputs: ContextInputs,
	launchDirectory: string,
): Promise<readonly SessionFile[]> {
	const directories = await transcriptDirectories(fs, inputs, launchDirectory);
	const paths = (await Promise.all(directories.map(transcriptsIn))).flat();
	const files = (await mapLimited(paths, readsAtOnce, fileFacts)).filter((file) => file !== undefined);
	const newest = [...files].sort((a, b) => b.modified - a.modified).slice(0, sessionLimit);
	return mapLimited(newest, readsAtOnce, async (file) => {
		const head = await headOf(file.path);
		return { ...file, ...head, isOfOtherDirectory: head.directory !== undefined && head.directory !== launchDirectory };
	});
}

/** The session that a person means by nothing: the newest of this directory. */
export const newestSession = (sessions: readonly SessionFile[]): SessionFile | undefined =>
	sessions.find((session) => !session.isOfOtherDirectory);

/** Older clients wrote sub-agents beside the sessions; those are no sessions. */
async function transcriptsIn(directory: string): Promise<readonly string[]> {
	const names = await namesIn(directory);
	return names
		.filter((name) => name.endsWith('.jsonl') && !name.startsWith('agent-'))
		.map((name) => join(directory, name));
}

async function fileFacts(
	path: string,
): Promise<Pick<SessionFile, 'sessionId' | 'path' | 'bytes' | 'modified'> | undefined> {
	try {
		const stats = await stat(path);
		if (!stats.isFile()) return undefined;
		return { sessionId: basename(path, '.jsonl'), path, bytes: stats.size, modified: stats.mtimeMs };
	} catch (error) {
		if (isSystemError(error)) return undefined;
		throw error;
	}
}

const headBytes = 64 * 1024;

type Head = Pick<SessionFile, 'directory' | 'startedAt' | 'clientVersion' | 'gitBranch'>;

/** What the first lines tell of a session. */
async function headOf(path: string): Promise<Head> {
	const facts: { -readonly [Key in keyof Head]: Head[Key] } = {};
	for (const text of (await readHead(path)).split('\n')) {
		const line = readTranscriptLine(parsed(text));
		if (!line) continue;
		if (line.at !== undefined) facts.startedAt ??= line.at;
		if (line.cwd !== undefined) facts.directory ??= line.cwd;
		if (line.version !== undefined) facts.clientVersion ??= line.version;
		if (line.gitBranch !== undefined) facts.gitBranch ??= line.gitBranch;
		if (facts.directory !== undefined && facts.clientVersion !== undefined) break;
	}
	return facts;
}

async function readHead(path: string): Promise<string> {
	try {
		const handle = await open(path, openFlags);
		try {
			const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(headBytes), 0, headBytes, 0);
			return buffer.toString('utf8', 0, bytesRead);
		} finally {
			await handle.close();
		}
	} catch (error) {
		if (isSystemError(error)) return '';
		throw error;
	}
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

export type SessionReading =
	| { readonly ok: true; readonly record: SessionRecord }
	| { readonly ok: false; readonly failure: TranscriptFailure };

/** What a session holds: its whole transcript as a stream, then those of its sub-agents. */
export async function readSession(path: string, options: SessionReaderOptions = {}): Promise<SessionReading> {
	const reader = new SessionReader(path, options);
	const { failure } = await reader.advance();
	if (failure) return { ok: false, failure };
	reader.finish();
	return { ok: true, record: reader.record() };
}

/**
 * The text of a file as a session has it, from its transcript, for a difference that somebody asked to see; `undefined`
 * where the session does not have the file now.
 */
export async function readSessionText(path: string, file: string, signal?: AbortSignal): Promise<string | undefined> {
	const reading = await readSession(path, {
		keepTexts: new Set([file]),
		subAgents: false,
		...(signal ? { signal } : {}),
	});
	if (!reading.ok) return undefined;
	const { attached, startup } = reading.record;
	const isFile = (item: LoadedItem): boolean => item.path === file;
	return (attached.find(isFile) ?? startup.find(isFile))?.text;
}

/**
 * The text of a file that a session has received at any time and that has this hash (SHA-256 of the whole file), for a
 * difference from what somebody accepted once; `undefined` where the transcript holds no such text.
 */
export async function readSessionVersion(
	path: string,
	file: string,
	sha256: string,
	signal?: AbortSignal,
): Promise<string | undefined> {
	const reading = await readSession(path, { keepTexts: new Set([file]), ...(signal ? { signal } : {}) });
	if (!reading.ok) return undefined;
	const loads = [reading.record, ...reading.record.subAgents].flatMap((context) => context.loads);
	for (const { path: of, text, fileSha256 } of loads) {
		if (of !== file || text === undefined) continue;
		// What is sent lacks the file's last line feed.
		const whole = [text, `${text}\n`, `${text}\r\n`].find((each) => textDigest(each).sha256 === sha256);
		if (whole !== undefined) return whole;
		if (fileSha256 === sha256) return text;
	}
	return undefined;
}
