/** `.context-inspector.json`: what a team checks, and how strictly. One schema describes it, validates it and completes it. */

import { findNodeAtLocation, type ParseError, parseTree } from 'jsonc-parser';
import { catalog, type FindingCode, findingCodes, type Level, levels, type Severity } from '../findings/catalog.js';
import type { Budgets } from './budgets.js';
import { type JsonSchema, schemaFault } from './jsonSchema.js';

/** Name of the configuration file, in the launch directory or above it within the repository. */
export const configFileName = '.context-inspector.json';

export interface CheckConfig {
	/** Client versions to check for; a finding says in which of them it is found. */
	readonly clients?: readonly string[];
	/** Model id, e.g. `claude-opus-4-6`. */
	readonly model?: string;
	/** Directories in which the client is started, relative to the configuration file. */
	readonly launchDirectories?: readonly string[];
	/** Check every package of the repository as a launch directory of its own, too. */
	readonly eachPackage?: boolean;
	/** Leave out what differs by machine: home, managed and git-ignored files. */
	readonly hermetic?: boolean;
	/** Least severity that is reported. */
	readonly severity?: Severity;
	/** Least severity that fails the check. */
	readonly failOn?: Severity;
	/** Baseline file, relative to the configuration file. */
	readonly baseline?: string;
	readonly budgets?: Budgets;
	/** Levels of single codes. */
	readonly findings?: Readonly<Partial<Record<FindingCode, Level>>>;
}

const severities: readonly string[] = levels.filter((level) => level !== 'off');
const limit = (description: string): JsonSchema => ({ type: 'integer', minimum: 0, description });

/** The schema of the configuration; `schemas/context-inspector.schema.json` is this, and a test holds it to that. */
export const configSchema: JsonSchema = {
	$schema: 'http://json-schema.org/draft-07/schema#',
	title: 'Context Inspector',
	description: 'What `context-inspector check` looks for, and what fails it.',
	type: 'object',
	additionalProperties: false,
	properties: {
		$schema: { type: 'string', description: 'Where the schema of this file lies.' },
		clients: {
			type: 'array',
			description: 'Claude Code versions to check for; a finding says in which of them it is found.',
			items: { type: 'string', pattern: '^v?\\d+\\.\\d+\\.\\d+([-+].*)?$', examples: ['2.1.332'] },
			minItems: 1,
			uniqueItems: true,
			examples: [['2.1.235', '2.1.332']],
		},
		model: { type: 'string', minLength: 1, description: 'Model id, e.g. `claude-opus-4-6`.' },
		launchDirectories: {
			type: 'array',
			description: 'Directories in which Claude Code is started, relative to this file.',
			items: { type: 'string', minLength: 1 },
			minItems: 1,
			uniqueItems: true,
		},
		eachPackage: {
			type: 'boolean',
			default: false,
			description:
				'Check every package (a directory with a manifest such as `package.json`) as a launch directory, too.',
		},
		hermetic: {
			type: 'boolean',
			description:
				'Leave out what differs by machine: home, managed and git-ignored files, and all above the repository. The default is true where the variable `CI` is set.',
		},
		severity: { type: 'string', enum: severities, default: 'info', description: 'Least severity that is reported.' },
		failOn: {
			type: 'string',
			enum: severities,
			default: 'warning',
			description: 'Least severity that fails the check.',
		},
		baseline: {
			type: 'string',
			minLength: 1,
			description: 'File with the findings that do not fail, relative to this file.',
		},
		budgets: {
			type: 'object',
			description: 'Numbers that no launch directory may exceed.',
			additionalProperties: false,
			properties: {
				startupCharacters: limit('UTF-16 units of the startup part: instruction files and the memory index.'),
				startupTokens: limit('Estimated tokens of the startup part.'),
				memoryLines: limit('Lines of MEMORY.md, of which the client reads 200.'),
				skillListing: limit('Characters that the skill listing needs with all descriptions, bundled skills included.'),
			},
		},
		findings: {
			type: 'object',
			description: 'Levels of single findings; `off` switches one off.',
			additionalProperties: false,
			properties: Object.fromEntries(
				findingCodes.map((code): [string, JsonSchema] => [
					code,
					{ type: 'string', enum: levels, default: catalog[code].level, description: catalog[code].doc },
				]),
			),
		},
	},
};

/** Why a text is no configuration, with the offset of the fault. */
export interface ConfigFault {
	readonly message: string;
	readonly offset: number;
}

/**
 * Reads a configuration's text; never throws.
 *
 * @example parseConfig('{"failOn": "error"}') // { config: { failOn: 'error' } }
 */
export function parseConfig(text: string): { readonly config: CheckConfig } | { readonly fault: ConfigFault } {
	const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
	const shift = text.length - json.length;
	let data: unknown;
	try {
		data = JSON.parse(json);
	} catch {
		return { fault: { message: 'is not strict JSON', offset: shift + syntaxFault(json) } };
	}
	const fault = schemaFault(configSchema, data);
	if (!fault) return { config: data as CheckConfig };
	const name = fault.path.length === 0 ? 'the file' : `"${fault.path.join('.')}"`;
	return { fault: { message: `${name} ${fault.message}`, offset: shift + offsetOf(json, fault.path) } };
}

/** Where a text stops being JSON; `JSON.parse` itself does not say so of short texts. */
function syntaxFault(text: string): number {
	const errors: ParseError[] = [];
	parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
	return errors[0]?.offset ?? text.length;
}

/** Where the key, or the item of a list, that a path leads to begins. */
function offsetOf(text: string, path: readonly string[]): number {
	const tree = parseTree(text);
	const steps = path.map((step) => (/^\d+$/.test(step) ? Number(step) : step));
	const node = tree && findNodeAtLocation(tree, steps);
	return (node?.parent?.type === 'property' ? node.parent : node)?.offset ?? 0;
}
