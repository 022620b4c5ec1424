/** On a pattern in `paths`: how many files it matches, which, the verdict on the file at hand, and what it does not say. */

import { join, sep } from 'node:path';
import { l10n, languages, Range } from 'vscode';
import { explainPattern } from '../../core/globs/explain.js';
import { compilePaths } from '../../core/globs/matcher.js';
import { nearMiss } from '../../core/globs/nearMiss.js';
import { readPaths } from '../../core/globs/paths.js';
import { pathBelow } from '../../core/model/touchedFile.js';
import { holderOfClaudeDirectory } from '../../core/sources/claudeDirectory.js';
import { readFrontMatter, type TextRange } from '../../core/text/frontMatter.js';
import { locateKey, type ValuePart } from '../../core/text/locateKey.js';
import { displayPath, formatNumber } from '../format.js';
import { code, escaped } from '../markdown.js';
import { diagnosticSource } from '../problems/diagnostics.js';
import type { FileList, WorkspaceFiles } from '../workspaceFiles.js';
import { fileLink, fileOf, type HoverAnswer, type HoverSubject, holds, loaderOf } from './subject.js';

/** Files that are named. */
const namedFiles = 10;
/** Files that are matched before others get their turn. */
const turn = 5_000;

export async function globHover(
	subject: HoverSubject,
	workspaceFiles: WorkspaceFiles,
): Promise<HoverAnswer | undefined> {
	const text = subject.document.getText();
	const frontMatter = readFrontMatter(text, { afterByteOrderMark: true });
	const part = locateKey(text, frontMatter, 'paths')?.items.find((item) => holds(withQuotes(item), subject.offset));
	const base = part && (await baseOf(subject));
	if (!part || base === undefined) return undefined;
	const list = await workspaceFiles.of(subject.launch, subject.token);
	const matches = list && (await matchesOf(part.value, base, subject, list));
	if (subject.token.isCancellationRequested) return undefined;
	return {
		paragraphs: [
			...(list && matches ? countOf(subject, part.value, base, list, matches) : [code(part.value)]),
			...verdict(subject, part.value, base),
			...(isJudged(subject, part) ? [] : remarks(part)),
		],
		range: withQuotes(part),
	};
}

/** The quotes belong to what the mouse is on. */
const withQuotes = ({ offset, length, quoted }: ValuePart): TextRange =>
	quoted ? { offset: offset - 1, length: length + 2 } : { offset, length };

/** Directory that the patterns of the document are relative to; `undefined` where the document is no rule. */
async function baseOf(subject: HoverSubject): Promise<string | undefined> {
	const { files } = await loaderOf(subject);
	const known = fileOf(subject, files)?.rules?.base;
	if (known !== undefined) return known;
	// A rule that does not load for another reason.
	const marker = `${sep}.claude${sep}rules${sep}`;
	const path = subject.paths.find((each) => each.includes(marker));
	if (path === undefined) return undefined;
	const holder = holderOfClaudeDirectory(path);
	return holder === subject.context.home ? subject.context.directory : holder;
}

interface Matches {
	/** Absolute paths. */
	readonly paths: readonly string[];
	/** Files below the base. */
	readonly below: number;
}

async function matchesOf(
	pattern: string,
	base: string,
	{ activations, token, launch }: HoverSubject,
	list: FileList,
): Promise<Matches | undefined> {
	const condition = readPaths([pattern]);
	const matcher = condition && compilePaths(condition);
	const top = await activations.realPathOf(launch.path);
	const paths: string[] = [];
	let below = 0;
	for (const [index, listed] of list.paths.entries()) {
		if (index % turn === turn - 1) {
			await pause();
			if (token.isCancellationRequested) return undefined;
		}
		const path = join(top, listed.slice(launch.path.length));
		const relative = pathBelow(base, path);
		if (relative === undefined) continue;
		below++;
		if (!matcher || matcher.matches(relative).matched) paths.push(listed);
	}
	return { paths, below };
}

const pause = (): Promise<void> => new Promise((done) => setImmediate(done));

function countOf(
	{ context, launch }: HoverSubject,
	pattern: string,
	base: string,
	{ isComplete }: FileList,
	{ paths, below }: Matches,
): readonly string[] {
	const counts = [
		code(pattern),
		formatNumber(paths.length),
		formatNumber(below),
		code(base === context.directory ? launch.name : displayPath(context, base)),
	] as const;
	const title = isComplete
		? l10n.t('{0} matches **{1} of {2} files** below {3}', ...counts)
		: l10n.t('{0} matches **{1} of the first {2} files** below {3}', ...counts);
	const named = paths.slice(0, namedFiles).map((path) => `- ${fileLink(context, path)}`);
	const more = paths.length - named.length;
	const list = [...named, ...(more > 0 ? [`- ${escaped(l10n.t('{0} more', formatNumber(more)))}`] : [])];
	return [title, ...(list.length > 0 ? [list.join('\n')] : [])];
}

/** Does the pattern match the file that the user was at? */
function verdict({ otherFile, context }: HoverSubject, pattern: string, base: string): readonly string[] {
	const relative = otherFile && pathBelow(base, otherFile.fsPath);
	const condition = readPaths([pattern]);
	if (!otherFile || relative === undefined || !condition) return [];
	const file = fileLink(context, otherFile.fsPath);
	if (compilePaths(condition).matches(relative).matched) return [`$(pass) ${l10n.t('Matches {0}', file)}`];
	const why = nearMiss(pattern, relative);
	const no = `$(circle-slash) ${l10n.t('Does not match {0}', file)}`;
	return [why === undefined ? no : `${no}: ${escaped(why)}`];
}

/** A problem on the pattern says it already, and stands in the same hover. */
function isJudged({ document }: HoverSubject, { offset, length }: ValuePart): boolean {
	const range = new Range(document.positionAt(offset), document.positionAt(offset + length));
	return languages
		.getDiagnostics(document.uri)
		.some((each) => each.source === diagnosticSource && each.range.intersection(range) !== undefined);
}

const remarks = ({ value, quoted }: ValuePart): readonly string[] =>
	explainPattern(value, { quoted }).map(({ sentence, replacement }) => {
		const better = replacement === undefined ? '' : ` ${l10n.t('Meant: {0}', code(replacement))}`;
		return `$(warning) ${escaped(sentence)}${better}`;
	});
