/** What the Session view may have to show. */

import type { ContextModel } from '../../core/model/contextModel.js';
import type { SessionComparison } from '../../core/sessions/comparison.js';
import type { SessionRecord } from '../../core/sessions/sessionRecord.js';
import type { SessionFile } from '../../host/transcripts/sessions.js';
import type { TranscriptFailure } from '../../host/transcripts/transcriptReader.js';
import type { LaunchDirectory } from '../model/launchDirectories.js';

/** A session of a launch directory. */
export interface LaunchSession {
	readonly launch: LaunchDirectory;
	readonly session: SessionFile;
}

export interface ShownSession extends LaunchSession {
	readonly record: SessionRecord;
	readonly comparison: SessionComparison;
	readonly model: ContextModel;
}

export type SessionState =
	| { readonly kind: 'idle' }
	| { readonly kind: 'reading' }
	| { readonly kind: 'noFolder' }
	/** No session was ever started in any of the launch directories. */
	| { readonly kind: 'none' }
	/** The transcript cannot be read (any more). */
	| { readonly kind: 'failed'; readonly session: SessionFile; readonly failure: TranscriptFailure }
	/** A fault of this extension. */
	| { readonly kind: 'fault' }
	| { readonly kind: 'ready'; readonly shown: ShownSession };
