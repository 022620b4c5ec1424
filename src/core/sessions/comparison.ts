/** A session held against the disk and against the model's prediction (issue 5). */

import type { ContextModel } from '../model/contextModel.js';
import type { Source } from '../source.js';
import { parseInstruction } from '../sources/instructionFile.js';
import type { Digester, TextDigest } from './digest.js';
import { expectedAttachments } from './expectedAttachments.js';
import { compareListings, type ListingComparison } from './listingComparison.js';
import * as sentences from './sentences.js';
import type { ContextRecord, LoadedItem, SessionRecord } from './sessionRecord.js';

/** How a file of a session stands to the disk and to the model. */
export type ComparisonState =
	| 'same' // the session has what is on disk, and the model predicts it
	| 'changed since' // the session has another text than the disk
	| 'predicted but never loaded'
	| 'loaded but not predicted' // the session has what is on disk, but the model would not load it
	| 'not recorded'; // predicted, and the transcript does not tell

export interface ComparedFile {
	readonly path: string;
	readonly part: 'startup' | 'attached';
	readonly state: ComparisonState;
	/** One sentence for people. */
	readonly sentence: string;
	/** What the session received; absent where it received nothing. */
	readonly held?: LoadedItem;
	/** What the model predicts today; absent where it predicts nothing. */
	readonly predicted?: Source;
	/** The text that would be sent today; absent where the file is gone or cannot be read. */
	readonly today?: TextDigest & { readonly characters: number };
	/** That text itself, only where it was asked for. */
	readonly todayText?: string;
	/** True where a file stands at the path no more. */
	readonly isGone: boolean;
}

export interface SessionComparison {
	readonly sessionId: string;
	/** Files that the session has, in its order, each part followed by what it lacks. */
	readonly files: readonly ComparedFile[];
	readonly counts: Readonly<Record<ComparisonState, number>>;
	readonly skills: ListingComparison;
	readonly agents: ListingComparison;
	/** What limits the comparison, a sentence each, e.g. that the client does not write its startup list. */
	readonly notes: readonly string[];
}

export interface ComparisonOptions {
	readonly digest: Digester;
	/** Keeps today's texts of held files, for a difference that somebody asked to see. */
	readonly keepTexts?: boolean;
	/** How a time is shown in sentences; hours and minutes, with the day where it is not today's, unless given. */
	readonly formatTime?: (milliseconds: number) => string;
}

/**
 * Compares what a session has with the disk and with the model of its launch directory today.
 *
 * Paths of the transcript are data: they are read through the model's file system, at most 4 MiB each, to be hashed.
 * Give it a model of the client version that the session ran (`record.clientVersion`), else differences of versions show.
 */
export async function compareSession(
	record: SessionRecord,
	model: ContextModel,
	options: ComparisonOptions,
): Promise<SessionComparison> {
	const time = options.formatTime ?? sentences.timeOfDay(model.inputs.environment.now);
	const comparer = new FileComparer(model, options, time);
	const expected = await expectedAttachments(model, record.touchedNow);
	const ever = record.compactions.length > 0 ? await expectedAttachments(model, record.touched) : expected;
	const files = [
		...(await comparer.startup(record)),
		...(await comparer.attached(record, expected.sources, ever.sources)),
	];
	const counts = {
		same: 0,
		'changed since': 0,
		'predicted but never loaded': 0,
		'loaded but not predicted': 0,
		'not recorded': 0,
	};
	for (const { state } of files) counts[state]++;
	return {
		sessionId: record.sessionId,
		files,
		counts,
		...compareListings(record, model, ever.skills, options.digest),
		notes: sentences.notes(record, model, ever.isComplete, time),
	};
}

class FileComparer {
	readonly #model: ContextModel;
	readonly #digest: Digester;
	readonly #keepsTexts: boolean;
	readonly #time: (milliseconds: number) => string;
	/** Paths that reading cannot bring, by what the model says of them. */
	readonly #reasons: ReadonlyMap<string, Source>;

	constructor(model: ContextModel, options: ComparisonOptions, time: (milliseconds: number) => string) {
		this.#model = model;
		this.#digest = options.digest;
		this.#keepsTexts = options.keepTexts === true;
		this.#time = time;
		this.#reasons = new Map(model.notLoaded.map((source) => [source.path, source] as const));
	}

	async startup(record: ContextRecord): Promise<readonly ComparedFile[]> {
		const predicted = new Map(this.#model.startup.map((source) => [source.path, source] as const));
		const held: ComparedFile[] = [];
		for (const item of record.startup) held.push(await this.#held(item, 'startup', predicted.get(item.path)));
		const has = new Set(record.startup.map((item) => item.path));
		const lacking = this.#model.startup
			.filter((source) => !has.has(source.path))
			.map((source) => this.#lackingAtStartup(record, source));
		return [...held, ...lacking];
	}

	async attached(
		record: ContextRecord,
		expected: ReadonlyMap<string, Source>,
		ever: ReadonlyMap<string, Source>,
	): Promise<readonly ComparedFile[]> {
		const held: ComparedFile[] = [];
		for (const item of record.attached) {
			// What compaction gave back was attached before it.
			const predicted = expected.get(item.path) ?? (item.loadReason === 'compact' ? ever.get(item.path) : undefined);
			held.push(await this.#held(item, 'attached', predicted));
		}
		const has = new Set([...record.attached, ...record.startup].map((item) => item.path));
		const lacking = [...expected.values()]
			.filter((source) => !has.has(source.path))
			.map((source) => this.#lackingAttachment(record, source));
		return [...held, ...lacking];
	}

	async #held(item: LoadedItem, part: ComparedFile['part'], predicted: Source | undefined): Promise<ComparedFile> {
		const text = item.isRaw || predicted?.text === undefined ? await this.#textToday(item, part) : predicted.text;
		const today = text === undefined ? undefined : { ...this.#digest(text), characters: text.length };
		const isSame = today?.sha256 === item.sha256;
		const state = !isSame ? 'changed since' : predicted ? 'same' : 'loaded but not predicted';
		const why = predicted ? undefined : this.#reasons.get(item.path)?.reason;
		const isGone = text === undefined && (await this.#isGone(item.path));
		return {
			path: item.path,
			part,
			state,
			sentence: sentences.held(state, item, part, {
				isGone,
				isReadable: text !== undefined,
				reason: why,
				time: this.#time,
			}),
			held: item,
			...(predicted ? { predicted } : {}),
			...(today ? { today } : {}),
			...(this.#keepsTexts && text !== undefined ? { todayText: text } : {}),
			isGone,
		};
	}

	/** The text that loading the file would send today, whether or not anything loads it. */
	async #textToday(item: LoadedItem, part: ComparedFile['part']): Promise<string | undefined> {
		if (item.path.startsWith('<')) return undefined;
		const file = await this.#model.loadContext.fs.readText(item.path);
		if (!file?.ok) return undefined;
		if (item.isRaw) return file.text;
		const { body } = parseInstruction(file, this.#model.inputs.client.behaviours);
		return part === 'startup' ? body.trim() : body;
	}

	async #isGone(path: string): Promise<boolean> {
		return path.startsWith('<') || (await this.#model.loadContext.fs.stat(path)) === undefined;
	}

	#lackingAtStartup(record: ContextRecord, source: Source): ComparedFile {
		const state = record.startupList === 'recorded' ? 'predicted but never loaded' : 'not recorded';
		return this.#lacking('startup', state, source, sentences.lackingAtStartup(record, source, this.#time));
	}

	#lackingAttachment(record: ContextRecord, source: Source): ComparedFile {
		const sentence = sentences.lackingAttachment(record, source, this.#time);
		return this.#lacking('attached', 'predicted but never loaded', source, sentence);
	}

	#lacking(part: ComparedFile['part'], state: ComparisonState, source: Source, sentence: string): ComparedFile {
		const text = source.text ?? '';
		const today = { ...this.#digest(text), characters: text.length };
		return { path: source.path, part, state, sentence, predicted: source, today, isGone: false };
	}
}
