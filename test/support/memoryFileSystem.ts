/** An in-memory file system behind the core's port, from a tree literal; it counts what is asked of it. */

import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { instructionFileLimitBytes } from '../../src/core/client/constants.js';
import type { DirectoryEntry, FileStat, FileSystem, TextFile, UnreadableFile } from '../../src/core/ports.js';

/** Time of every file that has none of its own. */
export const defaultModified = 1_700_000_000_000;

interface FileNode {
	readonly type: 'file';
	readonly content: string | Uint8Array;
	readonly modified: number;
	readonly isReadable: boolean;
}

interface LinkNode {
	readonly type: 'link';
	readonly target: string;
}

interface OtherNode {
	readonly type: 'other';
}

interface DirectoryNode {
	readonly type: 'directory';
	readonly children: Map<string, Node>;
	isReadable: boolean;
}

type Node = FileNode | LinkNode | OtherNode | DirectoryNode;

/** A symbolic link; the target is absolute or relative to the link's directory, and need not exist. */
export function link(target: string): LinkNode {
	return { type: 'link', target };
}

/** A file with a time, or with bytes that are no UTF-8, or one that may not be read. */
export function file(
	content: string | Uint8Array,
	options: { readonly modified?: number; readonly isReadable?: boolean } = {},
): FileNode {
	return {
		type: 'file',
		content,
		modified: options.modified ?? defaultModified,
		isReadable: options.isReadable ?? true,
	};
}

/** A FIFO, socket or device. */
export const fifo: OtherNode = { type: 'other' };

/** A directory that may be entered but not listed, or an empty one. */
export function directory(options: { readonly isReadable?: boolean } = {}): DirectoryNode {
	return { type: 'directory', children: new Map(), isReadable: options.isReadable ?? true };
}

/**
 * A tree: names, or whole paths, to what stands there. A string is a file's text, an object a directory.
 *
 * @example { '/repo': { 'CLAUDE.md': 'text', '.claude': { rules: {} } }, '/home/ann/.claude/CLAUDE.md': 'mine' }
 */
export interface Tree {
	readonly [name: string]: string | Uint8Array | FileNode | LinkNode | OtherNode | DirectoryNode | Tree;
}

/** One call of the port, e.g. `{ method: 'readText', path: '/repo/CLAUDE.md' }`. */
export interface FileSystemCall {
	readonly method: keyof FileSystem;
	readonly path: string;
}

/** The file system of a tree literal, with absolute POSIX paths; directories list their entries in the literal's order. */
export function memoryTree(tree: Tree = {}): MemoryFileSystem {
	const fs = new MemoryFileSystem();
	fs.add('/', tree);
	return fs;
}

/** As many links as Linux follows before it calls a path a circle. */
const linkLimit = 40;

export class MemoryFileSystem implements FileSystem {
	/** Every call of the port so far, in order; set `length = 0` to begin anew. */
	readonly calls: FileSystemCall[] = [];
	readonly #root: DirectoryNode = directory();

	/** Paths that a method was called with, in order. */
	called(method: keyof FileSystem): readonly string[] {
		return this.calls.filter((call) => call.method === method).map((call) => call.path);
	}

	/** Adds a tree below a directory; what stands in its way is replaced, directories are merged. */
	add(path: string, tree: Tree): void {
		const top = this.#makeDirectory(path);
		for (const [name, value] of Object.entries(tree)) this.#put(top, name, value);
	}

	/** Writes one file (with the default time unless it is a `file(…)`). */
	write(path: string, content: string | Uint8Array | FileNode): void {
		this.#put(this.#makeDirectory(posix.dirname(path)), posix.basename(path), content);
	}

	/** Removes what stands at the path, a directory with all below it. */
	remove(path: string): void {
		this.#makeDirectory(posix.dirname(path)).children.delete(posix.basename(path));
	}

	async stat(path: string): Promise<FileStat | undefined> {
		this.calls.push({ method: 'stat', path });
		return statOf(this.#resolve(path)?.node);
	}

	async realPath(path: string): Promise<string | undefined> {
		this.calls.push({ method: 'realPath', path });
		return this.#resolve(path)?.path;
	}

	async readText(
		path: string,
		limit: number = instructionFileLimitBytes,
	): Promise<TextFile | UnreadableFile | undefined> {
		this.calls.push({ method: 'readText', path });
		const node = this.#resolve(path)?.node;
		if (!node) return undefined;
		if (node.type !== 'file') return { ok: false, failure: 'not-a-file' };
		const bytes = bytesOf(node);
		if (bytes.length > limit) return { ok: false, failure: 'too-large', bytes: bytes.length };
		if (!node.isReadable) return { ok: false, failure: 'unreadable', bytes: bytes.length };
		return {
			ok: true,
			text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes),
			bytes: bytes.length,
			modified: node.modified,
			sha256: createHash('sha256').update(bytes).digest('hex'),
		};
	}

	async list(path: string): Promise<readonly DirectoryEntry[] | undefined> {
		this.calls.push({ method: 'list', path });
		const node = this.#resolve(path)?.node;
		if (node?.type !== 'directory' || !node.isReadable) return undefined;
		return [...node.children].map(([name, { type }]) => ({ name, kind: type === 'link' ? 'symlink' : type }));
	}

	#put(parent: DirectoryNode, path: string, value: Tree[string]): void {
		const names = namesOf(path);
		const name = names.pop();
		if (name === undefined) throw new Error(`no name in "${path}"`);
		const top = names.reduce(childDirectory, path.startsWith('/') ? this.#root : parent);
		if (isNode(value)) top.children.set(name, value);
		else if (typeof value === 'string' || value instanceof Uint8Array) top.children.set(name, file(value));
		else for (const [below, member] of Object.entries(value)) this.#put(childDirectory(top, name), below, member);
		if (!isNode(value) && isEmptyTree(value)) childDirectory(top, name);
	}

	#makeDirectory(path: string): DirectoryNode {
		return namesOf(path).reduce(childDirectory, this.#root);
	}

	/** Walks a path with all its links, as the operating system does. */
	#resolve(path: string): { readonly path: string; readonly node: FileNode | OtherNode | DirectoryNode } | undefined {
		const pending = path.split('/').reverse();
		const trail: { readonly name: string; readonly node: DirectoryNode }[] = [];
		let node: FileNode | OtherNode | DirectoryNode = this.#root;
		let last: string | undefined;
		let links = 0;
		while (pending.length > 0) {
			const name = pending.pop() as string;
			if (node.type !== 'directory') return undefined;
			if (name === '' || name === '.') continue;
			if (name === '..') {
				node = trail.pop()?.node ?? this.#root;
				continue;
			}
			const child = node.children.get(name);
			if (!child) return undefined;
			if (child.type === 'link') {
				if (++links > linkLimit) return undefined;
				if (child.target.startsWith('/')) {
					node = this.#root;
					trail.length = 0;
				}
				pending.push(...child.target.split('/').reverse());
				continue;
			}
			if (child.type === 'directory') trail.push({ name, node });
			else last = name;
			node = child;
		}
		const names = trail.map((step) => step.name);
		if (node.type !== 'directory') names.push(last as string);
		return { path: `/${names.join('/')}`, node };
	}
}

function namesOf(path: string): string[] {
	return path.split('/').filter((name) => name !== '');
}

function childDirectory(parent: DirectoryNode, name: string): DirectoryNode {
	const child = parent.children.get(name);
	if (child?.type === 'directory') return child;
	const made = directory();
	parent.children.set(name, made);
	return made;
}

export function isNode(value: Tree[string]): value is Node {
	return typeof value === 'object' && 'type' in value && typeof value.type === 'string' && nodeTypes.has(value.type);
}

const nodeTypes: ReadonlySet<string> = new Set(['file', 'link', 'other', 'directory']);

function isEmptyTree(value: Tree[string]): boolean {
	return typeof value === 'object' && !(value instanceof Uint8Array) && Object.keys(value).length === 0;
}

function bytesOf(node: FileNode): Uint8Array {
	return typeof node.content === 'string' ? new TextEncoder().encode(node.content) : node.content;
}

function statOf(node: FileNode | OtherNode | DirectoryNode | undefined): FileStat | undefined {
	if (!node) return undefined;
	if (node.type === 'file') return { kind: 'file', size: bytesOf(node).length, modified: node.modified };
	return { kind: node.type, size: 0, modified: defaultModified };
}
