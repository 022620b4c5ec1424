/** The client's second reading of front matter that is not valid YAML. */

/** `key: value` on a line of its own. */
const keyAndValue = /^([\w-]+):[ \t]+(\S.*)$/;
/** What makes a plain value mean something else in YAML than what people meant (loader.md 5), or ends it. */
const special = /[{}[\]*&#!|>%@`]|: /;

/**
 * The YAML with each unquoted `key: value` put into double quotes where the value holds a character that YAML gives a
 * meaning to, e.g. `paths: **\/*.ts` to `paths: "**\/*.ts"`. List items are left alone, so `- **\/*.ts` stays broken.
 * A value is quoted only when it begins and ends with the same quote: `paths: "src/**` becomes the pattern `"src/**`
 * (corpus `glob/yaml-forms`, `pain/docs-debug-colon-in-description`).
 */
export function quoteLeniently(yaml: string): string {
	return yaml
		.split('\n')
		.map((line) => {
			const match = keyAndValue.exec(line.endsWith('\r') ? line.slice(0, -1) : line);
			if (!match) return line;
			const key = match[1] as string;
			const value = trimEndBlanks(match[2] as string);
			if (isQuoted(value) || !(special.test(value) || value.startsWith(','))) return line;
			return `${key}: "${value.replace(/["\\]/g, '\\$&')}"`;
		})
		.join('\n');
}

function isQuoted(value: string): boolean {
	const first = value[0];
	return value.length > 1 && (first === '"' || first === "'") && value.endsWith(first);
}

/** Without the blanks at the end; a loop, because `/[ \t]+$/` takes quadratic time on runs of blanks. */
export function trimEndBlanks(value: string): string {
	let end = value.length;
	while (end > 0 && (value[end - 1] === ' ' || value[end - 1] === '\t')) end--;
	return value.slice(0, end);
}
