/** Figures over the sessions of a project: what fires, what is read, what the startup part costs over time (issue 5). */

import type { ContextModel } from '../model/contextModel.js';
import type { Source } from '../source.js';
import type { ContextRecord, SessionRecord } from './sessionRecord.js';

/** How often an on-demand source loaded. */
export interface ActivationFigure {
	readonly path: string;
	readonly kind: Source['kind'];
	readonly patterns?: readonly string[];
	/** Sessions in which it loaded, those of their sub-agents included. */
	readonly sessions: number;
	/** Loads in all. */
	readonly loads: number;
	/** Last load, in milliseconds since 1970. */
	readonly lastAt?: number;
	/** Sessions since the last one in which it loaded; all of them where it never did. */
	readonly quietSessions: number;
}

export interface TopicFigure {
	readonly path: string;
	/** Sessions that read the topic. */
	readonly sessions: number;
	readonly lastAt?: number;
}

export interface StartupFigure {
	readonly sessionId: string;
	readonly at?: number;
	readonly clientVersion?: string;
	readonly files: number;
	readonly characters: number;
}

export interface ProjectFigures {
	readonly sessions: number;
	/** Sessions whose transcripts hold a startup list. */
	readonly sessionsWithStartupList: number;
	readonly firstAt?: number;
	readonly lastAt?: number;
	/** Path rules and nested files, the least used first. */
	readonly activations: readonly ActivationFigure[];
	/** Paths of `activations` that never fired in the last `quietAfter` sessions. */
	readonly neverFired: readonly string[];
	readonly quietAfter: number;
	readonly topics: readonly TopicFigure[];
	/** Share of sessions that read at least one topic, 0 to 1; absent without topics or sessions. */
	readonly topicHitRate?: number;
	/** Characters of the startup part, oldest session first. */
	readonly startup: readonly StartupFigure[];
	readonly memory?: MemoryFigure;
}

export interface MemoryFigure {
	readonly path: string;
	readonly lines: number;
	readonly bytes: number;
	/** Links of the index that lead nowhere. */
	readonly brokenLinks: number;
	/** Topics that nothing links to. */
	readonly orphans: number;
}

export interface FigureInputs {
	/** Records of the project's sessions, in any order. */
	readonly records: readonly SessionRecord[];
	readonly model: ContextModel;
	/** Nested files and rules below the launch directory, where they were looked for. */
	readonly onDemand?: readonly Source[];
	/** Paths of the memory's topics. */
	readonly topics?: readonly string[];
	/** Counts of the memory's findings. */
	readonly links?: { readonly broken: number; readonly orphans: number };
	/** Sessions without a load after which a source counts as never firing; 20 unless given. */
	readonly quietAfter?: number;
}

/** Sessions without a load after which a source counts as never firing. */
const defaultQuietAfter = 20;

/** Sums up the sessions of a project. */
export function projectFigures(inputs: FigureInputs): ProjectFigures {
	const records = [...inputs.records].sort((a, b) => (a.startedAt ?? 0) - (b.startedAt ?? 0));
	const quietAfter = inputs.quietAfter ?? defaultQuietAfter;
	const sources = [...inputs.model.pathRules.filter((rule) => rule.state === 'on demand'), ...(inputs.onDemand ?? [])];
	const activations = activationFigures(records, sources);
	const topics = (inputs.topics ?? []).map((path) => topicFigure(records, path));
	const paths = new Set(inputs.topics ?? []);
	const hits = records.filter((record) =>
		contextsOf(record).some(({ touched }) => touched.some((touch) => isRead(touch) && paths.has(touch.path))),
	);
	const memory = memoryFigure(inputs);
	const firstAt = records.find((record) => record.startedAt !== undefined)?.startedAt;
	const lastAt = records.reduce((latest, record) => Math.max(latest, record.lastAt ?? 0), 0);
	return {
		sessions: records.length,
		sessionsWithStartupList: records.filter((record) => record.startupList === 'recorded').length,
		...(firstAt === undefined ? {} : { firstAt }),
		...(lastAt > 0 ? { lastAt } : {}),
		activations,
		neverFired: activations.filter((figure) => figure.quietSessions >= quietAfter).map((figure) => figure.path),
		quietAfter,
		topics,
		...(topics.length > 0 && records.length > 0 ? { topicHitRate: hits.length / records.length } : {}),
		startup: records.flatMap(startupFigure),
		...(memory ? { memory } : {}),
	};
}

const contextsOf = (record: SessionRecord): readonly ContextRecord[] => [record, ...record.subAgents];

interface ActivationCount {
	sessions: number;
	loads: number;
	lastAt: number;
	/** Index of the last session in which it loaded. */
	lastIndex: number;
}

function activationFigures(records: readonly SessionRecord[], sources: readonly Source[]): readonly ActivationFigure[] {
	const counts = new Map<string, ActivationCount>(
		sources.map((source) => [source.path, { sessions: 0, loads: 0, lastAt: 0, lastIndex: -1 }]),
	);
	records.forEach((record, index) => {
		const seen = new Set<string>();
		for (const item of contextsOf(record).flatMap((context) => context.loads)) {
			const count = counts.get(item.path);
			// A nested file is a startup file of a session that was started in its directory; that is no activation.
			if (!count || item.loadReason === 'session_start') continue;
			count.loads++;
			count.lastAt = Math.max(count.lastAt, item.at ?? 0);
			count.lastIndex = index;
			if (!seen.has(item.path)) count.sessions++;
			seen.add(item.path);
		}
	});
	const unique = [...new Map(sources.map((source) => [source.path, source] as const)).values()];
	return unique
		.map(({ path, kind, patterns }): ActivationFigure => {
			const { sessions = 0, loads = 0, lastAt = 0, lastIndex = -1 } = counts.get(path) ?? {};
			return {
				path,
				kind,
				...(patterns ? { patterns } : {}),
				sessions,
				loads,
				...(lastAt > 0 ? { lastAt } : {}),
				quietSessions: records.length - 1 - lastIndex,
			};
		})
		.sort((a, b) => a.sessions - b.sessions || (a.path < b.path ? -1 : 1));
}

const isRead = ({ tool, isFailed }: { readonly tool: string; readonly isFailed: boolean }): boolean =>
	!isFailed && (tool === 'Read' || tool === 'Bash' || tool === 'mention');

function topicFigure(records: readonly SessionRecord[], path: string): TopicFigure {
	let sessions = 0;
	let lastAt = 0;
	for (const record of records) {
		const reads = contextsOf(record).flatMap(({ touched }) =>
			touched.filter((touch) => isRead(touch) && touch.path === path),
		);
		if (reads.length > 0) sessions++;
		for (const { at } of reads) lastAt = Math.max(lastAt, at ?? 0);
	}
	return { path, sessions, ...(lastAt > 0 ? { lastAt } : {}) };
}

/** The first startup part of a session: later ones are edits of it. */
function startupFigure(record: SessionRecord): readonly StartupFigure[] {
	if (record.startupList === 'not recorded' || record.startup.length + record.loads.length === 0) return [];
	const first = firstStartup(record);
	return [
		{
			sessionId: record.sessionId,
			...(record.startedAt === undefined ? {} : { at: record.startedAt }),
			...(record.clientVersion === undefined ? {} : { clientVersion: record.clientVersion }),
			files: first.length,
			characters: first.reduce((sum, item) => sum + item.characters, 0),
		},
	];
}

function firstStartup({ loads }: SessionRecord): readonly { readonly characters: number }[] {
	const starts = loads.filter((item) => item.loadReason === 'session_start');
	return starts.filter((item) => item.at === starts[0]?.at);
}

function memoryFigure({ model: { memory }, links }: FigureInputs): MemoryFigure | undefined {
	if (memory.index.kind !== 'written') return undefined;
	const { path, file, view } = memory.index;
	return {
		path,
		lines: view.index.totalLines,
		bytes: file.bytes,
		brokenLinks: links?.broken ?? 0,
		orphans: links?.orphans ?? 0,
	};
}
