/**
 * The client's global configuration file: approvals of projects and how often skills were used.
 *
 * It lies beside the configuration directory's default place, `~/.claude.json`, or inside `CLAUDE_CONFIG_DIR` where that
 * is set (recorded: of two files with usage only that one counts).
 */

import { join } from 'node:path';
import type { ContextInputs } from '../inputs.js';
import type { FileSystem } from '../ports.js';
import type { Place } from '../source.js';
import { isNumber, isRecord, own } from '../values.js';
import type { LaunchPlace } from './launchPlace.js';

/** How often and when last a skill was used. */
export interface SkillUsage {
	readonly usageCount: number;
	/** Milliseconds since 1970. */
	readonly lastUsedAt: number;
}

/** What the file says of one project. */
export interface ProjectEntry {
	/** Key of the entry: an absolute path, e.g. `/repo`. */
	readonly directory: string;
	/** True where the user approved imports that lead outside the launch directory; any true value counts (own recordings). */
	readonly externalIncludesApproved: boolean;
}

export interface GlobalConfig {
	readonly path: string;
	/** `void`: the text is no JSON object, so the client starts as if there were none. */
	readonly state: 'read' | 'missing' | 'void' | 'unreadable';
	readonly projects: ReadonlyMap<string, ProjectEntry>;
	/** By the skill's name, e.g. `my-skill` or `plug:my-skill`. */
	readonly skillUsage: ReadonlyMap<string, SkillUsage>;
	/** The file's text, where it was read; for places of keys. */
	readonly text?: string;
}

/** Path of the global configuration file. */
export function globalConfigPath(inputs: ContextInputs): string {
	const { variables, homeDirectory } = inputs.environment;
	return join(variables['CLAUDE_CONFIG_DIR'] || homeDirectory, '.claude.json');
}

/** Reads the global configuration; a missing or broken one has no entries. */
export async function readGlobalConfig(fs: FileSystem, inputs: ContextInputs): Promise<GlobalConfig> {
	const path = globalConfigPath(inputs);
	const file = await fs.readText(path, globalConfigLimitBytes);
	if (!file) return { path, state: 'missing', ...nothing };
	if (!file.ok) return { path, state: 'unreadable', ...nothing };
	return parseGlobalConfig(path, file.text);
}

/** The client keeps histories in this file; it grows far beyond other settings. */
const globalConfigLimitBytes = 64 * 1024 * 1024;

const nothing: Pick<GlobalConfig, 'projects' | 'skillUsage'> = { projects: new Map(), skillUsage: new Map() };

/** Parses the file's text; never throws. */
export function parseGlobalConfig(path: string, text: string): GlobalConfig {
	const data = parseRecord(text);
	if (!data) return { path, state: 'void', ...nothing, text };
	const projects = new Map<string, ProjectEntry>();
	for (const [directory, entry] of membersOf(own(data, 'projects'))) {
		const externalIncludesApproved = Boolean(own(entry, 'hasClaudeMdExternalIncludesApproved'));
		projects.set(directory, { directory, externalIncludesApproved });
	}
	const skillUsage = new Map<string, SkillUsage>();
	for (const [name, entry] of membersOf(own(data, 'skillUsage'))) {
		const usageCount = own(entry, 'usageCount');
		const lastUsedAt = own(entry, 'lastUsedAt');
		if (isNumber(usageCount) && isNumber(lastUsedAt)) skillUsage.set(name, { usageCount, lastUsedAt });
	}
	return { path, state: 'read', projects, skillUsage, text };
}

function parseRecord(text: string): Readonly<Record<string, unknown>> | undefined {
	try {
		const data: unknown = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
		return isRecord(data) ? data : undefined;
	} catch {
		return undefined;
	}
}

function membersOf(value: unknown): readonly (readonly [string, Readonly<Record<string, unknown>>])[] {
	if (!isRecord(value)) return [];
	return Object.entries(value).flatMap(([key, member]) => (isRecord(member) ? [[key, member] as const] : []));
}

/**
 * Where external imports were approved for a launch directory, or `undefined` where they were not. The entry's key is the
 * main repository's root, without git the launch directory: neither a subdirectory, a worktree nor a parent (corpus
 * `import/approved-subdir`, `import/approved-other-key`; own recordings).
 */
export function externalIncludesApproved(config: GlobalConfig, place: LaunchPlace): Place | undefined {
	const key = place.mainRepositoryRoot ?? place.directory;
	if (!config.projects.get(key)?.externalIncludesApproved) return undefined;
	const written = JSON.stringify(key);
	const offset = config.text?.indexOf(written) ?? -1;
	return { path: config.path, ...(offset < 0 ? {} : { offset, length: written.length }) };
}
