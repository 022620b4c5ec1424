/** What is being typed at a place of a document, as far as Claude Code gives it a meaning. */

import type { TextRange } from '../text/frontMatter.js';
import type { DocumentKind } from './documentKind.js';
import { mayImport } from './documentLinks.js';

export type CompletionRequest =
	/** `@docs/st|`: `written` is what stands behind the `@`. */
	| { readonly kind: 'import'; readonly written: string; readonly range: TextRange }
	/** `[a](bu|`; `isAngled` behind `(<`. */
	| { readonly kind: 'topic'; readonly written: string; readonly range: TextRange; readonly isAngled: boolean }
	/** `[[bu|`; `isClosed` where `]]` follows. */
	| { readonly kind: 'slug'; readonly written: string; readonly range: TextRange; readonly isClosed: boolean }
	/** A key of the front matter; `present` are the others; `hasValue` where a colon follows. */
	| {
			readonly kind: 'key';
			readonly written: string;
			readonly range: TextRange;
			readonly present: readonly string[];
			readonly hasValue: boolean;
	  }
	/** A value, or one of several in a list. */
	| { readonly kind: 'value'; readonly key: string; readonly written: string; readonly range: TextRange }
	/** A pattern of `paths`; `needsQuotes` where YAML would not take it as it stands. */
	| { readonly kind: 'glob'; readonly written: string; readonly range: TextRange; readonly needsQuotes: boolean };

/** A longer line is no prose, and nobody completes in it. */
const lineLimit = 5_000;
/** Front matter that is not closed yet is looked for in so many lines. */
const openBlockLines = 60;

/**
 * What is typed at an offset; `undefined` where nothing can be completed.
 *
 * @example completionRequest('instructions', 'See @doc', 8) // { kind: 'import', written: 'doc', … }
 */
export function completionRequest(kind: DocumentKind, text: string, offset: number): CompletionRequest | undefined {
	const start = text.lastIndexOf('\n', offset - 1) + 1;
	const nextBreak = text.indexOf('\n', offset);
	const line = text.slice(start, nextBreak < 0 ? text.length : nextBreak).replace(/\r$/, '');
	if (line.length > lineLimit) return undefined;
	const before = line.slice(0, offset - start);
	const after = line.slice(offset - start);
	const block = frontMatterBlock(text, offset);
	if (block) return inFrontMatter(kind, text, { before, after, line, start, offset, block });
	if (mayImport(kind)) return isCode(text, start, before) ? undefined : importAt(before, offset);
	return kind === 'memory-index' || kind === 'memory-topic' ? linkAt(before, after, offset) : undefined;
}

function importAt(before: string, offset: number): CompletionRequest | undefined {
	const written = /(?:^|[\s(*_"'[>-])@((?:[^\s\\@]|\\ )*)$/.exec(before)?.[1];
	if (written === undefined || written.includes('#')) return undefined;
	return { kind: 'import', written, range: { offset: offset - written.length, length: written.length } };
}

function linkAt(before: string, after: string, offset: number): CompletionRequest | undefined {
	const slug = /\[\[([^\][|#\n]*)$/.exec(before)?.[1];
	if (slug !== undefined) {
		const rest = /^[^\][|#\n]*(?=[|#]|\]\])/.exec(after)?.[0];
		return {
			kind: 'slug',
			written: slug,
			range: { offset: offset - slug.length, length: slug.length + (rest?.length ?? 0) },
			isClosed: rest !== undefined,
		};
	}
	const target = /\]\((<?)([^)<>\s]*|(?<=<)[^)<>\n]*)$/.exec(before);
	const written = target?.[2];
	if (written === undefined || /[#:]/.test(written)) return undefined;
	const rest = /^[^)<>#\s]*(?=[)>#])/.exec(after)?.[0].length ?? 0;
	return {
		kind: 'topic',
		written,
		range: { offset: offset - written.length, length: written.length + rest },
		isAngled: target?.[1] === '<',
	};
}

/** True within a fence or behind an odd number of backticks: mentions there do not count. */
function isCode(text: string, lineStart: number, before: string): boolean {
	if ((before.match(/`/g)?.length ?? 0) % 2 === 1) return true;
	let fence: string | undefined;
	for (let start = 0; start < lineStart; ) {
		const end = text.indexOf('\n', start);
		const mark = /^ {0,3}(`{3,}|~{3,})/.exec(text.slice(start, Math.min(end, start + 100)))?.[1];
		if (mark !== undefined) {
			if (fence === undefined) fence = mark;
			else if (mark.startsWith(fence)) fence = undefined;
		}
		start = end + 1;
	}
	return fence !== undefined;
}

/** Offsets between the fences of the front matter, where the offset lies there; the closing one may still be missing. */
function frontMatterBlock(text: string, offset: number): TextRange | undefined {
	const open = /^\uFEFF?---[ \t]*\r?\n/.exec(text)?.[0].length;
	if (open === undefined || offset < open) return undefined;
	const close = /^---/m;
	const rest = text.slice(open);
	const end = close.exec(rest)?.index;
	if (end === undefined) {
		const lines = text.slice(open, offset).split('\n');
		// A heading or a blank line says that the text has begun.
		const isOpen =
			lines.length <= openBlockLines &&
			!lines.some((line) => /^#|^\s*$/.test(line.slice(0, 200)) && line !== lines.at(-1));
		return isOpen ? { offset: open, length: text.length - open } : undefined;
	}
	return offset <= open + end ? { offset: open, length: end } : undefined;
}

interface LineAt {
	readonly before: string;
	readonly after: string;
	readonly line: string;
	readonly start: number;
	readonly offset: number;
	readonly block: TextRange;
}

const keyed: ReadonlySet<DocumentKind> = new Set(['rule', 'skill', 'command', 'agent', 'memory-topic']);

function inFrontMatter(kind: DocumentKind, text: string, at: LineAt): CompletionRequest | undefined {
	const { before, after, start, offset, block } = at;
	// On the closing fence itself nothing is typed.
	if (!keyed.has(kind) || start >= block.offset + block.length + (at.line.startsWith('---') ? 0 : 1)) return undefined;
	if (at.line.startsWith('---')) return undefined;
	if (/^[\w-]*$/.test(before)) {
		const rest = /^[\w-]*/.exec(after)?.[0] ?? '';
		return {
			kind: 'key',
			written: before,
			range: { offset: start, length: before.length + rest.length },
			present: presentKeys(text, block, start),
			hasValue: /^[\w-]*[ \t]*:/.test(after),
		};
	}
	const item = /^[ \t]*-[ \t]+(.*)$/.exec(before);
	const pair = /^[ \t]*([\w-]+)[ \t]*:[ \t]*(.*)$/.exec(before);
	const key = item ? keyAbove(text, block, start) : pair?.[1];
	const value = item?.[1] ?? pair?.[2];
	if (key === undefined || value === undefined) return undefined;
	const written = lastPart(value);
	const isQuoted = /^["']/.test(
		value
			.slice(0, value.length - written.length)
			.trimStart()
			.replace(/^\[.*[[,]\s*(?=["'])/, ''),
	);
	const rest = /^[^\s,\]"']*/.exec(after)?.[0].length ?? 0;
	const range = { offset: offset - written.length, length: written.length + rest };
	if (key === 'paths' && (kind === 'rule' || kind === 'skill')) {
		const isInner = item !== null || value.trimStart().startsWith('[');
		return { kind: 'glob', written, range, needsQuotes: !isQuoted && isInner };
	}
	return { kind: 'value', key, written, range };
}

/** What stands behind the last comma, bracket or quote; a comma within braces does not count. */
function lastPart(value: string): string {
	let depth = 0;
	let start = 0;
	for (let index = 0; index < value.length; index++) {
		const unit = value[index];
		if (unit === '{') depth++;
		else if (unit === '}') depth = Math.max(0, depth - 1);
		else if (unit === '"' || unit === "'" || (depth === 0 && (unit === ',' || (unit === '[' && index === 0))))
			start = index + 1;
	}
	return value.slice(start).trimStart();
}

function presentKeys(text: string, block: TextRange, exceptLineAt: number): readonly string[] {
	const yaml = text.slice(block.offset, block.offset + block.length);
	return [...yaml.matchAll(/^([\w-]+)[ \t]*:/gm)]
		.filter((match) => block.offset + match.index !== exceptLineAt)
		.map((match) => match[1] as string);
}

function keyAbove(text: string, block: TextRange, lineStart: number): string | undefined {
	const keys = [...text.slice(block.offset, lineStart).matchAll(/^[ \t]*([\w-]+)[ \t]*:/gm)];
	return keys.at(-1)?.[1];
}
