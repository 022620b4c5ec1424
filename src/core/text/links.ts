/** Links of a memory index to its topic files. */

/** A link to a topic; offsets are UTF-16 units into the given text. */
export interface TopicLink {
	/** `[title](file.md)` or `[[slug]]`. */
	readonly kind: 'markdown' | 'wiki';
	/** The file as meant, e.g. `c d.md` for `c%20d.md`, without `./`; for `wiki` the slug. */
	readonly target: string;
	/** The link's text; for `[[slug]]` the slug. */
	readonly title: string;
	/** What follows `#`. */
	readonly fragment?: string;
	/** First unit of the whole link. */
	readonly offset: number;
	readonly length: number;
	/** First unit of the target as written, fragment left out. */
	readonly targetOffset: number;
	readonly targetLength: number;
	/** 0-based line. */
	readonly line: number;
}

/** The longest link that is looked for; longer stretches between brackets are text, and never slow. */
const linkLimit = 2_000;

const markdownLink =
	/(!?)\[((?:[^[\]\\\n]|\\.|\[[^[\]\n]{0,200}\]){0,500})\]\([ \t]*(?:<([^<>\n]{0,1000})>|([^\s()<>]{1,1000}(?:\([^\s()]{0,200}\)[^\s()]{0,500})?))(?:[ \t]+(?:"[^"\n]{0,500}"|'[^'\n]{0,500}'|\([^()\n]{0,500}\)))?[ \t]*\)/y;
const wikiLink = /\[\[([^[\]|#\n]{1,500})(?:#([^[\]|\n]{0,500}))?(?:\|([^[\]\n]{0,500}))?\]\]/y;
const openingFence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;

/**
 * The links of an index that lead to topic files: `[a](a.md)`, `[b](./b.md "t")`, `[c](<c d.md>)`, `[e](e.md#sec)`,
 * `[[slug]]`, `[[slug|title]]` (corpus `memory/link-forms`). Code, images, links to the web, to a place in the same file
 * and to an absolute path are none.
 */
export function scanTopicLinks(text: string): readonly TopicLink[] {
	const links: TopicLink[] = [];
	let fence: string | undefined;
	let offset = 0;
	let line = 0;
	for (const content of text.split('\n')) {
		const mark = openingFence.exec(content)?.[1];
		if (fence !== undefined) {
			if (mark?.startsWith(fence) && content.trim() === mark) fence = undefined;
		} else if (mark !== undefined) {
			fence = mark;
		} else if (content.includes('[')) {
			scanLine(content, offset, line, links);
		}
		offset += content.length + 1;
		line++;
	}
	return links;
}

function scanLine(content: string, lineOffset: number, line: number, links: TopicLink[]): void {
	const closings = codeSpanEnds(content);
	let middle = content.indexOf('](');
	for (let index = 0; index < content.length; ) {
		const unit = content[index];
		if (unit === '\\') {
			index += 2;
			continue;
		}
		const spanEnd = unit === '`' ? closings.get(index) : undefined;
		if (spanEnd !== undefined) {
			index = spanEnd;
			continue;
		}
		// The middle of the next link; kept while it lies ahead, so that all the looking takes linear time.
		if (middle >= 0 && middle < index) middle = content.indexOf('](', index);
		const found = unit === '[' || unit === '!' ? linkAt(content, index, middle) : undefined;
		if (!found) {
			index++;
			continue;
		}
		if (found.link) {
			const { targetOffset, ...rest } = found.link;
			links.push({
				...rest,
				offset: lineOffset + index,
				length: found.length,
				targetOffset: lineOffset + targetOffset,
				line,
			});
		}
		index += found.length;
	}
}

type LinkPart = Omit<TopicLink, 'offset' | 'length' | 'line'>;

function linkAt(
	content: string,
	index: number,
	middle: number,
): { readonly length: number; readonly link?: LinkPart } | undefined {
	wikiLink.lastIndex = index;
	const wiki = wikiLink.exec(content);
	if (wiki) return { length: wiki[0].length, link: wikiPart(wiki, index) };

	// A link needs its middle; without one near there is nothing to try.
	if (middle < 0 || middle - index > linkLimit) return undefined;
	markdownLink.lastIndex = index;
	const match = markdownLink.exec(content);
	if (!match) return undefined;
	const link = match[1] === '!' ? undefined : markdownPart(match, index);
	return { length: match[0].length, ...(link && { link }) };
}

function wikiPart(match: RegExpExecArray, index: number): LinkPart {
	const written = match[1] as string;
	const target = written.trim();
	return {
		kind: 'wiki',
		target,
		title: match[3]?.trim() || target,
		...(match[2] && { fragment: match[2] }),
		targetOffset: index + 2 + written.indexOf(target),
		targetLength: target.length,
	};
}

function markdownPart(match: RegExpExecArray, index: number): LinkPart | undefined {
	const written = (match[3] ?? match[4]) as string;
	// A scheme, the web without one, another place of the same file, an absolute path: no topics.
	if (written === '' || /^(?:[a-z][a-z\d+.-]*:|\/|\\|#|\?)/i.test(written)) return undefined;
	const hash = written.indexOf('#');
	const path = hash < 0 ? written : written.slice(0, hash);
	const middle = index + (match[1] as string).length + 1 + (match[2] as string).length + 2;
	return {
		kind: 'markdown',
		target: decoded(path).replace(/^(?:\.\/)+/, ''),
		title: match[2] as string,
		...(hash >= 0 && hash + 1 < written.length && { fragment: written.slice(hash + 1) }),
		targetOffset: middle + match[0].slice(middle - index).indexOf(written),
		targetLength: path.length,
	};
}

/** `%20` and the like; text that is no such encoding is taken as it stands. */
function decoded(path: string): string {
	try {
		return decodeURIComponent(path);
	} catch {
		return path;
	}
}

/** For each run of backticks that opens a code span, the offset behind its closing run. */
function codeSpanEnds(content: string): ReadonlyMap<number, number> {
	const ends = new Map<number, number>();
	const runs = [...content.matchAll(/`+/g)].map((match) => ({ start: match.index, length: match[0].length }));
	const nextOfLength = new Map<number, number[]>();
	runs.forEach((run, index) => {
		const indexes = nextOfLength.get(run.length);
		if (indexes) indexes.push(index);
		else nextOfLength.set(run.length, [index]);
	});
	const pointers = new Map<number, number>();
	for (let index = 0; index < runs.length; ) {
		const run = runs[index] as { start: number; length: number };
		const same = nextOfLength.get(run.length) as number[];
		let pointer = pointers.get(run.length) ?? 0;
		while (pointer < same.length && (same[pointer] as number) <= index) pointer++;
		pointers.set(run.length, pointer);
		const closing = same[pointer];
		if (closing === undefined) {
			index++;
			continue;
		}
		ends.set(run.start, (runs[closing] as { start: number }).start + run.length);
		index = closing + 1;
	}
	return ends;
}
