/** Renames that take the links along: on a link itself, and of files in the Explorer. */

import {
	l10n,
	languages,
	type Position,
	type Range,
	type RenameProvider,
	type TextDocument,
	Uri,
	WorkspaceEdit,
	window,
	workspace,
} from 'vscode';
import { type DocumentLink, linkAt } from '../../core/editing/documentLinks.js';
import { encoded, type LinkEdit, linkEdits, type Move, renamedTarget } from '../../core/editing/linkEdits.js';
import { type Configuration, settingTypes } from '../configuration.js';
import { Disposable } from '../disposable.js';
import { formatNumber } from '../format.js';
import { section, settingIds } from '../ids.js';
import type { ComponentLog, Log } from '../log.js';
import type { ModelManager } from '../modelManager.js';
import type { EditingDocuments } from './editingDocuments.js';
import { editedFiles } from './editingDocuments.js';
import { documentRange, fileRanges } from './ranges.js';

/** A rename of ours comes back as a file operation within this time. Milliseconds. */
const ownRenameTime = 30_000;

export class LinkRenames extends Disposable implements RenameProvider {
	readonly #documents: EditingDocuments;
	readonly #manager: ModelManager;
	readonly #configuration: Configuration;
	readonly #log: ComponentLog;
	/** Renames whose edits this provider gave already, with the time until which they are waited for. */
	readonly #own = new Map<string, number>();

	constructor(documents: EditingDocuments, manager: ModelManager, configuration: Configuration, log: Log) {
		super();
		this.#documents = documents;
		this.#manager = manager;
		this.#configuration = configuration;
		this.#log = log.component('LinkRenames');
		this._register(languages.registerRenameProvider([...editedFiles], this));
		this._register(
			workspace.onWillRenameFiles((event) => {
				const moves = event.files
					.filter(({ oldUri, newUri }) => oldUri.scheme === 'file' && newUri.scheme === 'file')
					.map(({ oldUri, newUri }): Move => ({ from: oldUri.fsPath, to: newUri.fsPath }))
					.filter((move) => !this.#isOwn(move));
				if (moves.length > 0) event.waitUntil(this.#onWillRename(moves));
			}),
		);
	}

	async prepareRename(document: TextDocument, position: Position): Promise<{ range: Range; placeholder: string }> {
		const link = await this.#linkAt(document, position);
		if (link?.path === undefined) throw new Error(l10n.t('No import, topic link or slug stands here.'));
		return { range: documentRange(document, link.pathRange), placeholder: link.written };
	}

	async provideRenameEdits(
		document: TextDocument,
		position: Position,
		newName: string,
	): Promise<WorkspaceEdit | undefined> {
		const edited = await this.#documents.of(document);
		const link = await this.#linkAt(document, position);
		if (!edited || link?.path === undefined) return undefined;
		if (link.slugOf === 'name')
			throw new Error(l10n.t('The slug is the name in the topic’s front matter; change it there.'));
		const from = link.path;
		const home = edited.model.inputs.environment.homeDirectory;
		const to = renamedTarget(link, newName, await this.#realPath(document.uri.fsPath), home);
		if (to === undefined) throw new Error(l10n.t('A file cannot have this name.'));
		if (to === from) return new WorkspaceEdit();
		const moves: readonly Move[] = [{ from, to }];
		const edit = new WorkspaceEdit();
		const edits = linkEdits(await this.#documents.linkingDocuments(edited.launch, edited.model), moves, home);
		await this.#add(edit, edits);
		if (await isThere(from)) {
			this.#own.set(keyOf({ from, to }), Date.now() + ownRenameTime);
			edit.renameFile(Uri.file(from), Uri.file(to), { overwrite: false });
		} else if (edits.length === 0) {
			edit.replace(document.uri, documentRange(document, link.pathRange), encoded(link, newName));
		}
		return edit;
	}

	async #linkAt(document: TextDocument, position: Position): Promise<DocumentLink | undefined> {
		const edited = await this.#documents.of(document);
		return edited && linkAt(await this.#documents.links(edited), document.offsetAt(position));
	}

	#isOwn(move: Move): boolean {
		const until = this.#own.get(keyOf(move));
		this.#own.delete(keyOf(move));
		return until !== undefined && until > Date.now();
	}

	/** Edits of all launch directories for a rename in the Explorer; asked about once, unless a setting decides. */
	async #onWillRename(moves: readonly Move[]): Promise<WorkspaceEdit> {
		const edit = new WorkspaceEdit();
		try {
			const edits = await this.#editsFor(moves);
			if (edits.length > 0 && (await this.#isWanted(edits, moves))) await this.#add(edit, edits);
		} catch (error) {
			this.#log.error('the links to a renamed file could not be updated', error);
		}
		return edit;
	}

	async #editsFor(moves: readonly Move[]): Promise<readonly LinkEdit[]> {
		const byPlace = new Map<string, LinkEdit>();
		for (const { launch, model } of this.#manager.all()) {
			// A launch directory that nobody asked for yet may hold links all the same.
			const current = model ?? (await this.#manager.modelFor(launch));
			if (!current) continue;
			const documents = await this.#documents.linkingDocuments(launch, current);
			for (const each of linkEdits(documents, moves, current.inputs.environment.homeDirectory))
				byPlace.set(`${each.path}\n${each.range.offset}`, each);
		}
		return [...byPlace.values()];
	}

	async #isWanted(edits: readonly LinkEdit[], moves: readonly Move[]): Promise<boolean> {
		const setting = this.#configuration.get(settingIds.updateLinks, isUpdateLinks, 'prompt');
		if (setting !== 'prompt') return setting === 'always';
		const files = new Set(edits.map(({ path }) => path)).size;
		const yes = l10n.t('Update');
		const always = l10n.t('Always Update');
		const never = l10n.t('Never Update');
		const what =
			moves.length === 1 ? (moves[0]?.from ?? '').replace(/^.*[\\/]/, '') : l10n.t('{0} files', moves.length);
		const question =
			edits.length === 1
				? l10n.t('Update 1 link of Claude Code’s files to {0}?', what)
				: l10n.t('Update {0} links to {1} in {2} of Claude Code’s files?', formatNumber(edits.length), what, files);
		const answer = await window.showInformationMessage(question, { modal: true }, yes, always, never);
		if (answer === always || answer === never) {
			const value = answer === always ? 'always' : 'never';
			await workspace.getConfiguration(section).update(settingIds.updateLinks, value, true);
		}
		return answer === yes || answer === always;
	}

	async #add(edit: WorkspaceEdit, edits: readonly LinkEdit[]): Promise<void> {
		for (const path of new Set(edits.map((each) => each.path))) {
			const rangeOf = fileRanges(path, (await this.#documents.textOf(path)) ?? '');
			for (const each of edits) if (each.path === path) edit.replace(Uri.file(path), rangeOf(each.range), each.newText);
		}
	}

	async #realPath(path: string): Promise<string> {
		return (await this.#manager.files.realPath(path)) ?? path;
	}
}

type UpdateLinks = 'prompt' | 'always' | 'never';
const isUpdateLinks = (value: unknown): value is UpdateLinks =>
	settingTypes.isString(value) && ['prompt', 'always', 'never'].includes(value);

const keyOf = ({ from, to }: Move): string => `${from}\n${to}`;

const isThere = (path: string): Promise<boolean> =>
	Promise.resolve(
		workspace.fs.stat(Uri.file(path)).then(
			() => true,
			() => false,
		),
	);
