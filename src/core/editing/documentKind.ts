/** What a file is to an editor: which of Claude Code's own kinds, by the model that reads it or else by its place. */

import { basename, sep } from 'node:path';
import type { ContextModel } from '../model/contextModel.js';
import { agentMemoryPath } from '../sources/agentMemory.js';
import type { LoadedFile } from '../sources/loadPass.js';
import { configDirectory } from '../sources/settings.js';

export type DocumentKind =
	| 'memory-index'
	| 'agent-memory'
	| 'memory-topic'
	| 'rule'
	| 'skill'
	| 'command'
	| 'agent'
	| 'instructions'
	/** Any file that an instruction file imports. */
	| 'import';

/** Places that a model knows beyond what a path says by itself. */
export interface DocumentPlaces {
	readonly kinds: ReadonlyMap<string, DocumentKind>;
	/** E.g. `/home/ann/.claude/projects/-repo/memory`. */
	readonly memoryDirectory: string;
	/** E.g. `/home/ann/.claude`. */
	readonly configDirectory: string;
}

/** The places of a model; files of nested directories go by their names. */
export function documentPlaces(model: ContextModel): DocumentPlaces {
	const kinds = new Map<string, DocumentKind>();
	const { startup, conditional } = model.instructions;
	for (const file of [...startup, ...conditional]) addLoaded(kinds, file);
	for (const skill of model.skills) {
		kinds.set(skill.path, skill.kind);
		kinds.set(skill.realPath, skill.kind);
	}
	for (const agent of model.agents) {
		kinds.set(agent.path, 'agent');
		const memory = agentMemoryPath(model.inputs, model.place, agent);
		if (memory !== undefined) kinds.set(memory, 'agent-memory');
	}
	return { kinds, memoryDirectory: model.memory.directory.path, configDirectory: configDirectory(model.inputs) };
}

function addLoaded(kinds: Map<string, DocumentKind>, { path, foundAt, kind }: LoadedFile): void {
	const known = kinds.get(path);
	// A file that loads by itself and through an import is what it is by itself.
	const own: DocumentKind = kind === 'rule' ? 'rule' : kind === 'import' ? 'import' : 'instructions';
	if (known === undefined || known === 'import') kinds.set(path, own);
	if (foundAt !== undefined) kinds.set(foundAt, own);
}

/**
 * The kind of a file; `undefined` for one that is none of Claude Code's.
 *
 * @example documentKind('/repo/.claude/rules/api/style.md') // 'rule'
 */
export function documentKind(path: string, places?: DocumentPlaces): DocumentKind | undefined {
	const byPlace = kindByPlace(path, places);
	const known = places?.kinds.get(path);
	// A memory topic that something imports is still a topic.
	return byPlace ?? known;
}

function kindByPlace(path: string, places: DocumentPlaces | undefined): DocumentKind | undefined {
	const name = basename(path);
	if (places && isBelow(places.memoryDirectory, path)) return memoryKind(name);
	if (instructionNames.has(name)) return 'instructions';
	const below = belowConfiguration(path, places);
	if (below === undefined) return undefined;
	for (const [form, kind] of forms) if (form.test(below)) return kind;
	return /^projects\/[^/]+\/memory\/./.test(below) ? memoryKind(name) : undefined;
}

const memoryKind = (name: string): DocumentKind | undefined =>
	name === 'MEMORY.md' ? 'memory-index' : name.endsWith('.md') ? 'memory-topic' : undefined;

const instructionNames = new Set(['CLAUDE.md', 'CLAUDE.local.md', 'AGENTS.md']);

/** Forms of a path below `.claude` or the configuration directory. */
const forms: readonly (readonly [RegExp, DocumentKind])[] = [
	[/^agent-memory(?:-local)?\/[^/]+\/MEMORY\.md$/, 'agent-memory'],
	[/^rules\/.*\.md$/, 'rule'],
	[/^skills\/[^/]+\/SKILL\.md$/, 'skill'],
	[/^commands\/.*\.md$/, 'command'],
	[/^agents\/.*\.md$/, 'agent'],
];

function belowConfiguration(path: string, places: DocumentPlaces | undefined): string | undefined {
	if (places && isBelow(places.configDirectory, path)) return slashed(path.slice(places.configDirectory.length + 1));
	const whole = slashed(path);
	const index = whole.lastIndexOf('/.claude/');
	return index < 0 ? undefined : whole.slice(index + '/.claude/'.length);
}

const isBelow = (directory: string, path: string): boolean => path.startsWith(directory + sep);
const slashed = (path: string): string => path.split(sep).join('/');
