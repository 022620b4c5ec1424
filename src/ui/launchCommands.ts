/** Commands that choose where, with which client and with which model Claude Code is taken to be started. */

import { join } from 'node:path';
import {
	ConfigurationTarget,
	commands,
	l10n,
	type QuickPickItem,
	Uri,
	type WorkspaceFolder,
	window,
	workspace,
} from 'vscode';
import { defaultModelId } from '../core/client/models.js';
import { measuredVersions, newestVersion } from '../core/client/profile.js';
import { parseVersion } from '../core/client/version.js';
import { Disposable } from './disposable.js';
import { commandIds, contextKeys, section, settingIds } from './ids.js';
import { pickLaunchDirectories } from './launchDirectoryPick.js';
import { writtenLaunchDirectory } from './model/launchDirectories.js';
import type { ModelManager } from './modelManager.js';
import type { Row } from './tree/row.js';

export class LaunchCommands extends Disposable {
	readonly #manager: ModelManager;

	constructor(manager: ModelManager) {
		super();
		this.#manager = manager;
		this._register(
			commands.registerCommand(commandIds.chooseLaunchDirectory, (of?: unknown) => this.#chooseLaunchDirectory(of)),
		);
		this._register(commands.registerCommand(commandIds.chooseClient, () => this.#chooseClient()));
		this._register(commands.registerCommand(commandIds.createClaudeMd, () => this.#createClaudeMd()));
		this._register(manager.onDidChangeLaunches(() => this.#setContext()));
		this.#setContext();
	}

	/** For one folder: a choice of directories; with a list of paths (for keybindings and suites) no question is asked. */
	async #chooseLaunchDirectory(of: unknown): Promise<void> {
		const given = Array.isArray(of) && of.every((path) => typeof path === 'string') ? (of as string[]) : undefined;
		const folder =
			(of as Row | undefined)?.launch?.folder ??
			(given?.[0] === undefined ? undefined : workspace.getWorkspaceFolder(Uri.file(given[0]))) ??
			(await this.#pickFolder());
		if (!folder) return;
		const isOfFolder = (other: WorkspaceFolder): boolean => other.uri.toString() === folder.uri.toString();
		const current = this.#manager.launches.filter((launch) => isOfFolder(launch.folder)).map((launch) => launch.path);
		const chosen = given ?? (await pickLaunchDirectories(folder, current));
		if (!chosen) return;
		const written = chosen.map((path) => writtenLaunchDirectory(folder, path));
		const value = written.length > 1 ? written : written[0] || undefined;
		await workspace
			.getConfiguration(section, folder.uri)
			.update(
				settingIds.launchDirectory,
				value,
				isMultiRoot() ? ConfigurationTarget.WorkspaceFolder : ConfigurationTarget.Workspace,
			);
	}

	async #chooseClient(): Promise<void> {
		const version = await this.#pickVersion();
		if (version === undefined) return;
		const model = await this.#pickModel();
		await write(settingIds.clientVersion, version === 'auto' ? undefined : version);
		if (model !== undefined) await write(settingIds.model, model === '' ? undefined : model);
	}

	async #pickVersion(): Promise<string | undefined> {
		const installed = await this.#manager.installedClientVersion();
		const automatic = installed
			? l10n.t('the installed client, {0}', installed)
			: l10n.t('no client was found here: the newest known one, {0}', newestVersion);
		const items = [
			{ label: l10n.t('Automatic'), description: automatic, version: 'auto' },
			...[...measuredVersions]
				.reverse()
				.map((version) => ({ label: version, description: l10n.t('recorded'), version })),
			{ label: l10n.t('Another Version…'), version: '' },
		];
		const picked = await window.showQuickPick(items, {
			title: l10n.t('Choose Client Version'),
			placeHolder: l10n.t('Step 1 of 2'),
		});
		if (picked?.version !== '') return picked?.version;
		return window.showInputBox({
			title: l10n.t('Choose Client Version'),
			placeHolder: newestVersion,
			validateInput: (text) => (parseVersion(text) ? undefined : l10n.t('A version such as {0}', newestVersion)),
		});
	}

	async #pickModel(): Promise<string | undefined> {
		const items = [
			{
				label: l10n.t('Automatic'),
				description: l10n.t('the variable ANTHROPIC_MODEL, else {0}', defaultModelId),
				model: '',
			},
			...offeredModels.map((model): QuickPickItem & { model: string } => ({ label: model, model })),
			{ label: l10n.t('Another Model…'), model: undefined },
		];
		const picked = await window.showQuickPick(items, {
			title: l10n.t('Choose Model'),
			placeHolder: l10n.t('Step 2 of 2'),
		});
		if (!picked || picked.model !== undefined) return picked?.model;
		return window.showInputBox({ title: l10n.t('Choose Model'), placeHolder: defaultModelId });
	}

	/** Opens the launch directory's CLAUDE.md; where there is none, a new one that the user may save. */
	async #createClaudeMd(): Promise<void> {
		const [first, ...others] = this.#manager.launches;
		const items = this.#manager.launches.map((launch) => ({ label: launch.name, launch }));
		const launch =
			others.length === 0 ? first : (await window.showQuickPick(items, { title: l10n.t('Create CLAUDE.md') }))?.launch;
		if (!launch) return;
		const uri = Uri.file(join(launch.path, 'CLAUDE.md'));
		const exists = await workspace.fs.stat(uri).then(
			() => true,
			() => false,
		);
		await window.showTextDocument(await workspace.openTextDocument(exists ? uri : uri.with({ scheme: 'untitled' })));
	}

	async #pickFolder(): Promise<WorkspaceFolder | undefined> {
		const folders = (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
		if (folders.length <= 1) return folders[0];
		return window.showWorkspaceFolderPick({ placeHolder: l10n.t('Folder whose launch directory is chosen') });
	}

	#setContext(): void {
		void commands.executeCommand('setContext', contextKeys.hasLaunchDirectory, this.#manager.launches.length > 0);
	}
}

/** Offered by name; any other can be typed. */
const offeredModels = [
	'claude-opus-5',
	'claude-sonnet-5',
	'claude-opus-4-6',
	'claude-sonnet-4-6',
	'claude-sonnet-4-6[1m]',
	'claude-haiku-4-5',
] as const;

const isMultiRoot = (): boolean => workspace.workspaceFile !== undefined;

/** Which client somebody uses is their own affair, not the project's: user settings, unless the workspace says something already. */
async function write(id: string, value: string | undefined): Promise<void> {
	const configuration = workspace.getConfiguration(section);
	const hasWorkspaceValue = configuration.inspect(id)?.workspaceValue !== undefined;
	await configuration.update(id, value, hasWorkspaceValue ? ConfigurationTarget.Workspace : ConfigurationTarget.Global);
}
