/** Why an import finds no file: what its author probably meant, judged without opening anything. */

import { basename, dirname, extname, isAbsolute, join, relative, sep } from 'node:path';
import type { LoadedFile, RejectedFile } from '../sources/loadPass.js';
import { isImportableExtension } from '../text/importTypes.js';
import { countsAsPath, withoutPunctuation } from '../text/trailingPunctuation.js';
import type { FileLook, FinderInput } from './finderInput.js';
import { type Finding, finding, quoted } from './finding.js';
import type { FixData } from './fixData.js';
import { closestNames } from './textPlaces.js';

/** One mention that brings nothing, taken apart. */
interface Absent {
	readonly importer: LoadedFile;
	readonly file: RejectedFile;
	/** Path as written, without the `@` and `#fragment`. */
	readonly written: string;
	/** Offset of the written path in the importer's text. */
	readonly offset: number;
	/** Absolute path that it leads to. */
	readonly target: string;
	readonly home: string;
}

/** The one finding of an import that finds nothing; none where the `@` is probably no import at all (`@types/node`). */
export async function absentImport(
	input: FinderInput,
	importer: LoadedFile,
	file: RejectedFile,
): Promise<readonly Finding[]> {
	const { offset = 0, length = 0 } = file.mention ?? {};
	const written = importer.file.text.slice(offset + 1, offset + length).replace(/#.*$/s, '');
	const home = input.model.inputs.environment.homeDirectory;
	const absent: Absent = { importer, file, written, offset: offset + 1, target: file.path, home };
	if (file.reason.code === 'import-not-text' && (await input.look.isFile(absent.target))) return [notText(absent)];
	const meant =
		(await punctuationAfter(input.look, absent)) ??
		(await blankWithin(input.look, absent)) ??
		(await otherCase(input.look, absent)) ??
		(await missing(input.look, absent));
	return meant ? [meant] : [];
}

function notText({ importer, file, target, written, offset }: Absent): Finding {
	const type = extname(target) || basename(target);
	const message = `The client does not import ${quoted(type)} files, so ${quoted(written)} is only a mention; write what matters as text, or name the path without "@".`;
	const range = { offset: offset - 1, length: file.mention?.length ?? written.length };
	return finding('import.not-text', importer.path, range, message, {
		data: {
			kind: 'replace',
			title: 'Write the path without "@"',
			replacements: [{ range: { offset: offset - 1, length: 1 }, newText: '' }],
			isSafe: false,
		},
	});
}

/** Punctuation belongs to the path (corpus `pain/cc-86060`): `@a.md.` looks for a file `a.md.`. */
async function punctuationAfter(look: FileLook, absent: Absent): Promise<Finding | undefined> {
	const { importer, written, offset } = absent;
	for (const path of pathsMeant(written)) {
		if (!isImportableExtension(path) || !(await look.isFile(targetOf(absent, path)))) continue;
		const extra = written.slice(path.length);
		const range = { offset: offset + path.length, length: extra.length };
		const message = `${countsAsPath(quoted(extra), quoted(path))}; put a blank after the path.`;
		return finding('import.trailing-punctuation', importer.path, range, message, {
			data: {
				kind: 'replace',
				title: `Put a blank between "${path}" and the punctuation`,
				replacements: [{ range: { offset: range.offset, length: 0 }, newText: ' ' }],
				isSafe: true,
			},
		});
	}
	return undefined;
}

/** The path without all punctuation at its end, and up to the end of its first extension (`README.md's`). */
function pathsMeant(written: string): readonly string[] {
	if (written.length > pathLengthLimit) return [];
	const name = written.lastIndexOf('/') + 1;
	const extension = /\.[A-Za-z0-9]{1,10}(?=[^A-Za-z0-9])/.exec(written.slice(name));
	const candidates = [
		withoutPunctuation(written)?.path ?? '',
		extension ? written.slice(0, name + extension.index + extension[0].length) : '',
	];
	return candidates.filter((path, index) => path !== '' && path !== written && candidates.indexOf(path) === index);
}

/** A path ends at the first blank (corpus `pain/cc-56927`): `@my notes.md` looks for a file `my`. */
async function blankWithin(look: FileLook, absent: Absent): Promise<Finding | undefined> {
	const { importer, written, offset, target } = absent;
	const text = importer.file.text
		.slice(offset + written.length, offset + written.length + 200)
		.split(/[\r\n]/, 1)[0] as string;
	const directory = dirname(target);
	const decoded = decodedPath(written);
	if (decoded?.includes(' ') && (await look.isFile(targetOf(absent, decoded)))) {
		return blankFinding(absent, decoded, written.length);
	}
	if (!/^[ \t]/.test(text)) return undefined;
	for (const { name } of (await look.list(directory)).slice(0, entryLimit)) {
		const rest = name.slice(basename(target).length);
		if (!rest.startsWith(' ') || !name.startsWith(basename(target)) || !text.startsWith(rest)) continue;
		const deeper = /^(?:\/[^\s]*)?/.exec(text.slice(rest.length))?.[0] ?? '';
		if (!(await look.isFile(join(directory, name + deeper)))) continue;
		return blankFinding(absent, written + rest + deeper, written.length + rest.length + deeper.length);
	}
	return undefined;
}

function blankFinding({ importer, offset }: Absent, path: string, length: number): Finding {
	const message = `A path ends at its first blank, so ${quoted(path)} is not imported; write each blank as "\\ ".`;
	const escaped = path.replace(/(?<!\\) /g, '\\ ');
	return finding('import.blank-in-path', importer.path, { offset: offset - 1, length: length + 1 }, message, {
		data: {
			kind: 'replace',
			title: 'Escape the blanks',
			replacements: [{ range: { offset, length }, newText: escaped }],
			isSafe: true,
		},
	});
}

/** `my%20notes.md` as meant; `undefined` where nothing is encoded. */
function decodedPath(written: string): string | undefined {
	if (!written.includes('%')) return undefined;
	try {
		return decodeURIComponent(written);
	} catch {
		return undefined;
	}
}

/** Names are case-sensitive (corpus `import/case`); on a system where they are not, the file is found and nothing is wrong. */
async function otherCase(look: FileLook, absent: Absent): Promise<Finding | undefined> {
	const { importer, written, offset, target, home } = absent;
	const actual = await actualSpelling(look, target);
	if (actual === undefined || actual === target || !(await look.isFile(actual))) return undefined;
	const respelled = writtenLike(written, actual, importer, home);
	const range = { offset, length: written.length };
	const message = `There is no ${quoted(written)}, but ${quoted(respelled)}: names are case-sensitive here, so nothing is imported.`;
	return finding('import.case-differs', importer.path, range, message, {
		data: {
			kind: 'replace',
			title: `Write "${respelled}"`,
			replacements: [{ range, newText: escapeBlanks(respelled) }],
			isSafe: true,
		},
	});
}

/** The path as the directories spell it, whatever the case; `undefined` where there is none. */
async function actualSpelling(look: FileLook, path: string): Promise<string | undefined> {
	if (path.length > pathLengthLimit) return undefined;
	const parts: string[] = [];
	let existing = path;
	while ((await look.kind(existing)) === undefined) {
		parts.unshift(basename(existing));
		const up = dirname(existing);
		if (up === existing || parts.length > 20) return undefined;
		existing = up;
	}
	for (const part of parts) {
		const entry = (await look.list(existing)).find(({ name }) => name.toLowerCase() === part.toLowerCase());
		if (!entry) return undefined;
		existing = join(existing, entry.name);
	}
	return existing;
}

async function missing(look: FileLook, absent: Absent): Promise<Finding | undefined> {
	const { importer, written, offset, target, home } = absent;
	const cut = withoutPunctuation(written);
	const path = cut?.path ?? pathsMeant(written)[0] ?? written;
	if (!(await looksLikeFile(look, path, targetOf(absent, path)))) return undefined;
	const names = (await look.list(dirname(target)))
		// A link that leads nowhere is in the listing under the very name that is missed.
		.filter(({ name }) => isImportableExtension(name) && name !== basename(target))
		.map(({ name }) => name);
	const closest = closestNames(basename(path), names).map((name) =>
		writtenLike(path, join(dirname(target), name), importer, home),
	);
	const pathRange = { offset, length: path.length };
	const help =
		closest[0] === undefined
			? 'create the file, or write the path without "@".'
			: `did you mean ${quoted(closest[0])}?`;
	const message = cut
		? `${countsAsPath(quoted(cut.punctuation), quoted(path))}; there is no such file either: ${help}`
		: `There is no file ${target}, and the client passes over a missing import in silence; ${help}`;
	const data: FixData = {
		kind: 'missing-import',
		target: targetOf(absent, path),
		pathRange,
		closest: closest.map(escapeBlanks),
	};
	return finding('import.missing', importer.path, { offset: offset - 1, length: path.length + 1 }, message, { data });
}

/** Extensions of prose: nobody names a decorator, a package or an account like that. */
const proseExtensions = new Set(['.md', '.mdx', '.markdown', '.txt', '.rst', '.adoc']);
/** Extensions of code and data that files have and handles, packages and decorators hardly ever. */
const fileExtensions = new Set(
	'.json .jsonc .yaml .yml .toml .ts .tsx .jsx .mjs .cjs .mts .cts .py .rs .java .kt .rb .php .cs .swift .sql .graphql .proto .css .scss .html .xml .csv .ini .cfg'.split(
		' ',
	),
);

/**
 * True where a path that is not there was certainly meant as one. `@types/node`, `@angular/core`, `@app.get`, `@ann` and
 * the alias `@/components/Button.tsx` are text that happens to begin with an `@`.
 */
async function looksLikeFile(look: FileLook, path: string, target: string): Promise<boolean> {
	const extension = extname(path.replace(/\\ /g, ' ')).toLowerCase();
	if (!/^[\p{L}\p{N}\p{M}_./~ \\@+=-]+$/u.test(path) || path.length > pathLengthLimit) return false;
	// What documentation writes where a path is to stand.
	if (/^(?:\.?\/)?path\/to\//.test(path)) return false;
	if (proseExtensions.has(extension)) return true;
	if (path.startsWith('/')) return false;
	if (/^(?:\.{1,2}|~)\//.test(path)) return isImportableExtension(path) && extension !== '';
	if (!fileExtensions.has(extension)) return false;
	// `@scope/name.ts` may be a package: a path is one whose first directory is there.
	const steps = path.split('/').length - 1;
	const top = steps === 0 ? undefined : join(target, ...Array.from({ length: steps }, () => '..'));
	return top === undefined || (await look.kind(top)) === 'directory';
}

/** Where another spelling of the mention would lead. */
function targetOf({ target, written, home, importer, file }: Absent, path: string): string {
	if (path.startsWith('~/')) return join(home, path.slice(2));
	if (isAbsolute(path)) return join(path);
	// The loader resolves against the importer's real path, which is what the target lies relative to.
	const unescaped = (each: string): string => each.replaceAll('\\ ', ' ');
	const base = baseOf(target, unescaped(written)) ?? dirname(file.parent ?? importer.path);
	return join(base, unescaped(path));
}

/** The directory that a written relative path was resolved against, from what it was resolved to. */
function baseOf(target: string, written: string): string | undefined {
	const steps = written.split('/').filter((step) => step !== '' && step !== '.');
	if (steps.includes('..')) return undefined;
	return steps.length === 0 ? undefined : join(target, ...steps.map(() => '..'));
}

/** A path as the importer would write it, in the manner of what is written now. */
function writtenLike(written: string, path: string, importer: LoadedFile, home: string): string {
	const slashed = (each: string): string => each.split(sep).join('/');
	if (written.startsWith('~/')) return `~/${slashed(relative(home, path))}`;
	if (isAbsolute(written)) return slashed(path);
	const below = slashed(relative(dirname(importer.path), path));
	return written.startsWith('./') && !below.startsWith('.') ? `./${below}` : below;
}

const escapeBlanks = (path: string): string => path.replace(/(?<!\\) /g, '\\ ');

/** Paths have at most 4,096 bytes. */
const pathLengthLimit = 4_096;
/** Entries of a directory that are compared with a name. */
const entryLimit = 5_000;
