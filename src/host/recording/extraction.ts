/**
 * What of a request is the user's: files, skills and agents. The client's own wording is looked at to find the parts,
 * and dropped; only its length is told.
 */

import type { ReceivedCall, ReceivedRequest } from '../../core/verification/received.js';
import { attachedEntries, type ExpectedTexts, startupEntries } from './fileParts.js';
import { agentListing, discoveredSkills, skillListings, splitSkillListing } from './listingParts.js';
import { type Turn, turnsOf } from './wireParts.js';

/** What the client brings itself, told from a start where there is nothing else. */
export interface ClientOwn {
	/** Names of its skills. */
	readonly skills: ReadonlySet<string>;
	/** Its agents' lines by name. */
	readonly agents: ReadonlyMap<string, string>;
}

export const nothingOwn: ClientOwn = { skills: new Set(), agents: new Map() };

export interface ExtractionHints {
	/** Texts that are expected at the start, by path. */
	readonly texts?: ExpectedTexts;
	/** Lines that are expected in the skill listing. */
	readonly skillLines?: readonly string[];
	/** Lines that are expected in the agent listing. */
	readonly agentLines?: readonly string[];
	/** Names of each skill listing of the conversation, where the client told them in its transcript. */
	readonly skillNames?: readonly (readonly string[])[];
}

/** Reads the conversation of a client's last request; of anything else nothing comes. */
export function extractReceived(messages: unknown, hints: ExtractionHints = {}): ReceivedRequest {
	const [first, ...after] = turnsOf(messages) as readonly [Turn, ...Turn[]];
	let listing = 0;
	const skillsOf = (turn: Turn) =>
		skillListings(turn.parts).flatMap((text) => {
			const names = hints.skillNames?.[listing++];
			const lines = hints.skillLines === undefined ? {} : { lines: hints.skillLines };
			return splitSkillListing(text, names === undefined ? lines : { ...lines, names });
		});
	const startup = [...startupEntries(first.parts, hints.texts ?? new Map()), ...attachedEntries(first.parts)];
	const skills = skillsOf(first);
	const agents = agentListing(first.parts, hints.agentLines ?? []);
	const calls = after.map((turn): ReceivedCall => {
		const told = discoveredSkills(turn.parts);
		const listed = skillsOf(turn).map(({ name }) => name.replace(/ \([^()\n]*\)$/, ''));
		return {
			attached: attachedEntries(turn.parts),
			skills: [...new Set([...told, ...listed])],
			hasFailed: turn.hasFailed,
		};
	});
	const all = [first, ...after].reduce((sum, { characters }) => sum + characters, 0);
	return { startup, calls, skills, agents, clientCharacters: Math.max(0, all - lengthOf(startup, calls)) };
}

function lengthOf(startup: ReceivedRequest['startup'], calls: readonly ReceivedCall[]): number {
	const entries = [...startup, ...calls.flatMap(({ attached }) => attached)];
	return entries.reduce((sum, { text }) => sum + text.length, 0);
}

/** The request without what the client brings itself; `isUsers` tells names that the user took over. */
export function withoutOwn(
	received: ReceivedRequest,
	own: ClientOwn,
	isUsers: { readonly skill: (name: string) => boolean; readonly agent: (name: string) => boolean },
): ReceivedRequest {
	const key = (name: string): string => name.replace(/ \([^()\n]*\)$/, '');
	return {
		...received,
		skills: received.skills.filter(({ name }) => !own.skills.has(key(name)) || isUsers.skill(key(name))),
		agents: received.agents.filter(
			({ name, line }) => !own.agents.has(name) || (own.agents.get(name) !== line && isUsers.agent(name)),
		),
	};
}

/** What a client brings itself, from a request that was sent where there is nothing of the user's. */
export const ownOf = (received: ReceivedRequest): ClientOwn => ({
	skills: new Set(received.skills.map(({ name }) => name.replace(/ \([^()\n]*\)$/, ''))),
	agents: new Map(received.agents.map(({ name, line }) => [name, line] as const)),
});
