/**
 * The Markdown files of one `.claude/rules` directory, in the operating system's order (loader.md 2).
 *
 * Links: user rules follow them anywhere; project and managed rules follow one that leads outside the launch directory
 * only with the approval of external imports, even where it leads beside the managed rules (own recordings).
 */

import { join, relative } from 'node:path';
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

/** All files that the directory's rules bring, conditional or not; the caller filters by `text.paths`. */
export async function loadRules(pass: LoadPass, rules: RulesDirectory): Promise<readonly RuleFile[]> {
	const real = await pass.context.fs.realPath(rules.path);
	if (real === undefined) return [];
	if (isRefusedLink(pass, rules, real, await isLinkedDirectory(pass, rules, real))) {
		refuse(pass, rules, real, rules.path);
		return [];
	}
	return loadDirectory(pass, rules, { real, found: rules.path }, new Set());
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
): Promise<readonly RuleFile[]> {
	if (visited.has(real) || visited.size > directoryLimit) return [];
	visited.add(real);
	if (visited.size > directoryLimit) {
		const { path, scope } = rules;
		pass.reject({ path: real, scope, kind: 'rule', reason: reasons.tooManyDirectories(directoryLimit, path) });
		return [];
	}
	const loaded: RuleFile[] = [];
	for (const entry of (await pass.context.fs.list(real)) ?? []) {
		const place = { real: join(real, entry.name), found: join(found, entry.name) };
		for (const file of await loadEntry(pass, rules, place, entry, visited)) loaded.push(file);
	}
	return loaded;
}

async function loadEntry(
	pass: LoadPass,
	rules: RulesDirectory,
	place: Directory,
	entry: DirectoryEntry,
	visited: Set<string>,
): Promise<readonly RuleFile[]> {
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
	const files = await pass.load({
		path: target,
		...(target === place.found ? {} : { foundAt: place.found }),
		scope: rules.scope,
		kind: 'rule',
		loadReason: rules.loadReason,
		externalAllowed: rules.externalAllowed,
	});
	return files.map((file) => ({ ...file, rules }));
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
