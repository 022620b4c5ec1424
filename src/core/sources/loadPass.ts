/**
 * One pass of the client's loader: every file at most once, imports after their importer, depth first (loader.md 2 to 4).
 *
 * A pass remembers which files it has seen. The startup part is one pass; the conditional rules are another; each nested
 * directory is loaded by a pass of its own.
 */

import { dirname, extname, isAbsolute, join, resolve } from 'node:path';
import { importHopLimit } from '../client/constants.js';
import type { ContextInputs } from '../inputs.js';
import type { FileSystem, TextFile } from '../ports.js';
import type { LoadReason, Place, Reason, Scope, SourceKind } from '../source.js';
import type { ImportMention } from '../text/importMentions.js';
import { isImportableExtension } from '../text/importTypes.js';
import type { Excludes } from './excludes.js';
import { type InstructionText, parseInstruction } from './instructionFile.js';
import { isInside, type LaunchPlace } from './launchPlace.js';
import * as reasons from './reasons.js';

/** What every pass over one launch directory shares. */
export interface LoadContext {
	readonly fs: FileSystem;
	readonly inputs: ContextInputs;
	readonly place: LaunchPlace;
	readonly excludes: Excludes;
	/** True where `~/.claude.json` approves external imports for this project. */
	readonly externalApproved: boolean;
}

/** A file that a pass has seen. */
export interface SeenFile {
	/** The path under which it was seen first. */
	readonly path: string;
	/** What it was asked for as. */
	readonly kind: SourceKind;
	/** Why it did not load after all. */
	readonly refusal?: Reason;
}

/** Every file that a pass has seen, by its path and by its real path. */
export type SeenFiles = ReadonlyMap<string, SeenFile>;

/** A file that the pass would load. */
export interface LoadedFile {
	/** Path as the client shows it. */
	readonly path: string;
	/** Path at which it was found, where that is a link to `path`. */
	readonly foundAt?: string;
	readonly realPath: string;
	readonly scope: Scope;
	readonly kind: SourceKind;
	readonly loadReason: LoadReason;
	readonly file: TextFile;
	readonly text: InstructionText;
	readonly parent?: string;
	readonly mention?: Place;
}

/** A file that the pass looked at and would not load. */
export interface RejectedFile {
	readonly path: string;
	readonly foundAt?: string;
	readonly scope: Scope;
	readonly kind: SourceKind;
	readonly reason: Reason;
	readonly parent?: string;
	readonly mention?: Place;
	readonly bytes?: number;
}

/** What to load: a file that a scope names, or that another file imports. */
export interface LoadRequest {
	readonly path: string;
	readonly foundAt?: string;
	readonly scope: Scope;
	readonly kind: SourceKind;
	readonly loadReason: LoadReason;
	/** May this file import what lies outside the launch directory? */
	readonly externalAllowed: boolean;
	readonly parent?: string;
	readonly mention?: Place;
	/** Imports between this file and the first importer. */
	readonly hops?: number;
}

/** What a pass would not load, in order; of very many the first ones and how many there are. */
class Rejections {
	readonly list: RejectedFile[] = [];
	more = 0;

	add(file: RejectedFile): void {
		if (this.list.length < rejectionLimit) this.list.push(file);
		else this.more++;
	}
}

/** A hostile file can mention hundreds of thousands of targets; nobody reads about all of them. */
const rejectionLimit = 10_000;

export class LoadPass {
	readonly context: LoadContext;
	readonly #seen: Map<string, SeenFile>;
	/** Targets of imports, by what was found there, so that none is looked for twice. */
	readonly #targets = new Map<string, boolean>();
	readonly #rejections: Rejections;

	constructor(context: LoadContext, seen: SeenFiles = new Map(), rejections = new Rejections()) {
		this.context = context;
		this.#seen = new Map(seen);
		this.#rejections = rejections;
	}

	/** Files that this pass looked at and did not load, in order; the first 10,000 of them. */
	get rejected(): readonly RejectedFile[] {
		return this.#rejections.list;
	}

	/** How many more it did not load. */
	get moreRejected(): number {
		return this.#rejections.more;
	}

	/** Files that this pass has seen. */
	get seen(): SeenFiles {
		return this.#seen;
	}

	/** A pass that knows what this one has seen and forgets nothing back into it. */
	fork(): LoadPass {
		return new LoadPass(this.context, this.#seen, this.#rejections);
	}

	reject(file: RejectedFile): void {
		this.#rejections.add(file);
	}

	/** The file and all that it imports, in the client's order; an absent file gives nothing. */
	async load(request: LoadRequest): Promise<readonly LoadedFile[]> {
		const { fs } = this.context;
		const first = this.#seen.get(request.path);
		if (first !== undefined) return this.#refuseAgain(request, first);
		if ((request.hops ?? 0) > importHopLimit) {
			return this.#refuse(request, reasons.importTooDeep(importHopLimit, request.mention ?? { path: request.path }));
		}
		if (this.#targets.get(request.path) === false) return this.#refuseMissing(request);
		const realPath = await fs.realPath(request.path);
		if (realPath === undefined) {
			this.#targets.set(request.path, false);
			return this.#refuseMissing(request);
		}
		if (request.mention && !request.externalAllowed && !isInside(this.context.place.directory, realPath)) {
			return this.#refuse(request, reasons.externalImport(realPath, this.context.place.directory, request.mention));
		}
		const exclusion = this.context.excludes.find(request.scope, this.#excludablePaths(request));
		if (exclusion) return this.#refuse(request, reasons.excluded(exclusion));
		const firstReal = this.#seen.get(realPath);
		if (firstReal !== undefined) return this.#refuseAgain(request, firstReal);
		this.#see(request, realPath);
		const file = await fs.readText(request.path);
		if (!file) return this.#refuseMissing(request);
		if (!file.ok) return this.#refuseSeen(request, realPath, reasons.readFailed(file.failure), file.bytes);
		const text = parseInstruction(file, this.context.inputs.client.behaviours);
		if (!/\S/.test(text.body)) return this.#refuseSeen(request, realPath, reasons.empty, file.bytes);
		const { externalAllowed: _, hops: __, ...about } = request;
		const loaded: LoadedFile = { ...about, realPath, file, text };
		return text.imports.length === 0 ? [loaded] : [loaded, ...(await this.#loadImports(request, text, realPath))];
	}

	async #loadImports(importer: LoadRequest, text: InstructionText, realPath: string): Promise<readonly LoadedFile[]> {
		const loaded: LoadedFile[] = [];
		for (const mention of text.imports) {
			for (const file of await this.#loadImport(importer, mention, realPath)) loaded.push(file);
		}
		return loaded;
	}

	async #loadImport(importer: LoadRequest, mention: ImportMention, realPath: string): Promise<readonly LoadedFile[]> {
		const { inputs, place } = this.context;
		const target = importTarget(mention.path, dirname(realPath), inputs.environment.homeDirectory);
		const at: Place = { path: importer.path, offset: mention.offset, length: mention.length };
		const request: LoadRequest = {
			path: target,
			scope: importer.scope,
			kind: 'import',
			loadReason: importer.loadReason === 'session_start' ? 'include' : importer.loadReason,
			externalAllowed: importer.externalAllowed,
			parent: importer.path,
			mention: at,
			hops: (importer.hops ?? 0) + 1,
		};
		if (!isImportableExtension(target)) return this.#refuse(request, reasons.importNotText(target, at));
		if (!importer.externalAllowed && !isInside(place.directory, target)) {
			// Not approved: its existence is looked at, it is never opened.
			const exists = this.#targets.get(target) ?? (await this.context.fs.stat(target)) !== undefined;
			this.#targets.set(target, exists);
			return exists
				? this.#refuse(request, reasons.externalImport(target, place.directory, at))
				: this.#refuseMissing(request);
		}
		return this.load(request);
	}

	/** Which of a file's paths excludes are tested against: of a linked rule newer clients know the link's path too. */
	#excludablePaths({ path, foundAt }: LoadRequest): readonly string[] {
		const { excludesTestLinkPath } = this.context.inputs.client.behaviours;
		return excludesTestLinkPath && foundAt !== undefined ? [path, foundAt] : [path];
	}

	/** A file counts once; one that did not load the first time does not for the same reason. */
	#refuseAgain(request: LoadRequest, first: SeenFile): readonly [] {
		// Two directories may ask for one file by one name, as a `.claude` and the one above it: that is no second file.
		if (request.path === first.path && request.kind === first.kind && !request.mention) return [];
		return this.#refuse(request, first.refusal ?? reasons.duplicateOf(first.path));
	}

	#see({ path, kind }: LoadRequest, realPath: string, refusal?: Reason): void {
		const seen: SeenFile = { path, kind, ...(refusal ? { refusal } : {}) };
		this.#seen.set(path, seen);
		this.#seen.set(realPath, seen);
	}

	#refuseSeen(request: LoadRequest, realPath: string, reason: Reason, bytes: number | undefined): readonly [] {
		this.#see(request, realPath, reason);
		return this.#refuse(request, reason, bytes);
	}

	#refuseMissing(request: LoadRequest): readonly [] {
		// A CLAUDE.md that is not there is no source; a missing import is a fault of its importer.
		if (request.mention) this.#refuse(request, reasons.importMissing(request.path, request.mention));
		return [];
	}

	#refuse(request: LoadRequest, reason: Reason, bytes?: number): readonly [] {
		const { loadReason: _, externalAllowed: __, hops: ___, ...about } = request;
		this.reject({ ...about, reason, ...(bytes === undefined ? {} : { bytes }) });
		return [];
	}
}

/**
 * Where an import leads: `~/x` from the home, an absolute path as it stands, anything else from the importer's directory.
 *
 * @example importTarget('./a.md', '/repo/docs', '/home/ann') // '/repo/docs/a.md'
 */
export function importTarget(path: string, directory: string, home: string): string {
	if (path.startsWith('~/')) return join(home, path.slice(2));
	return isAbsolute(path) ? resolve(path) : resolve(directory, path);
}

/** Extension of an import in lower case, `''` where it has none. */
export const extensionOf = (path: string): string => extname(path).toLowerCase();
