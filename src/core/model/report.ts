/** The model of a directory summed up: what is loaded, what may be, what is not, what it costs, what is broken. */

import type { BehaviourName } from '../client/behaviours.js';
import {
	largeInstructionCharacters,
	largeInstructionWindowShare,
	memoryCharacterLimit,
	memoryLineLimit,
} from '../client/constants.js';
import { modelNoteOf } from '../client/models.js';
import type { Assumed } from '../inputs.js';
import type { Reason, Source } from '../source.js';
import type { Skill } from '../sources/skills.js';
import { estimateTokens } from '../text/tokens.js';
import { agentSource } from './capabilitySources.js';
import type { ContextModel } from './contextModel.js';
import type { Discovery } from './discovery.js';

/** Characters (UTF-16 units) and estimated tokens of some sources. */
export interface Cost {
	readonly characters: number;
	readonly tokens: number;
}

/** How full MEMORY.md is. */
export interface MemoryGauge {
	readonly path: string;
	readonly lines: number;
	readonly lineLimit: number;
	readonly characters: number;
	readonly characterLimit: number;
	readonly keptLines: number;
	readonly keptCharacters: number;
	readonly truncated: boolean;
	/** 1-based line of the file after which nothing is read; absent where all of it is. */
	readonly cutAfterLine?: number;
}

/** A file that cannot be read as what it is, with the place of its fault; it spoils only itself. */
export interface BrokenFile {
	readonly path: string;
	readonly line?: number;
	readonly column?: number;
	readonly message: string;
	/** What the client makes of the file. */
	readonly effect: string;
}

export interface SkillRow {
	readonly name: string;
	readonly path: string;
	readonly state: string;
	/** Length of its line in the listing, without the line break that parts it from the next; 0 where it has none. */
	readonly characters: number;
	readonly reason?: Reason;
}

export interface ContextReport {
	readonly client: string;
	readonly clientNote?: string;
	/** Behaviours that changed around this client version and were not measured in it. */
	readonly uncertain: readonly BehaviourName[];
	readonly model: string;
	/** One sentence where the model is of no measured family. */
	readonly modelNote?: string;
	/** What of client and model nobody named; absent where both were. */
	readonly assumed?: readonly Assumed[];
	readonly launchDirectory: string;
	readonly repositoryRoot?: string;
	readonly startup: readonly Source[];
	readonly onDemand: readonly Source[];
	readonly skills: readonly SkillRow[];
	readonly agents: readonly string[];
	readonly notLoaded: readonly Source[];
	/** How many more there are than `notLoaded` names. */
	readonly moreNotLoaded: number;
	readonly broken: readonly BrokenFile[];
	/**
	 * Always in the request: instructions and memory, skill listing, agent listing. A listing counts the line breaks
	 * between its lines, so it is longer than they are together.
	 */
	readonly alwaysLoaded: { readonly startup: Cost; readonly skillListing: Cost; readonly agentListing: Cost };
	/** May be attached by reading files, each file once a session. */
	readonly onDemandCost: Cost;
	readonly memory?: MemoryGauge;
	readonly skillListing: {
		readonly used: number;
		readonly limit: number;
		readonly needed: number;
		/** What of `used` the lines of Claude Code's own skills take; no row and no sum has them. */
		readonly bundled: number;
	};
	/** Loaded files above the length at which the client warns. */
	readonly largeFiles: readonly Source[];
	/** Directories that the discovery did not enter, and whether it came to its end. */
	readonly discovery?: {
		readonly directories: number;
		readonly skipped: readonly string[];
		readonly complete: boolean;
	};
}

export function buildReport(model: ContextModel, discovery?: Discovery): ContextReport {
	const { inputs, place } = model;
	const onDemand = [...model.pathRules.filter((rule) => rule.state === 'on demand'), ...(discovery?.onDemand ?? [])];
	const memory = memoryGauge(model);
	const { budget } = model.skillListing;
	const modelNote = modelNoteOf(inputs.model);
	return {
		client: inputs.client.version,
		...(inputs.client.note === undefined ? {} : { clientNote: inputs.client.note }),
		uncertain: inputs.client.uncertain,
		model: inputs.model.id,
		...(modelNote === undefined ? {} : { modelNote }),
		...(inputs.assumed ? { assumed: inputs.assumed } : {}),
		launchDirectory: place.directory,
		...(place.repositoryRoot === undefined ? {} : { repositoryRoot: place.repositoryRoot }),
		startup: model.startup,
		onDemand,
		skills: [...skillRows(model), ...(discovery?.skills ?? []).map(unlistedRow)],
		agents: model.agentListing.lines,
		notLoaded: [...model.notLoaded, ...agentsNotLoaded(model), ...(discovery?.notLoaded ?? [])],
		moreNotLoaded: model.moreNotLoaded,
		broken: brokenFiles(model, discovery),
		alwaysLoaded: {
			startup: costOf(model.startup),
			skillListing: textCost(
				model.skillListing.entries
					.map(({ name, description }) => (description === null ? `- ${name}` : `- ${name}: ${description}`))
					.join('\n'),
			),
			agentListing: textCost(model.agentListing.lines.join('\n')),
		},
		onDemandCost: costOf(onDemand),
		...(memory ? { memory } : {}),
		skillListing: { used: budget.used, limit: budget.limit, needed: budget.neededForAll, bundled: budget.bundled },
		largeFiles: model.startup.filter((source) => source.characters > largeInstructionLimit(model)),
		...(discovery
			? { discovery: { directories: discovery.directories, skipped: discovery.skipped, complete: discovery.complete } }
			: {}),
	};
}

/** Characters above which the client warns of a large instruction file (loader.md 3). */
export const largeInstructionLimit = ({ inputs: { model } }: ContextModel): number =>
	Math.max(
		largeInstructionCharacters,
		Math.floor(model.windowTokens * model.charactersPerToken * largeInstructionWindowShare),
	);

function memoryGauge({ memory }: ContextModel): MemoryGauge | undefined {
	if (memory.index.kind !== 'written' || memory.off) return undefined;
	const { path, view } = memory.index;
	const { totalLines, totalCharacters, keptLines, keptCharacters, truncated } = view.index;
	return {
		path,
		lines: totalLines,
		lineLimit: memoryLineLimit,
		characters: totalCharacters,
		characterLimit: memoryCharacterLimit,
		keptLines,
		keptCharacters,
		truncated,
		...(truncated ? { cutAfterLine: view.cutLine + 1 } : {}),
	};
}

function skillRows({ skills, skillListing }: ContextModel): readonly SkillRow[] {
	const listed = skillListing.entries.map(({ skill, name, description, state, reason }) => ({
		name,
		path: skill.path,
		state,
		characters: name.length + (description === null ? 2 : description.length + 4),
		...(reason ? { reason } : {}),
	}));
	const known = new Set(skillListing.entries.map(({ skill }) => skill));
	const others = skills.filter((skill) => !known.has(skill)).map(unlistedRow);
	return [...listed, ...others];
}

/** A skill that no listing holds: it waits for a file, or is not loaded. */
const unlistedRow = ({ name, path, state, reason }: Skill): SkillRow => ({
	name,
	path,
	state,
	characters: 0,
	...(reason ? { reason } : {}),
});

const agentsNotLoaded = ({ agents }: ContextModel): readonly Source[] =>
	agents.filter(({ state }) => state === 'not loaded').map((agent) => agentSource(agent));

/** Settings files that the client ignores as a whole, and front matter that is not valid YAML. */
function brokenFiles(model: ContextModel, discovery: Discovery | undefined): readonly BrokenFile[] {
	const settings = model.settings.files.flatMap((file) =>
		file.fault
			? [
					{
						path: file.path,
						...position(file.text ?? '', file.fault.place.offset),
						message: file.fault.message,
						effect: 'The client ignores the file as a whole.',
					},
				]
			: [],
	);
	const files = [
		...model.instructions.startup,
		...model.instructions.conditional,
		...(discovery?.nested ?? []).flatMap(({ always, conditional }) => [...always, ...conditional]),
	];
	const seen = new Set<string>();
	const frontMatter = files.flatMap(({ path, file, text: { frontMatter: found } }) => {
		if (seen.has(path) || !found.fault) return [];
		seen.add(path);
		const effect =
			found.reading === 'lenient'
				? 'The client reads it leniently, with its values quoted.'
				: 'The client takes no key from it.';
		return [
			{
				path,
				...position(file.text, found.fault.offset),
				message: `The front matter is not valid YAML (${found.fault.message.replace(/\.+$/, '')}).`,
				effect,
			},
		];
	});
	return [...settings, ...frontMatter];
}

/** 1-based line and column of an offset. */
function position(
	text: string,
	offset: number | undefined,
): { readonly line: number; readonly column: number } | undefined {
	if (offset === undefined) return undefined;
	const before = text.slice(0, offset);
	return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

export const costOf = (sources: readonly Source[]): Cost => ({
	characters: sources.reduce((sum, source) => sum + source.characters, 0),
	tokens: sources.reduce((sum, source) => sum + source.tokens, 0),
});

const textCost = (text: string): Cost => ({ characters: text.length, tokens: estimateTokens(text) });

/** Characters of a listing that belong to no line: the line breaks between them. */
export const lineBreaksOf = (listing: Cost, lines: readonly { readonly characters: number }[]): number =>
	listing.characters - lines.reduce((sum, { characters }) => sum + characters, 0);
