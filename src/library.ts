/**
 * The Node library: what Claude Code will have in its context in a directory, why, what not, and what it costs.
 *
 * @example
 * import { inspectContext } from 'context-inspector';
 * const context = await inspectContext('/repo', { client: '2.1.332' });
 * console.log(context.report().alwaysLoaded.startup.characters);
 */

import { newestVersion } from './core/client/profile.js';
import { parseVersion } from './core/client/version.js';
import type { Finding } from './core/findings/finding.js';
import { findAll } from './core/findings/findings.js';
import type { ComparedLockEntry } from './core/lock/lockComparison.js';
import { compareModelLock } from './core/lock/modelLock.js';
import { readLock } from './core/lock/readLock.js';
import { buildContextModel, type ContextModel } from './core/model/contextModel.js';
import { type Discovery, type DiscoveryOptions, discoverBelow } from './core/model/discovery.js';
import { explainFile, type FileExplanation } from './core/model/explain.js';
import { buildReport, type ContextReport } from './core/model/report.js';
import { type RequestPart, type RequestStage, requestAt } from './core/model/requestStages.js';
import { Session } from './core/model/session.js';
import type { FileSystem } from './core/ports.js';
import { compareSession, type SessionComparison } from './core/sessions/comparison.js';
import type { SessionRecord } from './core/sessions/sessionRecord.js';
import { contextInputs, type InputOptions } from './host/contextInputs.js';
import { NodeFileSystem } from './host/fileSystem.js';
import { listSessions, readSession, type SessionFile } from './host/transcripts/sessions.js';
import { textDigest } from './host/transcripts/textDigest.js';

export type { Finding } from './core/findings/finding.js';
export type { ComparedLockEntry, LockState } from './core/lock/lockComparison.js';
export type { ContextModel } from './core/model/contextModel.js';
export type { Discovery, DiscoveryOptions } from './core/model/discovery.js';
export type { Attachment, FileExplanation, NearMiss } from './core/model/explain.js';
export type { ContextReport } from './core/model/report.js';
export type { RequestPart, RequestStage } from './core/model/requestStages.js';
export type { CallResult, Session } from './core/model/session.js';
export type { ToolCall } from './core/model/toolCalls.js';
export type { DirectoryEntry, FileStat, FileSystem, TextFile, UnreadableFile } from './core/ports.js';
export type { ComparedFile, ComparisonState, SessionComparison } from './core/sessions/comparison.js';
export { type LoadLogEntry, loadLog } from './core/sessions/loadLog.js';
export type { LoadedItem, SessionRecord } from './core/sessions/sessionRecord.js';
export type { Place, Reason, ReasonCode, Scope, Source, SourceKind, SourceState } from './core/source.js';
export type { InputOptions } from './host/contextInputs.js';

export type { SessionFile } from './host/transcripts/sessions.js';

export interface InspectOptions extends InputOptions {
	/** Where files are read from; this machine's disk where absent. */
	readonly fileSystem?: FileSystem;
}

/** The context of one launch directory, read once; nothing follows later changes of the disk. */
export interface ContextInspection {
	readonly model: ContextModel;
	/** The model summed up, with what a discovery found where one is given. */
	report(discovery?: Discovery): ContextReport;
	/** Scans the tree below the launch directory for nested files. */
	discover(options?: DiscoveryOptions): Promise<Discovery>;
	/** What one file activates and why. */
	explain(file: string): Promise<FileExplanation>;
	/** The parts of the request at a stage of a session. */
	request(stage?: RequestStage): Promise<readonly RequestPart[]>;
	/** A session to play tool calls through. */
	session(): Session;
	/** What is wrong or wasteful, e.g. dead links and rules that match nothing. */
	findings(): Promise<readonly Finding[]>;
	/** Transcripts of sessions that were started in the directory, the newest first. */
	recordedSessions(): Promise<readonly SessionFile[]>;
	/** What a session has, held against the disk and this model; `undefined` where its transcript cannot be read. */
	compareSession(
		session: SessionFile,
	): Promise<{ readonly record: SessionRecord; readonly comparison: SessionComparison } | undefined>;
	/**
	 * What comes from outside the repository, held against the import lock; all of it is `added` where there is none.
	 *
	 * @throws InspectionError where the lock is no lock file (`void-lock`)
	 */
	importLock(): Promise<readonly ComparedLockEntry[]>;
}

/** Why a context cannot be inspected; the message is one sentence for people. */
export type InspectionFault =
	/** `client` is no version. */
	| 'invalid-client-version'
	/** There is no such directory, or something else stands there. */
	| 'no-directory'
	/** The import lock is no lock file. */
	| 'void-lock';

/** A fault of the call or its input, with a code that programs can ask for. */
export class InspectionError extends Error {
	override readonly name = 'InspectionError';
	readonly code: InspectionFault;

	constructor(code: InspectionFault, message: string) {
		super(message);
		this.code = code;
	}
}

/**
 * Reads the context of a directory.
 *
 * @throws InspectionError where `client` is no version (`invalid-client-version`) or there is no such directory (`no-directory`)
 */
export async function inspectContext(directory: string, options: InspectOptions = {}): Promise<ContextInspection> {
	const { client, fileSystem: fs = new NodeFileSystem() } = options;
	if (client !== undefined && !parseVersion(client))
		throw new InspectionError(
			'invalid-client-version',
			`"${client}" is not a client version; write one such as ${newestVersion}.`,
		);
	const inputs = await contextInputs(directory, options);
	const model = await buildContextModel(fs, inputs);
	if (!model || (await fs.stat(inputs.launchDirectory))?.kind !== 'directory')
		throw new InspectionError('no-directory', `There is no directory ${inputs.launchDirectory} that can be read.`);
	return Object.freeze({
		model,
		report: (discovery?: Discovery) => buildReport(model, discovery),
		discover: (discoveryOptions?: DiscoveryOptions) => discoverBelow(model, discoveryOptions),
		explain: (file: string) => explainFile(model, file),
		request: (stage: RequestStage = { kind: 'session-start' }) => requestAt(model, stage),
		session: () => new Session(model),
		findings: () => findAll(model),
		recordedSessions: () => listSessions(fs, model.inputs, model.place.directory),
		compareSession: async ({ path }: SessionFile) => {
			const reading = await readSession(path);
			if (!reading.ok) return undefined;
			const { record } = reading;
			return { record, comparison: await compareSession(record, model, { digest: textDigest }) };
		},
		importLock: async () => {
			const reading = await readLock(fs, model.place.directory);
			if (reading && !reading.ok) throw new InspectionError('void-lock', `The import lock is void: ${reading.fault}.`);
			return compareModelLock(model, reading?.lock ?? { entries: [] });
		},
	});
}
