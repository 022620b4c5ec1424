/**
 * The Markdown files of one `.claude/rules` directory, in the operating system's order (loader.md 2).
 *
 * Links: user rules follow them anywhere; project and managed rules follow one that leads outside the launch directory
 * only with the approval of external imports, even where it leads beside the managed rules (own recordings).
 */

import { join, relative } from 'node:path';
import { derived } from '../derived.js';
import type { DirectoryEntry } from '../ports.js';
import type { Scope } from '../source.js';
import { isInside } from './launchPlace.js';
import type { LoadedFile, LoadPass, LoadRequest } from './loadPass.js';
import * as reasons from './reasons.js';

export interface RulesDirectory {
	/** The directory, e.g. `/repo/.claude/rules`. */
	readonly path: string;
	readonly scope: Scope;
	/** Directory that the `paths` of its rules are relative to. */
	readonly base: string;
	/** May rules lead, by link or import, outside the launch directory? */
	readonly externalAllowed: boolean;
	/** True for the project's rules on the walk: newer clients refuse them behind a `.claude` that leads outside. */
	readonly refusesLinkedParent?: boolean;
	readonly loadReason: LoadRequest['loadReason'];
}

/** The client walks through all that a link leads to; a link to the top of a disk would keep us for minutes. */
const directoryLimit = 5_000;

/** A rule file, or a file that a rule imports, with the rules directory that it came through. */
export interface RuleFile extends LoadedFile {
	readonly rules: RulesDirectory;
}

/** Files with a condition of their own, or those without one. */
export type WantedRules = 'conditional' | 'unconditional';

/** The wanted ones of all files that the directory's rules bring; the pass sees the others too. */
export async function loadRules(
	pass: LoadPass,
	rules: RulesDirectory,
	wanted: WantedRules,
): Promise<readonly RuleFile[]> {
	const real = await pass.context.fs.realPath(rules.path);
	if (real === undefined) return [];
	if (isRefusedLink(pass, rules, real, await isLinkedDirectory(pass, rules, real))) {
		refuse(pass, rules, real, rules.path);
		return [];
	}
	const files = await loadDirectory(pass, rules, { real, found: rules.path }, new Set());
	return files
		.filter(({ text }) => (text.paths === undefined) === (wanted === 'unconditional'))
		.map((file) => ({ ...file, rules }));
}

/** A directory by its real path, and by the path that leads there through links. */
interface Directory {
	readonly real: string;
	readonly found: string;
}

/**
 * True where the rules directory counts as a link. Only its own last step is looked at, so a `.claude` that is itself a
 * link passes; clients from 2.1.284 on compare the whole path for the project's rules of the walk (own recordings: not for
 * nested and managed ones).
 */
async function isLinkedDirectory(pass: LoadPass, rules: RulesDirectory, real: string): Promise<boolean> {
	const { refusesLinkedClaudeDirectory } = pass.context.inputs.client.behaviours;
	if (rules.refusesLinkedParent && refusesLinkedClaudeDirectory) {
		// An added directory may itself be given by a link.
		const holder = await pass.context.fs.realPath(rules.base);
		return holder === undefined || real !== join(holder, relative(rules.base, rules.path));
	}
	const parent = await pass.context.fs.realPath(join(rules.path, '..'));
	return parent === undefined || real !== join(parent, 'rules');
}

async function loadDirectory(
	pass: LoadPass,
	rules: RulesDirectory,
	{ real, found }: Directory,
	visited: Set<string>,
): Promise<readonly LoadedFile[]> {
	if (visited.has(real) || visited.size > directoryLimit) return [];
	visited.add(real);
	if (visited.size > directoryLimit) {
		const { path, scope } = rules;
		pass.reject({ path: real, scope, kind: 'rule', reason: reasons.tooManyDirectories(directoryLimit, path) });
		return [];
	}
	const loaded: LoadedFile[] = [];
	const entries = (await pass.context.fs.list(real)) ?? [];
	for (const { place, entry } of entryPlaces(entries, [real, found], () => placesOf(entries, { real, found }))) {
		for (const file of await loadEntry(pass, rules, place, entry, visited)) loaded.push(file);
	}
	return loaded;
}

interface PlacedEntry {
	readonly entry: DirectoryEntry;
	readonly place: Directory;
}

/** What may be a rule or lead to one, and where it lies; each pass over the rules asks again. */
const entryPlaces = derived<readonly DirectoryEntry[], readonly PlacedEntry[]>();

const placesOf = (entries: readonly DirectoryEntry[], { real, found }: Directory): readonly PlacedEntry[] =>
	entries
		.filter(({ name, kind }) => name.endsWith('.md') || kind === 'directory' || kind === 'symlink')
		.map((entry) => {
			const path = join(real, entry.name);
			return { entry, place: { real: path, found: found === real ? path : join(found, entry.name) } };
		});

async function loadEntry(
	pass: LoadPass,
	rules: RulesDirectory,
	place: Directory,
	entry: DirectoryEntry,
	visited: Set<string>,
): Promise<readonly LoadedFile[]> {
	if (entry.kind === 'directory') return loadDirectory(pass, rules, place, visited);
	const { fs } = pass.context;
	const isLink = entry.kind === 'symlink';
	const target = isLink ? await fs.realPath(place.real) : place.real;
	if (target === undefined) return [];
	const kind = entry.kind === 'symlink' ? (await fs.stat(target))?.kind : entry.kind;
	const isRule = kind !== 'directory' && entry.name.endsWith('.md');
	if (kind !== 'directory' && !isRule) return [];
	if (isRefusedLink(pass, rules, target, isLink)) {
		refuse(pass, rules, target, place.found);
		return [];
	}
	if (kind === 'directory') return loadDirectory(pass, rules, { real: target, found: place.found }, visited);
	return pass.load({
		path: target,
		...(target === place.found ? {} : { foundAt: place.found }),
		scope: rules.scope,
		kind: 'rule',
		loadReason: rules.loadReason,
		externalAllowed: rules.externalAllowed,
	});
}

function isRefusedLink(pass: LoadPass, rules: RulesDirectory, target: string, isLink: boolean): boolean {
	return isLink && rules.scope !== 'user' && !rules.externalAllowed && !isInside(pass.context.place.directory, target);
}

function refuse(pass: LoadPass, rules: RulesDirectory, target: string, link: string): void {
	pass.reject({
		path: target,
		foundAt: link,
		scope: rules.scope,
		kind: 'rule',
		reason: reasons.externalRule(target, pass.context.place.directory, link),
	});
}
