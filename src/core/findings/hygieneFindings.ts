/** Findings of what is sound by itself and still a waste or a trap: text loaded twice, names that differ in case. */

import { basename, dirname, join } from 'node:path';
import { isInside } from '../sources/launchPlace.js';
import type { LoadedFile } from '../sources/loadPass.js';
import type { FamilyFinder, FinderInput, LoadGroup } from './finderInput.js';
import { counted, type Finding, fileStart, finding, quoted } from './finding.js';
import { type Paragraph, paragraphsOf } from './paragraphs.js';

export const hygieneFinder: FamilyFinder = { family: 'hygiene', find: findInHygiene };

async function findInHygiene(input: FinderInput): Promise<readonly Finding[]> {
	return [...repeatedText(input), ...(await trackedLocalFiles(input)), ...(await namesDifferingInCase(input))];
}

/** Paragraphs below this many characters repeat without harm. */
const paragraphLength = 120;
/** Share of a nested file's text that must stand in another one for the file to be a repetition. */
const repetitionShare = 0.8;
/** Findings of repeated paragraphs in one file. */
const repetitionLimit = 20;

interface KnownParagraph {
	readonly file: LoadedFile;
	readonly paragraph: Paragraph;
}

/** Paragraphs that a request holds twice; a nested file is held against the startup part and the nested files above it. */
function repeatedText({ groups }: FinderInput): readonly Finding[] {
	const startup = new Map<string, KnownParagraph>();
	const found: Finding[] = [];
	const nested: { readonly directory: string; readonly known: ReadonlyMap<string, KnownParagraph> }[] = [];
	for (const group of groups) {
		const above = nested
			.filter(({ directory }) => group.directory !== undefined && isInside(directory, group.directory))
			.map(({ known }) => known);
		const own = group.directory === undefined ? startup : new Map<string, KnownParagraph>();
		const seen = new Set(group.directory === undefined ? [] : [...startup.values()].map(({ file }) => file.path));
		for (const file of textsOf(group)) {
			// A file that is loaded already is not attached again, so its text is not there twice.
			if (!seen.has(file.path)) found.push(...repetitions(file, group, [startup, ...above, own]));
			remember(file, own);
		}
		if (group.directory !== undefined) nested.push({ directory: group.directory, known: own });
	}
	return found;
}

const textsOf = ({ loaded }: LoadGroup): readonly LoadedFile[] =>
	loaded.filter(({ file }) => file.text.length <= textLimit);
/** Longer texts are no instructions that someone wrote. */
const textLimit = 1024 * 1024;

function remember(file: LoadedFile, known: Map<string, KnownParagraph>): void {
	for (const paragraph of paragraphsOf(file.file.text, file.text.frontMatter.bodyOffset)) {
		if (!known.has(paragraph.words)) known.set(paragraph.words, { file, paragraph });
	}
}

function repetitions(
	file: LoadedFile,
	group: LoadGroup,
	known: readonly ReadonlyMap<string, KnownParagraph>[],
): readonly Finding[] {
	const paragraphs = paragraphsOf(file.file.text, file.text.frontMatter.bodyOffset);
	const repeated = paragraphs.flatMap((paragraph) => {
		const first = known
			.map((each) => each.get(paragraph.words))
			.find((each) => each !== undefined && each.file.path !== file.path);
		return first ? [{ paragraph, first }] : [];
	});
	const length = (list: readonly Paragraph[]): number => list.reduce((sum, { words }) => sum + words.length, 0);
	const total = length(paragraphs);
	const repeatedLength = length(repeated.map(({ paragraph }) => paragraph));
	const [example] = repeated;
	if (
		example &&
		group.directory !== undefined &&
		file.parent === undefined &&
		total >= paragraphLength &&
		repeatedLength >= repetitionShare * total
	) {
		return [repeatsAncestor(file, example.first, repeatedLength / total)];
	}
	return repeated
		.filter(({ paragraph }) => paragraph.words.length >= paragraphLength)
		.slice(0, repetitionLimit)
		.map(({ paragraph, first }) => repeatedParagraph(file, paragraph, first));
}

function repeatsAncestor({ path }: LoadedFile, { file }: KnownParagraph, share: number): Finding {
	const message = `${counted(Math.round(share * 100))} % of this file stands in ${file.path}, which is loaded already; keep only what is particular to this directory.`;
	return finding('hygiene.nested-repeats-ancestor', path, fileStart, message, {
		related: [{ path: file.path, range: fileStart, message: 'Loaded already.' }],
	});
}

function repeatedParagraph({ path }: LoadedFile, { range, words }: Paragraph, first: KnownParagraph): Finding {
	const message = `The same ${counted(words.length)} characters stand in ${first.file.path} and are sent twice; keep one of the two.`;
	return finding('hygiene.paragraph-duplicated', path, range, message, {
		related: [{ path: first.file.path, range: first.paragraph.range, message: 'The first occurrence.' }],
	});
}

async function trackedLocalFiles({ groups, options }: FinderInput): Promise<readonly Finding[]> {
	if (!options.isTracked) return [];
	const locals = new Set(
		groups.flatMap(({ loaded }) =>
			loaded.filter((file) => file.scope === 'local' && file.parent === undefined).map(({ path }) => path),
		),
	);
	const found: Finding[] = [];
	for (const path of locals) {
		if (!(await options.isTracked(path))) continue;
		const message =
			'Git tracks this file, so everybody who clones the repository gets one person\'s instructions; run "git rm --cached" on it and ignore it.';
		found.push(finding('hygiene.local-file-tracked', path, fileStart, message));
	}
	return found;
}

/** Directories of rules, memory topics and skills with two names that differ in case only. */
async function namesDifferingInCase({ model, groups, look }: FinderInput): Promise<readonly Finding[]> {
	const rules = groups.flatMap(({ loaded, conditional }) =>
		[...loaded, ...conditional].filter(({ kind }) => kind === 'rule').map(({ path }) => dirname(path)),
	);
	const skills = model.skills.filter(({ kind }) => kind === 'skill').map(({ path }) => dirname(dirname(path)));
	const found: Finding[] = [];
	for (const directory of new Set([...rules, ...skills, model.memory.directory.path])) {
		const first = new Map<string, string>();
		for (const { name } of await look.list(directory)) {
			const key = name.toLowerCase();
			const earlier = first.get(key);
			if (earlier === undefined) first.set(key, name);
			else found.push(differInCase(join(directory, name), join(directory, earlier)));
		}
	}
	return found;
}

function differInCase(path: string, other: string): Finding {
	const message = `${quoted(basename(path))} and ${quoted(basename(other))} differ in upper and lower case only; a checkout on macOS or Windows keeps one of them, so rename one.`;
	return finding('hygiene.names-differ-in-case', path, fileStart, message, {
		related: [{ path: other, range: fileStart, message: 'The other one.' }],
	});
}
