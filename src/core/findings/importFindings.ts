/** Findings of `@imports`: those that bring nothing, and those that bring what is there anyway (loader.md 4). */

import { importHopLimit } from '../client/constants.js';
import type { LoadedFile, RejectedFile } from '../sources/loadPass.js';
import { absentImport } from './absentImports.js';
import type { FamilyFinder, FinderInput, LoadGroup } from './finderInput.js';
import { type Finding, fileStart, finding, quoted, type RelatedPlace } from './finding.js';
import { importRemoval } from './importRemoval.js';
import { sliceOf } from './textPlaces.js';

export const importFinder: FamilyFinder = { family: 'imports', find: findInImports };

/** Mentions of one pass that are looked at; a text with more is no instruction file. */
const mentionLimit = 2_000;

/** A file with the mention that led to it. */
export type Mentioned<T extends LoadedFile | RejectedFile> = T & Required<Pick<T, 'parent' | 'mention'>>;

async function findInImports(input: FinderInput): Promise<readonly Finding[]> {
	const found = new Map<string, Finding>();
	for (const group of input.groups) {
		for (const each of [...(await rejectedImports(input, group)), ...loadedImports(group)]) {
			// A rule is looked at by two passes, and by each nested directory that a link leads to.
			found.set(`${each.code} ${each.path} ${each.range.offset}`, each);
		}
	}
	return [...found.values()];
}

async function rejectedImports(input: FinderInput, group: LoadGroup): Promise<readonly Finding[]> {
	const importers = importersOf(group);
	const found: Finding[] = [];
	for (const file of group.rejected.filter(isMentioned).slice(0, mentionLimit)) {
		const importer = importers.get(file.parent);
		if (importer) found.push(...(await rejectedImport(input, importers, importer, file)));
	}
	return found;
}

/** Files that import, by path; a path rule's own entry does as well as an import of it. */
function importersOf({ loaded, conditional }: LoadGroup): ReadonlyMap<string, LoadedFile> {
	return new Map([...conditional, ...loaded].map((file) => [file.path, file] as const));
}

async function rejectedImport(
	input: FinderInput,
	importers: ReadonlyMap<string, LoadedFile>,
	importer: LoadedFile,
	file: Mentioned<RejectedFile>,
): Promise<readonly Finding[]> {
	const { look } = input;
	switch (file.reason.code) {
		case 'import-missing':
		case 'import-not-text':
			return absentImport(input, importer, file);
		case 'not-a-file':
			return (await look.kind(file.path)) === 'directory' ? directoryImport(importer, file) : [];
		case 'external-not-approved':
			return (await look.isFile(file.path)) ? [externalImport(input, importer, file)] : [];
		case 'import-too-deep':
			return (await look.isFile(file.path)) ? [tooDeep(importers, importer, file)] : [];
		case 'duplicate-of':
			return repeatedImport(importers, importer, file);
		default:
			return [];
	}
}

function directoryImport(importer: LoadedFile, file: Mentioned<RejectedFile>): readonly Finding[] {
	const range = rangeOf(file);
	// `@./` and `@..` name no directory that someone wants to import.
	if (!/\w/.test(sliceOf(importer.file.text, range))) return [];
	const message = `${quoted(file.path)} is a directory, and an import of one brings nothing; name the files in it, or write it without "@".`;
	return [finding('import.directory', file.parent, range, message)];
}

function externalImport({ model }: FinderInput, importer: LoadedFile, file: Mentioned<RejectedFile>): Finding {
	const approvable = importer.scope === 'project' || importer.scope === 'local';
	const help = approvable
		? 'approve external imports when the client asks, start it in a directory above both, or move the file'
		: 'move the file into the project';
	const message = `${file.path} lies outside the launch directory ${model.place.directory}, so it is not imported; ${help}.`;
	return finding('import.external-not-approved', file.parent, rangeOf(file), message);
}

function tooDeep(
	importers: ReadonlyMap<string, LoadedFile>,
	importer: LoadedFile,
	file: Mentioned<RejectedFile>,
): Finding {
	const chain = chainOf(importers, importer);
	const message = `The client follows imports ${importHopLimit} levels deep and this is level ${importHopLimit + 1}, so ${quoted(file.path)} is not loaded; import it from a file nearer to ${chain.at(-1)?.path ?? 'the first one'}.`;
	return finding('import.too-deep', file.parent, rangeOf(file), message, { related: chain.flatMap(mentionPlace) });
}

function repeatedImport(
	importers: ReadonlyMap<string, LoadedFile>,
	importer: LoadedFile,
	file: Mentioned<RejectedFile>,
): readonly Finding[] {
	const first = file.reason.place?.path;
	const chain = chainOf(importers, importer);
	const position = chain.findIndex(({ path }) => path === first);
	if (position >= 0) {
		const circle = chain.slice(0, position + 1);
		const how = position === 0 ? 'The file imports itself' : `This import leads back to ${first}, which leads here`;
		const message = `${how}; the client loads each file once and stops, so the import can be dropped.`;
		const related = circle.flatMap((each) => (each.path === first ? [] : mentionPlace(each)));
		return [
			finding('import.cyclic', file.parent, rangeOf(file), message, {
				related,
				data: importRemoval(importer, file.mention),
			}),
		];
	}
	const root = first === undefined ? undefined : importers.get(first);
	return root && root.parent === undefined && isLoadedByItself(root)
		? [loadedAnyway(importer, file.mention, root.path)]
		: [];
}

/** Imports that load while the client would load their target by itself as well. */
function loadedImports({ loaded, conditional, rejected }: LoadGroup): readonly Finding[] {
	const importers = importersOf({ loaded, conditional, rejected });
	const pathRules = new Map(
		conditional.filter(({ kind }) => kind === 'rule').map((file) => [file.path, file] as const),
	);
	const byThemselves = new Set(
		rejected
			.filter((file) => !isMentioned(file) && file.reason.code === 'duplicate-of')
			.flatMap((file) => file.reason.place?.path ?? []),
	);
	return loaded.filter(isMentioned).flatMap((file) => {
		const importer = importers.get(file.parent);
		if (!importer) return [];
		const rule = pathRules.get(file.path);
		if (rule)
			return file.loadReason === 'include' ? [defeatsPaths(importer, file, rule.text.paths?.written ?? [])] : [];
		return byThemselves.has(file.path) ? [loadedAnyway(importer, file.mention, file.path)] : [];
	});
}

function defeatsPaths(importer: LoadedFile, file: Mentioned<LoadedFile>, written: readonly string[]): Finding {
	const message = `This import loads ${file.path} in every session, although its "paths" ask for ${written.slice(0, 3).map(quoted).join(', ')} only; drop the import.`;
	return finding('import.defeats-paths', file.parent, rangeOf(file), message, {
		data: importRemoval(importer, file.mention),
	});
}

function loadedAnyway(importer: LoadedFile, mention: RelatedMention, path: string): Finding {
	const message = `The client loads ${path} by itself, and every file once; the import only moves it here, so it can be dropped.`;
	const range = { offset: mention.offset ?? 0, length: mention.length ?? 0 };
	return finding('import.loaded-anyway', importer.path, range, message, { data: importRemoval(importer, mention) });
}

type RelatedMention = NonNullable<LoadedFile['mention']>;

const isMentioned = <T extends LoadedFile | RejectedFile>(file: T): file is Mentioned<T> =>
	file.mention !== undefined && file.parent !== undefined;

/** An unconditional rule or an instruction file: a path rule waits for a file. */
const isLoadedByItself = (file: LoadedFile): boolean => file.kind !== 'rule' || file.text.paths === undefined;

export const rangeOf = ({ mention }: { readonly mention: RelatedMention }): Finding['range'] => ({
	offset: mention.offset ?? 0,
	length: mention.length ?? 0,
});

/** The importer, its importer, and so on up to the file that nothing imports. */
function chainOf(importers: ReadonlyMap<string, LoadedFile>, importer: LoadedFile): readonly LoadedFile[] {
	const chain: LoadedFile[] = [];
	for (let next: LoadedFile | undefined = importer; next && chain.length <= importHopLimit + 1; ) {
		chain.push(next);
		next = next.parent === undefined ? undefined : importers.get(next.parent);
	}
	return chain;
}

/** Where a file of a chain is imported. */
function mentionPlace(file: LoadedFile): readonly RelatedPlace[] {
	if (!isMentioned(file))
		return file.parent === undefined ? [{ path: file.path, range: fileStart, message: 'The first importer.' }] : [];
	return [{ path: file.parent, range: rangeOf(file), message: `${file.path} is imported here.` }];
}
