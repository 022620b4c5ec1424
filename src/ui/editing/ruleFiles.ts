/** Files of the workspace that a rule's patterns are held against, relative to the directory they are relative to. */

import { join, relative, sep } from 'node:path';
import type { CancellationToken } from 'vscode';
import { matchingFiles } from '../../core/editing/lenses.js';
import { WorkspaceFiles as ArrangedFiles, FilesBelow } from '../../core/findings/workspaceFiles.js';
import type { PathCondition } from '../../core/globs/paths.js';
import { holderOfClaudeDirectory } from '../../core/sources/claudeDirectory.js';
import { configDirectory } from '../../core/sources/settings.js';
import type { FileList, WorkspaceFiles } from '../workspaceFiles.js';
import type { EditedDocument } from './editingDocuments.js';

/** Answers that are kept for one list of files. */
const keptMatches = 200;

/** What a condition matches: paths relative to the base. */
export interface RuleMatches {
	readonly base: string;
	readonly paths: readonly string[];
	/** False where there are more files than are listed. */
	readonly isComplete: boolean;
}

export class RuleFiles {
	readonly #files: WorkspaceFiles;
	readonly #arranged = new WeakMap<FileList, ArrangedFiles>();
	readonly #matches = new WeakMap<FileList, Map<string, readonly string[]>>();

	constructor(files: WorkspaceFiles) {
		this.#files = files;
	}

	/** The files below the base of a rule or skill; none where the search was cancelled. */
	async below(edited: EditedDocument, token?: CancellationToken): Promise<FilesBelow> {
		const list = await this.#files.of(edited.launch, token);
		return list ? this.#arrange(edited, list).below(baseOf(edited)) : new FilesBelow([]);
	}

	/** Files that a condition matches; asked for again while nothing changed, they are there at once. */
	async matches(
		edited: EditedDocument,
		paths: PathCondition,
		token?: CancellationToken,
	): Promise<RuleMatches | undefined> {
		const list = await this.#files.of(edited.launch, token);
		if (!list) return undefined;
		const base = baseOf(edited);
		const key = JSON.stringify([base, paths.written]);
		const known = this.#matches.get(list) ?? new Map<string, readonly string[]>();
		this.#matches.set(list, known);
		const found = known.get(key) ?? matchingFiles(paths, this.#arrange(edited, list).below(base));
		if (known.size >= keptMatches) known.clear();
		known.set(key, found);
		return { base, paths: found, isComplete: list.isComplete };
	}

	/** The list names files as the folder was opened; patterns are relative to the real launch directory. */
	#arrange({ launch, model }: EditedDocument, list: FileList): ArrangedFiles {
		const known = this.#arranged.get(list);
		if (known) return known;
		const { directory } = model.place;
		const paths =
			directory === launch.path ? list.paths : list.paths.map((path) => join(directory, relative(launch.path, path)));
		const arranged = new ArrangedFiles(paths);
		this.#arranged.set(list, arranged);
		return arranged;
	}
}

/** The directory that a document's `paths` are relative to. */
function baseOf({ path, model }: EditedDocument): string {
	const rule = model.instructions.conditional.find((file) => file.path === path || file.foundAt === path);
	if (rule) return rule.rules.base;
	if (path.startsWith(configDirectory(model.inputs) + sep)) return model.place.directory;
	return holderOfClaudeDirectory(path) ?? model.place.directory;
}
