/** The agent listing: one line an agent, as the client writes it (loader.md 9; corpus `agentlist/*`). */

import type { Agent } from '../sources/agents.js';
import type { ToolList } from '../sources/agentTools.js';

export interface AgentListingEntry {
	readonly agent: Agent;
	/** `- name: description (Tools: …)`; a description may have line breaks. */
	readonly line: string;
}

export interface AgentListing {
	readonly entries: readonly AgentListingEntry[];
	readonly lines: readonly string[];
	/** Units that the lines take, with a newline between them. */
	readonly characters: number;
}

/** Builds the listing of agents that are in listing order; those that are not listed are left out. */
export function buildAgentListing(agents: readonly Agent[]): AgentListing {
	const entries = agents
		.filter(({ state }) => state === 'listed')
		.map((agent) => ({ agent, line: `- ${agent.name}: ${agent.description} (Tools: ${describeTools(agent.tools)})` }));
	const lines = entries.map(({ line }) => line);
	return { entries, lines, characters: lines.join('\n').length };
}

/** `All tools`, `All tools except Write, Edit`, `Read, Grep`, or `None`. */
export function describeTools(tools: ToolList): string {
	if (tools.kind === 'all') return 'All tools';
	const names = tools.tools.join(', ');
	return tools.kind === 'except' ? `All tools except ${names}` : names || 'None';
}
