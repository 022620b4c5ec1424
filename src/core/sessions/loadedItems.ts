/** From a file in a transcript to what the record keeps of it. */

import { basename } from 'node:path';
import type { LoadReason, Scope, SourceKind } from '../source.js';
import type { Digester } from './digest.js';
import type { LoadedItem } from './sessionRecord.js';
import type { TranscriptFile } from './transcriptEvents.js';

/** What else is known of a load. */
export interface LoadFacts {
	readonly loadReason: LoadReason;
	readonly at?: number;
	readonly trigger?: string;
	/** True where the text is the file's own, front matter and all. */
	readonly isRaw?: boolean;
	/** True where the text itself is to be kept. */
	readonly keepsText: boolean;
}

/** The record of one received file; its text is hashed and let go. */
export function loadedItem(file: TranscriptFile, facts: LoadFacts, digest: Digester): LoadedItem {
	const { keepsText, ...rest } = facts;
	const scope = scopeOf(file.type);
	const cut = scope === 'auto-memory' ? closingWarning.exec(file.text) : null;
	const text = cut ? file.text.slice(0, cut.index) : file.text;
	const { sha256, bytes } = digest(text);
	return {
		path: file.path,
		...(scope === undefined ? {} : { scope }),
		kind: kindOf(file, scope),
		...(file.parent === undefined ? {} : { parent: file.parent }),
		...(file.globs === undefined ? {} : { patterns: file.globs }),
		sha256,
		bytes,
		characters: text.length,
		...(file.rawText === undefined ? {} : { fileSha256: file.rawText === text ? sha256 : digest(file.rawText).sha256 }),
		...(cut ? { isTruncated: true } : {}),
		...rest,
		...(keepsText ? { text } : {}),
	};
}

/** The client's own note under a memory index that it has cut; its words are not looked at. */
const closingWarning = /\n?\n> WARNING: [^\n]*$/;

const scopes: ReadonlyMap<string, Scope> = new Map([
	['Managed', 'managed'],
	['User', 'user'],
	['Project', 'project'],
	['Local', 'local'],
	['AutoMem', 'auto-memory'],
]);

function scopeOf(type: string | undefined): Scope | undefined {
	return type === undefined ? undefined : scopes.get(type);
}

/** The kind is told from path and flags: the transcript does not name it. */
function kindOf({ path, isRule, globs, parent }: TranscriptFile, scope: Scope | undefined): SourceKind {
	const name = basename(path);
	if (scope === 'auto-memory') return name === 'MEMORY.md' ? 'memory-index' : 'memory-topic';
	if (parent !== undefined) return 'import';
	if (isRule || globs !== undefined || /[\\/]rules[\\/]/.test(path)) return 'rule';
	if (name === 'AGENTS.md') return 'agents-md';
	return instructionNames.has(name) ? 'instructions' : 'import';
}

const instructionNames: ReadonlySet<string> = new Set(['CLAUDE.md', 'CLAUDE.local.md', '<managed-settings>']);
