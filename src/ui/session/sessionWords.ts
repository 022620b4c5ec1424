/** The words of the Session view. */

import { l10n } from 'vscode';
import type { ComparisonState } from '../../core/sessions/comparison.js';
import type { ListedState } from '../../core/sessions/listingComparison.js';
import type { LoadReason } from '../../core/source.js';
import type { TranscriptFailure } from '../../host/transcripts/transcriptReader.js';
import { formatNumber } from '../format.js';

/** The name of a group of files, and of the state of one. */
export function comparisonWord(state: ComparisonState | ListedState): string {
	switch (state) {
		case 'same':
			return l10n.t('Same');
		case 'changed since':
			return l10n.t('Changed Since');
		case 'predicted but never loaded':
			return l10n.t('Predicted, Never Loaded');
		case 'loaded but not predicted':
			return l10n.t('Loaded, Not Predicted');
		case 'not recorded':
			return l10n.t('Not Recorded');
		case 'predicted but never listed':
			return l10n.t('Predicted, Never Listed');
		case 'listed but not predicted':
			return l10n.t('Listed, Not Predicted');
	}
}

/** What a group of files is. */
export function comparisonSentence(state: ComparisonState): string {
	switch (state) {
		case 'same':
			return l10n.t('The session has what is on disk, as predicted.');
		case 'changed since':
			return l10n.t('The session has another version than the disk; /clear or a new session loads the new one.');
		case 'predicted but never loaded':
			return l10n.t('The model predicts these files, and the session never received them.');
		case 'loaded but not predicted':
			return l10n.t('The session has these files, and the model would not load them.');
		case 'not recorded':
			return l10n.t('The model predicts these files; the transcript does not tell whether the session has them.');
	}
}

/** Why a session received a file, in a few words. */
export function loadReasonWord(reason: LoadReason): string {
	switch (reason) {
		case 'session_start':
			return l10n.t('session start');
		case 'include':
			return l10n.t('import');
		case 'nested_traversal':
			return l10n.t('nested file');
		case 'path_glob_match':
			return l10n.t('path rule');
		case 'compact':
			return l10n.t('compaction');
	}
}

export function failureSentence(failure: TranscriptFailure): string {
	switch (failure) {
		case 'missing':
			return l10n.t('The transcript is not there any more.');
		case 'unreadable':
			return l10n.t('The transcript cannot be read.');
		case 'not-a-file':
			return l10n.t('The transcript is not a file.');
	}
}

export const charactersWord = (count: number): string =>
	count === 1 ? l10n.t('1 character') : l10n.t('{0} characters', formatNumber(count));

/** E.g. `1,204 → 1,310 characters`. */
export const changeWord = (before: number, after: number): string =>
	before === after ? charactersWord(after) : `${formatNumber(before)} → ${charactersWord(after)}`;
