/** Where Claude Code is taken to be started: one or more directories per workspace folder. */

import { homedir } from 'node:os';
import { isAbsolute, join, normalize, relative, resolve, sep } from 'node:path';
import { Uri, type WorkspaceFolder, workspace } from 'vscode';
import { isInside } from '../../core/sources/launchPlace.js';
import type { Configuration } from '../configuration.js';

/** One directory in which the client is taken to be started. */
export interface LaunchDirectory {
	/** Stable over reloads, e.g. for ids of tree rows. */
	readonly key: string;
	/** Folder whose setting names it. */
	readonly folder: WorkspaceFolder;
	/** Absolute path, links kept. */
	readonly path: string;
	/** For people, e.g. `api` or `shop › packages/api`. */
	readonly name: string;
}

/** The launch directories of all folders on disk, in the order of the workspace. */
export function launchDirectories(configuration: Configuration): readonly LaunchDirectory[] {
	const byPath = new Map<string, LaunchDirectory>();
	for (const folder of workspace.workspaceFolders ?? []) {
		if (folder.uri.scheme !== 'file') continue;
		for (const written of configuration.modelSettings(folder.uri).launchDirectories) {
			const launch = launchDirectory(folder, written);
			if (!byPath.has(launch.path)) byPath.set(launch.path, launch);
		}
	}
	return [...byPath.values()];
}

/**
 * A launch directory as a setting writes it: relative to the folder, absolute or from the home.
 *
 * @example launchDirectory(folder, 'packages/api').path // '/work/shop/packages/api'
 */
export function launchDirectory(folder: WorkspaceFolder, written: string): LaunchDirectory {
	const path = withoutEnd(resolve(folder.uri.fsPath, expandHome(written.trim())));
	const below = relative(folder.uri.fsPath, path);
	const shown = isInside(folder.uri.fsPath, path) ? below : path;
	return {
		key: `${folder.uri.toString()}#${shown}`,
		folder,
		path,
		name: shown === '' ? folder.name : `${folder.name} › ${shown.split(sep).join('/')}`,
	};
}

/** How a setting of the folder writes the directory: relative where it lies inside the folder. */
export function writtenLaunchDirectory(folder: WorkspaceFolder, path: string): string {
	if (!isInside(folder.uri.fsPath, path)) return path;
	return relative(folder.uri.fsPath, path).split(sep).join('/');
}

/** The launch directory that contains the path; of several the deepest. */
export function deepestContaining(launches: readonly LaunchDirectory[], path: string): LaunchDirectory | undefined {
	return launches
		.filter((launch) => isInside(launch.path, path))
		.reduce<LaunchDirectory | undefined>(
			(best, next) => (best && best.path.length >= next.path.length ? best : next),
			undefined,
		);
}

export const launchUri = (launch: LaunchDirectory): Uri => Uri.file(launch.path);

const expandHome = (path: string): string =>
	path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(1)) : path;

const withoutEnd = (path: string): string => {
	const normal = isAbsolute(path) ? normalize(path) : path;
	return normal.length > 1 && normal.endsWith(sep) ? normal.slice(0, -1) : normal;
};
