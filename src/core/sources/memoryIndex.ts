/**
 * What the model sees of auto memory: the written index, cut to its limits, or one that the client generates from the
 * topic files (loader.md 7).
 */

import { join } from 'node:path';
import type { Behaviours } from '../client/behaviours.js';
import {
	generatedIndexCharacterLimit,
	generatedIndexEntryLimit,
	generatedIndexLineLimit,
} from '../client/constants.js';
import type { FileSystem, ReadFailure, TextFile } from '../ports.js';
import { cleanedIndex, type IndexView, loadedIndexView } from '../text/truncation.js';
import { type MemoryTopic, scanTopics } from './memoryTopics.js';

/** The memory index of a directory. */
export type MemoryIndex =
	| { readonly kind: 'written'; readonly path: string; readonly file: TextFile; readonly view: IndexView }
	| {
			readonly kind: 'generated';
			readonly path: string;
			readonly text: string;
			readonly entries: number;
			readonly leftOut: number;
	  }
	| { readonly kind: 'unreadable'; readonly path: string; readonly failure: ReadFailure }
	| { readonly kind: 'none'; readonly path: string };

/** Reads the index; scans topics only where the client would generate one from them. */
export async function readMemoryIndex(fs: FileSystem, directory: string, behaviours: Behaviours): Promise<MemoryIndex> {
	const path = join(directory, 'MEMORY.md');
	const file = await fs.readText(path);
	if (file && !file.ok) return { kind: 'unreadable', path, failure: file.failure };
	if (file) return { kind: 'written', path, file, view: readIndexView(file.text, behaviours) };
	if (!behaviours.generatesMemoryIndex || (await isThere(fs, directory))) return { kind: 'none', path };
	const { topics } = await scanTopics(fs, directory, behaviours);
	if (topics.length === 0) return { kind: 'none', path };
	return { kind: 'generated', path, ...generateIndex(topics) };
}

/** True where a MEMORY.md stands though nothing can be read of it: a link that leads nowhere (own recordings). */
async function isThere(fs: FileSystem, directory: string): Promise<boolean> {
	return ((await fs.list(directory, 'any')) ?? []).some(({ name }) => name === 'MEMORY.md');
}

/** The loaded view of an index's text in a client's reading. */
export const readIndexView = (text: string, behaviours: Behaviours): IndexView =>
	loadedIndexView(text, {
		afterByteOrderMark: behaviours.readsFrontMatterAfterByteOrderMark,
		cleansText: behaviours.cleansMemoryIndex,
		alwaysRejoins: !behaviours.keepsLinkDefinitions,
	});

/** The index that the client makes of topics, newest first. */
export function generateIndex(topics: readonly MemoryTopic[]): {
	readonly text: string;
	readonly entries: number;
	readonly leftOut: number;
} {
	const lines: string[] = [];
	let characters = 0;
	for (const topic of topics.slice(0, generatedIndexEntryLimit)) {
		const line = indexLine(topic);
		const withLine = characters + line.length + (lines.length > 0 ? 1 : 0);
		if (withLine > generatedIndexCharacterLimit) break;
		lines.push(line);
		characters = withLine;
	}
	return { text: lines.join('\n'), entries: lines.length, leftOut: topics.length - lines.length };
}

/**
 * One entry in visible characters, each run of blanks as one. The description is cut to the room that the link leaves
 * (a closing `…` included, never within a surrogate pair) and left out where that is less than two units.
 */
export function indexLine(topic: MemoryTopic): string {
	const link = `- [${topic.stem}](${topic.relativePath})`;
	const room = generatedIndexLineLimit - link.length - descriptionMark.length;
	const description = cleanedIndex(topic.description ?? '')
		.replace(/\s+/g, ' ')
		.trim();
	if (description === '' || room < 2) return link;
	return `${link}${descriptionMark}${cutTo(description, room)}`;
}

const descriptionMark = ' — ';

function cutTo(text: string, limit: number): string {
	if (text.length <= limit) return text;
	const isWithinPair = /[\uD800-\uDBFF]/.test(text.charAt(limit - 2));
	return `${text.slice(0, isWithinPair ? limit - 2 : limit - 1)}…`;
}
