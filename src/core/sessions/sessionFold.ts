/** Folds the lines of a transcript, one by one and in order, into the record of its session. */

import { ContextFold, type FoldOptions } from './contextFold.js';
import type { SessionRecord } from './sessionRecord.js';
import { readTranscriptLine } from './transcriptLine.js';

/** Sub-agents beyond this number are not told apart any more. */
const subAgentLimit = 500;

/**
 * Keeps what a record needs and nothing else: its size is bounded, whatever the transcript's.
 *
 * @example
 * const fold = new SessionFold('1c1e6cda', { digest });
 * for (const line of lines) fold.add(JSON.parse(line));
 * fold.record().startup.map((item) => item.path) // ['/repo/CLAUDE.md']
 */
export class SessionFold {
	readonly #sessionId: string;
	readonly #options: FoldOptions;
	readonly #main: ContextFold;
	readonly #subAgents = new Map<string, ContextFold>();
	readonly #skipped = { broken: 0, tooLong: 0 };
	#lines = 0;
	#directory: string | undefined;
	#clientVersion: string | undefined;
	#model: string | undefined;
	#gitBranch: string | undefined;
	#startedAt: number | undefined;
	#lastAt: number | undefined;

	constructor(sessionId: string, options: FoldOptions) {
		this.#sessionId = sessionId;
		this.#options = options;
		this.#main = new ContextFold(options);
	}

	/** Takes one parsed line. */
	add(value: unknown): void {
		const line = readTranscriptLine(value);
		if (!line) {
			this.skip('broken');
			return;
		}
		this.#lines++;
		this.#directory ??= line.cwd;
		this.#clientVersion = line.version ?? this.#clientVersion;
		this.#gitBranch = line.gitBranch ?? this.#gitBranch;
		this.#startedAt ??= line.at;
		if (line.at !== undefined && line.at >= (this.#lastAt ?? line.at)) this.#lastAt = line.at;
		const context = line.agent === undefined ? this.#main : this.#subAgent(line.agent);
		for (const event of line.events) {
			// Answers name the model without the mark of its large window, which an attachment of 2.1.332 has.
			const isKnown = event.kind === 'model' && this.#model === `${event.id}[1m]`;
			if (event.kind === 'model' && line.agent === undefined && !isKnown) this.#model = event.id;
			context?.add(event, line.at, this.#directory);
		}
	}

	/** Counts a line that could not be read. */
	skip(cause: 'broken' | 'tooLong'): void {
		this.#lines++;
		this.#skipped[cause]++;
	}

	/** Counts lines that need not be read. */
	pass(): void {
		this.#lines++;
	}

	record(): SessionRecord {
		const facts = {
			directory: this.#directory,
			clientVersion: this.#clientVersion,
			model: this.#model,
			gitBranch: this.#gitBranch,
			startedAt: this.#startedAt,
			lastAt: this.#lastAt,
		};
		return {
			sessionId: this.#sessionId,
			...(Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as Partial<
				typeof facts
			>),
			...this.#main.record(),
			subAgents: [...this.#subAgents].map(([id, fold]) => ({ id, ...fold.record() })),
			skippedLines: { ...this.#skipped },
			lines: this.#lines,
		};
	}

	#subAgent(id: string): ContextFold | undefined {
		const known = this.#subAgents.get(id);
		if (known || this.#subAgents.size >= subAgentLimit) return known;
		const fold = new ContextFold(this.#options);
		this.#subAgents.set(id, fold);
		return fold;
	}
}
