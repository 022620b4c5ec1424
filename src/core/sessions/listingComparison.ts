/** Skill and agent listings of a session held against the model's. */

import { bundledSkillsOf } from '../client/bundled.js';
import type { ContextModel } from '../model/contextModel.js';
import type { Skill } from '../sources/skills.js';
import type { Digester } from './digest.js';
import type { ContextRecord, ListedName } from './sessionRecord.js';

export type ListedState = 'same' | 'changed since' | 'predicted but never listed' | 'listed but not predicted';

export interface ComparedName {
	readonly name: string;
	readonly state: ListedState;
	readonly held?: ListedName;
}

export interface ListingComparison {
	/** False where the transcript holds no such listing. */
	readonly isRecorded: boolean;
	readonly names: readonly ComparedName[];
}

/** Both listings; what the client itself brings is left out. `discovered` are the skills that touched files add. */
export function compareListings(
	record: ContextRecord,
	model: ContextModel,
	discovered: readonly Skill[],
	digest: Digester,
): { readonly skills: ListingComparison; readonly agents: ListingComparison } {
	const bundled = new Set(bundledSkillsOf(model.inputs.client.behaviours).map(({ name }) => name));
	const told = new Set(record.discoveredSkills);
	const skills = [...model.skillListing.entries, ...discovered].map(({ name, description }) => ({
		name,
		line: description === null ? `- ${name}` : `- ${name}: ${description}`,
	}));
	const agents = model.agentListing.entries.map(({ agent, line }) => ({ name: agent.name, line }));
	return {
		skills: compareNames(record.skills, skills, digest, {
			isClients: (held) => bundled.has(held.name),
			isTold: (name) => told.has(name),
		}),
		// Without a word on which agents are the client's own, those that nobody predicts are left out.
		agents: compareNames(record.agents, agents, digest, {
			isClients: (held) => held.isBuiltIn !== false,
			isTold: () => false,
		}),
	};
}

interface Exceptions {
	/** True for what the client itself brings. */
	readonly isClients: (held: ListedName) => boolean;
	/** True for what the session knows by its name without a line. */
	readonly isTold: (name: string) => boolean;
}

function compareNames(
	held: readonly ListedName[] | undefined,
	predicted: readonly { readonly name: string; readonly line: string }[],
	digest: Digester,
	{ isClients, isTold }: Exceptions,
): ListingComparison {
	if (!held) return { isRecorded: false, names: [] };
	const byName = new Map(held.map((item) => [item.name, item] as const));
	const matched = new Set<string>();
	const names = predicted.map(({ name, line }): ComparedName => {
		// The list of names lacks the front matter's name that a line may add in brackets.
		const item = byName.get(name) ?? byName.get(name.replace(/ \([^()]*\)$/, ''));
		if (!item) return { name, state: isTold(name) ? 'same' : 'predicted but never listed' };
		matched.add(item.name);
		return { name, state: digest(line).sha256 === item.sha256 ? 'same' : 'changed since', held: item };
	});
	const others = held
		.filter((item) => !matched.has(item.name) && !isClients(item))
		.map((item): ComparedName => ({ name: item.name, state: 'listed but not predicted', held: item }));
	return { isRecorded: true, names: [...names, ...others] };
}
