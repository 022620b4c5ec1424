/** The question for launch directories: those of the folder that look like one, and any other by browsing. */

import { dirname } from 'node:path';
import { l10n, type QuickPickItem, RelativePattern, ThemeIcon, type WorkspaceFolder, window, workspace } from 'vscode';
import { writtenLaunchDirectory } from './model/launchDirectories.js';

interface DirectoryItem extends QuickPickItem {
	readonly path: string;
}

/** Directories that are offered at most. */
const offered = 200;

/** Asks; `undefined` where the user gives up. */
export async function pickLaunchDirectories(
	folder: WorkspaceFolder,
	current: readonly string[],
): Promise<readonly string[] | undefined> {
	const pick = window.createQuickPick<DirectoryItem>();
	pick.title = l10n.t('Choose Launch Directory of {0}', folder.name);
	pick.placeholder = l10n.t('Directories in which Claude Code is started: one context each');
	pick.canSelectMany = true;
	pick.matchOnDescription = true;
	pick.buttons = [{ iconPath: new ThemeIcon('folder-opened'), tooltip: l10n.t('Browse…') }];
	pick.busy = true;
	const add = (paths: readonly string[], selected: readonly string[]): void => {
		const known = new Set(pick.items.map((item) => item.path));
		const items = [...pick.items, ...paths.filter((path) => !known.has(path)).map((path) => toItem(folder, path))];
		const chosen = new Set([...pick.selectedItems.map((item) => item.path), ...selected]);
		pick.items = items;
		pick.selectedItems = items.filter((item) => chosen.has(item.path));
	};
	add([...new Set([folder.uri.fsPath, ...current])], current);
	void candidates(folder).then((paths) => {
		add(paths, []);
		pick.busy = false;
	});
	try {
		return await new Promise<readonly string[] | undefined>((done) => {
			let isBrowsing = false;
			pick.onDidAccept(() => done(pick.selectedItems.map((item) => item.path)));
			pick.onDidHide(() => {
				if (!isBrowsing) done(undefined);
			});
			pick.onDidTriggerButton(async () => {
				isBrowsing = true;
				const browsed = await window.showOpenDialog({
					canSelectFolders: true,
					canSelectFiles: false,
					defaultUri: folder.uri,
				});
				isBrowsing = false;
				const path = browsed?.[0]?.fsPath;
				if (path !== undefined) add([path], [path]);
				pick.show();
			});
			pick.show();
		});
	} finally {
		pick.dispose();
	}
}

/** Directories that hold something of Claude Code's, the shallow ones first. */
async function candidates(folder: WorkspaceFolder): Promise<readonly string[]> {
	const pattern = new RelativePattern(folder, '**/{CLAUDE.md,.claude/settings.json,.claude/settings.local.json}');
	const found = await workspace.findFiles(pattern, '**/node_modules/**', offered);
	const directories = found.map(({ fsPath }) => dirname(fsPath).replace(/[\\/]\.claude$/, ''));
	return [...new Set(directories)].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
}

function toItem(folder: WorkspaceFolder, path: string): DirectoryItem {
	const written = writtenLaunchDirectory(folder, path);
	return {
		label: written === '' ? folder.name : written,
		description: written === '' ? l10n.t('the folder itself') : '',
		path,
	};
}
