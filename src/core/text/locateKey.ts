/** Where a key of the front matter and the parts of its value stand in the file, for diagnostics and hovers. */

import { isMap, isScalar, isSeq, type Scalar } from 'yaml';
import { splitAtCommas } from '../globs/braces.js';
import type { FrontMatter, TextRange } from './frontMatter.js';
import { composeYaml } from './yamlReader.js';

/** A part of a value, e.g. one pattern of `paths`. Offset and length cover it as written, its quotes left out. */
export interface ValuePart extends TextRange {
	/** The part's value, e.g. `src/**`. */
	readonly value: string;
	/** True where it stands in quotes. */
	readonly quoted: boolean;
}

export interface LocatedKey {
	/** The key itself, e.g. the five units of `paths`. */
	readonly key: TextRange;
	/** Items of a list, parts of a string with commas, or the one value. */
	readonly items: readonly ValuePart[];
}

/**
 * Finds a key of the front matter in the file's text: of equal keys the last one, as the client reads them. Works for
 * lists in both forms and for strings, for a block that is valid YAML and line by line for one that is not.
 * `undefined` where there is no such key.
 */
export function locateKey(text: string, frontMatter: FrontMatter, key: string): LocatedKey | undefined {
	const { block } = frontMatter;
	if (!block) return undefined;
	const yaml = text.slice(block.offset, block.offset + block.length);
	const located = (frontMatter.reading === 'yaml' ? locateInYaml(yaml, key) : undefined) ?? locateInLines(yaml, key);
	if (!located) return undefined;
	const moved = <T extends TextRange>(range: T): T => ({ ...range, offset: range.offset + block.offset });
	return { key: moved(located.key), items: located.items.map(moved) };
}

function locateInYaml(yaml: string, key: string): LocatedKey | undefined {
	try {
		const [document] = composeYaml(yaml);
		if (!document || !isMap(document.contents)) return undefined;
		const pair = document.contents.items.filter((item) => isScalar(item.key) && String(item.key.value) === key).at(-1);
		const range = isScalar(pair?.key) ? pair.key.range : undefined;
		if (!pair || !range) return undefined;
		const values = isSeq(pair.value) ? pair.value.items : [pair.value];
		return {
			key: { offset: range[0], length: range[1] - range[0] },
			items: values.flatMap((value) => (isScalar(value) ? scalarParts(yaml, value) : [])),
		};
	} catch {
		// Nested deeper than the package recurses; the lines still tell.
		return undefined;
	}
}

function scalarParts(yaml: string, scalar: Scalar): readonly ValuePart[] {
	if (!scalar.range || scalar.value === null) return [];
	const [start, end] = scalar.range;
	const quoted = scalar.type === 'QUOTE_DOUBLE' || scalar.type === 'QUOTE_SINGLE';
	const offset = quoted ? start + 1 : start;
	const written = yaml.slice(offset, quoted ? end - 1 : end);
	return writtenParts(written, String(scalar.value), offset, quoted);
}

/** The parts between commas, where the value stands in the file unit by unit; else the value as one. */
function writtenParts(written: string, value: string, offset: number, quoted: boolean): readonly ValuePart[] {
	if (written !== value) return [{ value, quoted, offset, length: written.length }];
	return splitAtCommas(value).map((part) => ({
		value: part.pattern,
		quoted,
		offset: offset + part.offset,
		length: part.pattern.length,
	}));
}

/** `key: value` on one line, or `key:` and lines of `- item`. */
function locateInLines(yaml: string, key: string): LocatedKey | undefined {
	let located: { key: TextRange; items: ValuePart[] } | undefined;
	let inList = false;
	let offset = 0;
	for (const line of yaml.split('\n')) {
		const item = inList ? /^([ \t]*-[ \t]+)(\S.*)$/.exec(line) : null;
		if (item) {
			located?.items.push(...lineParts(item[2] as string, offset + (item[1] as string).length));
		} else if (line.startsWith(`${key}:`)) {
			const blanks = (/^[ \t]*/.exec(line.slice(key.length + 1)) as RegExpExecArray)[0].length;
			const valueOffset = key.length + 1 + blanks;
			const value = line.slice(valueOffset);
			located = { key: { offset, length: key.length }, items: [...lineParts(value, offset + valueOffset)] };
			inList = value.trim() === '';
		} else if (line.trim() !== '') {
			inList = false;
		}
		offset += line.length + 1;
	}
	return located;
}

function lineParts(rest: string, offset: number): readonly ValuePart[] {
	const value = rest.trimEnd();
	const quoted = value.length > 1 && /^["']/.test(value) && value.endsWith(value[0] as string);
	const inner = quoted ? value.slice(1, -1) : value;
	return inner === '' ? [] : writtenParts(inner, inner, offset + (quoted ? 1 : 0), quoted);
}
