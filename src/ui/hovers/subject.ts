/** What a hover is about: a place in a document, and the model that the document belongs to. */

import type { CancellationToken, TextDocument, Uri } from 'vscode';
import type { ContextModel } from '../../core/model/contextModel.js';
import type { DirectoryActivations } from '../../core/model/directoryActivations.js';
import { conditionalSource, nestedSource } from '../../core/model/loadedSource.js';
import type { Source } from '../../core/source.js';
import type { LoadedFile, RejectedFile } from '../../core/sources/loadPass.js';
import type { RulesDirectory } from '../../core/sources/ruleFiles.js';
import type { TextRange } from '../../core/text/frontMatter.js';
import { displayPath, type PathContext } from '../format.js';
import { commandIds } from '../ids.js';
import { commandLink } from '../markdown.js';
import type { LaunchDirectory } from '../model/launchDirectories.js';

export interface HoverSubject {
	readonly document: TextDocument;
	/** UTF-16 units into the document's text. */
	readonly offset: number;
	readonly launch: LaunchDirectory;
	readonly model: ContextModel;
	readonly activations: DirectoryActivations;
	/** Names under which the models may know the document's file. */
	readonly paths: readonly string[];
	readonly context: PathContext;
	/** The file that the user looked at before this document. */
	readonly otherFile: Uri | undefined;
	readonly token: CancellationToken;
}

/** Paragraphs of Markdown, and the stretch of the document that they are about. */
export interface HoverAnswer {
	readonly paragraphs: readonly string[];
	readonly range: TextRange;
}

/** A file of the loader, and the rules directory that it came through, where it did. */
export type KnownFile = LoadedFile & { readonly rules?: RulesDirectory };

/** Everything that the loader knows of the startup part and of the directories down to the document's file. */
export interface Loader {
	readonly files: readonly KnownFile[];
	readonly sources: readonly Source[];
	readonly rejected: readonly RejectedFile[];
}

export async function loaderOf({ model, activations, paths }: HoverSubject): Promise<Loader> {
	const directories = await activations.directoriesOf(paths[0] ?? '');
	const nested = await Promise.all(directories.map((directory) => activations.nested(directory)));
	const { startup, conditional, rejected } = model.instructions;
	const nestedPlain = nested.flatMap(({ always, agentsMd }) => [...agentsMd, ...always]);
	const nestedRules = nested.flatMap((directory) => directory.conditional);
	return {
		files: [...startup, ...conditional, ...nestedPlain, ...nestedRules],
		sources: [
			...model.startup,
			...model.pathRules,
			...nestedPlain.map(nestedSource),
			...nestedRules.map(conditionalSource),
		],
		rejected: [...rejected, ...nested.flatMap((directory) => directory.rejected)],
	};
}

/** The document's own file as the loader has it. */
export const fileOf = ({ paths }: HoverSubject, files: readonly KnownFile[]): KnownFile | undefined =>
	files.find(({ path, foundAt }) => paths.includes(path) || (foundAt !== undefined && paths.includes(foundAt)));

/** Does a range hold an offset, its end included? */
export const holds = ({ offset, length }: TextRange, at: number): boolean => offset <= at && at <= offset + length;

/** A link that opens a file, by its short name. */
export const fileLink = (context: PathContext, path: string): string =>
	commandLink(displayPath(context, path), commandIds.openSource, { path }, path);
