/** The client's second reading of front matter that is not valid YAML. */

import { isFlowSequence } from './yamlReader.js';

/** `key: value` on a line of its own. A key has no digits, and a carriage return at the line's end spoils it. */
const keyAndValue = /^([A-Za-z_-]+):\s+(.+)$/;
/** What makes a plain value mean something else in YAML than what people meant (loader.md 5), or ends it. */
const special = /[{}[\]*&#!|>%@`]|: /;

/**
 * The YAML as the client repairs it: tabs at a line's start become two blanks each, and an unquoted `key: value` is put
 * into double quotes where the value holds a character that YAML gives a meaning to, e.g. `paths: **\/*.ts` becomes
 * `paths: "**\/*.ts"`. List items are left alone, so `- **\/*.ts` stays broken.
 *
 * A value is quoted only when it begins and ends with the same quote: `paths: "src/**` becomes the pattern `"src/**`, and
 * one blank behind the closing quote is enough for that (corpus `glob/yaml-forms`, `pain/docs-debug-colon-in-description`;
 * tabs, blanks, keys and flow lists were recorded for the front-matter experiments of this project's notes).
 */
export function quoteLeniently(yaml: string): string {
	return yaml
		.split('\n')
		.map((line) => {
			const indented = line.replace(/^\t+/, (tabs) => '  '.repeat(tabs.length));
			const match = keyAndValue.exec(indented);
			if (!match) return indented;
			const [, key, value] = match as unknown as readonly [string, string, string];
			if (isQuoted(value) || !special.test(value) || isFlowSequence(value)) return indented;
			return `${key}: "${value.replace(/["\\]/g, '\\$&')}"`;
		})
		.join('\n');
}

function isQuoted(value: string): boolean {
	const first = value[0];
	return value.length > 1 && (first === '"' || first === "'") && value.endsWith(first);
}
