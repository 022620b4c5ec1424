/** Skills and agents as sources: what a listing says of them is what the model sees. */

import type { Source } from '../source.js';
import type { Agent } from '../sources/agents.js';
import type { Skill } from '../sources/skills.js';
import { estimateTokens } from '../text/tokens.js';
import type { ContextModel } from './contextModel.js';

/** The skill or command whose file stands at a path. */
export function skillSourceAt({ skills, skillListing }: ContextModel, path: string): Source | undefined {
	const skill = skills.find((each) => each.path === path) ?? skills.find((each) => each.realPath === path);
	if (!skill) return undefined;
	const entry = skillListing.entries.find((each) => each.skill === skill);
	if (!entry) return skillSource(skill);
	const line = entry.description === null ? `- ${entry.name}` : `- ${entry.name}: ${entry.description}`;
	const { state, reason } = entry;
	return { ...aboutSkill(skill), state, ...(reason ? { reason } : {}), ...costOfLine(line) };
}

/** A skill that no listing holds now: it waits for a file, or is not loaded. */
export const skillSource = (skill: Skill): Source => ({
	...aboutSkill(skill),
	state: skill.state,
	...(skill.reason ? { reason: skill.reason } : {}),
	characters: 0,
	tokens: 0,
});

/** The agent whose file stands at a path. */
export function agentSourceAt({ agents, agentListing }: ContextModel, path: string): Source | undefined {
	const agent = agents.find((each) => each.path === path);
	const line = agentListing.entries.find((each) => each.agent === agent)?.line ?? '';
	return agent && agentSource(agent, line);
}

/** An agent with its line of the listing, which is empty where it has none. */
export const agentSource = ({ path, scope, state, reason, bytes }: Agent, line = ''): Source => ({
	path,
	scope,
	kind: 'agent',
	state,
	...(reason ? { reason } : {}),
	...(bytes === undefined ? {} : { bytes }),
	...costOfLine(line),
});

const aboutSkill = ({
	path,
	realPath,
	scope,
	kind,
	bytes,
}: Skill): Omit<Source, 'state' | 'characters' | 'tokens'> => ({
	path: realPath,
	...(path === realPath ? {} : { foundAt: path }),
	scope,
	kind,
	...(bytes === undefined ? {} : { bytes }),
});

const costOfLine = (line: string): Pick<Source, 'characters' | 'tokens'> => ({
	characters: line.length,
	tokens: estimateTokens(line),
});
