/**
 * Instruction files of the startup part, in the client's order: managed, user, then every directory from the file-system
 * root down to the launch directory, then added directories (loader.md 2).
 */

import { join, resolve } from 'node:path';
import type { SettingSource } from '../inputs.js';
import type { Reason, Scope } from '../source.js';
import { isString } from '../values.js';
import { type AgentsMdMode, agentsMdMode } from './agentsMd.js';
import { isInside, type LaunchPlace } from './launchPlace.js';
import {
	type LoadContext,
	type LoadedFile,
	LoadPass,
	type LoadRequest,
	type RejectedFile,
	type SeenFiles,
} from './loadPass.js';
import * as reasons from './reasons.js';
import { loadRules, type RuleFile, type RulesDirectory } from './ruleFiles.js';
import { configDirectory, type Settings } from './settings.js';
import { instructionsOff, isTruthy } from './switches.js';

/** Text of the managed settings' key `claudeMd`, which the client shows as `<managed-settings>`. */
export interface InlineInstructions {
	readonly text: string;
	readonly settingsPath: string;
	readonly reason?: Reason;
}

export interface Instructions {
	/** Files of the startup part in order; conditional rules are not among them. */
	readonly startup: readonly LoadedFile[];
	/** Index in `startup` before which the managed settings' own text stands. */
	readonly inline?: InlineInstructions & { readonly index: number };
	/** Conditional rules of the managed directory, the user and the walk, in the order in which they are matched. */
	readonly conditional: readonly RuleFile[];
	/** Files that those of the managed directory and the user, which come first, have shown to the loader. */
	readonly seenByGlobalRules: SeenFiles;
	readonly rejected: readonly RejectedFile[];
	/** How many more there are than `rejected` holds. */
	readonly moreRejected: number;
	/** How AGENTS.md is read on this walk; `off` says why it is not, which holds for nested ones too. */
	readonly agentsMd: { readonly mode: AgentsMdMode; readonly off?: Reason };
}

/** Loads the startup part of the instruction files, and the conditional rules that reading a file may attach. */
export async function loadInstructions(context: LoadContext, settings: Settings): Promise<Instructions> {
	const gates = gatesOf(context, settings);
	const pass = new LoadPass(context);
	const managed = await loadManaged(pass, gates);
	const managedRuleFiles = await loadUnconditional(pass, gates, managedRules(context, context.externalApproved));
	const user = await loadUser(pass, gates);
	const walk: { directory: string; files: LoadedFile[] }[] = [];
	for (const directory of context.place.walk)
		walk.push({ directory, files: await loadWalkDirectory(pass, gates, directory) });
	const added = await loadAddedDirectories(pass, gates);
	const agentsMd = await loadAgentsMd(pass, gates, walk);
	const startup = [...managed, ...managedRuleFiles, ...user, ...placeAgentsMd(walk, added, agentsMd.files)];

	const conditionalPass = new LoadPass(context);
	const globalRules = await loadConditional(conditionalPass, gates, [managedRules(context, false), userRules(context)]);
	const seenByGlobalRules = new Map(conditionalPass.seen);
	const walkRules = await loadConditional(conditionalPass, gates, conditionalOnWalk(context.place));
	const inline = inlineInstructions(settings, gates);
	return {
		startup,
		...(inline ? { inline: { ...inline, index: managed.length } } : {}),
		conditional: [...globalRules, ...walkRules],
		seenByGlobalRules,
		rejected: pass.rejected,
		moreRejected: pass.moreRejected,
		agentsMd: { mode: gates.agentsMd, ...(agentsMd.off ? { off: agentsMd.off } : {}) },
	};
}

/** Why the files of a scope do not load at startup, where something switches them off. */
interface Gates {
	readonly startup: (scope: Scope) => Reason | undefined;
	/** The same for rules that wait for a file: `managed-only` leaves those on. */
	readonly onDemand: (scope: Scope) => Reason | undefined;
	readonly agentsMd: AgentsMdMode;
}

function gatesOf(context: LoadContext, settings: Settings): Gates {
	const off = instructionsOff(context.inputs);
	const mode = agentsMdMode(context.inputs.client.behaviours, settings);
	const onDemand = (scope: Scope): Reason | undefined => {
		if (off) return off;
		if (scope === 'managed' || context.inputs.flags.settingSources.includes(scope as SettingSource)) return undefined;
		return reasons.settingSourceOff(scope);
	};
	const startup = (scope: Scope): Reason | undefined =>
		onDemand(scope) ?? (mode.files === 'managed-only' && scope !== 'managed' ? mode.off : undefined);
	return { startup, onDemand, agentsMd: mode };
}

/** Loads a file and its imports; where a gate is shut, what would load is rejected with the gate's reason. */
async function loadGated(pass: LoadPass, gates: Gates, request: LoadRequest): Promise<readonly LoadedFile[]> {
	const shut = gates.startup(request.scope);
	if (!shut) return pass.load(request);
	const would = await new LoadPass(pass.context).load(request);
	for (const file of would) pass.reject(rejection(file, shut));
	return [];
}

/** Unconditional rules of a directory, and their imports. */
async function loadUnconditional(pass: LoadPass, gates: Gates, rules: RulesDirectory): Promise<readonly LoadedFile[]> {
	const shut = gates.startup(rules.scope);
	const unconditional = await loadRules(shut ? new LoadPass(pass.context) : pass, rules, 'unconditional');
	if (!shut) return unconditional;
	for (const file of unconditional) pass.reject(rejection(file, shut));
	return [];
}

function rejection(file: LoadedFile, reason: Reason): RejectedFile {
	const { loadReason: _, text: __, realPath: ___, file: content, ...about } = file;
	return { ...about, reason, bytes: content.bytes };
}

async function loadManaged(pass: LoadPass, gates: Gates): Promise<readonly LoadedFile[]> {
	const { inputs, externalApproved } = pass.context;
	return loadGated(
		pass,
		gates,
		rootRequest(join(inputs.environment.managedDirectory, 'CLAUDE.md'), 'managed', externalApproved),
	);
}

async function loadUser(pass: LoadPass, gates: Gates): Promise<readonly LoadedFile[]> {
	const { inputs } = pass.context;
	return [
		...(await loadGated(pass, gates, rootRequest(join(configDirectory(inputs), 'CLAUDE.md'), 'user', true))),
		...(await loadUnconditional(pass, gates, userRules(pass.context))),
	];
}

/** `CLAUDE.md`, `.claude/CLAUDE.md`, rules and `CLAUDE.local.md` of one directory of the walk. */
async function loadWalkDirectory(pass: LoadPass, gates: Gates, directory: string): Promise<LoadedFile[]> {
	const approved = pass.context.externalApproved;
	const ownGates = isMainCheckoutOfNestedWorktree(pass.context.place, directory)
		? projectShut(gates, pass.context.place)
		: gates;
	return [
		...(await loadGated(pass, ownGates, rootRequest(join(directory, 'CLAUDE.md'), 'project', approved))),
		...(await loadGated(pass, ownGates, rootRequest(join(directory, '.claude', 'CLAUDE.md'), 'project', approved))),
		...(await loadUnconditional(pass, ownGates, projectRules(directory, approved))),
		...(await loadGated(pass, gates, rootRequest(join(directory, 'CLAUDE.local.md'), 'local', approved))),
	];
}

/** Project files of the main checkout are skipped for a worktree inside it: the worktree has its own copies. */
function projectShut(gates: Gates, place: LaunchPlace): Gates {
	const shut = reasons.mainCheckoutCopy(place.repositoryRoot ?? place.directory);
	return { ...gates, startup: (scope) => gates.startup(scope) ?? (scope === 'project' ? shut : undefined) };
}

function isMainCheckoutOfNestedWorktree(place: LaunchPlace, directory: string): boolean {
	const { repositoryRoot, mainRepositoryRoot } = place;
	if (repositoryRoot === undefined || mainRepositoryRoot === undefined || repositoryRoot === mainRepositoryRoot)
		return false;
	if (!isInside(mainRepositoryRoot, repositoryRoot)) return false;
	return isInside(mainRepositoryRoot, directory) && !isInside(repositoryRoot, directory);
}

/**
 * `--add-dir` directories give instruction files only with `CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD`; then they do
 * whatever `--setting-sources` leaves out, their CLAUDE.local.md excepted (recorded).
 */
async function loadAddedDirectories(pass: LoadPass, all: Gates): Promise<readonly LoadedFile[]> {
	const { inputs, place } = pass.context;
	const gates: Gates = {
		...all,
		startup: (scope) => (scope === 'local' ? all.startup(scope) : instructionsOff(inputs)),
	};
	if (!isTruthy(inputs.environment.variables['CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD'])) return [];
	const home = inputs.environment.homeDirectory;
	const expandsTilde = inputs.client.behaviours.expandsTildeOfAddedDirectories;
	const loaded: LoadedFile[] = [];
	for (const given of inputs.flags.addDirectories) {
		const directory = resolve(place.directory, expandsTilde ? given.replace(/^~(?=\/|$)/, () => home) : given);
		for (const file of await loadWalkDirectory(pass, gates, directory)) loaded.push(file);
	}

	return loaded;
}

interface AgentsMdFiles {
	readonly off?: Reason;
	readonly files: ReadonlyMap<string, readonly LoadedFile[]>;
}

async function loadAgentsMd(
	pass: LoadPass,
	gates: Gates,
	walk: readonly { directory: string; files: readonly LoadedFile[] }[],
): Promise<AgentsMdFiles> {
	const claudeMd = walk.flatMap(({ files }) => files).find((file) => file.kind === 'instructions');
	const superseded =
		gates.agentsMd.files === 'claude-md-or-agents-md' && claudeMd
			? reasons.agentsMdSuperseded(claudeMd.path)
			: undefined;
	const shut = gates.startup('project') ?? gates.agentsMd.off ?? superseded;
	const files = new Map<string, readonly LoadedFile[]>();
	const own: Gates = { ...gates, startup: () => shut };
	for (const { directory } of walk) {
		const loaded: LoadedFile[] = [];
		for (const path of [join(directory, 'AGENTS.md'), join(directory, '.claude', 'AGENTS.md')]) {
			loaded.push(
				...(await loadGated(pass, own, {
					...rootRequest(path, 'project', pass.context.externalApproved),
					kind: 'agents-md',
				})),
			);
		}
		files.set(directory, loaded);
	}
	return { ...(shut ? { off: shut } : {}), files };
}

/**
 * AGENTS.md files stand before the first file of a deeper directory of the walk, else after everything
 * (corpus `pain/agentsmd-244-option-both-ancestors`, `pain/agentsmd-244-add-dir-has-claude`).
 */
function placeAgentsMd(
	walk: readonly { directory: string; files: readonly LoadedFile[] }[],
	added: readonly LoadedFile[],
	agentsMd: ReadonlyMap<string, readonly LoadedFile[]>,
): readonly LoadedFile[] {
	const lastWithFiles = walk.reduce((last, { files }, index) => (files.length > 0 ? index : last), -1);
	const before = walk.flatMap(({ directory, files }, index) =>
		index < lastWithFiles ? [...files, ...(agentsMd.get(directory) ?? [])] : files,
	);
	const after = walk.flatMap(({ directory }, index) => (index >= lastWithFiles ? (agentsMd.get(directory) ?? []) : []));
	return [...before, ...added, ...after];
}

function inlineInstructions(settings: Settings, gates: Gates): InlineInstructions | undefined {
	const setting = settings.scalar('claudeMd', isString, ['managed']);
	// A text of blanks alone is an entry too (own recordings).
	if (!setting) return undefined;
	const reason = gates.startup('managed');
	return { text: setting.value.trim(), settingsPath: setting.file.path, ...(reason ? { reason } : {}) };
}

/** Rules directories of the walk whose conditional rules any file below the launch directory may activate. */
const conditionalOnWalk = (place: LaunchPlace): readonly RulesDirectory[] =>
	place.walk
		.filter((directory) => !isMainCheckoutOfNestedWorktree(place, directory))
		.map((directory) => projectRules(directory, false));

/** The conditional rules of these directories, in matching order. */
async function loadConditional(
	pass: LoadPass,
	gates: Gates,
	directories: readonly RulesDirectory[],
): Promise<readonly RuleFile[]> {
	const conditional: RuleFile[] = [];
	for (const rules of directories) {
		if (gates.onDemand(rules.scope)) continue;
		const waiting: RulesDirectory = { ...rules, loadReason: 'path_glob_match' };
		for (const file of await loadRules(pass, waiting, 'conditional')) conditional.push(file);
	}
	return conditional;
}

export const managedRules = (context: LoadContext, externalAllowed: boolean): RulesDirectory => ({
	path: join(context.inputs.environment.managedDirectory, '.claude', 'rules'),
	scope: 'managed',
	base: context.place.directory,
	externalAllowed,
	loadReason: 'session_start',
});

export const userRules = (context: LoadContext): RulesDirectory => ({
	path: join(configDirectory(context.inputs), 'rules'),
	scope: 'user',
	base: context.place.directory,
	externalAllowed: true,
	loadReason: 'session_start',
});

export const projectRules = (directory: string, externalAllowed: boolean): RulesDirectory => ({
	path: join(directory, '.claude', 'rules'),
	scope: 'project',
	base: directory,
	externalAllowed,
	refusesLinkedParent: true,
	loadReason: 'session_start',
});

export const rootRequest = (path: string, scope: Scope, externalAllowed: boolean): LoadRequest => ({
	path,
	scope,
	kind: 'instructions',
	loadReason: 'session_start',
	externalAllowed,
});
