/** Markdown files below a `commands` or `agents` directory, in the client's order. */

import { basename, join } from 'node:path';
import type { FileSystem } from '../ports.js';
import { compareNames } from './nameOrder.js';

export interface MarkdownFile {
	readonly path: string;
	/** Names of the directories between the root and the file, e.g. `['sub', 'deep']`. */
	readonly directories: readonly string[];
	/** File name without `.md`, e.g. `fix`. */
	readonly stem: string;
}

/**
 * All `*.md` files below a directory, by name; a directory's where its name comes. Links are followed, each real directory
 * once; hidden files and directories count; `.MD` does not (recorded).
 */
export async function findMarkdownFiles(fs: FileSystem, root: string): Promise<readonly MarkdownFile[]> {
	return walkMarkdownFiles(fs, root, async (directory) =>
		[...(await markdownEntries(fs, directory))].sort((a, b) => compareNames(a.name, b.name)),
	);
}

/** The same files as the operating system hands them out, a directory's where its name comes (recorded of agents). */
export async function findMarkdownFilesUnsorted(fs: FileSystem, root: string): Promise<readonly MarkdownFile[]> {
	return walkMarkdownFiles(fs, root, (directory) => markdownEntries(fs, directory));
}

interface MarkdownEntry {
	readonly name: string;
	/** False for a directory. */
	readonly isFile: boolean;
}

/** A directory's Markdown files and subdirectories in the system's order, links by what they lead to. */
async function markdownEntries(fs: FileSystem, directory: string): Promise<readonly MarkdownEntry[]> {
	const entries: MarkdownEntry[] = [];
	for (const { name, kind } of (await fs.list(directory)) ?? []) {
		const target = kind === 'symlink' ? (await fs.stat(join(directory, name)))?.kind : kind;
		if (target === 'directory') entries.push({ name, isFile: false });
		else if (target !== undefined && name.endsWith('.md')) entries.push({ name, isFile: true });
	}
	return entries;
}

async function walkMarkdownFiles(
	fs: FileSystem,
	root: string,
	entriesOf: (directory: string) => Promise<readonly MarkdownEntry[]>,
): Promise<readonly MarkdownFile[]> {
	const found: MarkdownFile[] = [];
	const seen = new Set<string>();
	const walk = async (directory: string, directories: readonly string[]): Promise<void> => {
		if (directories.length > depthLimit || seen.size >= directoryLimit) return;
		const realPath = await fs.realPath(directory);
		if (realPath === undefined || seen.has(realPath)) return;
		seen.add(realPath);
		for (const { name, isFile } of await entriesOf(directory)) {
			const path = join(directory, name);
			if (isFile) found.push({ path, directories, stem: basename(name, '.md') });
			else await walk(path, [...directories, name]);
		}
	};
	await walk(root, []);
	return found;
}

/** Deeper trees and more directories than anybody keeps commands in are not walked to their end. */
const depthLimit = 32;
const directoryLimit = 2_000;

/** A command's file and its name without a plugin's prefix. */
export interface CommandFile {
	readonly path: string;
	/** `sub:deep:fix` for `sub/deep/fix.md`; a directory's name for its SKILL.md. */
	readonly name: string;
}

/**
 * The commands of a directory. A directory that holds a SKILL.md (in any case) is one command by the directory's name;
 * its other Markdown files are none, its subdirectories stand for themselves (recorded).
 */
export async function findCommands(fs: FileSystem, root: string): Promise<readonly CommandFile[]> {
	return commandsOf(root, await findMarkdownFiles(fs, root));
}

/** The same for a plugin, where the subdirectories of such a directory give none (own recordings). */
export async function findPluginCommands(fs: FileSystem, root: string): Promise<readonly CommandFile[]> {
	const files = await findMarkdownFiles(fs, root);
	const skills = new Set(files.filter(isSkillFile).map(keyOf));
	const isBelowSkill = ({ directories }: MarkdownFile): boolean =>
		directories.some((_, depth) => depth > 0 && skills.has(directories.slice(0, depth).join('\0')));
	return commandsOf(
		root,
		files.filter((file) => !isBelowSkill(file)),
	);
}

const keyOf = ({ directories }: MarkdownFile): string => directories.join('\0');

/** Directory by directory, in the order in which their first files come (own recordings). */
function commandsOf(root: string, files: readonly MarkdownFile[]): readonly CommandFile[] {
	const byDirectory = new Map<string, MarkdownFile[]>();
	for (const file of files) {
		const together = byDirectory.get(keyOf(file));
		if (together) together.push(file);
		else byDirectory.set(keyOf(file), [file]);
	}
	return [...byDirectory.values()].flatMap((together) => {
		const skill = together.filter(isSkillFile).at(-1);
		if (skill) return [{ path: skill.path, name: skill.directories.join(':') || basename(root) }];
		return together.map(({ path, directories, stem }) => ({ path, name: [...directories, stem].join(':') }));
	});
}

const isSkillFile = ({ stem }: MarkdownFile): boolean => stem.toLowerCase() === 'skill';
