/** Completion: paths of imports, topics, slugs, patterns, keys of the front matter and their values. */

import { basename, dirname, relative, sep } from 'node:path';
import {
	type CancellationToken,
	CompletionItem as CodeCompletionItem,
	CompletionItemKind,
	type CompletionItemProvider,
	CompletionList,
	l10n,
	languages,
	type Position,
	type TextDocument,
} from 'vscode';
import {
	type CompletionItem,
	importDirectory,
	importItems,
	slugItems,
	topicItems,
} from '../../core/editing/completionItems.js';
import { type CompletionRequest, completionRequest } from '../../core/editing/completionRequest.js';
import { type KeyTopic, keyItems, valueItems } from '../../core/editing/frontMatterKeys.js';
import { globItems } from '../../core/editing/globItems.js';
import { NodeFileSystem } from '../../host/fileSystem.js';
import { Disposable } from '../disposable.js';
import { formatNumber } from '../format.js';
import type { EditedDocument, EditingDocuments } from './editingDocuments.js';
import { editedFiles } from './editingDocuments.js';
import { documentRange } from './ranges.js';
import type { RuleFiles } from './ruleFiles.js';

const triggers = ['@', '/', '[', '(', '*', ' ', '"', '{'] as const;

/** An item in core's form, and the words for it. */
type Item = CompletionItem & { readonly topic?: KeyTopic };

export class Completion extends Disposable implements CompletionItemProvider {
	readonly #documents: EditingDocuments;
	readonly #ruleFiles: RuleFiles;
	/** Directories are listed anew each time: most are watched by nobody. */
	readonly #disk = new NodeFileSystem();

	constructor(documents: EditingDocuments, ruleFiles: RuleFiles) {
		super();
		this.#documents = documents;
		this.#ruleFiles = ruleFiles;
		this._register(languages.registerCompletionItemProvider([...editedFiles], this, ...triggers));
	}

	async provideCompletionItems(
		document: TextDocument,
		position: Position,
		token: CancellationToken,
	): Promise<CompletionList | undefined> {
		const edited = await this.#documents.of(document);
		if (!edited) return undefined;
		const request = completionRequest(edited.kind, document.getText(), document.offsetAt(position));
		if (!request || token.isCancellationRequested) return undefined;
		const items = await this.#items(edited, request, token);
		if (token.isCancellationRequested) return undefined;
		const range = documentRange(document, request.range);
		// A path goes on where an item ends: what is offered next is another list.
		const isIncomplete = request.kind === 'import' || request.kind === 'glob';
		return new CompletionList(
			items.map((item) => shown(item, range)),
			isIncomplete,
		);
	}

	async #items(edited: EditedDocument, request: CompletionRequest, token: CancellationToken): Promise<readonly Item[]> {
		const { kind, path, model } = edited;
		switch (request.kind) {
			case 'import': {
				const directory = importDirectory(request.written, path, model.inputs.environment.homeDirectory);
				return importItems(request.written, (await this.#disk.list(directory, 'any')) ?? [], basename(path));
			}
			case 'topic':
				return this.#topicItems(edited, request.isAngled);
			case 'slug':
				return slugItems(await this.#otherTopics(edited), request.isClosed);
			case 'glob':
				return globItems(request.written, await this.#ruleFiles.below(edited, token), request);
			case 'key':
				return keyItems(kind, request);
			case 'value':
				return valueItems(kind, request, {
					skills: model.skills.map(({ name }) => name),
					agents: model.agents.filter(({ state }) => state === 'listed').map(({ name }) => name),
				});
		}
	}

	async #topicItems(edited: EditedDocument, isAngled: boolean): Promise<readonly Item[]> {
		const links = await this.#documents.links(edited);
		const linked = new Set(links.flatMap(({ path }) => path ?? []));
		const up = relative(dirname(edited.path), edited.model.memory.directory.path).split(sep).join('/');
		return topicItems(await this.#otherTopics(edited), { isAngled, linked, prefix: up === '' ? '' : `${up}/` });
	}

	async #otherTopics({ path, model }: EditedDocument): Promise<Awaited<ReturnType<EditingDocuments['topics']>>> {
		return (await this.#documents.topics(model)).filter((topic) => topic.path !== path);
	}
}

const kinds: Readonly<Record<CompletionItem['kind'], CompletionItemKind>> = {
	file: CompletionItemKind.File,
	directory: CompletionItemKind.Folder,
	topic: CompletionItemKind.Reference,
	key: CompletionItemKind.Property,
	value: CompletionItemKind.Value,
	glob: CompletionItemKind.Constant,
};

function shown(item: Item, range: CodeCompletionItem['range']): CodeCompletionItem {
	const shownItem = new CodeCompletionItem(item.label, kinds[item.kind]);
	shownItem.insertText = item.insertText;
	shownItem.range = range;
	// What is typed is held against the whole path, not against the last name of it.
	shownItem.filterText = item.insertText.replace(/^"/, '');
	shownItem.sortText = `${item.rank.toString().padStart(2, '0')} ${item.kind === 'glob' ? order(item.files) : item.label}`;
	if (item.about !== undefined) shownItem.detail = item.about;
	if (item.topic !== undefined) shownItem.detail = keyWords(item.topic);
	if (item.files !== undefined)
		shownItem.detail = item.files === 1 ? l10n.t('1 file') : l10n.t('{0} files', formatNumber(item.files));
	if (item.continues) shownItem.command = { title: '', command: 'editor.action.triggerSuggest' };
	return shownItem;
}

/** Most files first. */
const order = (files = 0): string => (1e9 - files).toString().padStart(10, '0');

/** What a key of the front matter is for. */
function keyWords(topic: KeyTopic): string {
	const words: Readonly<Record<KeyTopic, string>> = {
		paths: l10n.t('Files for which it is attached'),
		name: l10n.t('Its name'),
		description: l10n.t('What it is for: what the model chooses by'),
		whenToUse: l10n.t('When to use it; follows the description in the listing'),
		argumentHint: l10n.t('Shown behind the name while it is typed'),
		noModel: l10n.t('Keeps it out of the listing: the user alone invokes it'),
		noUser: l10n.t('With false it is not in the user’s menu'),
		tools: l10n.t('Tools that it may use'),
		noTools: l10n.t('Tools that it may not use'),
		model: l10n.t('Model that runs it'),
		fork: l10n.t('Runs it in a context of its own'),
		agent: l10n.t('Agent that runs it'),
		memory: l10n.t('Gives the agent a memory of its own, with a MEMORY.md'),
		skills: l10n.t('Skills whose text is in the agent’s context from the start'),
		permissions: l10n.t('How it asks for permission'),
		color: l10n.t('Colour in the interface'),
		type: l10n.t('Kind of memory'),
		pinned: l10n.t('Pinned topics (clients that have the feature)'),
		hooks: l10n.t('Hooks while it runs'),
		effort: l10n.t('How hard the model thinks'),
		turns: l10n.t('Turns after which it stops'),
		background: l10n.t('Runs in the background'),
		isolation: l10n.t('Runs in a worktree of its own'),
		servers: l10n.t('MCP servers that it has'),
	};
	return words[topic];
}
