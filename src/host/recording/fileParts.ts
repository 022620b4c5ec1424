/** Files in the parts of a request: those of the startup part, and those that a tool call attached. */

import type { Scope } from '../../core/source.js';
import type { ReceivedEntry } from '../../core/verification/received.js';
import { bare } from '../../core/verification/textDifference.js';

/** Texts that are expected, by path: they tell where a file ends whose text looks like the next one's heading. */
export type ExpectedTexts = ReadonlyMap<string, string>;

/** How the client words whose a file is. */
const scopes: readonly (readonly [RegExp, Scope])[] = [
	[/^organization-managed/, 'managed'],
	[/auto-memory/, 'auto-memory'],
	[/private global/, 'user'],
	[/not checked in\b/, 'local'],
	[/^project instructions/, 'project'],
];

const heading =
	/(?:^|\n\n)Contents of ([^\n]+?) \(((?:organization-managed|user's|project instructions)[^\n()]*)\):\n\n/g;
/** What may follow the last file in the same part. */
const afterFiles = /\n# (?:currentDate|userEmail|gitStatus)\n/;

/** The files of the startup part; none where there is no such part. */
export function startupEntries(parts: readonly string[], expected: ExpectedTexts): readonly ReceivedEntry[] {
	for (const part of parts) {
		const entries = entriesOf(part, expected);
		if (entries.length > 0) return entries;
	}
	return [];
}

function entriesOf(part: string, expected: ExpectedTexts): readonly ReceivedEntry[] {
	const entries: ReceivedEntry[] = [];
	const pattern = new RegExp(heading);
	for (let match = pattern.exec(part); match; ) {
		const [whole, path = '', words = ''] = match;
		const start = match.index + whole.length;
		const text = expected.get(path);
		// A text that is all there is passed over, whatever it looks like.
		if (text && part.startsWith(text, start)) pattern.lastIndex = start + text.length;
		const next = pattern.exec(part);
		entries.push(startupEntry(path, words, next ? part.slice(start, next.index) : lastText(part.slice(start), text)));
		match = next;
	}
	return entries;
}

/** The text of the last file, without what the client says after it. */
function lastText(rest: string, expected: string | undefined): string {
	const from = expected && rest.startsWith(expected) ? expected.length : rest.lastIndexOf('\n# currentDate\n');
	if (from < 0) return rest;
	const end = afterFiles.exec(rest.slice(from))?.index;
	return end === undefined ? rest : rest.slice(0, from + end);
}

const truncationWarning = /\n?\n> WARNING: [^\n]*$/;

function startupEntry(path: string, words: string, text: string): ReceivedEntry {
	const scope = scopes.find(([pattern]) => pattern.test(words))?.[1];
	const isTruncated = scope === 'auto-memory' && truncationWarning.test(text);
	return {
		path,
		...(scope === undefined ? {} : { scope }),
		text: bare(isTruncated ? text.replace(truncationWarning, '') : text),
		isTruncated,
	};
}

const attachment = /^(?:tool\.call hook additional context: )?Contents of ([^\n]+):\n\n/;

/** The files that came in parts of their own. */
export function attachedEntries(parts: readonly string[]): readonly ReceivedEntry[] {
	return parts.flatMap((part) => {
		const [whole, path] = attachment.exec(part) ?? [];
		return whole === undefined || path === undefined
			? []
			: [{ path, text: bare(part.slice(whole.length)), isTruncated: false }];
	});
}
