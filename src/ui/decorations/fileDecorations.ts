/**
 * Badges in the Explorer: the number of files that reading a file attaches, and the state of instruction files.
 *
 * VS Code asks for visible files only. A directory is listed once, then each of its files is answered from the compiled
 * matchers of the rules, without a look at the disk.
 */

import {
	type CancellationToken,
	EventEmitter,
	FileDecoration,
	type FileDecorationProvider,
	l10n,
	ThemeColor,
	type Uri,
	window,
} from 'vscode';
import type { ContextModel } from '../../core/model/contextModel.js';
import type { Attachment } from '../../core/model/explain.js';
import type { SourceState } from '../../core/source.js';
import type { Configuration } from '../configuration.js';
import { settingTypes } from '../configuration.js';
import { Disposable } from '../disposable.js';
import type { Explanations } from '../explanations.js';
import { displayPath, formatCost, formatNumber, reasonWord, stateWord } from '../format.js';
import { colorIds } from '../icons.js';
import { settingIds } from '../ids.js';
import type { ModelManager } from '../modelManager.js';
import { type StatedFile, statedFiles } from './statedFiles.js';

/** Attached files that a tooltip names. */
const namedFiles = 8;

export class FileDecorations extends Disposable implements FileDecorationProvider {
	readonly #manager: ModelManager;
	readonly #explanations: Explanations;
	readonly #configuration: Configuration;
	readonly #stated = new WeakMap<ContextModel, ReadonlyMap<string, StatedFile>>();
	readonly #onDidChange = this._register(new EventEmitter<undefined>());
	readonly onDidChangeFileDecorations = this.#onDidChange.event;
	#isEnabled: boolean;

	constructor(manager: ModelManager, explanations: Explanations, configuration: Configuration) {
		super();
		this.#manager = manager;
		this.#explanations = explanations;
		this.#configuration = configuration;
		this.#isEnabled = this.#readEnabled();
		this._register(manager.onDidChange(() => this.#refresh()));
		this._register(manager.onDidChangeLaunches(() => this.#refresh()));
		this._register(
			configuration.onDidChange((event) => {
				if (!configuration.affects(event, settingIds.decorations)) return;
				this.#isEnabled = this.#readEnabled();
				this.#onDidChange.fire(undefined);
			}),
		);
		this._register(window.registerFileDecorationProvider(this));
	}

	async provideFileDecoration(uri: Uri, token?: CancellationToken): Promise<FileDecoration | undefined> {
		if (!this.#isEnabled) return undefined;
		const launch = this.#manager.launchFor(uri);
		const model = launch && (await this.#manager.modelFor(launch));
		if (!model || token?.isCancellationRequested) return undefined;
		const activations = this.#explanations.activations(model);
		const path = await activations.realPathOf(uri.fsPath);
		const stated = this.#statedIn(model).get(path);
		if (stated) return stateDecoration(stated);
		const found = await activations.of(path);
		if (!found || token?.isCancellationRequested) return undefined;
		if (found.itself) return stateDecoration(found.itself);
		return found.attached.length > 0 ? attachedDecoration(model, found.attached) : undefined;
	}

	#refresh(): void {
		if (this.#isEnabled) this.#onDidChange.fire(undefined);
	}

	#readEnabled(): boolean {
		return this.#configuration.get(settingIds.decorations, settingTypes.isBoolean, true);
	}

	#statedIn(model: ContextModel): ReadonlyMap<string, StatedFile> {
		const known = this.#stated.get(model) ?? statedFiles(model);
		this.#stated.set(model, known);
		return known;
	}
}

/** At most two characters, told apart by their form. */
const badges: Readonly<Record<SourceState, string>> = {
	loaded: '●',
	attached: '●',
	'on demand': '○',
	listed: '≡',
	'name only': '−',
	truncated: '✂',
	'not loaded': '⊘',
};

/** Only what is wrong changes the colour of a name: other providers, such as git, have theirs. */
const colors: Readonly<Partial<Record<SourceState, string>>> = {
	truncated: colorIds.truncatedFile,
	'name only': colorIds.truncatedFile,
	'not loaded': colorIds.notLoadedFile,
};

function stateDecoration({ state, reason, characters, tokens }: StatedFile): FileDecoration {
	const word = reason && state === 'not loaded' ? `${stateWord(state)} (${reasonWord(reason.code)})` : stateWord(state);
	const detail = reason?.sentence ?? (characters > 0 ? formatCost({ characters, tokens }) : '');
	const tooltip = detail === '' ? l10n.t('Claude Code: {0}', word) : l10n.t('Claude Code: {0}. {1}', word, detail);
	const color = colors[state];
	return new FileDecoration(badges[state], tooltip, color === undefined ? undefined : new ThemeColor(color));
}

function attachedDecoration(model: ContextModel, attached: readonly Attachment[]): FileDecoration {
	const { length } = attached;
	const context = { directory: model.place.directory, home: model.inputs.environment.homeDirectory };
	const names = attached.slice(0, namedFiles).map(({ source, match }) => {
		const path = displayPath(context, source.path);
		return match ? `${path} (${match.pattern})` : path;
	});
	const more = length - names.length;
	const list = [...names, ...(more > 0 ? [l10n.t('{0} more', formatNumber(more))] : [])].join(', ');
	const tooltip =
		length === 1
			? l10n.t('Claude Code attaches {0} when it reads this file', list)
			: l10n.t('Claude Code attaches {0} files when it reads this one: {1}', formatNumber(length), list);
	return new FileDecoration(String(Math.min(length, 99)), tooltip);
}
