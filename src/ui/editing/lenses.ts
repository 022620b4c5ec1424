/** Lenses: what a file is to Claude Code, above its text. */

import { dirname, join } from 'node:path';
import {
	type CancellationToken,
	CodeLens,
	type CodeLensProvider,
	commands,
	EventEmitter,
	l10n,
	languages,
	type TextDocument,
	Uri,
	window,
	workspace,
} from 'vscode';
import { documentLinks } from '../../core/editing/documentLinks.js';
import {
	instructionLens,
	type KnownState,
	knownState,
	type Lens,
	skillLens,
	statesOf,
	topicLens,
} from '../../core/editing/lenses.js';
import type { ContextModel } from '../../core/model/contextModel.js';
import { fileSource } from '../../core/model/fileSource.js';
import { NestedDirectories } from '../../core/model/nestedDirectories.js';
import { type Configuration, settingTypes } from '../configuration.js';
import { Disposable } from '../disposable.js';
import { formatNumber, reasonWord, stateWord } from '../format.js';
import { commandIds, settingIds, viewIds } from '../ids.js';
import type { ModelManager } from '../modelManager.js';
import type { WorkspaceFiles } from '../workspaceFiles.js';
import type { EditedDocument, EditingDocuments } from './editingDocuments.js';
import { editedFiles } from './editingDocuments.js';
import { documentRange } from './ranges.js';
import type { RuleFiles } from './ruleFiles.js';

/** A lens whose words are made when it is shown: counting files may take a search. */
class RuleLens extends CodeLens {
	readonly edited: EditedDocument;
	readonly lens: Extract<Lens, { readonly kind: 'rule' }>;
	constructor(edited: EditedDocument, lens: Extract<Lens, { readonly kind: 'rule' }>) {
		super(documentRange(edited.document, { offset: lens.offset, length: 0 }));
		this.edited = edited;
		this.lens = lens;
	}
}

export class Lenses extends Disposable implements CodeLensProvider {
	readonly #documents: EditingDocuments;
	readonly #ruleFiles: RuleFiles;
	readonly #configuration: Configuration;
	readonly #states = new WeakMap<ContextModel, ReadonlyMap<string, KnownState>>();
	readonly #nested = new WeakMap<ContextModel, NestedDirectories>();
	readonly #onDidChangeCodeLenses = this._register(new EventEmitter<void>());
	readonly onDidChangeCodeLenses = this.#onDidChangeCodeLenses.event;

	constructor(
		documents: EditingDocuments,
		parts: {
			readonly manager: ModelManager;
			readonly workspaceFiles: WorkspaceFiles;
			readonly ruleFiles: RuleFiles;
			readonly configuration: Configuration;
		},
	) {
		super();
		const { manager, workspaceFiles, ruleFiles, configuration } = parts;
		this.#documents = documents;
		this.#ruleFiles = ruleFiles;
		this.#configuration = configuration;
		this._register(manager.onDidChange(() => this.#onDidChangeCodeLenses.fire()));
		this._register(workspaceFiles.onDidChange(() => this.#onDidChangeCodeLenses.fire()));
		this._register(
			configuration.onDidChange((event) => {
				if (configuration.affects(event, settingIds.codeLens)) this.#onDidChangeCodeLenses.fire();
			}),
		);
		this._register(languages.registerCodeLensProvider([...editedFiles], this));
		this._register(commands.registerCommand(commandIds.showMatchingFiles, (of?: unknown) => this.#showMatching(of)));
	}

	async provideCodeLenses(document: TextDocument): Promise<CodeLens[]> {
		if (!this.#configuration.get(settingIds.codeLens, settingTypes.isBoolean, true, document.uri)) return [];
		const edited = await this.#documents.of(document);
		const lens = edited && (await this.#lensOf(edited));
		if (!edited || !lens) return [];
		return [lens.kind === 'rule' ? new RuleLens(edited, lens) : shownLens(edited, lens)];
	}

	async resolveCodeLens(lens: CodeLens, token: CancellationToken): Promise<CodeLens> {
		if (!(lens instanceof RuleLens)) return lens;
		const matches = await this.#ruleFiles.matches(lens.edited, lens.lens.paths, token);
		if (token.isCancellationRequested) return lens;
		const count = matches?.paths.length ?? 0;
		lens.command = {
			title: matchesTitle(count, matches?.isComplete ?? true),
			command: commandIds.showMatchingFiles,
			arguments: [lens.edited.document.uri],
		};
		return lens;
	}

	async #lensOf(edited: EditedDocument): Promise<Lens | undefined> {
		const { kind, path, model, document } = edited;
		switch (kind) {
			case 'rule':
			case 'instructions':
				return instructionLens(document.getText(), {
					isRule: kind === 'rule',
					afterByteOrderMark: model.inputs.client.behaviours.readsFrontMatterAfterByteOrderMark,
					known: this.#statesOf(model).get(path) ?? (await this.#nestedStateOf(model, path)),
				});
			case 'memory-topic':
				return this.#topicLens(edited);
			case 'skill':
				return skillLens(model, path);
			default:
				return undefined;
		}
	}

	async #topicLens({ path, model }: EditedDocument): Promise<Lens | undefined> {
		const { index } = model.memory;
		const topics = await this.#documents.topics(model);
		if (index.kind !== 'written' || !topics.some((topic) => topic.path === path)) return undefined;
		const text = (await this.#documents.textOf(index.path)) ?? '';
		const links = documentLinks('memory-index', text, {
			path: index.path,
			homeDirectory: model.inputs.environment.homeDirectory,
			topics,
			afterByteOrderMark: true,
		});
		return topicLens(path, text, links);
	}

	/** What the model itself does not know lies below the launch directory. */
	async #nestedStateOf(model: ContextModel, path: string): Promise<KnownState | undefined> {
		const directories = this.#nested.get(model) ?? new NestedDirectories(model);
		this.#nested.set(model, directories);
		const source = await fileSource(model, path, directories);
		return source && knownState(source);
	}

	#statesOf(model: ContextModel): ReadonlyMap<string, KnownState> {
		const known = this.#states.get(model) ?? statesOf(model);
		this.#states.set(model, known);
		return known;
	}

	/** A choice among the files that a rule matches; without a rule those of the one in front. */
	async #showMatching(of: unknown): Promise<void> {
		const uri = of instanceof Uri ? of : window.activeTextEditor?.document.uri;
		const document = uri && (await workspace.openTextDocument(uri));
		const edited = document && (await this.#documents.of(document));
		const lens = edited && (await this.#lensOf(edited));
		if (!edited || lens?.kind !== 'rule') {
			void window.showInformationMessage(l10n.t('This file is no rule with paths.'));
			return;
		}
		const matches = await this.#ruleFiles.matches(edited, lens.paths);
		if (!matches || matches.paths.length === 0) {
			void window.showInformationMessage(l10n.t('No file of this workspace matches the rule’s paths.'));
			return;
		}
		const items = matches.paths.map((path) => ({
			label: path.slice(path.lastIndexOf('/') + 1),
			description: dirname(path) === '.' ? '' : dirname(path),
			path: join(matches.base, path),
		}));
		const picked = await window.showQuickPick(items, {
			title: matchesSentence(matches.paths.length, matches.isComplete),
			matchOnDescription: true,
		});
		if (picked) await window.showTextDocument(Uri.file(picked.path));
	}
}

function shownLens(
	{ document, path, model }: EditedDocument,
	lens: Exclude<Lens, { readonly kind: 'rule' }>,
): CodeLens {
	const range = documentRange(document, { offset: lens.offset, length: 0 });
	switch (lens.kind) {
		case 'instructions':
			return new CodeLens(range, {
				title: instructionTitle(lens),
				command: commandIds.previewRequest,
				arguments: [document.uri],
			});
		case 'topic':
			return lens.line === undefined
				? new CodeLens(range, {
						title: l10n.t('not in the index · add'),
						command: commandIds.addTopicToIndex,
						arguments: [document.uri],
					})
				: new CodeLens(range, {
						title: l10n.t('linked from MEMORY.md line {0}', formatNumber(lens.line)),
						command: commandIds.openSource,
						arguments: [{ path: model.memory.index.path, line: lens.line }],
					});
		case 'skill':
			return new CodeLens(range, {
				title: skillTitle(lens),
				command: `${viewIds.context}.focus`,
				tooltip: path,
			});
	}
}

function matchesTitle(count: number, isComplete: boolean): string {
	if (!isComplete) return l10n.t('matches more than {0} files · show', formatNumber(count));
	return count === 1 ? l10n.t('matches 1 file · show') : l10n.t('matches {0} files · show', formatNumber(count));
}

function matchesSentence(count: number, isComplete: boolean): string {
	if (!isComplete) return l10n.t('Matches more than {0} Files', formatNumber(count));
	return count === 1 ? l10n.t('Matches 1 File') : l10n.t('Matches {0} Files', formatNumber(count));
}

function instructionTitle({
	state,
	reason,
	characters,
	imports,
}: Extract<Lens, { readonly kind: 'instructions' }>): string {
	const parts = [
		stateTitle(state, reason),
		characters === 1 ? l10n.t('1 character') : l10n.t('{0} characters', formatNumber(characters)),
		...(imports === 0 ? [] : [imports === 1 ? l10n.t('1 import') : l10n.t('{0} imports', formatNumber(imports))]),
		l10n.t('preview'),
	];
	return parts.join(' · ');
}

/** A file that is not there yet for the model will be attached once it is. */
function stateTitle(state: KnownState['state'] | undefined, reason: KnownState['reason']): string {
	if (state === 'loaded' || state === 'truncated') return l10n.t('at startup');
	if (state === 'not loaded') return reason ? `${stateWord(state)}: ${reasonWord(reason)}` : stateWord(state);
	return stateWord(state ?? 'on demand');
}

function skillTitle({ state, reason, characters, cap, over }: Extract<Lens, { readonly kind: 'skill' }>): string {
	if (state === 'listed') return l10n.t('listed · {0} of {1} characters', formatNumber(characters), formatNumber(cap));
	if (reason === 'dropped-by-budget')
		return over === 1
			? l10n.t('name only: the listing is over its budget by 1 character')
			: l10n.t('name only: the listing is over its budget by {0} characters', formatNumber(over));
	return reason ? `${stateWord(state)}: ${reasonWord(reason)}` : stateWord(state);
}
