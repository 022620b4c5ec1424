/** From a fix to the edit that an editor applies; none where a text is no longer the one that the fix was made for. */

import { Uri, WorkspaceEdit } from 'vscode';
import type { Finding } from '../../core/findings/finding.js';
import { type Fix, type FixContext, pathsForFixes } from '../../core/findings/fixes.js';
import type { FileSystem } from '../../core/ports.js';
import { TextPositions } from '../places.js';
import { openDocument } from './editingDocuments.js';

/** Texts as the models read them: what findings and fixes count in. */
export class ModelTexts implements FixContext {
	readonly #files: FileSystem;
	readonly #texts = new Map<string, string | undefined>();

	constructor(files: FileSystem) {
		this.#files = files;
	}

	/** Has the texts ready that the fixes of a finding ask for. */
	async prepare(finding: Finding): Promise<void> {
		for (const path of [finding.path, ...pathsForFixes(finding)]) await this.read(path);
	}

	async read(path: string): Promise<string | undefined> {
		if (this.#texts.has(path)) return this.#texts.get(path);
		const file = await this.#files.readText(path);
		const text = file?.ok ? file.text : undefined;
		this.#texts.set(path, text);
		return text;
	}

	textOf = (path: string): string | undefined => this.#texts.get(path);

	/** True where no editor has another text than the models. */
	isCurrent(path: string): boolean {
		const document = openDocument(path);
		const text = this.#texts.get(path);
		return !document || (text !== undefined && flat(document.getText()) === flat(text));
	}
}

/** An editor has no byte-order mark, and one kind of line end. */
const flat = (text: string): string => text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');

/** The edit of one or more fixes. */
export async function workspaceEditOf(fixes: readonly Fix[], texts: ModelTexts): Promise<WorkspaceEdit | undefined> {
	const edit = new WorkspaceEdit();
	const positions = new Map<string, TextPositions>();
	for (const each of fixes.flatMap(({ edits }) => edits)) {
		const uri = Uri.file(each.path);
		if (each.kind === 'create') {
			edit.createFile(uri, { contents: new TextEncoder().encode(each.text), overwrite: false });
		} else if (each.kind === 'rename') {
			edit.renameFile(uri, Uri.file(each.newPath), { overwrite: false });
		} else {
			const text = await texts.read(each.path);
			if (text === undefined || !texts.isCurrent(each.path)) return undefined;
			const known = positions.get(each.path) ?? new TextPositions(text);
			positions.set(each.path, known);
			edit.replace(uri, known.range(each.range.offset, each.range.length), each.newText);
		}
	}
	return edit;
}
