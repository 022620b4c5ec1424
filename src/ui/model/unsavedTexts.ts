/** Texts of open editors that are not saved yet: they stand in for the disk. */

import { extname } from 'node:path';
import { type TextDocument, workspace } from 'vscode';
import { Disposable } from '../disposable.js';

export interface UnsavedTextsHost {
	/** `undefined` gives the disk its word back. */
	readonly setUnsaved: (path: string, text: string | undefined) => void;
	/** Is the text of this file part of a model, or might it become one? */
	readonly matters: (path: string) => boolean;
	/** Called when an editor has written a file: its text on the disk is another, whether or not a watcher tells of it. */
	readonly onDidSave: (path: string) => void;
	/** Called when the text of a file that matters changed in an editor. */
	readonly onDidChange: (path: string) => void;
}

/**
 * Files of other names matter only once a model has read them. By name and not by language: editors have languages of their
 * own for instruction files, skills, agents and settings.
 */
const mayMatter = ({ uri }: TextDocument): boolean => /^\.(md|jsonc?)$/i.test(extname(uri.fsPath));

export class UnsavedTexts extends Disposable {
	readonly #host: UnsavedTextsHost;
	/** Documents whose text changed since `flush`. */
	readonly #changed = new Set<TextDocument>();
	/** Paths that have an unsaved text in the file system. */
	readonly #standing = new Set<string>();

	constructor(host: UnsavedTextsHost) {
		super();
		this.#host = host;
		for (const document of workspace.textDocuments) if (document.isDirty) this.#onChange(document);
		this._register(workspace.onDidChangeTextDocument(({ document }) => this.#onChange(document)));
		this._register(workspace.onDidSaveTextDocument((document) => this.#onSave(document)));
		this._register(workspace.onDidCloseTextDocument((document) => this.#onClose(document)));
	}

	/** Hands the texts of now to the file system; a text is copied once per build, not once per key stroke. */
	flush(): void {
		for (const document of this.#changed) {
			const path = document.uri.fsPath;
			const text = document.isDirty && !document.isClosed ? document.getText() : undefined;
			if (text === undefined && !this.#standing.delete(path)) continue;
			if (text !== undefined) this.#standing.add(path);
			this.#host.setUnsaved(path, text);
		}
		this.#changed.clear();
	}

	#onChange(document: TextDocument): void {
		if (document.uri.scheme !== 'file') return;
		const path = document.uri.fsPath;
		const isPart = this.#host.matters(path);
		if (!isPart && !mayMatter(document) && !this.#standing.has(path)) return;
		this.#changed.add(document);
		if (isPart || this.#standing.has(path)) this.#host.onDidChange(path);
	}

	#onSave(document: TextDocument): void {
		if (document.uri.scheme === 'file') this.#host.onDidSave(document.uri.fsPath);
		this.#onChange(document);
	}

	#onClose(document: TextDocument): void {
		this.#changed.delete(document);
		const path = document.uri.fsPath;
		if (document.uri.scheme !== 'file' || !this.#standing.delete(path)) return;
		this.#host.setUnsaved(path, undefined);
		this.#host.onDidChange(path);
	}
}
