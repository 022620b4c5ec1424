/** What Lock External Imports says before it writes. */

import { l10n } from 'vscode';
import { type ComparedLockEntry, type LockState, problemStates } from '../../core/lock/lockComparison.js';
import type { LockFile } from '../../core/lock/lockFile.js';

/** Paths that are named; the rest is counted. */
const named = 15;

export interface LockQuestion {
	readonly message: string;
	readonly detail: string;
}

/** What will be written where, path by path, and what will not be. */
export function lockQuestion(
	path: string,
	entries: readonly ComparedLockEntry[],
	accepted: LockFile,
	isNew: boolean,
): LockQuestion {
	const changed = entries.filter((entry) => isWritten(entry));
	const left = entries.filter(
		({ state }) => state === 'only here' || state === 'only elsewhere' || state === 'not approved',
	);
	const by = accepted.entries.find(({ lockedBy }) => lockedBy !== '')?.lockedBy;
	return {
		message: isNew ? l10n.t('Create {0}?', path) : l10n.t('Update {0}?', path),
		detail: [
			l10n.t(
				'It holds path, scope, SHA-256, size, time and your name of every file from outside the repository that is imported or linked; no contents.',
			),
			...lines(changed),
			...(left.length === 0 ? [] : [l10n.t('Left as they are:'), ...lines(left)]),
			...(by === undefined ? [] : [l10n.t('Locked by {0}.', by)]),
		].join('\n'),
	};
}

const isWritten = ({ state, file }: ComparedLockEntry): boolean =>
	problemStates.has(state) && (state === 'removed' || file?.content !== undefined);

function lines(entries: readonly ComparedLockEntry[]): readonly string[] {
	const shown = entries.slice(0, named).map(({ path, state }) => `• ${visible(path)}: ${lockStateWord(state)}`);
	return entries.length > named ? [...shown, l10n.t('and {0} more', entries.length - named)] : shown;
}

/** A path could rewrite the lines around it. */
const visible = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu, '\uFFFD');

function lockStateWord(state: LockState): string {
	switch (state) {
		case 'same':
			return l10n.t('as locked');
		case 'drift':
			return l10n.t('changed, the new content is accepted');
		case 'added':
			return l10n.t('added');
		case 'removed':
			return l10n.t('taken out, nothing imports it any more');
		case 'only here':
			return l10n.t('only this machine has it');
		case 'only elsewhere':
			return l10n.t('this machine does not have it');
		case 'not approved':
			return l10n.t('external imports are not approved here');
	}
}
