/** Topic files of a memory directory: every Markdown file but MEMORY.md (loader.md 7). */

import { basename, join, relative, sep } from 'node:path';
import type { Behaviours } from '../client/behaviours.js';
import {
	memoryScanDepthLimit,
	memoryScanEntryLimit,
	topicFileLimitBytes,
	topicHeadByteLimit,
	topicHeadLineLimit,
} from '../client/constants.js';
import type { FileSystem, TextFile } from '../ports.js';
import { type FrontMatter, readFrontMatter } from '../text/frontMatter.js';
import { isRecord, own } from '../values.js';

export interface MemoryTopic {
	readonly path: string;
	/** Path below the memory directory with forward slashes, as a link in the index writes it. */
	readonly relativePath: string;
	/** File name without `.md`. */
	readonly stem: string;
	readonly name?: string;
	readonly description?: string;
	readonly type?: string;
	readonly pinned: boolean;
	readonly file: TextFile;
	readonly frontMatter: FrontMatter;
}

export interface TopicScan {
	readonly topics: readonly MemoryTopic[];
	/** Files beyond a limit of the scan: too many entries, too deep, or larger than a topic may be. */
	readonly leftOut: readonly string[];
}

/**
 * Scans the memory directory for topics, newest first, those of one moment in the directory's order. Links, hidden files
 * and folders and everything in a folder `logs` are left out (own recordings).
 */
export async function scanTopics(fs: FileSystem, directory: string, behaviours: Behaviours): Promise<TopicScan> {
	const found: string[] = [];
	const leftOut: string[] = [];
	let entries = 0;
	const scan = async (folder: string, depth: number): Promise<void> => {
		for (const entry of (await fs.list(folder)) ?? []) {
			const path = join(folder, entry.name);
			if (++entries > memoryScanEntryLimit) return void leftOut.push(path);
			if (!isListedName(entry.name)) continue;
			if (entry.kind === 'directory') {
				if (entry.name.toLowerCase() === 'logs') continue;
				if (depth < memoryScanDepthLimit) await scan(path, depth + 1);
				else leftOut.push(path);
			} else if (entry.kind === 'file' && entry.name.endsWith('.md') && entry.name !== 'MEMORY.md') found.push(path);
		}
	};
	await scan(directory, 1);
	const topics: MemoryTopic[] = [];
	for (const path of found) {
		const file = await fs.readText(path, topicFileLimitBytes);
		if (file?.ok) topics.push(readTopic(directory, path, file, behaviours));
		else if (file) leftOut.push(path);
	}
	topics.sort((a, b) => b.file.modified - a.file.modified);
	return { topics, leftOut };
}

/** Hidden names, and those that would break a link (brackets, parentheses, line breaks), are left out, folders too. */
const isListedName = (name: string): boolean => !name.startsWith('.') && !/[[\]()\r\n]/.test(name);

/** One topic's front matter; a broken one spoils only its own keys. */
export function readTopic(directory: string, path: string, file: TextFile, behaviours: Behaviours): MemoryTopic {
	const frontMatter = readFrontMatter(headOf(file.text), {
		afterByteOrderMark: behaviours.readsFrontMatterAfterByteOrderMark,
	});
	const { data } = frontMatter;
	const metadata = own(data, 'metadata');
	const name = text(own(data, 'name'));
	const description = text(own(data, 'description'));
	const type = text(own(data, 'type') ?? (isRecord(metadata) ? own(metadata, 'type') : undefined));
	return {
		path,
		relativePath: relative(directory, path).split(sep).join('/'),
		stem: basename(path, '.md'),
		...(name === undefined ? {} : { name }),
		...(description === undefined ? {} : { description }),
		...(type === undefined ? {} : { type }),
		pinned: isPinned(own(data, 'pinned')) || (isRecord(metadata) && isPinned(own(metadata, 'pinned'))),
		file,
		frontMatter,
	};
}

/** The beginning that is searched for front matter: one that is not closed in it is none (own recordings). */
function headOf(text: string): string {
	let end = -1;
	for (let line = 0; line < topicHeadLineLimit; line++) {
		end = text.indexOf('\n', end + 1);
		if (end < 0 || end > topicHeadByteLimit) break;
	}
	return text.slice(0, end < 0 || end > topicHeadByteLimit ? topicHeadByteLimit : end);
}

/** Text alone counts: a number, a truth value or a list is no description. */
const text = (value: unknown): string | undefined =>
	typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/** Accepted spellings: true, yes, on and 1, quoted or not, whatever their case (reports.md a). */
const isPinned = (value: unknown): boolean =>
	value === true || value === 1 || (typeof value === 'string' && /^(true|yes|on|1)$/i.test(value));
