/** Keys of the front matter that Claude Code reads, by kind of file, and the values that they take (its documentation). */

import type { CompletionItem } from './completionItems.js';
import type { CompletionRequest } from './completionRequest.js';
import type { DocumentKind } from './documentKind.js';

export interface FrontMatterKey {
	readonly key: string;
	/** One sentence; the host translates it. */
	readonly about: KeyTopic;
	readonly values?: readonly string[];
	/** What the host knows and this table does not. */
	readonly valuesOf?: 'skills' | 'agents';
}

/** What a key is about, for the host's words. */
export type KeyTopic =
	| 'paths'
	| 'name'
	| 'description'
	| 'whenToUse'
	| 'argumentHint'
	| 'noModel'
	| 'noUser'
	| 'tools'
	| 'noTools'
	| 'model'
	| 'fork'
	| 'agent'
	| 'memory'
	| 'skills'
	| 'permissions'
	| 'color'
	| 'type'
	| 'pinned'
	| 'hooks'
	| 'effort'
	| 'turns'
	| 'background'
	| 'isolation'
	| 'servers';

const truth = ['true', 'false'] as const;
const models = ['inherit', 'opus', 'sonnet', 'haiku'] as const;
const efforts = ['low', 'medium', 'high', 'max'] as const;
const tools = [
	'Read',
	'Write',
	'Edit',
	'NotebookEdit',
	'Glob',
	'Grep',
	'Bash',
	'WebFetch',
	'WebSearch',
	'Task',
	'TodoWrite',
	'Skill',
] as const;

const paths: FrontMatterKey = { key: 'paths', about: 'paths' };
const description: FrontMatterKey = { key: 'description', about: 'description' };
const name: FrontMatterKey = { key: 'name', about: 'name' };
const model: FrontMatterKey = { key: 'model', about: 'model', values: models };
const hooks: FrontMatterKey = { key: 'hooks', about: 'hooks' };
const effort: FrontMatterKey = { key: 'effort', about: 'effort', values: efforts };

const ofSkill: readonly FrontMatterKey[] = [
	description,
	{ key: 'when_to_use', about: 'whenToUse' },
	name,
	paths,
	{ key: 'disable-model-invocation', about: 'noModel', values: truth },
	{ key: 'user-invocable', about: 'noUser', values: truth },
	{ key: 'allowed-tools', about: 'tools', values: tools },
	{ key: 'argument-hint', about: 'argumentHint' },
	model,
	effort,
	{ key: 'context', about: 'fork', values: ['fork'] },
	{ key: 'agent', about: 'agent', valuesOf: 'agents' },
	hooks,
];

const keys: Readonly<Partial<Record<DocumentKind, readonly FrontMatterKey[]>>> = {
	rule: [paths],
	skill: ofSkill,
	command: ofSkill.filter(({ key }) => key !== 'paths' && key !== 'name'),
	agent: [
		name,
		description,
		{ key: 'tools', about: 'tools', values: tools },
		{ key: 'disallowedTools', about: 'noTools', values: tools },
		model,
		effort,
		{ key: 'skills', about: 'skills', valuesOf: 'skills' },
		{ key: 'memory', about: 'memory', values: ['user', 'project', 'local'] },
		{
			key: 'permissionMode',
			about: 'permissions',
			values: ['default', 'acceptEdits', 'plan', 'dontAsk', 'bypassPermissions'],
		},
		{ key: 'maxTurns', about: 'turns' },
		{ key: 'background', about: 'background', values: truth },
		{ key: 'isolation', about: 'isolation', values: ['worktree'] },
		{ key: 'mcpServers', about: 'servers' },
		{
			key: 'color',
			about: 'color',
			values: ['red', 'blue', 'green', 'yellow', 'purple', 'orange', 'pink', 'cyan'],
		},
		hooks,
	],
	'memory-topic': [
		name,
		description,
		{ key: 'type', about: 'type', values: ['user', 'feedback', 'project', 'reference'] },
		{ key: 'pinned', about: 'pinned', values: truth },
	],
};

/** The keys of a kind of file, the most needed first. */
export const frontMatterKeys = (kind: DocumentKind): readonly FrontMatterKey[] => keys[kind] ?? [];

/** Keys that are not there yet; `about` is the key's topic. */
export function keyItems(
	kind: DocumentKind,
	{ present, hasValue }: Extract<CompletionRequest, { readonly kind: 'key' }>,
): readonly (CompletionItem & { readonly topic: KeyTopic })[] {
	return frontMatterKeys(kind)
		.filter(({ key }) => !present.includes(key))
		.map(({ key, about, values, valuesOf }, rank) => ({
			kind: 'key',
			label: key,
			insertText: hasValue ? key : `${key}: `,
			...(!hasValue && (values || valuesOf || key === 'paths') ? { continues: true } : {}),
			topic: about,
			rank,
		}));
}

/** Values of a key; `known` are names that the model has. */
export function valueItems(
	kind: DocumentKind,
	{ key }: Extract<CompletionRequest, { readonly kind: 'value' }>,
	known: { readonly skills: readonly string[]; readonly agents: readonly string[] },
): readonly CompletionItem[] {
	const found = frontMatterKeys(kind).find((each) => each.key === key);
	const values = found?.valuesOf ? known[found.valuesOf] : (found?.values ?? []);
	return values.map((value, rank) => ({ kind: 'value', label: value, insertText: value, rank }));
}
