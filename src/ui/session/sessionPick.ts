/** Choose Session: the sessions of all launch directories, with what their transcripts say of them. */

import { l10n, type QuickPickItem, QuickPickItemKind, ThemeIcon, window } from 'vscode';
import { timeOfDay } from '../../core/sessions/sentences.js';
import type { SessionRecord } from '../../core/sessions/sessionRecord.js';
import { readSession, type SessionFile } from '../../host/transcripts/sessions.js';
import { formatNumber } from '../format.js';
import type { LaunchSession } from './sessionState.js';
import { charactersWord } from './sessionWords.js';

/** Sessions that are offered. */
const offered = 300;
/** Transcripts that are read whole to say what files the session has: small and recent ones. */
const readLimit = 30;
const readBytes = 20 * 1024 * 1024;

interface SessionItem extends QuickPickItem {
	/** Absent for the newest one, whichever that is. */
	readonly of?: LaunchSession;
}

/** The choice: a session, `newest`, or `undefined` where the user gives up. */
export async function pickSession(
	sessions: readonly LaunchSession[],
	options: { readonly isFollowingNewest: boolean },
): Promise<LaunchSession | 'newest' | undefined> {
	const shown = [...sessions].sort((a, b) => b.session.modified - a.session.modified).slice(0, offered);
	const time = timeOfDay(Date.now());
	const details = new Map<string, string>();
	const itemsNow = (): readonly SessionItem[] => [
		{
			label: l10n.t('The Newest Session'),
			iconPath: new ThemeIcon('history'),
			description: options.isFollowingNewest ? l10n.t('as now') : '',
		},
		{ label: l10n.t('Sessions'), kind: QuickPickItemKind.Separator },
		...shown.map((of) => itemOf(of, time, isSeveral(sessions), details.get(of.session.path))),
	];
	const pick = window.createQuickPick<SessionItem>();
	const abort = new AbortController();
	pick.title = l10n.t('Choose Session');
	pick.placeholder = l10n.t('Session that is held against the disk');
	pick.matchOnDescription = true;
	pick.matchOnDetail = true;
	pick.keepScrollPosition = true;
	pick.items = itemsNow();
	pick.busy = true;
	const reading = readDetails(shown, details, abort.signal, () => {
		const [active] = pick.activeItems;
		pick.items = itemsNow();
		const same = active && pick.items.find(({ of }) => of === active.of);
		if (same) pick.activeItems = [same];
	});
	void reading.finally(() => {
		if (!abort.signal.aborted) pick.busy = false;
	});
	try {
		return await new Promise((done) => {
			pick.onDidAccept(() => {
				const [picked] = pick.selectedItems;
				done(picked && (picked.of ?? 'newest'));
			});
			pick.onDidHide(() => done(undefined));
			pick.show();
		});
	} finally {
		abort.abort();
		pick.dispose();
	}
}

const isSeveral = (sessions: readonly LaunchSession[]): boolean =>
	new Set(sessions.map(({ launch }) => launch.key)).size > 1;

function itemOf(of: LaunchSession, time: (at: number) => string, isNamed: boolean, detail?: string): SessionItem {
	const { session, launch } = of;
	const description = [
		...(session.gitBranch === undefined ? [] : [session.gitBranch]),
		...(session.clientVersion === undefined ? [] : [session.clientVersion]),
		...(isNamed ? [launch.name] : []),
		...(session.isOfOtherDirectory && session.directory !== undefined ? [l10n.t('of {0}', session.directory)] : []),
	];
	return {
		label: time(session.modified),
		description: description.join(' · '),
		detail: [session.sessionId, ...(detail === undefined ? [] : [detail]), sizeWord(session)].join(' · '),
		of,
	};
}

const sizeWord = ({ bytes }: SessionFile): string => l10n.t('{0} KiB', formatNumber(Math.ceil(bytes / 1024)));

/** Reads what files the sessions have, one after the other; only the sentence about it stays. */
async function readDetails(
	sessions: readonly LaunchSession[],
	details: Map<string, string>,
	signal: AbortSignal,
	onDetails: () => void,
): Promise<void> {
	for (const { session } of sessions.filter((of) => of.session.bytes <= readBytes).slice(0, readLimit)) {
		const reading = await readSession(session.path, { subAgents: false, signal });
		if (signal.aborted) return;
		details.set(session.path, reading.ok ? detailOf(reading.record) : l10n.t('cannot be read'));
	}
	if (details.size > 0) onDetails();
}

function detailOf({ startup, attached, startupList }: SessionRecord): string {
	if (startupList === 'not recorded') {
		return attached.length === 1
			? l10n.t('1 file attached, startup not recorded')
			: l10n.t('{0} files attached, startup not recorded', attached.length);
	}
	const characters = startup.reduce((sum, item) => sum + item.characters, 0);
	const count = startup.length + attached.length;
	const files = count === 1 ? l10n.t('1 file') : l10n.t('{0} files', count);
	return l10n.t('{0}, {1} at startup', files, charactersWord(characters));
}
