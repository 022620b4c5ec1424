/** Links of a document to other files, with their ranges: `@imports`, topic links, `[[slugs]]`. */

import { dirname, join } from 'node:path';
import { parseInstructionText } from '../sources/instructionFile.js';
import { importTarget } from '../sources/loadPass.js';
import type { MemoryTopic } from '../sources/memoryTopics.js';
import type { TextRange } from '../text/frontMatter.js';
import { scanTopicLinks, type TopicLink } from '../text/links.js';
import type { DocumentKind } from './documentKind.js';

/** What links need to know of a topic. */
export type TopicName = Pick<MemoryTopic, 'path' | 'relativePath' | 'stem' | 'name' | 'description'>;

export interface DocumentLink {
	readonly kind: 'import' | 'topic' | 'slug';
	/** What is shown as the link: `@docs/a.md`, the target between parentheses, the slug between brackets. */
	readonly range: TextRange;
	/** The path or slug as written, without a `#fragment`: what a rename replaces. */
	readonly pathRange: TextRange;
	readonly written: string;
	/** Absolute path that it leads to, whether or not something is there; absent for a slug that no topic has. */
	readonly path?: string;
	readonly fragment?: string;
	/** True for `[a](<b c.md>)`, where blanks stand as they are. */
	readonly isAngled?: boolean;
	/** Of a slug: what of the topic it names. */
	readonly slugOf?: 'name' | 'file';
}

export interface LinkContext {
	/** Real path of the document: relative links start at its directory. */
	readonly path: string;
	readonly homeDirectory: string;
	readonly topics: readonly TopicName[];
	/** See `FrontMatterOptions`. */
	readonly afterByteOrderMark: boolean;
}

/** Kinds whose `@paths` import; MEMORY.md and topics import nothing (corpus `import/memory`). */
const importing: ReadonlySet<DocumentKind> = new Set(['instructions', 'rule', 'import']);
const linking: ReadonlySet<DocumentKind> = new Set(['memory-index', 'memory-topic']);

/** True for a kind whose text may lead to other files. */
export const mayLink = (kind: DocumentKind): boolean => importing.has(kind) || linking.has(kind);
export const mayImport = (kind: DocumentKind): boolean => importing.has(kind);

/**
 * The links of a document's text, in order; linear in the text.
 *
 * @example documentLinks('instructions', 'See @docs/a.md#top', context)[0]?.path // '/repo/docs/a.md'
 */
export function documentLinks(kind: DocumentKind, text: string, context: LinkContext): readonly DocumentLink[] {
	if (importing.has(kind)) return importLinks(text, context);
	return linking.has(kind) ? topicLinks(text, context) : [];
}

function importLinks(text: string, { path, homeDirectory, afterByteOrderMark }: LinkContext): readonly DocumentLink[] {
	const directory = dirname(path);
	return parseInstructionText(text, afterByteOrderMark).imports.map(({ token, path: target, offset, length }) => {
		const hash = token.indexOf('#');
		const written = hash < 0 ? token : token.slice(0, hash);
		const trimmed = written.length > 1 ? written.replace(/(?<=.)\/+$/, '') : written;
		return {
			kind: 'import',
			range: { offset, length },
			pathRange: { offset: offset + 1, length: trimmed.length },
			written: trimmed,
			path: importTarget(target, directory, homeDirectory),
			...(hash < 0 ? {} : { fragment: token.slice(hash + 1) }),
		};
	});
}

function topicLinks(text: string, { path, topics }: LinkContext): readonly DocumentLink[] {
	const directory = dirname(path);
	const slugs = slugTable(topics);
	return scanTopicLinks(text).map((link) => {
		const pathRange = { offset: link.targetOffset, length: link.targetLength };
		const written = text.slice(link.targetOffset, link.targetOffset + link.targetLength);
		const common = { pathRange, written, ...(link.fragment === undefined ? {} : { fragment: link.fragment }) };
		if (link.kind === 'wiki') {
			const found = slugs.get(link.target.toLowerCase());
			return {
				kind: 'slug',
				range: pathRange,
				...common,
				...(found ? { path: found.path, slugOf: found.slugOf } : {}),
			};
		}
		return {
			kind: 'topic',
			range: targetRange(link),
			...common,
			path: join(directory, link.target),
			...(text[link.targetOffset - 1] === '<' ? { isAngled: true } : {}),
		};
	});
}

/** The target with its fragment. */
const targetRange = ({ targetOffset, targetLength, fragment }: TopicLink): TextRange => ({
	offset: targetOffset,
	length: targetLength + (fragment === undefined ? 0 : fragment.length + 1),
});

/** Topics by what a slug may say: the name, the file's name, its path with and without `.md`; case does not count. */
function slugTable(
	topics: readonly TopicName[],
): ReadonlyMap<string, { readonly path: string; readonly slugOf: 'name' | 'file' }> {
	const table = new Map<string, { readonly path: string; readonly slugOf: 'name' | 'file' }>();
	const add = (slug: string | undefined, path: string, slugOf: 'name' | 'file'): void => {
		const key = slug?.toLowerCase();
		if (key !== undefined && !table.has(key)) table.set(key, { path, slugOf });
	};
	for (const { path, relativePath, stem, name } of topics) {
		add(name, path, 'name');
		for (const slug of [stem, relativePath, relativePath.replace(/\.md$/, '')]) add(slug, path, 'file');
	}
	return table;
}

/** The link at an offset: its range or its end holds it. */
export function linkAt(links: readonly DocumentLink[], offset: number): DocumentLink | undefined {
	return links.find(({ range }) => range.offset <= offset && offset <= range.offset + range.length);
}
