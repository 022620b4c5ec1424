/**
 * What a request holds at a stage of a session: at its start, after files were read, after a skill was invoked, after
 * compaction, in a sub-agent (loader.md 1, reports.md c).
 */

import { compactedSkillBodiesLimit, compactedSkillBodyLimit } from '../client/constants.js';
import type { Source } from '../source.js';
import { readAgentMemory } from '../sources/agentMemory.js';
import type { Agent } from '../sources/agents.js';
import type { Skill } from '../sources/skills.js';
import type { ContextModel } from './contextModel.js';
import { sent } from './loadedSource.js';
import { Session } from './session.js';

/** A stage of a session that can be previewed. */
export type RequestStage =
	| { readonly kind: 'session-start' }
	| { readonly kind: 'after-reading'; readonly files: readonly string[] }
	| { readonly kind: 'after-skill'; readonly skill: Skill }
	| { readonly kind: 'after-compaction'; readonly files: readonly string[]; readonly skills: readonly Skill[] }
	| { readonly kind: 'sub-agent'; readonly agent: SubAgent };

/** Built-in sub-agents, or a custom one. */
export type SubAgent = 'general-purpose' | 'Explore' | 'Plan' | Agent;

/** One part of a request, in order. */
export interface RequestPart {
	readonly kind: 'source' | 'skill-listing' | 'agent-listing' | 'skill-body' | 'agent-memory' | 'note';
	/** A heading for people, e.g. `Skill listing`. */
	readonly title: string;
	/** Path of the file it comes from, where it is one. */
	readonly path?: string;
	readonly source?: Source;
	readonly text: string;
	readonly characters: number;
	readonly tokens: number;
	/** True where the part's text was cut. */
	readonly truncated: boolean;
}

/** The parts of the request at a stage; the client's own prompt and its tools are not among them. */
export async function requestAt(model: ContextModel, stage: RequestStage): Promise<readonly RequestPart[]> {
	switch (stage.kind) {
		case 'session-start':
			return startOf(model);
		case 'after-reading':
			return [...startOf(model), ...(await attachedBy(model, stage.files))];
		case 'after-skill':
			return [
				...startOf(model),
				...(await skillBodies(model, [stage.skill], Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY)),
			];
		case 'after-compaction':
			return afterCompaction(model, stage.files, stage.skills);
		case 'sub-agent':
			return inSubAgent(model, stage.agent);
	}
}

function startOf(model: ContextModel): readonly RequestPart[] {
	return [...model.startup.map(sourcePart), ...listings(model)];
}

function listings(model: ContextModel): readonly RequestPart[] {
	const skills = model.skillListing.entries.map(({ name, description }) =>
		description === null ? `- ${name}` : `- ${name}: ${description}`,
	);
	const agents = model.agentListing.lines;
	return [
		...(skills.length > 0 ? [textPart('skill-listing', 'Skill listing', skills.join('\n'))] : []),
		...(agents.length > 0 ? [textPart('agent-listing', 'Agent listing', agents.join('\n'))] : []),
	];
}

async function attachedBy(model: ContextModel, files: readonly string[]): Promise<readonly RequestPart[]> {
	const session = new Session(model);
	const parts: RequestPart[] = [];
	for (const file of files) {
		const { attached, skills } = await session.call({ tool: 'Read', input: { file_path: file } });
		parts.push(...attached.map(sourcePart));
		for (const skill of skills)
			parts.push(
				textPart('note', `Skill ${skill.name} becomes known`, `- ${skill.name}: ${skill.description}`, skill.path),
			);
	}
	return parts;
}

/**
 * After compaction the startup part comes back from disk, attached files are gone until a file matches again, and bodies
 * of invoked skills return newest first within their limits. The first listing returns in newer clients only.
 */
async function afterCompaction(
	model: ContextModel,
	files: readonly string[],
	skills: readonly Skill[],
): Promise<readonly RequestPart[]> {
	const listing = model.inputs.client.behaviours.repeatsListingAfterCompaction ? listings(model) : [];
	const readAgain = files.map((file) =>
		textPart('note', 'Recently read file', 'The client restores recently read files with their content.', file),
	);
	return [
		...model.startup.map(sourcePart),
		...listing,
		...(await skillBodies(model, [...skills].reverse(), compactedSkillBodyLimit, compactedSkillBodiesLimit)),
		...readAgain,
	];
}

/** Bodies in the given order, each cut to its limit; one that no longer fits is left out, a smaller later one may enter. */
async function skillBodies(
	model: ContextModel,
	skills: readonly Skill[],
	bodyLimit: number,
	allLimit: number,
): Promise<readonly RequestPart[]> {
	const parts: RequestPart[] = [];
	let used = 0;
	for (const skill of skills) {
		const file = await model.loadContext.fs.readText(skill.path);
		if (!file?.ok) continue;
		const body = file.text.slice(skill.bodyOffset);
		const truncated = body.length > bodyLimit;
		const text = truncated ? body.slice(0, bodyLimit - closingNoteCharacters) : body;
		// The closing note that the client appends counts as well; its words are not modelled.
		const size = truncated ? bodyLimit : body.length;
		if (used + size > allLimit) {
			parts.push(
				textPart(
					'note',
					`Skill ${skill.name} does not return`,
					`Its body of ${body.length} characters no longer fits.`,
					skill.path,
				),
			);
			continue;
		}
		used += size;
		parts.push({ ...textPart('skill-body', `Body of skill ${skill.name}`, text, skill.path), truncated });
	}
	return parts;
}

/** Units of the note that closes a skill body which compaction has cut (reports.md c). */
const closingNoteCharacters = 100;

/** Custom agents and `general-purpose` get the whole startup part; `Explore` and `Plan` the skill listing only. */
async function inSubAgent(model: ContextModel, agent: SubAgent): Promise<readonly RequestPart[]> {
	const listing = listings(model).filter((part) => part.kind === 'skill-listing');
	if (agent === 'Explore' || agent === 'Plan') return listing;
	const startup = model.startup.map(sourcePart);
	if (agent === 'general-purpose') return [...startup, ...listing];
	const preloaded = model.skills.filter(
		(skill) => agent.skills.includes(skill.name) && skill.frontMatter?.disableModelInvocation !== true,
	);
	return [
		...(await agentMemory(model, agent)),
		...startup,
		...listing,
		...(await skillBodies(model, preloaded, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY)),
	];
}

/** The agent's own MEMORY.md stands in its system prompt, before everything else. */
async function agentMemory(model: ContextModel, agent: Agent): Promise<readonly RequestPart[]> {
	const source = await readAgentMemory(model.loadContext.fs, model.inputs, model.place, agent);
	return source && source.state !== 'not loaded'
		? [{ ...sourcePart(source), kind: 'agent-memory', title: `Memory of agent ${agent.name}` }]
		: [];
}

const sourcePart = (source: Source): RequestPart => ({
	kind: 'source',
	title: source.path,
	path: source.path,
	source,
	text: source.text ?? '',
	characters: source.characters,
	tokens: source.tokens,
	truncated: source.state === 'truncated',
});

const textPart = (kind: RequestPart['kind'], title: string, text: string, path?: string): RequestPart => {
	const { characters, tokens } = sent(text);
	return { kind, title, ...(path === undefined ? {} : { path }), text, characters, tokens, truncated: false };
};
