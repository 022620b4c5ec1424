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
 * All `*.md` files below a directory: each directory's files first, then its subdirectories, both by name. Links are
 * followed, each real directory once; hidden files and directories count; `.MD` does not (recorded).
 */
export async function findMarkdownFiles(fs: FileSystem, root: string): Promise<readonly MarkdownFile[]> {
	return walkMarkdownFiles(
		root,
		async (directory) => {
			const entries = await markdownEntries(fs, directory);
			const sorted = entries && [...entries].sort((a, b) => compareNames(a.name, b.name));
			return sorted && [...sorted.filter(({ isFile }) => isFile), ...sorted.filter(({ isFile }) => !isFile)];
		},
		fs,
	);
}

/** The same files as the operating system hands them out, a directory's where its name comes (recorded of agents). */
export async function findMarkdownFilesUnsorted(fs: FileSystem, root: string): Promise<readonly MarkdownFile[]> {
	return walkMarkdownFiles(root, (directory) => markdownEntries(fs, directory), fs);
}

interface MarkdownEntry {
	readonly name: string;
	/** False for a directory. */
	readonly isFile: boolean;
}

/** A directory's Markdown files and subdirectories in the system's order, links by what they lead to. */
async function markdownEntries(fs: FileSystem, directory: string): Promise<readonly MarkdownEntry[] | undefined> {
	const entries: MarkdownEntry[] = [];
	const listed = await fs.list(directory);
	for (const { name, kind } of listed ?? []) {
		const target = kind === 'symlink' ? (await fs.stat(join(directory, name)))?.kind : kind;
		if (target === 'directory') entries.push({ name, isFile: false });
		else if (target !== undefined && name.endsWith('.md')) entries.push({ name, isFile: true });
	}
	return listed && entries;
}

async function walkMarkdownFiles(
	root: string,
	entriesOf: (directory: string) => Promise<readonly MarkdownEntry[] | undefined>,
	fs: FileSystem,
): Promise<readonly MarkdownFile[]> {
	const found: MarkdownFile[] = [];
	const seen = new Set<string>();
	const walk = async (directory: string, directories: readonly string[]): Promise<void> => {
		if (directories.length > depthLimit || seen.size >= directoryLimit) return;
		const realPath = await fs.realPath(directory);
		if (realPath === undefined || seen.has(realPath)) return;
		seen.add(realPath);
		for (const { name, isFile } of (await entriesOf(directory)) ?? []) {
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
	const files = await findMarkdownFiles(fs, root);
	const skillDirectories = new Map<string, MarkdownFile>();
	for (const file of files) if (isSkillFile(file)) skillDirectories.set(file.directories.join('\0'), file);
	return files.flatMap((file) => {
		const skill = skillDirectories.get(file.directories.join('\0'));
		if (skill && skill !== file) return [];
		const parts = skill ? file.directories : [...file.directories, file.stem];
		return [{ path: file.path, name: parts.join(':') || basename(root) }];
	});
}

const isSkillFile = ({ stem }: MarkdownFile): boolean => stem.toLowerCase() === 'skill';
