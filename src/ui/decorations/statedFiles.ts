/** The files of a model that have a state of their own: instruction files, rules, imports, memory, skills and agents. */

import type { ContextModel } from '../../core/model/contextModel.js';
import type { Reason, SourceState } from '../../core/source.js';

export interface StatedFile {
	readonly state: SourceState;
	readonly reason?: Reason;
	readonly characters: number;
	readonly tokens: number;
}

/**
 * The files by their paths, linked ones under both; of several states of a file (an import that is a duplicate, a skill
 * that is listed) the one that loads counts.
 */
export function statedFiles(model: ContextModel): ReadonlyMap<string, StatedFile> {
	const files = new Map<string, StatedFile>();
	const add = (paths: readonly (string | undefined)[], file: StatedFile): void => {
		for (const path of paths) if (path !== undefined && !files.has(path)) files.set(path, file);
	};
	for (const source of [...model.startup, ...model.pathRules]) add([source.path, source.foundAt], source);
	for (const { skill, state, reason } of model.skillListing.entries)
		add([skill.path, skill.realPath], { state, ...(reason ? { reason } : {}), ...noCost });
	for (const { path, realPath, state, reason } of model.skills)
		add([path, realPath], { state, ...(reason ? { reason } : {}), ...noCost });
	for (const { path, state, reason } of model.agents) add([path], { state, ...(reason ? { reason } : {}), ...noCost });
	// Last: what is kept out in one way may load in another. The target of an import that is kept out is nobody's file.
	for (const source of model.notLoaded) if (source.mention === undefined) add([source.path, source.foundAt], source);
	return files;
}

const noCost = { characters: 0, tokens: 0 };
