/**
 * Open documents as editing sees them: kind, links, and the last model that was built. Nothing here builds a model but the
 * first one, so that no answer to a keystroke waits for a rebuild.
 */

import { sep } from 'node:path';
import { type TextDocument, Uri, workspace } from 'vscode';
import {
	type DocumentKind,
	type DocumentPlaces,
	documentKind,
	documentPlaces,
} from '../../core/editing/documentKind.js';
import { type DocumentLink, documentLinks, type LinkContext } from '../../core/editing/documentLinks.js';
import type { LinkingDocument } from '../../core/editing/linkEdits.js';
import { type LinkingFile, linkingFiles } from '../../core/editing/linkingFiles.js';
import type { ContextModel } from '../../core/model/contextModel.js';
import { type MemoryTopic, scanTopics } from '../../core/sources/memoryTopics.js';
import type { IndexViewOptions } from '../../core/text/truncation.js';
import { Disposable } from '../disposable.js';
import type { LaunchDirectory } from '../model/launchDirectories.js';
import type { ModelManager } from '../modelManager.js';

/** A document of Claude Code's, with what is known of its surroundings. */
export interface EditedDocument {
	readonly document: TextDocument;
	readonly kind: DocumentKind;
	readonly path: string;
	readonly launch: LaunchDirectory;
	readonly model: ContextModel;
}

/** How often something was worked out; suites hold that typing adds little. */
export interface EditingCounts {
	/** Models that were asked for, which builds them where they are not there. */
	models: number;
	/** Texts whose links were looked for. */
	links: number;
}

/** Texts of files whose links are kept. */
const keptTexts = 500;

export class EditingDocuments extends Disposable {
	readonly #manager: ModelManager;
	readonly #places = new WeakMap<ContextModel, DocumentPlaces>();
	readonly #topics = new WeakMap<ContextModel, Promise<readonly MemoryTopic[]>>();
	readonly #links = new Map<
		string,
		{ readonly text: string; readonly topics: unknown; readonly links: readonly DocumentLink[] }
	>();
	readonly counts: EditingCounts = { models: 0, links: 0 };

	constructor(manager: ModelManager) {
		super();
		this.#manager = manager;
		this._register(workspace.onDidCloseTextDocument(({ uri }) => this.#links.delete(uri.fsPath)));
	}

	/** The document as one of Claude Code's; `undefined` for all others. */
	async of(document: TextDocument): Promise<EditedDocument | undefined> {
		const { uri } = document;
		if (uri.scheme !== 'file') return undefined;
		const launch = this.#manager.launchFor(uri) ?? (await this.#launchByPlace(uri.fsPath));
		const model = launch && (await this.#model(launch));
		if (!launch || !model) return undefined;
		const kind = documentKind(uri.fsPath, this.#placesOf(model));
		return kind && { document, kind, path: uri.fsPath, launch, model };
	}

	/** The last model of a launch directory, however old; the first one is waited for. */
	async #model(launch: LaunchDirectory): Promise<ContextModel | undefined> {
		const current = this.#manager.current(launch);
		if (current) return current;
		this.counts.models++;
		return this.#manager.modelFor(launch);
	}

	/** Memory lies outside the workspace: of all launch directories the one whose memory it is, else the first. */
	async #launchByPlace(path: string): Promise<LaunchDirectory | undefined> {
		const { launches } = this.#manager;
		if (documentKind(path) === undefined && !path.endsWith('MEMORY.md')) {
			return launches.find((launch) => this.#memoryOf(launch, path));
		}
		for (const launch of launches) await this.#model(launch);
		return launches.find((launch) => this.#memoryOf(launch, path)) ?? launches[0];
	}

	#memoryOf(launch: LaunchDirectory, path: string): boolean {
		const directory = this.#manager.current(launch)?.memory.directory.path;
		return directory !== undefined && path.startsWith(directory + sep);
	}

	#placesOf(model: ContextModel): DocumentPlaces {
		const known = this.#places.get(model) ?? documentPlaces(model);
		this.#places.set(model, known);
		return known;
	}

	/** Topics of the model's memory; of another project's memory none are known. */
	topics(model: ContextModel): Promise<readonly MemoryTopic[]> {
		const known =
			this.#topics.get(model) ??
			scanTopics(model.loadContext.fs, model.memory.directory.path, model.inputs.client.behaviours).then(
				({ topics }) => topics,
			);
		this.#topics.set(model, known);
		return known;
	}

	/** How the model's client reads a memory index. */
	indexOptions({ inputs: { client } }: ContextModel): IndexViewOptions {
		return {
			afterByteOrderMark: client.behaviours.readsFrontMatterAfterByteOrderMark,
			cleansText: client.behaviours.cleansMemoryIndex,
			alwaysRejoins: !client.behaviours.keepsLinkDefinitions,
		};
	}

	/** The links of a document as it is now. */
	async links({ kind, path, model, document }: EditedDocument): Promise<readonly DocumentLink[]> {
		const context = await this.#linkContext(model, { path, kind });
		return this.#linksOf(kind, path, document.getText(), context);
	}

	/** Every file that may hold links, with them: open documents as they are now. */
	async linkingDocuments(launch: LaunchDirectory, model: ContextModel): Promise<readonly LinkingDocument[]> {
		const topics = await this.topics(model);
		const files = linkingFiles(model, topics, this.#manager.discoveryState(launch).result);
		const documents = await Promise.all(files.map((file) => this.#linkingDocument(model, file)));
		return documents.filter((document) => document !== undefined);
	}

	async #linkingDocument(model: ContextModel, file: LinkingFile): Promise<LinkingDocument | undefined> {
		const text = await this.textOf(file.path);
		if (text === undefined) return undefined;
		const context = await this.#linkContext(model, file);
		const links = this.#linksOf(file.kind, file.path, text, context);
		return { path: file.path, realPath: context.path, links };
	}

	/** The text of an open document, else of the file as the models read it (a byte-order mark left out). */
	async textOf(path: string): Promise<string | undefined> {
		const open = openDocument(path);
		if (open) return open.getText();
		const file = await this.#manager.files.readText(path);
		return file?.ok ? file.text.replace(/^\uFEFF/, '') : undefined;
	}

	async #linkContext(model: ContextModel, { path, kind }: LinkingFile): Promise<LinkContext> {
		const isMemory = kind === 'memory-index' || kind === 'memory-topic';
		return {
			path: (await this.#manager.files.realPath(path)) ?? path,
			homeDirectory: model.inputs.environment.homeDirectory,
			topics: isMemory ? await this.topics(model) : noTopics,
			afterByteOrderMark: model.inputs.client.behaviours.readsFrontMatterAfterByteOrderMark,
		};
	}

	#linksOf(kind: DocumentKind, path: string, text: string, context: LinkContext): readonly DocumentLink[] {
		const known = this.#links.get(path);
		if (known && known.text === text && known.topics === context.topics) return known.links;
		this.counts.links++;
		const links = documentLinks(kind, text, context);
		const oldest = this.#links.size >= keptTexts ? this.#links.keys().next().value : undefined;
		if (oldest !== undefined) this.#links.delete(oldest);
		this.#links.set(path, { text, topics: context.topics, links });
		return links;
	}
}

const noTopics: readonly MemoryTopic[] = [];

/** The open document of a file. */
export function openDocument(path: string): TextDocument | undefined {
	const uri = Uri.file(path).toString();
	return workspace.textDocuments.find((document) => !document.isClosed && document.uri.toString() === uri);
}

/**
 * Documents that providers are asked about; which of them are Claude Code's is for `EditingDocuments`. By name and not by
 * language: newer editors have languages of their own for instruction files, skills and agents.
 */
export const editedFiles = [
	{ scheme: 'file', pattern: '**/*.md' },
	{ scheme: 'file', language: 'plaintext' },
] as const;
