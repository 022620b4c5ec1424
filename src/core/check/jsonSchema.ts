/** The few words of JSON Schema that the configuration needs, and a check of a value against them. */

import { isRecord, isString } from '../values.js';

/** A schema of draft 7, as far as it is used here. */
export interface JsonSchema {
	readonly $schema?: string;
	readonly $id?: string;
	readonly title?: string;
	readonly description?: string;
	readonly type: 'object' | 'array' | 'string' | 'boolean' | 'integer';
	readonly properties?: Readonly<Record<string, JsonSchema>>;
	readonly additionalProperties?: false;
	readonly items?: JsonSchema;
	readonly enum?: readonly string[];
	readonly pattern?: string;
	readonly minimum?: number;
	readonly minLength?: number;
	readonly minItems?: number;
	readonly uniqueItems?: true;
	readonly default?: unknown;
	readonly examples?: readonly unknown[];
}

/** Where and why a value does not fit; `path` leads to it, e.g. `['budgets', 'memoryLines']`. */
export interface SchemaFault {
	readonly path: readonly string[];
	/** A part of a sentence, e.g. `takes a whole number, not "many"`. */
	readonly message: string;
}

/** The first fault of a value, or `undefined` where it fits. */
export function schemaFault(schema: JsonSchema, value: unknown, path: readonly string[] = []): SchemaFault | undefined {
	const wrong = (message: string): SchemaFault => ({ path, message });
	switch (schema.type) {
		case 'object':
			return isRecord(value) ? objectFault(schema, value, path) : wrong(`takes an object, not ${shown(value)}`);
		case 'array':
			return Array.isArray(value) ? arrayFault(schema, value, path) : wrong(`takes a list, not ${shown(value)}`);
		case 'boolean':
			return typeof value === 'boolean' ? undefined : wrong(`takes true or false, not ${shown(value)}`);
		case 'integer':
			return Number.isSafeInteger(value) && Number(value) >= (schema.minimum ?? Number.NEGATIVE_INFINITY)
				? undefined
				: wrong(
						`takes a whole number${schema.minimum === undefined ? '' : ` from ${schema.minimum} on`}, not ${shown(value)}`,
					);
		case 'string':
			return isString(value) ? stringFault(schema, value, wrong) : wrong(`takes a text, not ${shown(value)}`);
	}
}

function objectFault(
	{ properties = {}, additionalProperties }: JsonSchema,
	value: Readonly<Record<string, unknown>>,
	path: readonly string[],
): SchemaFault | undefined {
	for (const [key, member] of Object.entries(value)) {
		const schema = Object.hasOwn(properties, key) ? properties[key] : undefined;
		const fault = schema
			? schemaFault(schema, member, [...path, key])
			: additionalProperties === false
				? { path: [...path, key], message: 'is no key of this configuration' }
				: undefined;
		if (fault) return fault;
	}
	return undefined;
}

function arrayFault(
	{ items, minItems = 0, uniqueItems }: JsonSchema,
	value: readonly unknown[],
	path: readonly string[],
): SchemaFault | undefined {
	if (value.length < minItems) return { path, message: `takes at least ${minItems} of them` };
	if (uniqueItems && new Set(value).size < value.length) return { path, message: 'has an item twice' };
	for (const [index, item] of value.entries()) {
		const fault = items && schemaFault(items, item, [...path, String(index)]);
		if (fault) return fault;
	}
	return undefined;
}

function stringFault(
	schema: JsonSchema,
	value: string,
	wrong: (message: string) => SchemaFault,
): SchemaFault | undefined {
	if (schema.enum && !schema.enum.includes(value)) return wrong(`takes ${schema.enum.join(', ')}, not ${shown(value)}`);
	if (schema.pattern !== undefined && !new RegExp(schema.pattern, 'u').test(value)) {
		const example = schema.examples?.[0];
		return wrong(`cannot be ${shown(value)}${example === undefined ? '' : `; write something like ${shown(example)}`}`);
	}
	return value.length < (schema.minLength ?? 0) ? wrong('cannot be empty') : undefined;
}

function shown(value: unknown): string {
	if (isRecord(value)) return 'an object';
	if (Array.isArray(value)) return 'a list';
	const text = JSON.stringify(value) ?? 'nothing';
	return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
