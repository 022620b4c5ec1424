/** One SKILL.md or command file, read as far as the listing needs it. */

import type { ClientProfile } from '../client/profile.js';
import { derived } from '../derived.js';
import { type PathCondition, readPaths } from '../globs/paths.js';
import type { FileSystem, ReadFailure, TextFile } from '../ports.js';
import { type FrontMatter, readFrontMatter } from '../text/frontMatter.js';
import { anyText, type DescriptionParts, scalarText } from './skillDescription.js';

export interface SkillFrontMatter {
	/** `name` as text, of whatever type it is, e.g. `my-skill`. */
	readonly name?: string;
	/** True where there is a `description` that counts. */
	readonly hasDescription: boolean;
	/** True where there is a `when_to_use` that counts. */
	readonly hasWhenToUse: boolean;
	/** `disable-model-invocation`: the model does not get to know the skill. */
	readonly disableModelInvocation: boolean;
	/** `user-invocable: false` takes the skill from the user's `/` menu; it stays listed for the model. */
	readonly userInvocable: boolean;
	/** The condition of `paths`, where it is one. */
	readonly paths?: PathCondition;
	readonly reading: FrontMatter['reading'];
	/** Where the block is not valid YAML; the offset is into the file's text. */
	readonly fault?: FrontMatter['fault'];
}

export interface SkillFile {
	readonly ok: true;
	readonly path: string;
	readonly realPath: string;
	readonly frontMatter: SkillFrontMatter;
	/** What its description is made of; the body is held to its first line's neighbourhood only. */
	readonly parts: DescriptionParts;
	/** Offset of the body in the file's text, in UTF-16 units. */
	readonly bodyOffset: number;
	/** Units of the body: what an invocation adds to the context. */
	readonly bodyCharacters: number;
	/** The file itself. */
	readonly content: TextFile;
	readonly bytes: number;
}

export interface UnreadableSkill {
	readonly ok: false;
	readonly path: string;
	readonly realPath: string;
	readonly failure: ReadFailure;
	readonly bytes?: number;
}

/** Reads one file, to the same object while it is unchanged; `undefined` where there is none. */
export async function readSkillFile(
	fs: FileSystem,
	path: string,
	client: ClientProfile,
	placeholder: string,
): Promise<SkillFile | UnreadableSkill | undefined> {
	const [file, realPath] = await Promise.all([fs.readText(path), fs.realPath(path)]);
	if (!file) return undefined;
	const where = { path, realPath: realPath ?? path };
	if (!file.ok) {
		return { ok: false, ...where, failure: file.failure, ...(file.bytes === undefined ? {} : { bytes: file.bytes }) };
	}
	const content = contentOf(file, client.behaviours.readsFrontMatterAfterByteOrderMark);
	return skillFiles(file, [path, where.realPath, placeholder, content], () => ({
		ok: true,
		...where,
		frontMatter: content.frontMatter,
		parts: { description: content.description, whenToUse: content.whenToUse, body: content.body, placeholder },
		bodyOffset: content.bodyOffset,
		bodyCharacters: file.text.length - content.bodyOffset,
		content: file,
		bytes: file.bytes,
	}));
}

const skillFiles = derived<TextFile, SkillFile>();

/** What a file's text says, wherever it lies. */
interface SkillContent extends Pick<DescriptionParts, 'description' | 'whenToUse' | 'body'> {
	readonly frontMatter: SkillFrontMatter;
	readonly bodyOffset: number;
}

/** One reading per file version: the adapter hands out the same `TextFile` while a file is unchanged. */
const contents = {
	afterByteOrderMark: new WeakMap<TextFile, SkillContent>(),
	plain: new WeakMap<TextFile, SkillContent>(),
};

function contentOf(file: TextFile, afterByteOrderMark: boolean): SkillContent {
	const known = afterByteOrderMark ? contents.afterByteOrderMark : contents.plain;
	const content = known.get(file) ?? readContent(file.text, afterByteOrderMark);
	known.set(file, content);
	return content;
}

function readContent(text: string, afterByteOrderMark: boolean): SkillContent {
	const frontMatter = readFrontMatter(text, { afterByteOrderMark });
	return {
		frontMatter: readFacts(frontMatter),
		description: frontMatter.data['description'],
		whenToUse: frontMatter.data['when_to_use'],
		body: headOf(text.slice(frontMatter.bodyOffset)),
		bodyOffset: frontMatter.bodyOffset,
	};
}

/** The first line that is not blank, so that the whole text need not be kept. */
function headOf(body: string): string {
	const start = body.search(/\S/);
	if (start < 0) return '';
	const end = body.indexOf('\n', start);
	return body.slice(start, end < 0 ? undefined : end);
}

function readFacts({ data, reading, fault }: FrontMatter): SkillFrontMatter {
	const name = anyText(data['name']);
	const paths = readPaths(data['paths']);
	return {
		...(name === undefined ? {} : { name }),
		hasDescription: (scalarText(data['description'])?.trim() ?? '') !== '',
		hasWhenToUse: anyText(data['when_to_use']) !== undefined,
		disableModelInvocation: isYes(data['disable-model-invocation']),
		userInvocable: !isNo(data['user-invocable']),
		...(paths ? { paths } : {}),
		reading,
		...(fault ? { fault } : {}),
	};
}

/** true, 1 and the words for it, quoted or not, in any case (recorded: `on`, `"1"`, `"True"`, `yes`; not `y`, not `[true]`). */
const isYes = (value: unknown): boolean => /^(?:1|true|yes|on)$/i.test(scalarText(value)?.trim() ?? '');
const isNo = (value: unknown): boolean => /^(?:0|false|no|off)$/i.test(scalarText(value)?.trim() ?? '');
