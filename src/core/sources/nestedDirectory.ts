/**
 * What one directory below the launch directory attaches when a file in it is touched (loader.md 6).
 *
 * Order: CLAUDE.md, .claude/CLAUDE.md, CLAUDE.local.md, unconditional rules, then the conditional rules that match.
 */

import { join } from 'node:path';
import type { SettingSource } from '../inputs.js';
import type { Scope } from '../source.js';
import { projectRules } from './instructions.js';
import {
	type LoadContext,
	type LoadedFile,
	LoadPass,
	type LoadRequest,
	type RejectedFile,
	type SeenFiles,
} from './loadPass.js';
import { loadRules, type RuleFile } from './ruleFiles.js';
import { instructionsOff } from './switches.js';

export interface NestedDirectory {
	readonly directory: string;
	/** Attached whenever a file below the directory is touched, in order. */
	readonly always: readonly LoadedFile[];
	/** Those of them that CLAUDE.md and CLAUDE.local.md bring: they themselves and their imports. */
	readonly claudeMd: readonly LoadedFile[];
	/** Attached when the touched file matches. */
	readonly conditional: readonly RuleFile[];
	/** AGENTS.md and .claude/AGENTS.md, which only Read attaches. */
	readonly agentsMd: readonly LoadedFile[];
	/** True where a CLAUDE.md or CLAUDE.local.md of the directory loads, so that its AGENTS.md does not (corpus random/48). */
	readonly hasClaudeMd: boolean;
	readonly rejected: readonly RejectedFile[];
	/** What the loader has seen after this directory; what it has seen already it does not look at again. */
	readonly seen: SeenFiles;
}

/**
 * Loads one directory below the launch directory, after what the loader has `seen` on its way there; imports outside
 * the launch directory are never followed here.
 */
export async function loadNestedDirectory(
	context: LoadContext,
	directory: string,
	seen: SeenFiles,
): Promise<NestedDirectory> {
	const nothing: NestedDirectory = {
		directory,
		always: [],
		claudeMd: [],
		conditional: [],
		agentsMd: [],
		hasClaudeMd: false,
		rejected: [],
		seen,
	};
	if (instructionsOff(context.inputs)) return nothing;
	const { settingSources } = context.inputs.flags;
	const on = (source: SettingSource): boolean => settingSources.includes(source);
	const pass = new LoadPass(context, seen);
	const rules = {
		...projectRules(directory, false),
		refusesLinkedParent: false,
		loadReason: 'nested_traversal' as const,
	};

	const claudeMd = on('project')
		? [
				...(await pass.load(nestedRequest(join(directory, 'CLAUDE.md'), 'project'))),
				...(await pass.load(nestedRequest(join(directory, '.claude', 'CLAUDE.md'), 'project'))),
			]
		: [];
	const local = on('local') ? await pass.load(nestedRequest(join(directory, 'CLAUDE.local.md'), 'local')) : [];
	// A pass of its own: a conditional rule that it has seen must still be found by the conditional pass.
	const unconditionalPass = pass.fork();
	const unconditional = on('project') ? await loadRules(unconditionalPass, rules, 'unconditional') : [];
	const conditionalRules = { ...rules, loadReason: 'path_glob_match' as const };
	const conditionalPass = new LoadPass(context, pass.seen);
	const conditional = on('project') ? await loadRules(conditionalPass, conditionalRules, 'conditional') : [];
	return {
		directory,
		always: [...claudeMd, ...local, ...unconditional],
		claudeMd: [...claudeMd, ...local],
		conditional,
		agentsMd: on('project') ? await loadNestedAgentsMd(context, directory) : [],
		hasClaudeMd: [...claudeMd, ...local].some((file) => file.kind === 'instructions'),
		rejected: pass.rejected,
		seen: new Map([...unconditionalPass.seen, ...conditionalPass.seen]),
	};
}

/** A pass of its own, which knows nothing of the other files (own recordings). */
async function loadNestedAgentsMd(context: LoadContext, directory: string): Promise<readonly LoadedFile[]> {
	if (!context.inputs.client.behaviours.readsAgentsMd) return [];
	const pass = new LoadPass(context);
	const request = (path: string): LoadRequest => ({ ...nestedRequest(path, 'project'), kind: 'agents-md' });
	return [
		...(await pass.load(request(join(directory, 'AGENTS.md')))),
		...(await pass.load(request(join(directory, '.claude', 'AGENTS.md')))),
	];
}

const nestedRequest = (path: string, scope: Scope): LoadRequest => ({
	path,
	scope,
	kind: 'instructions',
	loadReason: 'nested_traversal',
	externalAllowed: false,
});
