/** The Context view: the tree of what Claude Code will have in its context, and what not. */

import { basename } from 'node:path';
import { commands, l10n, type TreeView, window, workspace } from 'vscode';
import type { Discovery } from '../core/model/discovery.js';
import { contextWords } from './contextValues.js';
import { Disposable } from './disposable.js';
import { formatNumber, sumOf } from './format.js';
import { groupIcons } from './icons.js';
import { commandIds, contextKeys, viewIds } from './ids.js';
import type { ComponentLog, Log } from './log.js';
import type { LaunchDirectory } from './model/launchDirectories.js';
import type { ModelManager } from './modelManager.js';
import type { Problems } from './problems/problems.js';
import { nestedSkillRows } from './tree/capabilityRows.js';
import { contextRows, isEmpty, nestedGroupId } from './tree/contextRows.js';
import { groupRow, messageRow } from './tree/groupRow.js';
import { type Row, type RowSnapshot, snapshotOf } from './tree/row.js';
import { RowsProvider } from './tree/rowsProvider.js';
import { type RowContext, sourceRows, uniqueIds } from './tree/sourceRow.js';

/** Which welcome text an empty view shows. */
export type ContextViewState = 'ready' | 'noFolder' | 'virtual' | 'empty' | 'missing' | 'failed';

/** A search that takes longer says how far it is. Milliseconds. */
const silentSearch = 250;
/** How often a running search is shown anew. Milliseconds. */
const searchRefresh = 400;

export class ContextView extends Disposable {
	readonly #manager: ModelManager;
	readonly #problems: Problems;
	readonly #log: ComponentLog;
	readonly #provider: RowsProvider;
	readonly #view: TreeView<Row>;
	#state?: ContextViewState;
	#refreshed = 0;
	/** Launch directories whose group of nested files is expanded. */
	readonly #openNested = new Set<string>();

	constructor(manager: ModelManager, problems: Problems, log: Log) {
		super();
		this.#manager = manager;
		this.#problems = problems;
		this.#log = log.component('ContextView');
		this.#provider = this._register(new RowsProvider(() => this.#roots()));
		this.#view = this._register(
			window.createTreeView(viewIds.context, { treeDataProvider: this.#provider, showCollapseAll: true }),
		);
		this._register(this.#view.onDidExpandElement(({ element }) => this.#onToggle(element, true)));
		this._register(this.#view.onDidCollapseElement(({ element }) => this.#onToggle(element, false)));
		this._register(manager.onDidChange(() => this.#provider.refresh()));
		this._register(manager.onDidChangeLaunches(() => this.#provider.refresh()));
		this._register(workspace.onDidChangeWorkspaceFolders(() => this.#provider.refresh()));
		this._register(manager.onDidChangeDiscovery((launch) => this.#onSearch(launch)));
		this._register(workspace.onDidGrantWorkspaceTrust(() => this.#sayTrust()));
		this._register(commands.registerCommand(commandIds.refresh, () => this.#refresh()));
		this._register(commands.registerCommand(commandIds.findNested, (row?: Row) => this.#find(row)));
		this._register(commands.registerCommand(commandIds.stopFindingNested, (row?: Row) => this.#stop(row)));
		this.#sayTrust();
	}

	/** What the view shows, for suites. */
	async snapshot(): Promise<{ readonly state: ContextViewState; readonly rows: readonly RowSnapshot[] }> {
		const rows = await this.#roots();
		return { state: this.#state ?? 'ready', rows: rows.map(snapshotOf) };
	}

	/** Rows of the nested files, as expanding the group shows them; for suites. */
	async nestedSnapshot(launch: LaunchDirectory): Promise<readonly RowSnapshot[]> {
		await this.#manager.discovery(launch);
		const model = this.#manager.current(launch);
		if (!model) return [];
		const { directory } = model.place;
		const context = { launch, directory, home: model.inputs.environment.homeDirectory, unique: uniqueIds() };
		return (await this.#nestedRows(context)).map(snapshotOf);
	}

	async #roots(): Promise<readonly Row[]> {
		const { launches } = this.#manager;
		if (launches.length === 0) {
			await this.#setState((workspace.workspaceFolders ?? []).length > 0 ? 'virtual' : 'noFolder');
			return [];
		}
		const models = await Promise.all(launches.map((launch) => this.#manager.modelFor(launch)));
		const [only] = launches;
		if (only && launches.length === 1 && virtualRows().length === 0) {
			const state = this.#stateOf(only);
			await this.#setState(state);
			return state === 'ready' ? this.#rows(only) : [];
		}
		await this.#setState('ready');
		const rows = launches.map((launch, index) => {
			const model = models[index];
			const state = this.#stateOf(launch);
			const unique = uniqueIds();
			const context = { launch, directory: model?.place.directory ?? launch.path, home: '', unique };
			return groupRow(context, {
				group: 'launch',
				label: launch.name,
				icon: groupIcons.launch,
				sentence: l10n.t('Launch directory {0}', launch.path),
				...(model ? { cost: sumOf(model.startup) } : {}),
				expanded: launches.length <= 3,
				words: [contextWords.launch],
				children: state === 'ready' ? this.#rows(launch) : [messageRow(`${launch.key}/message`, stateMessage(state))],
			});
		});
		return [...rows, ...virtualRows()];
	}

	#rows(launch: LaunchDirectory): readonly Row[] {
		const model = this.#manager.current(launch);
		if (!model) return [];
		const { result, previous } = this.#manager.discoveryState(launch);
		// While the group is open, what was found before stays until the new search is done: nothing flickers.
		const known = result ?? (this.#openNested.has(launch.key) ? previous : undefined);
		return contextRows(launch, model, {
			nested: (context) => this.#nestedRows(context),
			problemsOf: (path) => this.#problems.messagesOf(path),
			...(known ? { known } : {}),
		});
	}

	#stateOf(launch: LaunchDirectory): ContextViewState {
		const state = this.#manager.state(launch);
		if (state.kind === 'missing' || state.kind === 'failed') return state.kind;
		const model = this.#manager.current(launch);
		return model && isEmpty(model) && !this.#manager.discoveryState(launch).result?.onDemand.length ? 'empty' : 'ready';
	}

	/** Looks for nested files; where that takes a while, says how far it is instead. */
	async #nestedRows(context: RowContext): Promise<readonly Row[]> {
		const { launch } = context;
		if (!this.#manager.discoveryState(launch).running) {
			let timer: NodeJS.Timeout | undefined;
			const pause = new Promise<undefined>((done) => {
				timer = setTimeout(() => done(undefined), silentSearch);
			});
			const result = await Promise.race([this.#manager.discovery(launch), pause]);
			clearTimeout(timer);
			if (result) return foundRows(context, result);
			void this.#showProgress(launch);
		}
		const { directories, running, result, previous } = this.#manager.discoveryState(launch);
		if (!running && result) return foundRows(context, result);
		if (previous) return foundRows(context, previous);
		return [
			{
				...messageRow(
					`${launch.key}/searching`,
					l10n.t('Looking for nested files… {0} directories', formatNumber(directories)),
					{ icon: groupIcons.searching, words: [contextWords.searching] },
				),
				launch,
			},
		];
	}

	#showProgress(launch: LaunchDirectory): Thenable<unknown> {
		return window.withProgress({ location: { viewId: viewIds.context } }, () => this.#manager.discovery(launch));
	}

	#onToggle({ launch, id }: Row, isOpen: boolean): void {
		if (!launch || id !== `${launch.key}/${nestedGroupId}`) return;
		if (isOpen) this.#openNested.add(launch.key);
		else this.#openNested.delete(launch.key);
	}

	#onSearch(launch: LaunchDirectory): void {
		const { running } = this.#manager.discoveryState(launch);
		const now = Date.now();
		if (running && now - this.#refreshed < searchRefresh) return;
		this.#refreshed = now;
		// At the end the sums of the groups change too.
		this.#provider.refresh(running ? `${launch.key}/${nestedGroupId}` : undefined);
	}

	#refresh(): void {
		this.#log.info('everything is read anew');
		this.#manager.refresh();
		this.#provider.refresh();
	}

	#find(row: Row | undefined): void {
		for (const launch of row?.launch ? [row.launch] : this.#manager.launches) this.#manager.forgetDiscovery(launch);
	}

	#stop(row: Row | undefined): void {
		for (const launch of row?.launch ? [row.launch] : this.#manager.launches) this.#manager.stopDiscovery(launch);
	}

	#sayTrust(): void {
		this.#view.message = workspace.isTrusted
			? undefined
			: l10n.t(
					'Restricted Mode: settings of the workspace redirect nothing. Claude Code may load more once it is trusted.',
				);
	}

	async #setState(state: ContextViewState): Promise<void> {
		if (state === this.#state) return;
		this.#state = state;
		await commands.executeCommand('setContext', contextKeys.contextView, state);
	}
}

function foundRows(context: RowContext, found: Discovery): readonly Row[] {
	const { launch } = context;
	const rows = [
		...sourceRows(context, found.onDemand, { group: nestedGroupId }),
		...nestedSkillRows(context, found.skills),
	];
	if (rows.length === 0) rows.push(messageRow(`${launch.key}/nothing`, l10n.t('There are no nested files')));
	// Nobody keeps instructions in git's own directory: saying so every time would be noise.
	const names = [...new Set(found.skipped.map((path) => basename(path)))].filter((name) => name !== '.git');
	if (names.length > 0) {
		rows.push(messageRow(`${launch.key}/skipped`, l10n.t('Not searched: {0}', names.join(', '))));
	}
	if (!found.complete) {
		rows.push({
			...messageRow(`${launch.key}/stopped`, l10n.t('Stopped after {0} directories', formatNumber(found.directories)), {
				icon: groupIcons.warning,
				words: [contextWords.nested],
			}),
			launch,
		});
	}
	return rows;
}

/** Folders of the workspace that are on no disk, beside those that are. */
const virtualRows = (): readonly Row[] =>
	(workspace.workspaceFolders ?? [])
		.filter(({ uri }) => uri.scheme !== 'file')
		.map(({ uri, name }) => ({
			...messageRow(`${uri.toString()}/virtual`, name, { icon: groupIcons.launch }),
			description: l10n.t('not on disk: Claude Code cannot be started there'),
		}));

function stateMessage(state: ContextViewState): string {
	if (state === 'missing') return l10n.t('The launch directory does not exist');
	if (state === 'failed') return l10n.t('The context could not be determined; see the log');
	return l10n.t('Nothing of yours is loaded here');
}
