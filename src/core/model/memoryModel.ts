/** Auto memory as part of the model: the index's source, its limits, and why it is off where it is (loader.md 7). */

import type { Behaviours } from '../client/behaviours.js';
import { memoryCharacterLimit, memoryLineLimit, pinnedTopicLimit } from '../client/constants.js';
import type { ContextInputs } from '../inputs.js';
import type { FileSystem } from '../ports.js';
import type { Reason, Source } from '../source.js';
import { withHash } from '../sources/contentHash.js';
import type { LaunchPlace } from '../sources/launchPlace.js';
import { findMemoryDirectory, type MemoryDirectory, memoryOff } from '../sources/memoryDirectory.js';
import { type MemoryIndex, readIndexView, readMemoryIndex } from '../sources/memoryIndex.js';
import { type MemoryTopic, scanTopics } from '../sources/memoryTopics.js';
import * as reasons from '../sources/reasons.js';
import type { Settings } from '../sources/settings.js';
import { grouped } from '../text/numbers.js';
import { contentFacts, sent } from './loadedSource.js';

export interface MemoryModel {
	readonly directory: MemoryDirectory;
	/** Why auto memory is off as a whole. */
	readonly off?: Reason;
	readonly index: MemoryIndex;
	/** Sources of the startup part: gated pinned topics, then the index; each with its state. */
	readonly sources: readonly Source[];
}

export async function buildMemoryModel(
	fs: FileSystem,
	inputs: ContextInputs,
	place: LaunchPlace,
	settings: Settings,
): Promise<MemoryModel> {
	const { behaviours } = inputs.client;
	const directory = findMemoryDirectory(inputs, place, settings);
	const off = memoryOff(inputs, settings);
	const index = await readMemoryIndex(fs, directory.path, behaviours);
	const model = { directory, index, ...(off ? { off } : {}) };
	if (inputs.pinnedMemory && !behaviours.droppedPinnedMemory && !off) {
		const pinned = await pinnedSources(fs, directory.path, behaviours);
		if (pinned) return { ...model, sources: pinned };
	}
	return { ...model, sources: indexSources(index, off) };
}

function indexSources(index: MemoryIndex, off: Reason | undefined): readonly Source[] {
	const about = { path: index.path, scope: 'auto-memory', kind: 'memory-index' } as const;
	const notLoaded = (reason: Reason, bytes?: number): readonly Source[] => [
		{ ...about, state: 'not loaded', reason, characters: 0, tokens: 0, ...(bytes === undefined ? {} : { bytes }) },
	];
	switch (index.kind) {
		case 'none':
			return [];
		case 'unreadable':
			return notLoaded(off ?? reasons.readFailed(index.failure));
		case 'generated': {
			if (off) return [];
			const beyond = index.leftOut > 0;
			return [
				{
					...about,
					// The index is whole, whatever it leaves out: the client says nothing of a cut here (corpus autoidx/many).
					state: 'loaded',
					loadReason: 'session_start',
					...(beyond ? { reason: generatedIndexFull(index.entries, index.leftOut) } : {}),
					...sent(index.text),
				},
			];
		}
		case 'written': {
			const { file, view } = index;
			if (off) return notLoaded(off, file.bytes);
			if (view.index.text === '') return notLoaded(reasons.empty, file.bytes);
			return [
				withHash(
					{
						...about,
						state: view.index.truncated ? 'truncated' : 'loaded',
						loadReason: 'session_start',
						...(view.index.truncated ? { reason: beyondMemoryLimit(index) } : {}),
						...sent(view.index.text),
						...contentFacts(file),
					},
					file,
				),
			];
		}
	}
}

function beyondMemoryLimit({ path, view }: MemoryIndex & { kind: 'written' }): Reason {
	const { cause, keptLines, totalLines, keptCharacters, totalCharacters } = view.index;
	const sentence =
		cause === 'lines'
			? `The client reads ${keptLines} of ${totalLines} lines (limit ${memoryLineLimit}).`
			: `The client reads ${grouped(keptCharacters)} of ${grouped(totalCharacters)} characters (limit ${grouped(memoryCharacterLimit)}), ${keptLines} of ${totalLines} lines.`;
	return { code: 'beyond-limit', sentence, place: { path, offset: view.cutOffset } };
}

const generatedIndexFull = (entries: number, leftOut: number): Reason => ({
	code: 'beyond-limit',
	sentence: `The index that the client generates holds the ${entries} newest topics; ${leftOut} older ones are left out.`,
});

/** The gated feature of 2.1.235: up to four pinned topics, newest first, and an index generated from all topics. */
async function pinnedSources(
	fs: FileSystem,
	directory: string,
	behaviours: Behaviours,
): Promise<readonly Source[] | undefined> {
	const { topics } = await scanTopics(fs, directory, behaviours);
	if (topics.length === 0) return undefined;
	const pinned = topics.filter((topic) => topic.pinned).slice(0, pinnedTopicLimit);
	const gated: Reason = {
		code: 'gated',
		sentence: 'Pinned memory is a remotely switched feature of this client; a setting turns it on in the model.',
	};
	const text = topics
		.map(
			(topic) =>
				`- [${topic.name ?? topic.stem}](${topic.relativePath})${topic.description ? `: ${topic.description}` : ''}`,
		)
		.join('\n');
	const index: Source = {
		path: directory,
		scope: 'auto-memory',
		kind: 'memory-index',
		state: 'loaded',
		loadReason: 'session_start',
		reason: gated,
		...sent(text),
	};
	return [...pinned.map((topic) => pinnedSource(topic, behaviours, gated)), index];
}

function pinnedSource(topic: MemoryTopic, behaviours: Behaviours, reason: Reason): Source {
	const { index } = readIndexView(topic.file.text, behaviours);
	return withHash(
		{
			path: topic.path,
			scope: 'auto-memory',
			kind: 'memory-topic',
			state: index.truncated ? 'truncated' : 'loaded',
			reason,
			loadReason: 'session_start',
			...sent(index.text),
			...contentFacts(topic.file),
		},
		topic.file,
	);
}
