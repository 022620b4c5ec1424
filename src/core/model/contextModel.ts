/** The context model: what a client started in a directory will have in its context, and what not, and why. */

import type { ContextInputs } from '../inputs.js';
import type { FileSystem } from '../ports.js';
import type { Source } from '../source.js';
import { type Agent, discoverAgents } from '../sources/agents.js';
import { Excludes } from '../sources/excludes.js';
import { externalIncludesApproved, type GlobalConfig, readGlobalConfig } from '../sources/globalConfig.js';
import { type Instructions, loadInstructions } from '../sources/instructions.js';
import { findLaunchPlace, type LaunchPlace } from '../sources/launchPlace.js';
import type { LoadContext } from '../sources/loadPass.js';
import { readSettings, type Settings } from '../sources/settings.js';
import { withSettingsVariables } from '../sources/settingsEnvironment.js';
import { discoverSkills, type Skill } from '../sources/skills.js';
import { type AgentListing, buildAgentListing } from './agentListing.js';
import { conditionalSource, rejectedSource, sent, startupSource } from './loadedSource.js';
import { buildMemoryModel, type MemoryModel } from './memoryModel.js';
import { buildSkillListing, type SkillListing } from './skillListing.js';

export interface ContextModel {
	readonly inputs: ContextInputs;
	readonly place: LaunchPlace;
	readonly settings: Settings;
	readonly globalConfig: GlobalConfig;
	/** What the loader's passes over this launch directory share; nested directories are loaded with it. */
	readonly loadContext: LoadContext;
	readonly instructions: Instructions;
	/** Everything loaded at the session's start, in the order of the request; the memory index is last. */
	readonly startup: readonly Source[];
	/** Conditional rules that any file below the launch directory may activate, in matching order. */
	readonly pathRules: readonly Source[];
	readonly memory: MemoryModel;
	readonly skills: readonly Skill[];
	readonly skillListing: SkillListing;
	readonly agents: readonly Agent[];
	readonly agentListing: AgentListing;
	/** Instruction and memory sources that do not load, each with its reason. */
	readonly notLoaded: readonly Source[];
	/** How many more instruction files do not load than `notLoaded` names: a file can mention any number of them. */
	readonly moreNotLoaded: number;
}

/**
 * Builds the model of a launch directory; `undefined` where that directory does not exist.
 *
 * Reads only what the client reads at its start: the walk above the launch directory, not the tree below it.
 *
 * @example
 * const model = await buildContextModel(new NodeFileSystem(), inputs);
 * model?.startup.map((source) => source.path) // ['/home/ann/.claude/CLAUDE.md', '/repo/CLAUDE.md']
 */
export async function buildContextModel(fs: FileSystem, given: ContextInputs): Promise<ContextModel | undefined> {
	const place = await findLaunchPlace(fs, given.launchDirectory);
	if (!place) return undefined;
	const [settings, globalConfig] = await Promise.all([
		readSettings(fs, given, place.directory),
		readGlobalConfig(fs, given),
	]);
	const inputs: ContextInputs = { ...given, environment: withSettingsVariables(given.environment, settings) };
	const loadContext: LoadContext = {
		fs,
		inputs,
		place,
		excludes: await Excludes.read(fs, settings),
		externalApproved: externalIncludesApproved(globalConfig, place) !== undefined,
	};
	const [instructions, memory, skills, agents] = await Promise.all([
		loadInstructions(loadContext, settings),
		buildMemoryModel(fs, inputs, place, settings),
		discoverSkills(fs, inputs, place, settings),
		discoverAgents(fs, inputs, place, settings),
	]);
	const pathRules = instructions.conditional.map(conditionalSource);
	return {
		inputs,
		place,
		settings,
		globalConfig,
		loadContext,
		instructions,
		startup: [...startupInstructions(instructions), ...memory.sources.filter(isSent)],
		pathRules,
		memory,
		skills,
		skillListing: buildSkillListing(skills, { inputs, settings, globalConfig }),
		agents,
		agentListing: buildAgentListing(agents),
		notLoaded: [
			...inlineNotLoaded(instructions),
			...instructions.rejected.map(rejectedSource),
			...pathRules.filter((rule) => rule.state === 'not loaded'),
			...memory.sources.filter((source) => !isSent(source)),
		],
		moreNotLoaded: instructions.moreRejected,
	};
}

const isSent = (source: Source): boolean => source.state !== 'not loaded';

function startupInstructions({ startup, inline }: Instructions): readonly Source[] {
	const sources = startup.map(startupSource);
	return inline && !inline.reason
		? [...sources.slice(0, inline.index), inlineSource(inline.text), ...sources.slice(inline.index)]
		: sources;
}

const inlineSource = (text: string): Source => ({
	path: '<managed-settings>',
	scope: 'managed',
	kind: 'instructions',
	state: 'loaded',
	loadReason: 'session_start',
	...sent(text),
});

function inlineNotLoaded({ inline }: Instructions): readonly Source[] {
	if (!inline?.reason) return [];
	return [{ ...inlineSource(''), state: 'not loaded', reason: inline.reason }];
}
