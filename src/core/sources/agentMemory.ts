/** The memory of a custom agent: a MEMORY.md of its own in the agent's system prompt (loader.md 1.5, reports.md "Extra"). */

import { join } from 'node:path';
import type { ContextInputs } from '../inputs.js';
import type { FileSystem } from '../ports.js';
import type { Source } from '../source.js';
import { estimateTokens } from '../text/tokens.js';
import { loadedIndexView } from '../text/truncation.js';
import type { Agent } from './agents.js';
import type { LaunchPlace } from './launchPlace.js';
import { empty, readFailed } from './reasons.js';
import { configDirectory } from './settings.js';

/**
 * Path of an agent's MEMORY.md, whether or not it exists; `undefined` for an agent without a memory. Project and local
 * memories belong to the launch directory, not to the repository's root.
 *
 * @example agentMemoryPath(inputs, place, agent) // '/repo/.claude/agent-memory/reviewer/MEMORY.md'
 */
export function agentMemoryPath(inputs: ContextInputs, place: LaunchPlace, agent: Agent): string | undefined {
	// The name becomes one path part; a plugin's colon is no part of a file name everywhere.
	const directory = agent.name.replaceAll(/[:\\/]/g, '-');
	if (directory === '' || directory === '.' || directory === '..') return undefined;
	switch (agent.memory) {
		case 'user':
			return join(configDirectory(inputs), 'agent-memory', directory, 'MEMORY.md');
		case 'project':
			return join(place.directory, '.claude', 'agent-memory', directory, 'MEMORY.md');
		case 'local':
			return join(place.directory, '.claude', 'agent-memory-local', directory, 'MEMORY.md');
		default:
			return undefined;
	}
}

/**
 * The agent's memory as a source: `on demand` or `truncated` (only a call of the agent brings it), `not loaded` where it
 * is empty or unreadable, `undefined` where there is none. Limits are those of MEMORY.md.
 */
export async function readAgentMemory(
	fs: FileSystem,
	inputs: ContextInputs,
	place: LaunchPlace,
	agent: Agent,
): Promise<Source | undefined> {
	const path = agentMemoryPath(inputs, place, agent);
	const file = path === undefined ? undefined : await fs.readText(path);
	if (path === undefined || !file) return undefined;
	const scope = agent.memory === 'user' || agent.memory === 'local' ? agent.memory : 'project';
	const source = { path, scope, kind: 'agent-memory', parent: agent.path } as const;
	if (!file.ok) {
		return { ...source, state: 'not loaded', reason: readFailed(file.failure), characters: 0, tokens: 0 };
	}
	const { behaviours } = inputs.client;
	const { index } = loadedIndexView(file.text, {
		afterByteOrderMark: behaviours.readsFrontMatterAfterByteOrderMark,
		cleansText: behaviours.cleansMemoryIndex,
		alwaysRejoins: !behaviours.keepsLinkDefinitions,
	});
	const facts = {
		text: index.text,
		characters: index.text.length,
		tokens: estimateTokens(index.text),
		sha256: file.sha256,
		bytes: file.bytes,
		modified: file.modified,
		...(file.unsaved ? { unsaved: true } : {}),
	};
	if (index.text === '') return { ...source, ...facts, state: 'not loaded', reason: empty };
	return { ...source, ...facts, state: index.truncated ? 'truncated' : 'on demand' };
}
