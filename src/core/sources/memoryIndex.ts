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
import { type IndexView, loadedIndexView } from '../text/truncation.js';
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
	if (!behaviours.generatesMemoryIndex) return { kind: 'none', path };
	const { topics } = await scanTopics(fs, directory, behaviours);
	if (topics.length === 0) return { kind: 'none', path };
	return { kind: 'generated', path, ...generateIndex(topics) };
}

/** The loaded view of an index's text in a client's reading. */
export const readIndexView = (text: string, behaviours: Behaviours): IndexView =>
	loadedIndexView(text, {
		afterByteOrderMark: behaviours.readsFrontMatterAfterByteOrderMark,
		normaliseLineEnds: behaviours.normalisesMemoryLineEnds,
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

/** One entry, line breaks as blanks, cut to its limit with a closing `…`. */
export function indexLine(topic: MemoryTopic): string {
	const entry = `- [${topic.stem}](${topic.relativePath})${topic.description === undefined ? '' : ` — ${topic.description}`}`;
	const line = entry.replace(/\s*[\r\n]+\s*/g, ' ');
	return line.length > generatedIndexLineLimit ? `${line.slice(0, generatedIndexLineLimit - 1)}…` : line;
}
