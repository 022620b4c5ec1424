/**
 * The plainest YAML, read without loading a parser's machinery: nearly all front matter is a handful of
 * `key: value` lines. A property test holds that it agrees with the `yaml` package wherever it answers at all.
 */

/** `key:` at the line's start, then nothing or a blank and a value. */
const keyLine = /^([A-Za-z_][\w-]*):(?: +(\S.*))?$/;
const itemLine = /^( *)- +(\S.*)$/;
/** A plain scalar that begins harmlessly; `: ` and ` #` are looked for apart. */
const plainStart = /^[A-Za-z_/(\u00C0-\uD7FF]/;
const integer = /^(?:0|[1-9]\d{0,14})$/;
const doubleQuoted = /^"([^"\\]*)"$/;
const singleQuoted = /^'([^']*)'$/;
const words: ReadonlyMap<string, unknown> = new Map<string, unknown>([
	...['null', 'Null', 'NULL'].map((word) => [word, null] as const),
	...['true', 'True', 'TRUE'].map((word) => [word, true] as const),
	...['false', 'False', 'FALSE'].map((word) => [word, false] as const),
]);

/** Where the value of a line cannot be told simply. */
const unknownValue = Symbol('unknown value');

/** The record of a flat block of keys, scalars and lists of scalars; `undefined` where the text is anything more. */
export function readSimpleYaml(yaml: string): Readonly<Record<string, unknown>> | undefined {
	if (!isHarmless(yaml)) return undefined;
	const data = Object.create(null) as Record<string, unknown>;
	let list: unknown[] | undefined;
	let listKey: string | undefined;
	let listIndent = -1;
	for (const rawLine of yaml.split('\n')) {
		const line = trimEnd(rawLine);
		if (line === '') continue;
		const item = listKey === undefined ? null : itemLine.exec(line);
		if (item) {
			const value = scalar(item[2] as string);
			const indent = (item[1] as string).length;
			if (value === unknownValue || (list && indent !== listIndent)) return undefined;
			if (!list) {
				list = [];
				listIndent = indent;
				data[listKey as string] = list;
			}
			list.push(value);
			continue;
		}
		const pair = keyLine.exec(line);
		if (!pair) return undefined;
		const key = pair[1] as string;
		if (words.has(key)) return undefined;
		const text = pair[2];
		const value = text === undefined ? null : scalar(text);
		if (value === unknownValue) return undefined;
		data[key] = value;
		list = undefined;
		listKey = text === undefined ? key : undefined;
	}
	return data;
}

/** Printable ASCII, line ends and letters above it; tabs, controls, marks and surrogates go to the real parser. */
function isHarmless(yaml: string): boolean {
	for (let index = 0; index < yaml.length; index++) {
		const unit = yaml.charCodeAt(index);
		if (unit >= 0x20 && unit <= 0x7e) continue;
		if (unit === 0x0a || (unit === 0x0d && yaml.charCodeAt(index + 1) === 0x0a)) continue;
		const isLetter =
			(unit >= 0xc0 && unit < 0x2000) || (unit > 0x200f && unit < 0x2028) || (unit > 0x202e && unit < 0xd800);
		if (!isLetter) return false;
	}
	return true;
}

function scalar(text: string): unknown {
	const quoted = doubleQuoted.exec(text) ?? singleQuoted.exec(text);
	if (quoted) return quoted[1];
	if (integer.test(text)) return Number(text);
	if (!plainStart.test(text) || text.includes(': ') || text.includes(' #') || text.endsWith(':')) return unknownValue;
	return words.has(text) ? words.get(text) : text;
}

/** Without the carriage return and the blanks at the end. */
function trimEnd(line: string): string {
	let end = line.endsWith('\r') ? line.length - 1 : line.length;
	while (end > 0 && line[end - 1] === ' ') end--;
	return line.slice(0, end);
}
