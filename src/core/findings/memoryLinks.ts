/** Findings of the links between MEMORY.md and its topic files. */

import { dirname, join, normalize } from 'node:path';
import type { MemoryIndex } from '../sources/memoryIndex.js';
import type { MemoryTopic } from '../sources/memoryTopics.js';
import { scanTopicLinks, type TopicLink } from '../text/links.js';
import type { FinderInput } from './finderInput.js';
import { type Finding, fileStart, finding, plural, quoted } from './finding.js';
import { closestNames, type Lines, sliceOf } from './textPlaces.js';

type WrittenIndex = MemoryIndex & { readonly kind: 'written' };

/** A link of the index and the topic that it leads to, where there is one. */
export interface TopicTarget {
	readonly link: TopicLink;
	/** Absolute path that a Markdown link names. */
	readonly path: string;
	readonly topic?: MemoryTopic;
}

/** A topic that nothing links to is old after so many days without a change. */
const staleDays = 180;
const dayMilliseconds = 86_400_000;

/** Links beyond this number are not looked at: an index of 200 lines has none. */
const linkLimit = 2_000;
/** A longer line is no list entry. */
const entryLengthLimit = 5_000;

/** The index's links outside HTML comments, with their topics. */
export function topicTargets({ path, file }: WrittenIndex, topics: readonly MemoryTopic[]): readonly TopicTarget[] {
	const find = topicFinder(topics);
	const isCommented = commentTest(file.text);
	return scanTopicLinks(file.text)
		.filter((link) => !isCommented(link.offset))
		.slice(0, linkLimit)
		.map((link) => {
			const target = join(dirname(path), link.target);
			const topic = find(link, target);
			return { link, path: target, ...(topic ? { topic } : {}) };
		});
}

/** Findings of all links, and of the topics that none reaches. */
export async function linkFindings(
	input: FinderInput,
	index: WrittenIndex,
	topics: readonly MemoryTopic[],
	targets: readonly TopicTarget[],
	lines: Lines,
): Promise<readonly Finding[]> {
	const found: Finding[] = [];
	// What is linked already was hardly meant once more.
	const linked = new Set(targets.flatMap(({ topic }) => topic ?? []));
	const unlinked = topics.filter((topic) => !linked.has(topic));
	for (const target of targets) {
		if (target.topic) continue;
		if (target.link.kind === 'wiki') found.push(missingSlug(index, unlinked, target));
		else if (!(await exists(input, target))) found.push(deadLink(index, unlinked, target, lines));
	}
	return [...found, ...repeatedLinks(index, targets, lines), ...unlinkedTopics(input, index, topics, targets)];
}

/** A relative link may also be meant from the project: the model finds such a file all the same. */
async function exists({ look, model: { place } }: FinderInput, { link, path }: TopicTarget): Promise<boolean> {
	if (link.target.startsWith('~')) return true;
	const candidates = [
		path,
		join(place.directory, link.target),
		join(place.repositoryRoot ?? place.directory, link.target),
	];
	for (const candidate of new Set(candidates)) if ((await look.kind(candidate)) !== undefined) return true;
	return false;
}

function deadLink(
	{ path }: WrittenIndex,
	topics: readonly MemoryTopic[],
	{ link, path: target }: TopicTarget,
	lines: Lines,
): Finding {
	const closest = closestNames(
		link.target,
		topics.map((topic) => topic.relativePath),
	);
	const help = closest[0] === undefined ? 'create the topic or remove the link' : `did you mean ${quoted(closest[0])}?`;
	const message = `There is no file ${quoted(link.target)}, so the model follows this link in vain; ${help}${closest[0] === undefined ? '.' : ''}`;
	const targetRange = { offset: link.targetOffset, length: link.targetLength };
	const line = lines.at(link.offset);
	const after = sliceOf(lines.text, {
		offset: link.offset + link.length,
		length: Math.min(line.offset + line.length - link.offset - link.length, entryLengthLimit),
	});
	const isWholeEntry = isEntryStart(lines, link) && !after.includes('](');
	return finding('memory.link-dead', path, targetRange, message, {
		data: {
			kind: 'dead-link',
			target,
			title: link.title,
			targetRange,
			...(isWholeEntry ? { lineRange: lines.wholeAt(link.offset) } : {}),
			closest,
		},
	});
}

function missingSlug({ path }: WrittenIndex, topics: readonly MemoryTopic[], { link }: TopicTarget): Finding {
	const closest = closestNames(
		link.target,
		topics.map((topic) => topic.name ?? topic.stem),
	);
	const message = `No topic has the name ${quoted(link.target)} yet; create it, or correct the slug.`;
	const range = { offset: link.targetOffset, length: link.targetLength };
	const isFileName = /^[\w][\w .-]*$/.test(link.target);
	const target = join(dirname(path), `${link.target}.md`);
	return finding('memory.slug-without-topic', path, range, message, {
		data: isFileName ? { kind: 'missing-slug', target, slug: link.target, closest } : undefined,
	});
}

/** Second and later links of list entries to one topic and one place in it. */
function repeatedLinks({ path }: WrittenIndex, targets: readonly TopicTarget[], lines: Lines): readonly Finding[] {
	const first = new Map<string, TopicLink>();
	const found: Finding[] = [];
	for (const { link, topic } of targets) {
		if (!topic || !isEntryStart(lines, link)) continue;
		const key = `${topic.path}#${link.fragment ?? ''}`;
		const earlier = first.get(key);
		if (!earlier) {
			first.set(key, link);
			continue;
		}
		const range = { offset: link.offset, length: link.length };
		const related = [
			{ path, range: { offset: earlier.offset, length: earlier.length }, message: 'The first link to this topic.' },
		];
		if (sameTitle(earlier.title, link.title)) {
			const message = `${topic.relativePath} is linked on line ${earlier.line + 1} already; the second entry costs its characters in every request, so merge the two.`;
			const data = {
				kind: 'drop-line',
				title: `Remove the second entry for ${topic.relativePath}`,
				lineRange: lines.wholeAt(link.offset),
			} as const;
			found.push(finding('memory.link-duplicate', path, range, message, { related, data }));
		} else {
			const message = `${topic.relativePath} is linked as ${quoted(earlier.title)} and as ${quoted(link.title)}, which reads like two topics; merge the two entries.`;
			found.push(finding('memory.titles-differ', path, range, message, { related }));
		}
	}
	return found;
}

const sameTitle = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

/** True where the link begins a list entry: others are cross-references, which may repeat. */
export function isEntryStart(lines: Lines, link: TopicLink): boolean {
	const line = lines.at(link.offset);
	if (line.length > entryLengthLimit) return false;
	return /^\s*(?:[-*+]|\d{1,9}[.)])\s+[*_]*$/.test(lines.text.slice(line.offset, link.offset));
}

function unlinkedTopics(
	{ model }: FinderInput,
	index: WrittenIndex,
	topics: readonly MemoryTopic[],
	targets: readonly TopicTarget[],
): readonly Finding[] {
	const reached = reachedTopics(index, topics, targets);
	return topics
		.filter((topic) => !reached.has(topic))
		.map((topic) => unlinkedTopic(topic, index, model.inputs.environment.now));
}

function unlinkedTopic(topic: MemoryTopic, index: WrittenIndex, now: number): Finding {
	const days = Math.floor((now - topic.file.modified) / dayMilliseconds);
	const data = {
		kind: 'orphan-topic',
		index: index.path,
		indexEnd: index.file.text.length,
		line: entryFor(topic, index),
	} as const;
	const related = [{ path: index.path, range: fileStart, message: 'The index.' }];
	if (days >= staleDays) {
		const message = `Nothing links to this topic and it has not changed for ${plural(days, 'day')}; link it in MEMORY.md if it still holds, else delete it.`;
		return finding('memory.topic-stale', topic.path, fileStart, message, { related, data });
	}
	const message =
		'MEMORY.md does not mention this topic, so the model never learns that it is there; add a line for it.';
	return finding('memory.topic-orphan', topic.path, fileStart, message, { related, data });
}

/** Topics that the index links or names, and those that such topics link or name in turn. */
function reachedTopics(
	index: WrittenIndex,
	topics: readonly MemoryTopic[],
	targets: readonly TopicTarget[],
): ReadonlySet<MemoryTopic> {
	const find = topicFinder(topics);
	const byName = new Map<string, MemoryTopic>();
	for (const topic of topics)
		for (const name of [topic.relativePath, `${topic.stem}.md`]) byName.set(name.toLowerCase(), topic);
	const reached = new Set<MemoryTopic>(targets.flatMap(({ topic }) => topic ?? []));
	const named = (text: string): readonly MemoryTopic[] => fileNamesIn(text).flatMap((name) => byName.get(name) ?? []);
	for (const topic of named(index.file.text)) reached.add(topic);
	// A set that grows while it is walked is walked to its end.
	for (const topic of reached) {
		for (const link of scanTopicLinks(topic.file.text)) {
			const next = find(link, join(dirname(topic.path), link.target));
			if (next) reached.add(next);
		}
		for (const next of named(topic.file.text)) reached.add(next);
	}
	return reached;
}

/** Names of Markdown files in a text, linked or not, in lower case. */
function fileNamesIn(text: string): readonly string[] {
	const lower = text.toLowerCase();
	const names: string[] = [];
	for (let end = lower.indexOf('.md'); end >= 0; end = lower.indexOf('.md', end + 3)) {
		let start = end;
		while (start > 0 && end - start < nameLimit && !nameBoundary.test(lower[start - 1] as string)) start--;
		names.push(lower.slice(start, end + 3).replace(/^(?:\.\/)+/, ''));
	}
	return names;
}

const nameLimit = 200;
const nameBoundary = /[\s()[\]<>"'`|*,;:@]/;

/** Finds the topic of a link: by path, or by a slug that is a topic's name or file name. */
function topicFinder(topics: readonly MemoryTopic[]): (link: TopicLink, target: string) => MemoryTopic | undefined {
	const byPath = new Map(topics.map((topic) => [topic.path, topic] as const));
	const bySlug = new Map<string, MemoryTopic>();
	for (const topic of topics) {
		for (const slug of [topic.name, topic.stem, topic.relativePath, topic.relativePath.replace(/\.md$/, '')]) {
			if (slug !== undefined && !bySlug.has(slug.toLowerCase())) bySlug.set(slug.toLowerCase(), topic);
		}
	}
	return (link, target) =>
		link.kind === 'wiki' ? bySlug.get(link.target.toLowerCase()) : byPath.get(normalize(target));
}

/** The line that the index is to get for a topic, after the manner of its other entries. */
function entryFor(topic: MemoryTopic, { file }: WrittenIndex): string {
	const lineBreak = file.text.includes('\r\n') ? '\r\n' : '\n';
	const bullet = /^([-*+]) /m.exec(file.text)?.[1] ?? '-';
	const title = (topic.name ?? topic.stem).replace(/[[\]\r\n]/g, ' ');
	const target = topic.relativePath.replace(/[ ()<>%]/g, (unit) => `%${unit.charCodeAt(0).toString(16).toUpperCase()}`);
	const about = topic.description?.replace(/\s+/g, ' ').slice(0, 100);
	const start = file.text === '' || file.text.endsWith('\n') ? '' : lineBreak;
	return `${start}${bullet} [${title}](${target})${about ? ` — ${about}` : ''}${lineBreak}`;
}

/** Tells whether an offset lies in an HTML comment. */
function commentTest(text: string): (offset: number) => boolean {
	const comments: { readonly start: number; readonly end: number }[] = [];
	for (let start = text.indexOf('<!--'); start >= 0; ) {
		const close = text.indexOf('-->', start + 4);
		if (close < 0) break;
		comments.push({ start, end: close + 3 });
		start = text.indexOf('<!--', close + 3);
	}
	let next = 0;
	// Offsets come in order, so the comments are walked once.
	return (offset) => {
		while (next < comments.length && (comments[next]?.end ?? 0) <= offset) next++;
		return (comments[next]?.start ?? Number.POSITIVE_INFINITY) <= offset;
	};
}
