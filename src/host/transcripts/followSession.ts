/** Follows a session while it runs. */

import type { SessionRecord } from '../../core/sessions/sessionRecord.js';
import { SessionReader, type SessionReaderOptions } from './sessionReader.js';
import type { TranscriptFailure } from './transcriptReader.js';

export interface FollowOptions extends Omit<SessionReaderOptions, 'signal'> {
	/** Called with the whole record: once at the start, then whenever lines were added. */
	readonly onRecord: (record: SessionRecord) => void;
	/** Called when the transcript cannot be read (any more); following goes on, it may come back. */
	readonly onFailure?: (failure: TranscriptFailure) => void;
	/** Milliseconds between two looks at the file; 1,000 unless given. */
	readonly interval?: number;
}

export interface FollowedSession {
	/** Ends when the transcript was read for the first time, or could not be. */
	readonly ready: Promise<void>;
	/** Looks at the file now, e.g. after a watcher's event. */
	refresh(): Promise<void>;
	/** Stops; a read under way ends early and is not reported. */
	dispose(): void;
}

const defaultInterval = 1_000;

/**
 * Reads a transcript and goes on as it grows. It is looked at, not watched: watchers miss what happens on network drives
 * and in other containers, and one `stat` a second costs nothing.
 *
 * @example
 * const followed = followSession(session.path, { onRecord: (record) => show(record) });
 * followed.dispose();
 */
export function followSession(path: string, options: FollowOptions): FollowedSession {
	const follower = new Follower(path, options);
	return {
		ready: follower.refresh(),
		refresh: () => follower.refresh(),
		dispose: () => follower.dispose(),
	};
}

class Follower {
	readonly #options: FollowOptions;
	readonly #abort = new AbortController();
	readonly #reader: SessionReader;
	#timer: NodeJS.Timeout | undefined;
	#running: Promise<void> | undefined;
	#failure: TranscriptFailure | undefined;
	#isFirst = true;

	constructor(path: string, options: FollowOptions) {
		this.#options = options;
		this.#reader = new SessionReader(path, {
			...(options.keepTexts ? { keepTexts: options.keepTexts } : {}),
			...(options.subAgents === undefined ? {} : { subAgents: options.subAgents }),
			signal: this.#abort.signal,
		});
	}

	/** One look at a time; a call during one waits for it. */
	refresh(): Promise<void> {
		this.#running ??= this.#look().finally(() => {
			this.#running = undefined;
			this.#schedule();
		});
		return this.#running;
	}

	dispose(): void {
		this.#abort.abort();
		clearTimeout(this.#timer);
	}

	async #look(): Promise<void> {
		clearTimeout(this.#timer);
		if (this.#abort.signal.aborted) return;
		const { bytes, failure } = await this.#reader.advance();
		if (this.#abort.signal.aborted) return;
		if (failure) {
			if (failure !== this.#failure) this.#options.onFailure?.(failure);
		} else if (bytes > 0 || this.#isFirst || this.#failure) {
			this.#isFirst = false;
			this.#options.onRecord(this.#reader.record());
		}
		this.#failure = failure;
	}

	#schedule(): void {
		if (this.#abort.signal.aborted) return;
		this.#timer = setTimeout(() => void this.refresh(), this.#options.interval ?? defaultInterval);
		// Following alone keeps no process alive.
		this.#timer.unref();
	}
}
