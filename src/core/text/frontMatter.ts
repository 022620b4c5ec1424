/**
 * Front matter of an instruction file, a skill or a topic: where it ends, and what it says.
 *
 * Only YAML is read, as data: a block in another language (`---js`) has no front-matter fence at all in the client's
 * eyes and is plain text here too; nothing of a file is ever executed.
 */

import { parseYaml } from './parsedYaml.js';
import { readSimpleYaml } from './simpleYaml.js';

/** A stretch of a text, in UTF-16 units. */
export interface TextRange {
	readonly offset: number;
	readonly length: number;
}

/** What stands between the fences, and where the body begins. */
export interface FrontMatter {
	/** The keys; a record without a prototype, so that `__proto__` is a key like any other. Empty where nothing was read. */
	readonly data: Readonly<Record<string, unknown>>;
	/**
	 * `none`: there is no front matter; `yaml`: it is valid as it stands; `lenient`: only after quoting values such as
	 * `paths: **\/*.ts`; `broken`: not even then, so there are no keys (the block is still no part of the body).
	 */
	readonly reading: 'none' | 'yaml' | 'lenient' | 'broken';
	/** Offset of the body in the given text; 0 without front matter. */
	readonly bodyOffset: number;
	/** The YAML between the fences. */
	readonly block?: TextRange;
	/** Why the block is not valid YAML as it stands (`lenient` and `broken`); the offset is into the given text. */
	readonly fault?: { readonly message: string; readonly offset: number };
}

export interface FrontMatterOptions {
	/** True where the client looks behind a byte-order mark (2.1.332); where not, a mark hides the front matter. */
	readonly afterByteOrderMark: boolean;
}

/**
 * Reads the front matter of a file.
 *
 * The first line is `---` and blanks, the block ends at the next `---` wherever it stands, even inside a line, and the
 * white space after it belongs to the fence (corpus `rules/dashes-inside`, `random/4`; `...` and `----` are no fences:
 * `glob/yaml-forms`). A block that is not YAML is read a second time with its unquoted values quoted.
 */
export function readFrontMatter(text: string, options: FrontMatterOptions): FrontMatter {
	const fences = findFences(text, options.afterByteOrderMark && text.startsWith('\uFEFF') ? 1 : 0);
	if (!fences) return { data: emptyRecord(), reading: 'none', bodyOffset: 0 };
	const { block, bodyOffset } = fences;
	const yaml = text.slice(block.offset, block.offset + block.length);

	const simple = readSimpleYaml(yaml);
	if (simple) return { data: simple, reading: 'yaml', bodyOffset, block };

	const { fault, ...parsed } = parseYaml(yaml);
	if (!fault) return { ...parsed, bodyOffset, block };
	const offset = block.offset + Math.min(fault.offset, block.length);
	return { ...parsed, bodyOffset, block, fault: { message: fault.message, offset } };
}

/** A record that inherits nothing. */
function emptyRecord(): Readonly<Record<string, unknown>> {
	return Object.create(null) as Record<string, unknown>;
}

function findFences(text: string, start: number): { block: TextRange; bodyOffset: number } | undefined {
	if (!text.startsWith('---', start)) return undefined;
	const afterDashes = skipWhiteSpace(text, start + 3);
	// The white space after the dashes holds a line break: the block begins behind its last one.
	const lineBreak = text.slice(start + 3, afterDashes).lastIndexOf('\n');
	if (lineBreak < 0) return undefined;
	const offset = start + 3 + lineBreak + 1;
	const end = text.indexOf('---', offset);
	if (end < 0) return undefined;
	return { block: { offset, length: end - offset }, bodyOffset: skipWhiteSpace(text, end + 3) };
}

const notWhiteSpace = /\S/g;

function skipWhiteSpace(text: string, from: number): number {
	notWhiteSpace.lastIndex = from;
	const match = notWhiteSpace.exec(text);
	return match ? match.index : text.length;
}
