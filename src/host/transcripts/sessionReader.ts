/** A session's transcript and those of its sub-agents, folded into one record. */

import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { FoldOptions } from '../../core/sessions/contextFold.js';
import { SessionFold } from '../../core/sessions/sessionFold.js';
import type { SessionRecord } from '../../core/sessions/sessionRecord.js';
import { isSystemError } from '../fileFacts.js';
import { textDigest } from './textDigest.js';
import { type TranscriptFailure, TranscriptReader } from './transcriptReader.js';

export interface SessionReaderOptions {
	/** Files whose texts are kept in the record; none unless a difference is to be shown. */
	readonly keepTexts?: ReadonlySet<string>;
	/** False leaves the sub-agents' transcripts out. */
	readonly subAgents?: boolean;
	readonly signal?: AbortSignal;
}

/** Transcripts of sub-agents that are read. */
const subAgentLimit = 500;

/** Reads what was written since the last call; a file that was replaced or cut is read anew. */
export class SessionReader {
	readonly #path: string;
	readonly #options: SessionReaderOptions;
	readonly #foldOptions: FoldOptions;
	#fold: SessionFold;
	#main: TranscriptReader;
	#subAgents = new Map<string, TranscriptReader>();

	constructor(path: string, options: SessionReaderOptions = {}) {
		this.#path = path;
		this.#options = options;
		this.#foldOptions = { digest: textDigest, ...(options.keepTexts ? { keepTexts: options.keepTexts } : {}) };
		this.#fold = new SessionFold(this.sessionId, this.#foldOptions);
		this.#main = new TranscriptReader(path);
	}

	get sessionId(): string {
		return basename(this.#path, '.jsonl');
	}

	/** Bytes that were new; or why the main transcript cannot be read. */
	async advance(): Promise<{ readonly bytes: number; readonly failure?: TranscriptFailure }> {
		const { signal } = this.#options;
		let main = await this.#main.advance(this.#fold, signal);
		if (main.ok && main.isReplaced) {
			this.#reset();
			main = await this.#main.advance(this.#fold, signal);
		}
		if (!main.ok) return { bytes: 0, failure: main.failure };
		let bytes = main.bytes;
		for (const reader of await this.#subAgentReaders()) {
			const advance = await reader.advance(this.#fold, signal);
			// A sub-agent's file that cannot be read, or is another one now, spoils nothing but itself.
			if (advance.ok) bytes += advance.bytes;
		}
		return { bytes };
	}

	/** Takes last lines without a line feed; for a session that is read once. */
	finish(): void {
		this.#main.finish(this.#fold);
		for (const reader of this.#subAgents.values()) reader.finish(this.#fold);
	}

	record(): SessionRecord {
		return this.#fold.record();
	}

	#reset(): void {
		this.#fold = new SessionFold(this.sessionId, this.#foldOptions);
		this.#main = new TranscriptReader(this.#path);
		this.#subAgents = new Map();
	}

	/** `<session>/subagents/agent-<id>.jsonl` (recorded). */
	async #subAgentReaders(): Promise<readonly TranscriptReader[]> {
		if (this.#options.subAgents === false) return [];
		const directory = join(dirname(this.#path), this.sessionId, 'subagents');
		for (const name of await namesIn(directory)) {
			if (!/^agent-[\w-]{1,100}\.jsonl$/.test(name) || this.#subAgents.size >= subAgentLimit) continue;
			if (!this.#subAgents.has(name)) this.#subAgents.set(name, new TranscriptReader(join(directory, name)));
		}
		return [...this.#subAgents.values()];
	}
}

/** Names in a directory, sorted; none where there is no readable one. */
export async function namesIn(directory: string): Promise<readonly string[]> {
	try {
		return (await readdir(directory)).sort();
	} catch (error) {
		if (isSystemError(error)) return [];
		throw error;
	}
}
