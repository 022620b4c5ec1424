/** Addresses of the read-only documents about sessions. They name no file on disk: which may be read is looked up. */

import { basename } from 'node:path';
import { Uri } from 'vscode';
import { isRecord, isString, own } from '../../core/values.js';

export const sessionScheme = 'context-inspector-session';

export type SessionSubject =
	/** A file's text as a session has it. */
	| { readonly kind: 'held'; readonly launch: string; readonly session: string; readonly path: string }
	/** The text of the same file that would be sent today. */
	| { readonly kind: 'today'; readonly launch: string; readonly session: string; readonly path: string }
	/** A version of a file that somebody locked, by its hash, where a session once received it. */
	| {
			readonly kind: 'locked';
			readonly launch: string;
			readonly session: string;
			readonly path: string;
			readonly sha256: string;
	  }
	/** Every load of a session as JSON lines. */
	| { readonly kind: 'log'; readonly launch: string; readonly session: string }
	/** Figures over the sessions of a launch directory. */
	| { readonly kind: 'figures'; readonly launch: string };

/** The document's name decides its language: that of the file, JSON lines, Markdown. */
export function sessionUri(subject: SessionSubject): Uri {
	return Uri.from({ scheme: sessionScheme, path: `/${nameOf(subject)}`, query: JSON.stringify(subject) });
}

function nameOf(subject: SessionSubject): string {
	switch (subject.kind) {
		case 'held':
		case 'today':
		case 'locked':
			return basename(subject.path);
		case 'log':
			return `load-log-${subject.session.slice(0, 8)}.jsonl`;
		case 'figures':
			return 'session-figures.md';
	}
}

/** What an address names; `undefined` for one that is none of ours. */
export function sessionSubject(uri: Uri): SessionSubject | undefined {
	if (uri.scheme !== sessionScheme) return undefined;
	let data: unknown;
	try {
		data = JSON.parse(uri.query);
	} catch {
		return undefined;
	}
	if (!isRecord(data)) return undefined;
	const [kind, launch, session, path] = ['kind', 'launch', 'session', 'path'].map((key) => own(data, key));
	if (!isString(launch)) return undefined;
	if (kind === 'figures') return { kind, launch };
	if (!isString(session)) return undefined;
	if (kind === 'log') return { kind, launch, session };
	if (!isString(path)) return undefined;
	const sha256 = own(data, 'sha256');
	if (kind === 'locked') return isString(sha256) ? { kind, launch, session, path, sha256 } : undefined;
	return kind === 'held' || kind === 'today' ? { kind, launch, session, path } : undefined;
}
