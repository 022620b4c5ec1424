/** A nested directory's files as sources: one decision on what loads there, for everyone who shows it. */

import type { Reason, Source } from '../source.js';
import type { LoadedFile } from '../sources/loadPass.js';
import type { NestedDirectory } from '../sources/nestedDirectory.js';
import { agentsMdBesideClaudeMd } from '../sources/reasons.js';
import type { ContextModel } from './contextModel.js';
import { conditionalSource, nestedSource, rejectedSource } from './loadedSource.js';

/** Files that a touched file may bring, in the client's order. */
export function onDemandIn(model: ContextModel, directory: NestedDirectory): readonly Source[] {
	const agentsMd = whyNoAgentsMd(model, directory) ? [] : ownAgentsMd(directory);
	return [
		...agentsMd.map(nestedSource),
		...directory.always.map(nestedSource),
		...directory.conditional.map(conditionalSource).filter(({ state }) => state === 'on demand'),
	];
}

/** Files that load with no touched file, each with its reason. */
export function notLoadedIn(model: ContextModel, directory: NestedDirectory): readonly Source[] {
	const reason = whyNoAgentsMd(model, directory);
	const agentsMd = reason ? ownAgentsMd(directory) : [];
	return [
		...directory.rejected.map(rejectedSource),
		...agentsMd.map(
			(file): Source => ({ ...nestedSource(file), state: 'not loaded', ...(reason && { reason }), ...nothingSent }),
		),
		...directory.conditional.map(conditionalSource).filter(({ state }) => state === 'not loaded'),
	];
}

const nothingSent = { characters: 0, tokens: 0 };

/** The file as a source of the nested directories; what loads counts before what does not. */
export function nestedSourceAt(
	model: ContextModel,
	directories: readonly NestedDirectory[],
	path: string,
): Source | undefined {
	const isIt = (source: Source): boolean => source.path === path || source.foundAt === path;
	for (const directory of directories) {
		// The target of an import that is kept out is nobody's file.
		const source =
			onDemandIn(model, directory).find(isIt) ??
			notLoadedIn(model, directory).find((each) => isIt(each) && each.mention === undefined);
		if (source) return source;
	}
	return undefined;
}

/** Why a directory's AGENTS.md is not read: the walk's one decision, or a CLAUDE.md beside it; `undefined` where it is. */
export function whyNoAgentsMd(
	{ instructions: { agentsMd } }: ContextModel,
	directory: NestedDirectory,
): Reason | undefined {
	if (agentsMd.off) return agentsMd.off;
	if (agentsMd.mode.files === 'claude-md-and-agents-md' || !directory.hasClaudeMd) return undefined;
	const beside = directory.claudeMd.find(({ kind }) => kind === 'instructions');
	return agentsMdBesideClaudeMd(beside?.path ?? directory.directory);
}

/** AGENTS.md files without what a CLAUDE.md of the directory imports, which it brings (own recordings). */
function ownAgentsMd({ agentsMd, claudeMd }: NestedDirectory): readonly LoadedFile[] {
	const imported = new Set(claudeMd.map(({ path }) => path));
	return agentsMd.filter(({ path }) => !imported.has(path));
}
