/**
 * Custom agents: which ones the model can call, and which files give none, and why (loader.md 9; corpus `agentlist/*`,
 * `pain/cc-36334-agents-listing`, `pain/cc-27985-agents-below-and-above`).
 */

import { mapLimited, readsAtOnce } from '../concurrency.js';
import type { ContextInputs } from '../inputs.js';
import type { FileSystem, TextFile } from '../ports.js';
import type { Reason } from '../source.js';
import { readFrontMatter } from '../text/frontMatter.js';
import { type AgentPlace, type AgentScope, findAgentPlaces } from './agentPlaces.js';
import { type AgentMemoryScope, agentTools, memoryScopeOf, type ToolList } from './agentTools.js';
import { withHash } from './contentHash.js';
import { type DenyRule, deniedBy, denyRules } from './customization.js';
import type { LaunchPlace } from './launchPlace.js';
import { compareNames } from './nameOrder.js';
import { readFailed } from './reasons.js';
import type { Settings } from './settings.js';
import { colonInName, missingKey, superseded } from './skillReasons.js';
import { everythingOff } from './switches.js';

export interface Agent {
	/** Name in the listing: `reviewer`, `plug:reviewer`. Empty where the file has none. */
	readonly name: string;
	readonly path: string;
	readonly scope: AgentScope;
	/** Directory that holds the `.claude` directory or stands in its place. */
	readonly holder: string;
	readonly plugin?: string;
	/** As the front matter has it, `\n` written as a backslash and an n turned to a line break. */
	readonly description: string;
	readonly tools: ToolList;
	/** Where the agent has a memory of its own. */
	readonly memory?: AgentMemoryScope;
	/** Skills whose bodies are in the agent's context from its start. */
	readonly skills: readonly string[];
	readonly model?: string;
	/** Offset of the body, its system prompt, in the file's text. */
	readonly bodyOffset: number;
	readonly bodyCharacters: number;
	readonly sha256?: string;
	readonly bytes?: number;
	readonly modified?: number;
	readonly state: 'listed' | 'not loaded';
	readonly reason?: Reason;
}

/** All agents of a launch directory: the listed ones in listing order, then those that are not. */
export async function discoverAgents(
	fs: FileSystem,
	inputs: ContextInputs,
	place: LaunchPlace,
	settings: Settings,
): Promise<readonly Agent[]> {
	const places = await findAgentPlaces(fs, inputs, place, settings);
	const read = await mapLimited(places, readsAtOnce, (agentPlace) => readAgent(fs, inputs, agentPlace));
	const found = read.filter((each) => each !== undefined);
	const allOff = everythingOff(inputs);
	const deny = denyRules(settings);
	const holders = new Map<string, Agent>();
	const resolve = (agent: Agent): Agent => {
		if (allOff) return { ...agent, state: 'not loaded', reason: allOff };
		if (agent.state === 'not loaded') return agent;
		const holder = holders.get(agent.name);
		if (holder) return { ...agent, state: 'not loaded', reason: superseded(agent.name, holder) };
		holders.set(agent.name, agent);
		const rule = deny.find((candidate) => denies(candidate, agent.name));
		return rule ? { ...agent, state: 'not loaded', reason: deniedBy(rule, 'this agent') } : agent;
	};
	const resolved = found.map(({ agent, content }) => (content ? withHash(resolve(agent), content) : resolve(agent)));
	const isListed = ({ state }: Agent): boolean => state === 'listed';
	const compareAgentNames = inputs.client.behaviours.listsAsciiAgentsFirst ? compareAsciiFirst : compareNames;
	return [
		...resolved.filter(isListed).sort((a, b) => compareAgentNames(a.name, b.name)),
		...resolved.filter((agent) => !isListed(agent)),
	];
}

/** Names of ASCII alone in the usual order, then the others by code units (own recordings of 2.1.332). */
function compareAsciiFirst(left: string, right: string): number {
	if (isAscii(left) && isAscii(right)) return compareNames(left, right);
	if (isAscii(left) || isAscii(right)) return isAscii(left) ? -1 : 1;
	return left < right ? -1 : Number(left > right);
}

const isAscii = (text: string): boolean => /^[\0-\x7F]*$/.test(text);

/** `Agent(name)` and its old spelling `Task(name)` take one agent away, the bare words all of them (recorded). */
function denies({ rule }: DenyRule, name: string): boolean {
	return ['Agent', 'Task'].some((tool) => rule === tool || rule === `${tool}(*)` || rule === `${tool}(${name})`);
}

/** An agent, and the file that it was read from. */
interface ReadAgent {
	readonly agent: Agent;
	readonly content?: TextFile;
}

async function readAgent(fs: FileSystem, inputs: ContextInputs, place: AgentPlace): Promise<ReadAgent | undefined> {
	const file = await fs.readText(place.path);
	if (!file) return undefined;
	const { path, scope, holder, plugin } = place;
	const about = { path, scope, holder, ...(plugin ? { plugin: plugin.name } : {}) };
	if (!file.ok) {
		const reason = place.sourceOff ?? readFailed(file.failure);
		return { agent: { ...about, ...unknownAgent, name: '', state: 'not loaded', reason } };
	}
	const { data, bodyOffset } = readFrontMatter(file.text, {
		afterByteOrderMark: inputs.client.behaviours.readsFrontMatterAfterByteOrderMark,
	});
	const name = nameOf(place, data['name']);
	const description = descriptionOf(place, data['description']);
	const reason = place.sourceOff ?? faultOf(place, name, description);
	const memory = memoryScopeOf(data['memory']);
	const model = data['model'];
	const agent: Agent = {
		...about,
		name: name ?? '',
		description: description ?? '',
		tools: agentTools(data['tools'], data['disallowedTools'], memory !== undefined),
		...(memory ? { memory } : {}),
		skills: namesOf(data['skills']),
		...(typeof model === 'string' ? { model } : {}),
		bodyOffset,
		bodyCharacters: file.text.length - bodyOffset,
		bytes: file.bytes,
		modified: file.modified,
		...(reason ? { state: 'not loaded', reason } : { state: 'listed' }),
	};
	return { agent, content: file };
}

const unknownAgent = {
	description: '',
	tools: { kind: 'all' },
	skills: [],
	bodyOffset: 0,
	bodyCharacters: 0,
} as const satisfies Partial<Agent>;

/** A plugin's agent falls back on its file's name and stands behind the plugin's name and its directories (recorded). */
function nameOf({ plugin, directories, stem }: AgentPlace, written: unknown): string | undefined {
	const name = typeof written === 'string' && written !== '' ? written : undefined;
	return plugin ? [plugin.name, ...directories, name ?? stem].join(':') : name;
}

function descriptionOf({ plugin }: AgentPlace, written: unknown): string | undefined {
	if (typeof written === 'string' && written !== '') return written.replaceAll('\\n', '\n');
	return plugin ? `Agent from ${plugin.name} plugin` : undefined;
}

/** Name and description must be text (recorded: a number is none), and a name with a `:` is a plugin's only. */
function faultOf(place: AgentPlace, name: string | undefined, description: string | undefined): Reason | undefined {
	if (name === undefined) return missingKey('name', place.path);
	if (description === undefined) return missingKey('description', place.path);
	return name.includes(':') && !place.plugin ? colonInName(place.path) : undefined;
}

/** A list of names, or one string with commas. */
function namesOf(value: unknown): readonly string[] {
	const items = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [];
	return items
		.filter((item) => typeof item === 'string')
		.map((item) => item.trim())
		.filter((item) => item !== '');
}
