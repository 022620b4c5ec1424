/** Quick fixes of a finding: what each would write, computed from the finding and the texts that it touches. */

import { basename, dirname, extname, relative, sep } from 'node:path';
import { applyEdits, modify } from 'jsonc-parser';
import type { TextRange } from '../text/frontMatter.js';
import type { Finding } from './finding.js';
import type { FixData, Replacement } from './fixData.js';

/** One change of a fix; all of a fix are made together. */
export type FixEdit =
	| { readonly kind: 'replace'; readonly path: string; readonly range: TextRange; readonly newText: string }
	| { readonly kind: 'create'; readonly path: string; readonly text: string }
	/** Moves a file or a directory; never over an existing one. */
	| { readonly kind: 'rename'; readonly path: string; readonly newPath: string };

export interface Fix {
	/** What the fix does, as a command: `Create build.md`. */
	readonly title: string;
	/** What of the finding it answers; fixes of one kind can be applied to all findings at once. */
	readonly kind: FixData['kind'];
	readonly edits: readonly FixEdit[];
	/** True where "fix all" may apply it without being asked about each. */
	readonly isSafe: boolean;
	/** True for the fix that is most likely meant. */
	readonly isPreferred: boolean;
}

export interface FixContext {
	/** Text of a file as it is now, unsaved changes included; `undefined` where there is none. */
	readonly textOf: (path: string) => string | undefined;
}

/** Files whose text `fixesFor` will ask for, so that a host can have it ready. */
export function pathsForFixes({ data }: Finding): readonly string[] {
	if (data?.kind === 'skill-name-only') return [data.settingsPath];
	if (data?.kind === 'orphan-topic') return [data.index];
	if (data?.kind === 'long-line') return [data.topic];
	return [];
}

/**
 * The fixes of a finding, the best first; none where nothing can be done for the user.
 *
 * @example fixesFor(finding, { textOf: (path) => texts.get(path) })[0]?.title // 'Point the link to build.md'
 */
export function fixesFor(finding: Finding, context: FixContext): readonly Fix[] {
	const { data } = finding;
	return data ? fixesOf(finding, data, context) : [];
}

function fixesOf({ path }: Finding, data: FixData, { textOf }: FixContext): readonly Fix[] {
	switch (data.kind) {
		case 'dead-link':
			return deadLinkFixes(path, data);
		case 'missing-slug':
			return [fix(data.kind, `Create ${basename(data.target)}`, [createTopic(data.target, data.slug)])];
		case 'orphan-topic':
			return [orphanFix(data, textOf(data.index))];
		case 'drop-line':
			return [
				fix(data.kind, data.title, [replacing(path, { range: data.lineRange, newText: '' })], { isPreferred: true }),
			];
		case 'long-line':
			return longLineFix(path, data, textOf(data.topic));
		case 'missing-import':
			return missingImportFixes(path, data);
		case 'replace':
			return [
				fix(
					data.kind,
					data.title,
					data.replacements.map((each) => replacing(path, each)),
					{ isSafe: data.isSafe, isPreferred: true },
				),
			];
		case 'rename-file':
			return [
				fix(data.kind, data.title, [{ kind: 'rename', path: data.from, newPath: data.to }], { isPreferred: true }),
			];
		case 'accept-import':
			return [];
		case 'skill-name-only':
			return nameOnlyFix(data, textOf(data.settingsPath));
	}
}

function fix(
	kind: FixData['kind'],
	title: string,
	edits: readonly FixEdit[],
	{ isSafe = false, isPreferred = false }: { readonly isSafe?: boolean; readonly isPreferred?: boolean } = {},
): Fix {
	return { title, kind, edits, isSafe, isPreferred };
}

const replacing = (path: string, { range, newText }: Replacement): FixEdit => ({
	kind: 'replace',
	path,
	range,
	newText,
});

type DataOf<K extends FixData['kind']> = Extract<FixData, { readonly kind: K }>;

function deadLinkFixes(path: string, data: DataOf<'dead-link'>): readonly Fix[] {
	const repoint = data.closest.map((target, index) =>
		fix(
			data.kind,
			`Point the link to ${target}`,
			[replacing(path, { range: data.targetRange, newText: encodedTarget(target) })],
			{
				isPreferred: index === 0,
			},
		),
	);
	const create =
		extname(data.target) === '.md'
			? [fix(data.kind, `Create ${basename(data.target)}`, [createTopic(data.target, data.title)])]
			: [];
	const remove = data.lineRange
		? [fix(data.kind, 'Remove the entry', [replacing(path, { range: data.lineRange, newText: '' })])]
		: [];
	return [...repoint, ...create, ...remove];
}

/** A topic with the front matter that the client's own memory writes. */
function createTopic(path: string, title: string): FixEdit {
	const line = title.replace(/\s+/g, ' ').trim();
	const text = `---\nname: ${JSON.stringify(basename(path, extname(path)))}\ndescription: ${JSON.stringify(line)}\ntype: project\n---\n\n# ${line}\n`;
	return { kind: 'create', path, text };
}

/** A link target as Markdown takes it. */
const encodedTarget = (target: string): string =>
	target.replace(/[ ()<>%]/g, (unit) => `%${unit.charCodeAt(0).toString(16).toUpperCase()}`);

function orphanFix(data: DataOf<'orphan-topic'>, index: string | undefined): Fix {
	// The index may have grown since, e.g. by the same fix for another topic: its end is where it is now.
	const end = index?.length ?? data.indexEnd;
	const line = data.line.trim();
	const lineBreak = data.line.endsWith('\r\n') ? '\r\n' : '\n';
	const start =
		index === undefined
			? /^[\r\n]/.test(data.line)
				? lineBreak
				: ''
			: index === '' || index.endsWith('\n')
				? ''
				: lineBreak;
	const edit = replacing(data.index, { range: { offset: end, length: 0 }, newText: `${start}${line}${lineBreak}` });
	return fix(data.kind, 'Add the topic to MEMORY.md', [edit], { isSafe: true, isPreferred: true });
}

function longLineFix(path: string, data: DataOf<'long-line'>, topic: string | undefined): readonly Fix[] {
	const end = topic?.length ?? data.topicEnd;
	const edits = [
		replacing(path, { range: data.range, newText: '' }),
		replacing(data.topic, { range: { offset: end, length: 0 }, newText: data.appended }),
	];
	return [fix(data.kind, `Move the end of the line into ${basename(data.topic)}`, edits, { isPreferred: true })];
}

function missingImportFixes(path: string, data: DataOf<'missing-import'>): readonly Fix[] {
	const repoint = data.closest.map((target, index) =>
		fix(data.kind, `Import ${target}`, [replacing(path, { range: data.pathRange, newText: target })], {
			isPreferred: index === 0,
		}),
	);
	const shown = relative(dirname(path), data.target).split(sep).join('/');
	const stem = basename(data.target, extname(data.target));
	const isMarkdown = /^\.(?:md|mdx|markdown)$/.test(extname(data.target));
	// An empty file would not load, so a text gets a heading.
	const create: FixEdit = { kind: 'create', path: data.target, text: isMarkdown ? `# ${stem}\n` : '' };
	const at: FixEdit = replacing(path, { range: { offset: data.pathRange.offset - 1, length: 1 }, newText: '' });
	return [...repoint, fix(data.kind, `Create ${shown}`, [create]), fix(data.kind, 'Write the path without "@"', [at])];
}

/** `"skillOverrides": {"name": "name-only"}` in a settings file, its formatting kept; none where the file is broken. */
function nameOnlyFix(data: DataOf<'skill-name-only'>, text: string | undefined): readonly Fix[] {
	const title = `List "${data.skill}" by its name only`;
	const value = 'name-only';
	if (text === undefined || text.trim() === '') {
		const settings = `${JSON.stringify({ skillOverrides: { [data.skill]: value } }, undefined, 2)}\n`;
		const edit: FixEdit =
			text === undefined
				? { kind: 'create', path: data.settingsPath, text: settings }
				: replacing(data.settingsPath, { range: { offset: 0, length: text.length }, newText: settings });
		return [fix(data.kind, title, [edit])];
	}
	const edits = settingEdits(text, data.skill, value);
	return edits
		? [
				fix(
					data.kind,
					title,
					edits.map((each) => replacing(data.settingsPath, each)),
				),
			]
		: [];
}

function settingEdits(text: string, skill: string, value: string): readonly Replacement[] | undefined {
	const insertSpaces = !/^\t/m.test(text);
	const tabSize = /^ +/m.exec(text)?.[0].length ?? 2;
	const formattingOptions = { insertSpaces, tabSize, eol: text.includes('\r\n') ? '\r\n' : '\n' };
	try {
		const edits = modify(text, ['skillOverrides', skill], value, { formattingOptions });
		JSON.parse(applyEdits(text, edits));
		return edits.map(({ offset, length, content }) => ({ range: { offset, length }, newText: content }));
	} catch {
		// A void settings file, or one that nests too deep: another finding says so.
		return undefined;
	}
}

/**
 * A text with a fix's replacements in it.
 *
 * @example applied('a@b', [{ range: { offset: 1, length: 1 }, newText: ' ' }]) // 'a b'
 */
export function applied(text: string, replacements: readonly Replacement[]): string {
	return [...replacements]
		.sort((a, b) => b.range.offset - a.range.offset)
		.reduce(
			(current, { range, newText }) =>
				current.slice(0, range.offset) + newText + current.slice(range.offset + range.length),
			text,
		);
}
