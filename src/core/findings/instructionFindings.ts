/** Findings of instruction files as files: their size, their names, and where they lie (loader.md 2 and 3). */

import { dirname, join } from 'node:path';
import { largeInstructionCharacters, largeInstructionWindowShare } from '../client/constants.js';
import type { ModelProfile } from '../client/models.js';
import type { ContextModel } from '../model/contextModel.js';
import { isInside } from '../sources/launchPlace.js';
import type { LoadedFile, RejectedFile } from '../sources/loadPass.js';
import type { FamilyFinder, FinderInput } from './finderInput.js';
import { readFiles } from './finderInput.js';
import { counted, type Finding, fileStart, finding, quoted } from './finding.js';
import { trimmed } from './frontMatterPlaces.js';
import { Lines } from './textPlaces.js';

export const instructionFinder: FamilyFinder = { family: 'instructions', find: findInInstructions };

async function findInInstructions(input: FinderInput): Promise<readonly Finding[]> {
	const { groups, model } = input;
	const read = readFiles(groups);
	const loadedPaths = new Set(groups.flatMap(({ loaded }) => loaded.map(({ path }) => path)));
	const rejected = uniqueByPath(groups.flatMap((group) => group.rejected)).filter(
		(file) => !loadedPaths.has(file.path),
	);
	const found = [
		...read.flatMap((file) => large(file, model.inputs.model)),
		...rejected.flatMap((file) => rejectedFile(file)),
		...nestedAgentsMd(input),
	];
	for (const file of read) found.push(...(await linkAsText(input, file)));
	for (const directory of ownDirectories(input)) found.push(...(await misnamed(input, directory)));
	return found;
}

function uniqueByPath<T extends { readonly path: string }>(files: readonly T[]): readonly T[] {
	return [...new Map(files.map((file) => [file.path, file] as const)).values()];
}

/** The length from which the client warns of an instruction file, in UTF-16 units. */
export const largeFrom = (model: ModelProfile): number =>
	Math.max(
		largeInstructionCharacters,
		Math.floor(largeInstructionWindowShare * model.windowTokens * model.charactersPerToken),
	);

function large({ path, file, text }: LoadedFile, model: ModelProfile): readonly Finding[] {
	const length = text.body.trim().length;
	const limit = largeFrom(model);
	if (length <= limit) return [];
	const message = `The file has ${counted(length)} characters, and the client warns above ${counted(limit)}: all of it is sent with every request; move parts into path rules, skills or files that are read when they are needed.`;
	return [finding('instructions.large', path, new Lines(file.text).firstFilled(text.frontMatter.bodyOffset), message)];
}

/** Files that do not load, whatever led to them. */
function rejectedFile(file: RejectedFile): readonly Finding[] {
	switch (file.reason.code) {
		case 'empty':
			return file.kind === 'import' ? [] : [empty(file)];
		case 'too-large': {
			const message = 'The file is larger than 4 MiB, and the client drops it whole; split it.';
			return [finding('instructions.too-large', file.path, fileStart, message)];
		}
		case 'unreadable': {
			const message =
				'The file cannot be read (permission or device error), so the client goes on without it; check its permissions.';
			return [finding('instructions.unreadable', file.path, fileStart, message)];
		}
		case 'superseded':
		case 'version':
			return file.kind === 'agents-md' ? [agentsMdNotRead(file.path, file.reason.sentence)] : [];
		default:
			return [];
	}
}

function empty(file: RejectedFile): Finding {
	const what = file.kind === 'rule' ? 'rule' : 'file';
	const message = `Nothing is left of this ${what} once front matter, block comments and blanks are removed, so it does not load; write into it or delete it.`;
	return finding('instructions.empty', file.path, fileStart, message);
}

function agentsMdNotRead(path: string, sentence: string): Finding {
	return finding(
		'instructions.agents-md-superseded',
		path,
		fileStart,
		`${sentence.replace(/\.$/, '')}; import it in CLAUDE.md ("@AGENTS.md") if it is to count.`,
	);
}

/** AGENTS.md of nested directories that the walk's one decision keeps out. */
function nestedAgentsMd({ model, options }: FinderInput): readonly Finding[] {
	const { off, mode } = model.instructions.agentsMd;
	if (!off || mode.off) return [];
	const nested = options.discovery?.nested ?? [];
	const imported = new Set(nested.flatMap(({ always }) => always.map(({ path }) => path)));
	return nested
		.flatMap((directory) => directory.agentsMd)
		.filter((file) => file.kind === 'agents-md' && !imported.has(file.path))
		.map(({ path }) => agentsMdNotRead(path, off.sentence));
}

/** A symbolic link that was checked out as a text file holds nothing but a path (corpus `pain/portos-4852`). */
async function linkAsText({ look }: FinderInput, { path, file, text, kind }: LoadedFile): Promise<readonly Finding[]> {
	const written = text.body.trim();
	if (
		kind === 'import' ||
		file.text.length > 300 ||
		text.frontMatter.block ||
		!/^[\w.-]+(?:\/[\w.-]+)*\.md$/.test(written)
	)
		return [];
	const target = join(dirname(path), written);
	if (target === path || !(await look.isFile(target))) return [];
	const range = trimmed(file.text, { offset: 0, length: file.text.length });
	const message = `All that the client reads here is the text ${quoted(written)}: probably a symbolic link that git wrote as a text file; write "@${written}" instead.`;
	return [
		finding('instructions.link-as-text', path, range, message, {
			data: {
				kind: 'replace',
				title: `Import ${written}`,
				replacements: [{ range: { offset: range.offset, length: 0 }, newText: '@' }],
				isSafe: false,
			},
		}),
	];
}

/** Directories whose instruction files are the user's affair: the walk within the repository, and nested ones. */
function ownDirectories({ model, groups }: FinderInput): readonly string[] {
	const top = model.place.repositoryRoot ?? model.place.directory;
	const walk = model.place.walk.filter((directory) => isInside(top, directory));
	return [...new Set([...walk, ...groups.flatMap(({ directory }) => directory ?? [])])];
}

async function misnamed(input: FinderInput, directory: string): Promise<readonly Finding[]> {
	const dotClaude = join(directory, '.claude');
	const found: Finding[] = [];
	for (const name of ['CLAUDE.md', 'CLAUDE.local.md']) found.push(...(await wrongCase(input, directory, name)));
	if (!input.model.instructions.agentsMd.off) found.push(...(await wrongCase(input, directory, 'AGENTS.md')));
	found.push(...(await wrongCase(input, dotClaude, 'CLAUDE.md')));
	return [...found, ...(await misplacedLocal(input, directory, dotClaude))];
}

/** Names are case-sensitive; where the file system is not, the right name finds the file and nothing is wrong. */
async function wrongCase({ look, model }: FinderInput, directory: string, name: string): Promise<readonly Finding[]> {
	if (isOff(model)) return [];
	const entry = (await look.list(directory)).find(
		(each) => each.name !== name && each.name.toLowerCase() === name.toLowerCase(),
	);
	if (!entry || entry.kind === 'directory' || (await look.kind(join(directory, name))) !== undefined) return [];
	const from = join(directory, entry.name);
	const message = `The client reads ${name} in exactly this spelling, so ${quoted(entry.name)} is never loaded; rename it.`;
	const data = { kind: 'rename-file', title: `Rename to ${name}`, from, to: join(directory, name) } as const;
	return [finding('instructions.wrong-case', from, fileStart, message, { data })];
}

async function misplacedLocal(
	{ look, model }: FinderInput,
	directory: string,
	dotClaude: string,
): Promise<readonly Finding[]> {
	const from = join(dotClaude, 'CLAUDE.local.md');
	if (isOff(model) || !(await look.isFile(from))) return [];
	const to = join(directory, 'CLAUDE.local.md');
	const free = (await look.kind(to)) === undefined;
	const message = `The client does not read .claude/CLAUDE.local.md; move it to ${to}.`;
	const data = { kind: 'rename-file', title: 'Move it beside .claude', from, to } as const;
	return [finding('instructions.local-in-dot-claude', from, fileStart, message, { data: free ? data : undefined })];
}

/** Where instruction files are off altogether, names do not matter. */
const isOff = ({ inputs, instructions }: ContextModel): boolean =>
	inputs.flags.bare || inputs.flags.safeMode || instructions.agentsMd.mode.files === 'managed-only';
