/** In which request a source can be seen: the stage of a session whose preview holds it. */

import { dirname, join, relative } from 'node:path';
import { type CancellationToken, Uri } from 'vscode';
import { matchingFiles } from '../../core/editing/lenses.js';
import { FilesBelow } from '../../core/findings/workspaceFiles.js';
import { readPaths } from '../../core/globs/paths.js';
import type { ContextModel } from '../../core/model/contextModel.js';
import type { Source } from '../../core/source.js';
import { holderOfClaudeDirectory } from '../../core/sources/claudeDirectory.js';
import { isInside } from '../../core/sources/launchPlace.js';
import { activeFile } from '../activeFileView.js';
import type { Explanations } from '../explanations.js';
import type { LaunchDirectory } from '../model/launchDirectories.js';
import type { WorkspaceFiles } from '../workspaceFiles.js';
import type { PreviewStage } from './previewStage.js';

export interface SourceStageHost {
	readonly explanations: Explanations;
	readonly files: WorkspaceFiles;
	readonly launch: LaunchDirectory;
	readonly model: ContextModel;
}

/** Files that are explained at most in search of one that brings a source. */
const explainedFiles = 50;

/**
 * The stage for a source. One that loads on demand is shown after reading the file in front, where that brings it, else
 * the first of the workspace's files that does; `undefined` where none does.
 */
export async function stageOf(
	source: Source,
	host: SourceStageHost,
	token?: CancellationToken,
): Promise<PreviewStage | undefined> {
	const { model } = host;
	if (source.kind === 'skill' || source.kind === 'command') return { kind: 'after-skill', skills: [source.path] };
	if (source.kind === 'agent') {
		const agent = model.agents.find(({ path }) => path === source.path);
		return agent && { kind: 'sub-agent', agent: agent.name };
	}
	if (model.startup.some(({ path }) => path === source.path)) return { kind: 'session-start' };
	const file = source.trigger ?? (await fileThatBrings(source, host, token));
	return file === undefined ? undefined : { kind: 'after-reading', files: [file] };
}

async function fileThatBrings(
	source: Source,
	{ explanations, files, launch, model }: SourceStageHost,
	token: CancellationToken | undefined,
): Promise<string | undefined> {
	const front = activeFile();
	const list = await files.of(launch, token);
	const listed = list ? candidates(source, list.paths.map(realIn(launch, model))) : [];
	const inFront = front && isInside(launch.path, front.fsPath) ? [front.fsPath] : [];
	for (const path of [...inFront, ...listed.slice(0, explainedFiles)]) {
		const explained = token?.isCancellationRequested ? undefined : await explanations.of(Uri.file(path));
		const attached = [...(explained?.explanation.attached ?? []), ...(explained?.explanation.alreadyAttached ?? [])];
		if (attached.some((attachment) => attachment.source.path === source.path)) return path;
	}
	return undefined;
}

/** Files are listed as the folder was opened; the model works on real paths. */
const realIn =
	(launch: LaunchDirectory, { place }: ContextModel) =>
	(path: string): string =>
		place.directory === launch.path ? path : join(place.directory, relative(launch.path, path));

/** Files that may bring a source: those that its patterns match, or those of the directory that it is nested in. */
function candidates({ patterns, base, path, parent }: Source, paths: readonly string[]): readonly string[] {
	const condition = patterns && readPaths(patterns);
	if (condition && base !== undefined) {
		const below = paths.filter((each) => isInside(base, each)).map((each) => relative(base, each));
		return matchingFiles(condition, new FilesBelow(below)).map((each) => join(base, each));
	}
	const holder = parent ?? path;
	const directory = holderOfClaudeDirectory(holder) ?? dirname(holder);
	return paths.filter((each) => isInside(directory, each) && each !== path);
}
