/** Findings as a check reports them: placed by line, named by repository path, merged over clients and launch directories. */

import { catalog, type FindingCode, type Severity } from '../findings/catalog.js';
import type { FileRange, Finding } from '../findings/finding.js';
import { fingerprintOf } from './fingerprint.js';
import type { NamedPath, PlaceNames } from './placeNames.js';
import { LineIndex, type Position } from './positions.js';

/** A stretch of a file. */
export interface CheckPlace {
	readonly file: NamedPath;
	readonly start: Position;
	readonly end: Position;
}

export interface CheckFinding extends CheckPlace {
	/** E.g. `memory.link-dead`, or `budget.startup-characters`. */
	readonly code: string;
	/** A few words, e.g. `Dead topic link`. */
	readonly title: string;
	readonly severity: Severity;
	readonly message: string;
	readonly related: readonly (CheckPlace & { readonly message: string })[];
	/** Client versions in which it is found, in the order in which they were asked for. */
	readonly clients: readonly string[];
	/** Names of the launch directories in which it is found. */
	readonly launchDirectories: readonly string[];
	/** True where the claim rests on documentation or a neighbouring version, not on a recording. */
	readonly unverified?: boolean;
	/** What it is recognised by when lines move: the same for the same fault in the same file. */
	readonly fingerprint: string;
	/** True where the baseline has it, so that it does not fail. */
	readonly isKnown: boolean;
}

/** What was found for one client in one launch directory. */
export interface Found {
	readonly client: string;
	/** Absolute path of the launch directory. */
	readonly launchDirectory: string;
	readonly findings: readonly Finding[];
}

export interface PlacingOptions {
	readonly names: PlaceNames;
	/** Text of a file by its absolute path, where it is at hand. */
	readonly textOf: (path: string) => string | undefined;
	/** Takes what must not be printed out of a text. */
	readonly mask: (text: string) => string;
}

/**
 * One finding for the same fault, whatever clients and launch directories it was found for; by path, line and code.
 *
 * @example placeFindings([{ client: '2.1.235', launchDirectory: '/repo', findings }], options)[0]?.clients // ['2.1.235']
 */
export function placeFindings(all: readonly Found[], options: PlacingOptions): readonly CheckFinding[] {
	const indexes = new Map<string, LineIndex>();
	const place = ({ path, range }: FileRange): CheckPlace => {
		const index = indexes.get(path) ?? new LineIndex(options.textOf(path) ?? '');
		indexes.set(path, index);
		return { file: options.names.of(path), start: index.at(range.offset), end: index.at(range.offset + range.length) };
	};
	const words = (text: string): string => options.mask(options.names.sentence(text));
	const merged = new Map<string, CheckFinding>();
	for (const { client, launchDirectory, findings } of all) {
		for (const found of findings) {
			const message = words(found.message);
			// A message that names the launch directory is the same for all of them.
			const common = words(withoutName(found.message, launchDirectory));
			const key = JSON.stringify([found.code, found.path, found.range.offset, found.range.length, common]);
			const known = merged.get(key);
			const placed = known ?? {
				...place(found),
				code: found.code,
				title: catalog[found.code].title,
				severity: found.severity,
				message,
				related: found.related.map((each) => ({ ...place(each), message: words(each.message) })),
				...(found.unverified ? { unverified: true } : {}),
				fingerprint: fingerprintOf(found.code, options.names.of(found.path).name, anchorOf(found, message, options)),
				isKnown: false,
			};
			merged.set(key, {
				...placed,
				clients: withItem(known?.clients ?? [], client),
				launchDirectories: withItem(known?.launchDirectories ?? [], options.names.of(launchDirectory).name),
			});
		}
	}
	return [...merged.values()].sort(byPlace);
}

/** What a finding is recognised by: the text at fault, or its message where there is none or it must not be kept. */
function anchorOf({ code, path, range }: Finding, message: string, { textOf }: PlacingOptions): string {
	const isSecret = catalog[code].family === 'secrets';
	const text = isSecret ? '' : (textOf(path)?.slice(range.offset, range.offset + Math.min(range.length, 500)) ?? '');
	return text.trim() === '' ? withoutNumbers(message) : text.replace(/\s+/g, ' ').trim();
}

/** Lengths and counts change with every edit of a file, the fault does not. */
const withoutNumbers = (message: string): string => message.replace(/\d[\d,.]*/g, '0');

/** A message without the name of a directory; names of what lies below it stay. */
function withoutName(message: string, directory: string): string {
	const [first = '', ...rest] = message.split(directory);
	return rest.reduce((text, part) => `${text}${/^[\w/\\-]/.test(part) ? directory : ''}${part}`, first);
}

const withItem = (list: readonly string[], item: string): readonly string[] =>
	list.includes(item) ? list : [...list, item];

function byPlace(a: CheckFinding, b: CheckFinding): number {
	return (
		compare(a.file.name, b.file.name) ||
		a.start.line - b.start.line ||
		a.start.column - b.start.column ||
		compare(a.code, b.code) ||
		compare(a.message, b.message)
	);
}

/** By code units: the same on every machine, whatever its language. */
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** What a code is about, for codes of the catalog. */
export const documentationOf = (code: string): string | undefined =>
	Object.hasOwn(catalog, code) ? catalog[code as FindingCode].doc : undefined;

const ranks: Readonly<Record<Severity, number>> = { hint: 0, info: 1, warning: 2, error: 3 };

/** True where a severity is at least another one. */
export const isAtLeast = (severity: Severity, least: Severity): boolean => ranks[severity] >= ranks[least];
