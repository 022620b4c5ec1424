/** Files from outside the repository that its own files import or link. */

import { dirname, isAbsolute, join, posix, relative, resolve, sep } from 'node:path';
import type { ContextModel } from '../model/contextModel.js';
import type { TextFile } from '../ports.js';
import type { Place, Reason, Scope, SourceKind } from '../source.js';
import { isInside } from '../sources/launchPlace.js';
import type { LoadedFile, RejectedFile } from '../sources/loadPass.js';

/** A file outside the repository that the repository's files bring, or would. */
export interface ExternalFile {
	/** Absolute path here. */
	readonly path: string;
	/** As every machine can resolve it; see `LockEntry.path`. */
	readonly portablePath: string;
	readonly scope: Scope;
	readonly kind: SourceKind;
	/** Path of the importing file, or of the link. */
	readonly via: string;
	/** Where the importing file mentions it. */
	readonly mention?: Place;
	/** The content that loads; absent where the file is missing or does not load. */
	readonly content?: { readonly sha256: string; readonly bytes: number };
	/** Why it does not load. Such a file is never opened. */
	readonly reason?: Reason;
}

/** Root that counts as the repository: git's, else the launch directory. */
export const lockRoot = ({ place }: ContextModel): string => place.repositoryRoot ?? place.directory;

/**
 * Imports and links of project and local files that lead out of the repository, in loading order. Files of directories
 * above the repository, and what they import, are the machine's own and not among them.
 */
export async function externalFiles(model: ContextModel): Promise<readonly ExternalFile[]> {
	const collector = new Collector(model);
	const { startup, conditional, rejected } = model.instructions;
	for (const file of [...startup, ...conditional]) await collector.addLoaded(file);
	for (const file of rejected) await collector.addRejected(file);
	return collector.found;
}

class Collector {
	readonly #model: ContextModel;
	readonly #root: string;
	readonly #home: string;
	/** Files that the repository brings, with their portable paths: its own and those outside it. */
	readonly #brought = new Map<string, string>();
	readonly #texts = new Map<string, TextFile>();
	readonly #found = new Map<string, ExternalFile>();

	constructor(model: ContextModel) {
		this.#model = model;
		this.#root = lockRoot(model);
		this.#home = model.inputs.environment.homeDirectory;
	}

	get found(): readonly ExternalFile[] {
		return [...this.#found.values()];
	}

	async addLoaded(file: LoadedFile): Promise<void> {
		if (!this.#belongs(file)) return;
		this.#texts.set(file.path, file.file);
		const real = (await this.#model.loadContext.fs.realPath(file.path)) ?? file.path;
		if (isInside(this.#root, real)) {
			this.#brought.set(file.path, portable(relative(this.#root, file.path)));
			return;
		}
		const { sha256, bytes } = file.file;
		this.#add(file, { content: { sha256, bytes } });
	}

	/** What is missing, or waits for an approval; the file itself is not looked at. */
	async addRejected(file: RejectedFile): Promise<void> {
		const { code } = file.reason;
		if ((code !== 'import-missing' && code !== 'external-not-approved') || !this.#belongs(file)) return;
		if (isInside(this.#root, file.path)) return;
		this.#add(file, { reason: file.reason });
	}

	#add(file: LoadedFile | RejectedFile, more: Pick<ExternalFile, 'content' | 'reason'>): void {
		const portablePath = this.#portablePath(file);
		this.#brought.set(file.path, portablePath);
		if (this.#found.has(portablePath)) return;
		this.#found.set(portablePath, {
			path: file.path,
			portablePath,
			scope: file.scope,
			kind: file.kind,
			via: file.parent ?? file.foundAt ?? file.path,
			...(file.mention ? { mention: file.mention } : {}),
			...more,
		});
	}

	/** Is it one of the repository's files, or brought by one? */
	#belongs(file: LoadedFile | RejectedFile): boolean {
		if (file.scope !== 'project' && file.scope !== 'local') return false;
		if (file.parent !== undefined) return this.#brought.has(file.parent);
		if (isInside(this.#root, file.foundAt ?? file.path)) return true;
		// A rule below a linked directory: the rules directory that it came through is the repository's.
		const { rules } = file as { readonly rules?: { readonly path: string } };
		return rules !== undefined && isInside(this.#root, rules.path);
	}

	/** As it is written where that resolves alike on every machine, else beside the root, from the home, or absolute. */
	#portablePath({ path, parent, mention }: LoadedFile | RejectedFile): string {
		const written = parent === undefined ? undefined : this.#written(parent, mention);
		if (parent !== undefined && written !== undefined && !isAbsolute(written)) {
			const from = this.#brought.get(parent) ?? '';
			const candidate = written.startsWith('~/') ? written : posix.join(posix.dirname(from), written);
			if (this.#expand(candidate) === path) return candidate;
		}
		// A link names its target for one machine; a checkout beside this one is most likely beside it elsewhere too.
		if (isInside(dirname(this.#root), path)) return portable(relative(this.#root, path));
		return isInside(this.#home, path) ? `~/${portable(relative(this.#home, path))}` : portable(path);
	}

	/** The path of an import as its importer writes it. */
	#written(parent: string, mention: Place | undefined): string | undefined {
		const text = this.#texts.get(parent)?.text;
		if (text === undefined || mention?.offset === undefined || mention.length === undefined) return undefined;
		const written = text
			.slice(mention.offset, mention.offset + mention.length)
			.replace(/^@/, '')
			.replace(/#.*$/, '');
		return written.replaceAll('\\ ', ' ');
	}

	#expand(path: string): string {
		return path.startsWith('~/') ? join(this.#home, path.slice(2)) : resolve(this.#root, path);
	}
}

const portable = (path: string): string => (sep === '/' ? path : path.split(sep).join('/'));
