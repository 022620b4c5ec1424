/** An instruction file's text as the client takes it apart: front matter, stripped body, imports, `paths`. */

import type { Behaviours } from '../client/behaviours.js';
import { type PathCondition, readPaths } from '../globs/paths.js';
import type { TextFile } from '../ports.js';
import { type FrontMatter, readFrontMatter } from '../text/frontMatter.js';
import type { ImportMention } from '../text/importMentions.js';
import { parseBody } from '../text/instructionText.js';
import { own } from '../values.js';

export interface InstructionText {
	readonly frontMatter: FrontMatter;
	/** Front matter and block comments removed; not trimmed. */
	readonly body: string;
	/** Imports in order of mention; offsets are into the file's own text. */
	readonly imports: readonly ImportMention[];
	/** The condition of a rule's `paths`; `undefined` where the rule is unconditional. */
	readonly paths: PathCondition | undefined;
}

/** One parse per file version: the adapter hands out the same `TextFile` while a file is unchanged. */
const parsed = new WeakMap<TextFile, Map<number, InstructionText>>();

/** Takes a file's text apart as the given client does. */
export function parseInstruction(file: TextFile, behaviours: Behaviours): InstructionText {
	const afterByteOrderMark = behaviours.readsFrontMatterAfterByteOrderMark;
	const alwaysRejoins = !behaviours.keepsLinkDefinitions;
	const key = (afterByteOrderMark ? 1 : 0) + (alwaysRejoins ? 2 : 0);
	const known = parsed.get(file) ?? new Map<number, InstructionText>();
	parsed.set(file, known);
	const hit = known.get(key);
	if (hit) return hit;
	const text = parseInstructionText(file.text, afterByteOrderMark, alwaysRejoins);
	known.set(key, text);
	return text;
}

/**
 * The same for a text without a file; see `FrontMatterOptions` and `BodyOptions` for the client's ways of reading.
 *
 * @example parseInstructionText('---\npaths: src/**\n---\n@a.md\n', true).imports[0].path // 'a.md'
 */
export function parseInstructionText(
	text: string,
	afterByteOrderMark: boolean,
	alwaysRejoins = false,
): InstructionText {
	const frontMatter = readFrontMatter(text, { afterByteOrderMark });
	const body = parseBody(text.slice(frontMatter.bodyOffset), { alwaysRejoins });
	return {
		frontMatter,
		body: body.text,
		imports: body.imports.map((mention) => ({ ...mention, offset: mention.offset + frontMatter.bodyOffset })),
		paths: readPaths(own(frontMatter.data, 'paths')),
	};
}
