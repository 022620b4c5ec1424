/**
 * AGENTS.md: read instead of, or beside, CLAUDE.md by clients from 2.1.281 on (loader.md 2, reports.md f).
 *
 * One decision for the whole walk from the file-system root to the launch directory.
 */

import type { Behaviours } from '../client/behaviours.js';
import { changes } from '../client/behaviours.js';
import type { Reason } from '../source.js';
import { isRecord, own } from '../values.js';
import * as reasons from './reasons.js';
import type { Settings } from './settings.js';

/** Option `instructionFiles` of the built-in plugin, in user settings only. */
export type InstructionFiles = 'claude-md-or-agents-md' | 'claude-md-and-agents-md' | 'claude-md' | 'managed-only';

export interface AgentsMdMode {
	readonly files: InstructionFiles;
	/** Why AGENTS.md is not read whatever the walk holds. */
	readonly off?: Reason;
}

const pluginNames = ['agents-md@builtin', 'cc-plugin-agents-md@builtin'] as const;

/** Former values of the option's former name `projectInstructions`. */
const formerValues: Readonly<Record<string, InstructionFiles>> = {
	both: 'claude-md-and-agents-md',
	'claude-md-or-agents-md': 'claude-md-or-agents-md',
	'claude-md-and-agents-md': 'claude-md-and-agents-md',
	'claude-md': 'claude-md',
	'managed-only': 'managed-only',
};

/** The mode that client and settings give. */
export function agentsMdMode(behaviours: Behaviours, settings: Settings): AgentsMdMode {
	if (!behaviours.readsAgentsMd) {
		return { files: 'claude-md', off: reasons.versionLacks('AGENTS.md', changes.readsAgentsMd.since) };
	}
	for (const name of pluginNames) {
		const enabled = settings.members('enabledPlugins').get(name);
		if (enabled?.value === false) {
			return {
				files: 'claude-md',
				off: reasons.settingOff(name, 'false', enabled.file.path, enabled.file.scope === 'managed'),
			};
		}
	}
	const files = configuredFiles(settings) ?? 'claude-md-or-agents-md';
	if (files !== 'claude-md' && files !== 'managed-only') return { files };
	const path = settings.file('user')?.path ?? '';
	return { files, off: reasons.settingOff('instructionFiles', `"${files}"`, path, false) };
}

function configuredFiles(settings: Settings): InstructionFiles | undefined {
	const configs = own(settings.file('user')?.data ?? {}, 'pluginConfigs');
	if (!isRecord(configs)) return undefined;
	for (const name of pluginNames) {
		const config = own(configs, name);
		const options = isRecord(config) ? own(config, 'options') : undefined;
		if (!isRecord(options)) continue;
		const value = own(options, 'instructionFiles') ?? own(options, 'projectInstructions');
		if (typeof value === 'string' && Object.hasOwn(formerValues, value)) return formerValues[value];
	}
	return undefined;
}
