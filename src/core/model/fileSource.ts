/** What a file itself is to Claude Code, wherever it stands in the model. */

import { dirname, join, sep } from 'node:path';
import type { Source } from '../source.js';
import { isInside } from '../sources/launchPlace.js';
import { scanTopics } from '../sources/memoryTopics.js';
import type { NestedDirectory } from '../sources/nestedDirectory.js';
import { discoverNestedSkills } from '../sources/skillSession.js';
import { agentSourceAt, skillSource, skillSourceAt } from './capabilitySources.js';
import type { ContextModel } from './contextModel.js';
import { contentFacts } from './loadedSource.js';
import { NestedDirectories } from './nestedDirectories.js';
import { nestedSourceAt } from './nestedSources.js';
import { directoriesBetween } from './touchedFile.js';

/**
 * The file as a source; `undefined` where it is none. Of several states (an import that is a duplicate, a skill that is
 * listed) the one that loads counts.
 *
 * @example (await fileSource(model, '/repo/api/CLAUDE.md'))?.state // 'on demand'
 */
export async function fileSource(
	model: ContextModel,
	path: string,
	directories: NestedDirectories = new NestedDirectories(model),
): Promise<Source | undefined> {
	const isIt = (source: Source): boolean => source.path === path || source.foundAt === path;
	return (
		model.startup.find(isIt) ??
		model.pathRules.find(isIt) ??
		skillSourceAt(model, path) ??
		agentSourceAt(model, path) ??
		(await nestedFile(model, path, directories)) ??
		(await memoryTopic(model, path)) ??
		model.notLoaded.find((source) => isIt(source) && source.mention === undefined) ??
		model.notLoaded.find(isIt)
	);
}

async function nestedFile(
	model: ContextModel,
	path: string,
	directories: NestedDirectories,
): Promise<Source | undefined> {
	const top = model.place.directory;
	if (!isInside(top, path)) return undefined;
	const nested: NestedDirectory[] = [];
	for (const directory of directoriesBetween(top, dirname(path))) nested.push(await directories.of(directory));
	return nestedSourceAt(model, nested, path) ?? (await nestedSkill(model, path));
}

async function nestedSkill(model: ContextModel, path: string): Promise<Source | undefined> {
	const end = path.lastIndexOf(join(sep, '.claude', 'skills', sep));
	const directory = end < 0 ? model.place.directory : path.slice(0, end);
	if (directory === model.place.directory || !isInside(model.place.directory, directory)) return undefined;
	const skills = await discoverNestedSkills(model, directory);
	const skill = skills.find((each) => each.path === path || each.realPath === path);
	return skill && skillSource(skill);
}

/** A topic is never attached: the model reads it when the index makes it want to. */
async function memoryTopic({ memory, loadContext, inputs }: ContextModel, path: string): Promise<Source | undefined> {
	const { path: directory } = memory.directory;
	if (path === memory.index.path || !isInside(directory, path)) return undefined;
	const { topics } = await scanTopics(loadContext.fs, directory, inputs.client.behaviours);
	const topic = topics.find((each) => each.path === path);
	if (!topic) return undefined;
	const state = memory.off ? { state: 'not loaded' as const, reason: memory.off } : { state: 'on demand' as const };
	return {
		path,
		scope: 'auto-memory',
		kind: 'memory-topic',
		...state,
		characters: 0,
		tokens: 0,
		...contentFacts(topic.file),
	};
}
