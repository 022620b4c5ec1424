/** Findings of the auto-memory index as a whole: its limits, its lines, and what it cannot do (loader.md 7). */

import { dirname, join } from 'node:path';
import { memoryCharacterLimit, memoryLineLimit } from '../client/constants.js';
import type { ContextModel } from '../model/contextModel.js';
import { agentMemoryPath } from '../sources/agentMemory.js';
import { ancestors } from '../sources/launchPlace.js';
import { importTarget } from '../sources/loadPass.js';
import { projectSlug } from '../sources/memoryDirectory.js';
import { type MemoryIndex, readMemoryIndex } from '../sources/memoryIndex.js';
import { type MemoryTopic, scanTopics } from '../sources/memoryTopics.js';
import { readFrontMatter } from '../text/frontMatter.js';
import { parseBody } from '../text/instructionText.js';
import type { FamilyFinder, FinderInput } from './finderInput.js';
import { counted, type Finding, fileStart, finding, plural, quoted } from './finding.js';
import { faultWords } from './frontMatterPlaces.js';
import { isEntryStart, linkFindings, type TopicTarget, topicTargets } from './memoryLinks.js';
import { Lines, sliceOf } from './textPlaces.js';

/** Share of a limit at which the index counts as nearly full (issue 4). */
const nearShare = 0.9;
/** Units of an index entry beyond which it is too long; the client cuts entries that it generates itself at the same length. */
export const indexLineLimit = 150;

export const memoryFinder: FamilyFinder = { family: 'memory', find: findInMemory };

type WrittenIndex = MemoryIndex & { readonly kind: 'written' };

async function findInMemory(input: FinderInput): Promise<readonly Finding[]> {
	return [...(await projectMemory(input)), ...(await agentMemories(input))];
}

async function projectMemory(input: FinderInput): Promise<readonly Finding[]> {
	const { memory, loadContext, inputs } = input.model;
	if (memory.off) return [];
	const { topics } = await scanTopics(loadContext.fs, memory.directory.path, inputs.client.behaviours);
	const common = [...sharedDirectory(input), ...topics.flatMap(topicFrontMatter)];
	const { index } = memory;
	if (index.kind === 'none' && topics.length > 0) return [...common, indexMissing(index.path, topics)];
	if (index.kind !== 'written') return common;
	if (index.view.index.text === '') return [...common, indexEmpty(index, topics)];
	return [...common, ...(await indexFindings(input, index, topics))];
}

/** The indexes of agents with a memory of their own: the same limits and links (reports.md, agent memory). */
async function agentMemories(input: FinderInput): Promise<readonly Finding[]> {
	const { agents, loadContext, inputs, place } = input.model;
	const listed = agents.filter(({ state }) => state === 'listed');
	const paths = new Set(listed.flatMap((agent) => agentMemoryPath(inputs, place, agent) ?? []));
	const found: Finding[] = [];
	for (const path of paths) {
		const index = await readMemoryIndex(loadContext.fs, dirname(path), inputs.client.behaviours);
		if (index.kind !== 'written' || index.view.index.text === '') continue;
		const { topics } = await scanTopics(loadContext.fs, dirname(path), inputs.client.behaviours);
		found.push(...topics.flatMap(topicFrontMatter), ...(await indexFindings(input, index, topics)));
	}
	return found;
}

async function indexFindings(
	input: FinderInput,
	index: WrittenIndex,
	topics: readonly MemoryTopic[],
): Promise<readonly Finding[]> {
	const lines = new Lines(index.file.text);
	const targets = topicTargets(index, topics);
	return [
		...limits(index, lines),
		...targets.flatMap((target) => longLine(index, target, lines)),
		...(await linkFindings(input, index, topics, targets, lines)),
		...(await ignoredImports(input, index)),
	];
}

function limits({ path, file, view }: WrittenIndex, lines: Lines): readonly Finding[] {
	const { truncated, cause, keptLines, totalLines, keptCharacters, totalCharacters } = view.index;
	if (truncated) {
		const cut = file.text.startsWith('\r\n', view.cutOffset) ? 2 : file.text[view.cutOffset] === '\n' ? 1 : 0;
		const line = lines.at(view.cutOffset + cut);
		const start = Math.max(line.offset, view.cutOffset);
		const amount =
			cause === 'lines'
				? `${counted(keptLines)} of ${plural(totalLines, 'line')} (limit ${memoryLineLimit})`
				: `${counted(keptCharacters)} of ${plural(totalCharacters, 'character')} (limit ${counted(memoryCharacterLimit)})`;
		const range = { offset: start, length: line.offset + line.length - start };
		const message = `Claude Code reads ${amount} of MEMORY.md; nothing from here on reaches the model, so shorten entries or move details into topics.`;
		return [finding('memory.index-over-limit', path, range, message)];
	}
	const byLines = totalLines >= memoryLineLimit * nearShare;
	if (!byLines && totalCharacters < memoryCharacterLimit * nearShare) return [];
	const amount = byLines
		? `${counted(totalLines)} of ${memoryLineLimit} lines`
		: `${counted(totalCharacters)} of ${counted(memoryCharacterLimit)} characters`;
	const message = `MEMORY.md has ${amount}; what goes beyond is cut off, so make room before the newest entries are lost.`;
	return [finding('memory.index-near-limit', path, lines.lastFilled(), message)];
}

/** An entry that says more than where the topic is and what it holds. */
function longLine({ path, view }: WrittenIndex, { link, topic }: TopicTarget, lines: Lines): readonly Finding[] {
	const line = lines.at(link.offset);
	if (line.length <= indexLineLimit || line.offset >= view.cutOffset || !isEntryStart(lines, link)) return [];
	const range = { offset: line.offset + indexLineLimit, length: line.length - indexLineLimit };
	const message = `The entry has ${counted(line.length)} characters and is sent with every request; keep it under ${indexLineLimit} and put the details into ${topic?.relativePath ?? 'its topic'}.`;
	return [
		finding('memory.line-too-long', path, range, message, {
			data: topic && movedEnd(sliceOf(lines.text, line), line.offset, link, topic),
		}),
	];
}

/** What of a long entry can move into its topic: from the last end of a clause within the limit, behind the link. */
function movedEnd(text: string, lineOffset: number, link: TopicTarget['link'], topic: MemoryTopic): Finding['data'] {
	const least = link.offset + link.length - lineOffset;
	const head = text.slice(0, indexLineLimit);
	const clause = Math.max(
		...['. ', '; ', ', ', ' — ', ' – '].map((end) => head.lastIndexOf(end) + (end.startsWith(' ') ? 0 : 1)),
	);
	const word = head.lastIndexOf(' ');
	const cut = clause > least + 20 ? clause : word;
	if (cut <= least) return undefined;
	const moved = text
		.slice(cut)
		.replace(/^[\s,;:—–-]+/, '')
		.trim();
	if (moved === '') return undefined;
	const topicText = topic.file.text;
	const gap = topicText === '' ? '' : topicText.endsWith('\n') ? '\n' : '\n\n';
	return {
		kind: 'long-line',
		range: { offset: lineOffset + cut, length: text.length - cut },
		topic: topic.path,
		topicEnd: topicText.length,
		appended: `${gap}${moved}\n`,
	};
}

function indexEmpty({ path }: WrittenIndex, topics: readonly MemoryTopic[]): Finding {
	const lost = topics.length === 0 ? '' : ` and its ${plural(topics.length, 'topic')} cannot be found by the model`;
	const message = `MEMORY.md holds nothing that reaches the model${lost}; write one line for each topic, or delete the file.`;
	return finding('memory.index-empty', path, fileStart, message);
}

function indexMissing(path: string, topics: readonly MemoryTopic[]): Finding {
	const message = `There ${topics.length === 1 ? 'is' : 'are'} ${plural(topics.length, 'topic')} but no MEMORY.md, so this client loads nothing of the memory; write an index.`;
	return finding('memory.index-missing', path, fileStart, message);
}

function topicFrontMatter({ path, file, frontMatter }: MemoryTopic): readonly Finding[] {
	if (frontMatter.reading !== 'broken') return [];
	const offset = frontMatter.fault?.offset ?? 0;
	const message = `The front matter is not valid YAML (${faultWords(frontMatter)}), so name and description of the topic are lost; quote the value at fault.`;
	return [finding('memory.topic-front-matter-broken', path, new Lines(file.text).at(offset), message)];
}

/** Mentions of files in MEMORY.md that look as if they imported them (corpus `import/memory`). */
async function ignoredImports({ model, look }: FinderInput, { path, file }: WrittenIndex): Promise<readonly Finding[]> {
	const { behaviours } = model.inputs.client;
	const { bodyOffset } = readFrontMatter(file.text, {
		afterByteOrderMark: behaviours.readsFrontMatterAfterByteOrderMark,
	});
	const found: Finding[] = [];
	for (const mention of parseBody(file.text.slice(bodyOffset)).imports.slice(0, 100)) {
		const target = importTarget(mention.path, dirname(path), model.inputs.environment.homeDirectory);
		if (!(await look.isFile(target))) continue;
		const range = { offset: bodyOffset + mention.offset, length: mention.length };
		const message = `MEMORY.md imports nothing: ${quoted(`@${mention.path}`)} is plain text there, and the file is not loaded; link it, or import it in CLAUDE.md.`;
		found.push(finding('memory.import-ignored', path, range, message));
	}
	return found;
}

/** Another project whose directory turns into the same name (corpus `pain/cc-70076`). */
function sharedDirectory({ model, options }: FinderInput): readonly Finding[] {
	if (model.memory.directory.settingsPath !== undefined) return [];
	const own = model.place.mainRepositoryRoot ?? model.place.directory;
	const other = (options.transcriptDirectories ?? [])
		.flatMap((directory) => [...ancestors(directory)])
		.find((directory) => directory !== own && clashes(own, directory, model));
	if (other === undefined) return [];
	const message = `${own} and ${other} share this memory, since both names turn into "${projectSlug(own)}"; rename one, or give it an autoMemoryDirectory of its own.`;
	return [finding('memory.directory-shared', join(model.memory.directory.path, 'MEMORY.md'), fileStart, message)];
}

const clashes = (own: string, other: string, { place }: ContextModel): boolean =>
	projectSlug(other) === projectSlug(own) && other !== place.given;
