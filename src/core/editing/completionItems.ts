/** Items that complete what is typed: paths of imports, topics, slugs. */

import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { DirectoryEntry } from '../ports.js';
import { isImportableExtension } from '../text/importTypes.js';
import type { TopicName } from './documentLinks.js';
import { encoded } from './linkEdits.js';

/** An item without words for people: those are the host's. */
export interface CompletionItem {
	readonly kind: 'file' | 'directory' | 'topic' | 'key' | 'value' | 'glob';
	readonly label: string;
	/** What is written in place of the request's range. */
	readonly insertText: string;
	/** A topic's description, or what a key is for. */
	readonly about?: string;
	/** Of a glob: files that it matches, or that lie below the directory. */
	readonly files?: number;
	/** True where the next step of the path is to be asked for at once. */
	readonly continues?: boolean;
	/** Order among the items. */
	readonly rank: number;
}

/** The directory whose entries complete an import, e.g. `/repo/docs` for `docs/st` in `/repo/CLAUDE.md`. */
export function importDirectory(written: string, documentPath: string, homeDirectory: string): string {
	const path = written.replaceAll('\\ ', ' ');
	const directory = path.slice(0, path.lastIndexOf('/') + 1);
	if (directory.startsWith('~/')) return join(homeDirectory, directory.slice(2));
	return isAbsolute(directory) ? resolve(directory) : resolve(dirname(documentPath), directory);
}

/** Entries that an import may lead to: directories and files of text; hidden ones where a dot is typed. */
export function importItems(
	written: string,
	entries: readonly DirectoryEntry[],
	documentName: string,
): readonly CompletionItem[] {
	const head = written.slice(0, written.lastIndexOf('/') + 1);
	const wantsHidden = written.slice(head.length).startsWith('.');
	const items: CompletionItem[] = [];
	for (const { name, kind } of entries) {
		if (name.startsWith('.') && !wantsHidden && !usefulHidden.has(name)) continue;
		// Where a link leads is not looked at: it may be either, and a name without an extension is taken for a directory.
		const isDirectory = kind === 'directory' || (kind === 'symlink' && !name.includes('.', 1));
		if (kind === 'other' || (!isDirectory && !isImportableExtension(name))) continue;
		if (head === '' && name === documentName) continue;
		const path = encoded({ kind: 'import' }, `${head.replaceAll('\\ ', ' ')}${name}`);
		items.push({
			kind: isDirectory ? 'directory' : 'file',
			label: isDirectory ? `${name}/` : name,
			insertText: isDirectory ? `${path}/` : path,
			...(isDirectory ? { continues: true } : {}),
			rank: isDirectory ? 1 : isProse(name) ? 0 : 2,
		});
	}
	return items;
}

const usefulHidden = new Set(['.claude', '.github']);
const isProse = (name: string): boolean => /\.(?:md|txt|rst|adoc)$/i.test(name);

/** Topics as targets of a Markdown link in the index or in a topic; the ones that are not linked yet come first. */
export function topicItems(
	topics: readonly TopicName[],
	options: {
		readonly isAngled: boolean;
		readonly linked: ReadonlySet<string>;
		/** Directories from the document's up to the memory directory, e.g. `../` for a topic in a folder. */
		readonly prefix: string;
	},
): readonly CompletionItem[] {
	return topics.map(({ path, relativePath, description, name }) => ({
		kind: 'topic',
		label: relativePath,
		insertText: encoded({ kind: 'topic', isAngled: options.isAngled }, `${options.prefix}${relativePath}`),
		...((description ?? name) ? { about: description ?? name } : {}),
		rank: options.linked.has(path) ? 1 : 0,
	}));
}

/** Topics as slugs: their names, or their files' names. */
export function slugItems(topics: readonly TopicName[], isClosed: boolean): readonly CompletionItem[] {
	return topics
		.map(({ stem, name, description }) => ({ slug: name ?? stem, description }))
		.filter(({ slug }) => !/[\][|#\n]/.test(slug))
		.map(({ slug, description }) => ({
			kind: 'topic',
			label: slug,
			insertText: isClosed ? slug : `${slug}]]`,
			...(description ? { about: description } : {}),
			rank: 0,
		}));
}
