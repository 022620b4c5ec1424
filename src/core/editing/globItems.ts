/** Completion of a `paths` pattern: directories and extensions that the workspace has. */

import type { FilesBelow } from '../findings/workspaceFiles.js';
import type { CompletionItem } from './completionItems.js';

/** Kinds of item that are offered at one place. */
const directoryLimit = 200;
const extensionLimit = 30;

/**
 * Items for a pattern that is typed, e.g. for `src/` the directories of `src`, `src/**` and one for each
 * extension. Each item holds the whole pattern; counts are of files.
 */
export function globItems(
	written: string,
	files: FilesBelow,
	{ needsQuotes }: { readonly needsQuotes: boolean },
): readonly CompletionItem[] {
	const head = written.slice(0, written.lastIndexOf('/') + 1);
	const literal = literalPrefix(head);
	const below = literal === '' ? files.paths : files.candidates(`${literal.slice(0, -1)}/**`);
	const inside = literal === '' ? below : below.filter((path) => path.toLowerCase().startsWith(literal.toLowerCase()));
	const isLiteral = literal === head;
	const { directories, extensions, direct } = countBelow(inside, literal.length);
	const item = (pattern: string, count: number, rank: number, continues: boolean): CompletionItem => ({
		kind: 'glob',
		label: pattern,
		insertText: needsQuotes && needsQuoting(pattern) && !continues ? `"${pattern}"` : pattern,
		files: count,
		...(continues ? { continues: true } : {}),
		rank,
	});
	const items: CompletionItem[] = [];
	if (isLiteral) {
		for (const [name, count] of mostFirst(directories, directoryLimit))
			items.push(item(`${head}${escaped(name)}/`, count, 1, true));
		if (head !== '' && inside.length > 0) items.push(item(`${head}**`, inside.length, 0, false));
	}
	for (const [extension, count] of mostFirst(extensions, extensionLimit)) {
		const anyDepth = isLiteral ? `${head}**/*.${extension}` : `${head}*.${extension}`;
		items.push(item(anyDepth, count, 2, false));
		const here = direct.get(extension);
		if (isLiteral && head !== '' && here !== undefined && here !== count)
			items.push(item(`${head}*.${extension}`, here, 3, false));
	}
	return items;
}

/** The part of a pattern's head before its first wildcard, up to a slash. */
function literalPrefix(head: string): string {
	const wild = head.search(/[*?[{\\]/);
	const plain = wild < 0 ? head : head.slice(0, wild);
	const prefix = plain.slice(0, plain.lastIndexOf('/') + 1);
	return prefix.startsWith('/') ? prefix.slice(1) : prefix;
}

interface Counts {
	readonly directories: ReadonlyMap<string, number>;
	readonly extensions: ReadonlyMap<string, number>;
	/** Extensions of the files right here. */
	readonly direct: ReadonlyMap<string, number>;
}

function countBelow(paths: readonly string[], from: number): Counts {
	const directories = new Map<string, number>();
	const extensions = new Map<string, number>();
	const direct = new Map<string, number>();
	const count = (map: Map<string, number>, key: string): void => void map.set(key, (map.get(key) ?? 0) + 1);
	for (const path of paths) {
		const slash = path.indexOf('/', from);
		if (slash > 0) count(directories, path.slice(from, slash));
		const name = path.slice(path.lastIndexOf('/') + 1);
		const dot = name.lastIndexOf('.');
		if (dot <= 0) continue;
		const extension = name.slice(dot + 1);
		if (!/^[\w-]+$/.test(extension)) continue;
		count(extensions, extension);
		if (slash < 0) count(direct, extension);
	}
	return { directories, extensions, direct };
}

const mostFirst = (counts: ReadonlyMap<string, number>, limit: number): readonly (readonly [string, number])[] =>
	[...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, limit);

/** `[id]` in a name means itself only behind backslashes. */
const escaped = (name: string): string => name.replace(/[[\]*?!\\{}]/g, (unit) => `\\${unit}`);

/** A plain YAML item may not begin so. */
const needsQuoting = (pattern: string): boolean => /^[*&!{[|>%@`#]/.test(pattern);
