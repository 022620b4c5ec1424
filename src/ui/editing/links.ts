/** Document links, definitions and references: where imports, topic links and slugs lead, and who leads here. */

import {
	DocumentLink as CodeDocumentLink,
	type DefinitionProvider,
	type DocumentLinkProvider,
	Location,
	type LocationLink,
	l10n,
	languages,
	type Position,
	type ReferenceProvider,
	type TextDocument,
	Uri,
	workspace,
} from 'vscode';
import { linkAt } from '../../core/editing/documentLinks.js';
import { Disposable } from '../disposable.js';
import type { EditedDocument, EditingDocuments } from './editingDocuments.js';
import { editedFiles } from './editingDocuments.js';
import { documentRange, fileRanges, fileStart } from './ranges.js';

export class Links extends Disposable implements DocumentLinkProvider, DefinitionProvider, ReferenceProvider {
	readonly #documents: EditingDocuments;

	constructor(documents: EditingDocuments) {
		super();
		this.#documents = documents;
		const selector = [...editedFiles];
		this._register(languages.registerDocumentLinkProvider(selector, this));
		this._register(languages.registerDefinitionProvider(selector, this));
		this._register(languages.registerReferenceProvider(selector, this));
	}

	async provideDocumentLinks(document: TextDocument): Promise<CodeDocumentLink[]> {
		const edited = await this.#documents.of(document);
		if (!edited) return [];
		const links = await this.#documents.links(edited);
		return links.flatMap(({ path, range }) => {
			if (path === undefined) return [];
			const link = new CodeDocumentLink(documentRange(document, range), Uri.file(path));
			link.tooltip = l10n.t('Open {0}', path);
			return [link];
		});
	}

	async provideDefinition(document: TextDocument, position: Position): Promise<LocationLink[]> {
		const edited = await this.#documents.of(document);
		const link = edited && linkAt(await this.#documents.links(edited), document.offsetAt(position));
		if (link?.path === undefined || !(await exists(link.path))) return [];
		return [
			{
				originSelectionRange: documentRange(document, link.range),
				targetUri: Uri.file(link.path),
				targetRange: fileStart,
			},
		];
	}

	/** Links to what the link at the position leads to; elsewhere to the document itself. */
	async provideReferences(document: TextDocument, position: Position): Promise<Location[]> {
		const edited = await this.#documents.of(document);
		if (!edited) return [];
		const link = linkAt(await this.#documents.links(edited), document.offsetAt(position));
		return this.#linksTo(edited, link?.path ?? edited.path);
	}

	async #linksTo({ launch, model }: EditedDocument, path: string): Promise<Location[]> {
		const found: Location[] = [];
		for (const document of await this.#documents.linkingDocuments(launch, model)) {
			const leading = document.links.filter((link) => link.path === path);
			if (leading.length === 0) continue;
			const rangeOf = fileRanges(document.path, (await this.#documents.textOf(document.path)) ?? '');
			for (const { range } of leading) found.push(new Location(Uri.file(document.path), rangeOf(range)));
		}
		return found;
	}
}

async function exists(path: string): Promise<boolean> {
	return workspace.fs.stat(Uri.file(path)).then(
		() => true,
		() => false,
	);
}
