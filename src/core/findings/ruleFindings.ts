/** Findings of a rule's front matter: why a condition that its author wrote is none (loader.md 5). */

import { basename } from 'node:path';
import { splitAtCommas } from '../globs/braces.js';
import { readPaths } from '../globs/paths.js';
import type { LoadedFile } from '../sources/loadPass.js';
import { own } from '../values.js';
import type { FamilyFinder, FinderInput } from './finderInput.js';
import { readFiles } from './finderInput.js';
import { type Finding, finding, quoted } from './finding.js';
import {
	faultWords,
	type KeyPlace,
	keyPlace,
	keyPlaces,
	type ListItem,
	listItems,
	trimmed,
} from './frontMatterPlaces.js';
import { Lines } from './textPlaces.js';

export const ruleFinder: FamilyFinder = { family: 'rules', find: findInRules };

/** Every rule file of the groups. */
export const rulesOf = (input: FinderInput): readonly LoadedFile[] =>
	readFiles(input.groups).filter((file) => file.kind === 'rule');

function findInRules(input: FinderInput): readonly Finding[] {
	return rulesOf(input).flatMap((rule) => {
		switch (rule.text.frontMatter.reading) {
			case 'none':
				return unseenFrontMatter(rule);
			case 'broken':
				return brokenFrontMatter(rule);
			default:
				return [...pathsValue(rule), ...foreignKeys(rule)];
		}
	});
}

const always = 'so the rule is loaded in every session';

/** A block that looks like front matter with a condition, where the client sees none. */
const unseenBlock =
	/^(\uFEFF?\s*(?:<!--[\s\S]{0,500}?-->\s*|#[^\n]{0,200}\s*)?)---[ \t]*\r?\n(?:[^\n]{0,500}\n){0,30}?(paths)[ \t]*:/;

function unseenFrontMatter({ path, file }: LoadedFile): readonly Finding[] {
	const head = file.text.slice(0, 20_000);
	const match = unseenBlock.exec(head);
	if (!match) return [];
	const before = match[1] as string;
	const key = { offset: match[0].lastIndexOf('paths'), length: 'paths'.length };
	if (before === '\uFEFF') {
		const data = {
			kind: 'replace',
			title: 'Remove the byte-order mark',
			replacements: [{ range: { offset: 0, length: 1 }, newText: '' }],
			isSafe: true,
		} as const;
		const message = `This client does not see front matter behind a byte-order mark, ${always}; save the file without one.`;
		return [finding('rule.byte-order-mark', path, { offset: 0, length: 1 }, message, { data })];
	}
	const closes = head.indexOf('---', match.index + match[0].length) >= 0;
	if (before === '' && closes) return [];
	const message =
		before === ''
			? `The front matter is never closed, ${always}; end it with a line "---".`
			: `Front matter begins on the first line or not at all, ${always}; remove what stands before "---".`;
	const data =
		before.trim() === ''
			? ({
					kind: 'replace',
					title: 'Remove the blank lines',
					replacements: [{ range: { offset: 0, length: before.length }, newText: '' }],
					isSafe: true,
				} as const)
			: undefined;
	return [finding('rule.front-matter-broken', path, key, message, { data: before === '' ? undefined : data })];
}

function brokenFrontMatter(rule: LoadedFile): readonly Finding[] {
	const { path, file, text } = rule;
	const paths = keyPlace(file.text, text.frontMatter, 'paths');
	const items = paths ? listItems(file.text, paths).filter(({ written }) => needsQuotes(written)) : [];
	if (items.length > 0) return unquotedItems(rule, items);
	const offset = text.frontMatter.fault?.offset ?? text.frontMatter.block?.offset ?? 0;
	const message = `The front matter is not valid YAML (${faultWords(text.frontMatter)}), ${always} and its other keys are lost; quote the value at fault.`;
	return [finding('rule.front-matter-broken', path, new Lines(file.text).at(offset), message)];
}

/** A plain item that YAML takes for an alias, an anchor, a tag, a mapping, a list or an error. */
const needsQuotes = (written: string): boolean =>
	/^[*&!|>%@`{[]/.test(written) || /^[?-][ \t]/.test(written) || written.includes(': ');

/** Items of one rule that are looked at. */
const itemLimit = 200;

function unquotedItems({ path }: LoadedFile, items: readonly ListItem[]): readonly Finding[] {
	const replacements = items.map((item) => ({ range: item.range, newText: inQuotes(item.written) }));
	const title = items.length === 1 ? 'Put the pattern in quotes' : `Put ${items.length} patterns in quotes`;
	const data = { kind: 'replace', title, replacements, isSafe: true } as const;
	return items.slice(0, itemLimit).map(({ written, range }) => {
		const message = `YAML reads ${quoted(written)} as something else than text unless it is quoted, ${always}; put it in quotes.`;
		return finding('rule.yaml-unquoted', path, range, message, { data });
	});
}

/** A text in the quotes that need the least escaping. */
export const inQuotes = (text: string): string =>
	/["\\]/.test(text) ? `'${text.replaceAll("'", "''")}'` : `"${text}"`;

/** A `paths` that is there and yet no condition, or one that YAML made something else of. */
function pathsValue(rule: LoadedFile): readonly Finding[] {
	const { path, file, text } = rule;
	if (!Object.hasOwn(text.frontMatter.data, 'paths')) return [];
	const place = keyPlace(file.text, text.frontMatter, 'paths');
	if (!place) return [];
	const value = own(text.frontMatter.data, 'paths');
	if (Array.isArray(value)) {
		const items = listItems(file.text, place);
		const lost = items.filter(({ written }, index) => needsQuotes(written) && String(value[index]) !== written);
		if (items.length === value.length && lost.length > 0) return unquotedItems(rule, lost);
	}
	const written = file.text.slice(place.value.offset, place.value.offset + place.value.length).trim();
	if (typeof value === 'string' && text.frontMatter.reading === 'lenient' && /^\[[\s\S]*\]$/.test(written))
		return [unquotedFlow(rule, place, written)];
	if (text.paths !== undefined || holdsGlobstar(value)) return [];
	if (/^(?:[&!*|>%@`]\S*|\{[^:\n]*\})$/.test(written)) {
		const item = { written, range: trimmed(file.text, place.value) };
		return unquotedItems(rule, [item]);
	}
	const message = `"paths" holds no pattern, ${always}; name patterns, or remove the key to say that this is meant.`;
	return [finding('rule.paths-without-pattern', path, place.range, message)];
}

/** `**` is a way to say "always". */
const holdsGlobstar = (value: unknown): boolean =>
	[value].flat(2).some((item) => typeof item === 'string' && item.includes('**'));

function unquotedFlow({ path, file }: LoadedFile, { value }: KeyPlace, written: string): Finding {
	const items = splitAtCommas(written.slice(1, -1)).map(({ pattern }) => pattern);
	const newText = `[${items.map((item) => (/^(["']).*\1$/.test(item) ? item : inQuotes(item))).join(', ')}]`;
	const range = trimmed(file.text, value);
	const message = `Without quotes this is no YAML list but the one pattern ${quoted(written)}, so the rule never loads; put each pattern in quotes.`;
	return finding('rule.yaml-flow-unquoted', path, range, message, {
		data: { kind: 'replace', title: 'Put the patterns in quotes', replacements: [{ range, newText }], isSafe: true },
	});
}

/** Keys of other tools that stand for a condition, and the tool that has them. */
const foreignConditions: ReadonlyMap<string, string> = new Map([
	['globs', 'Cursor'],
	['glob', 'other tools'],
	['applyTo', 'GitHub Copilot'],
	['path', 'other tools'],
	['fileMatchPattern', 'Kiro'],
]);

/** A condition in the words of another tool (corpus `pain/cc-17204-five-spellings`, `pain/ai-agents-2513-foreign-keys`). */
function foreignKeys(rule: LoadedFile): readonly Finding[] {
	const { path, file, text } = rule;
	const { data } = text.frontMatter;
	if (Object.hasOwn(data, 'paths') || own(data, 'alwaysApply') === true) return [];
	const places = keyPlaces(file.text, text.frontMatter);
	const condition = places.find(({ key }) => isForeignCondition(key, own(data, key), path));
	if (condition) return [foreignCondition(rule, condition, places)];
	const alwaysApply = places.find(({ key }) => key === 'alwaysApply');
	if (!alwaysApply || own(data, 'alwaysApply') !== false) return [];
	const message = `"alwaysApply" is a key of Cursor and means nothing to Claude Code, ${always}; give it "paths", or make it a skill.`;
	return [finding('rule.foreign-key', path, alwaysApply.range, message)];
}

function isForeignCondition(key: string, value: unknown, rulePath: string): boolean {
	if (!foreignConditions.has(key) && key.toLowerCase() !== 'paths') return false;
	const condition = readPaths(value);
	if (!condition) return false;
	// A rule that means every file loads always, as its author wants; a `path` may be where the rule itself lies.
	if (condition.patterns.every((pattern) => /^(?:\*\*\/)?\*{1,2}$/.test(pattern))) return false;
	return !(key === 'path' && condition.patterns.every((pattern) => basename(pattern) === basename(rulePath)));
}

function foreignCondition({ path }: LoadedFile, { key, range }: KeyPlace, places: readonly KeyPlace[]): Finding {
	const tool = foreignConditions.get(key);
	const what =
		tool === undefined
			? `is not "paths": keys are case-sensitive`
			: `is a key of ${tool} and means nothing to Claude Code`;
	const message = `${quoted(key)} ${what}, ${always}; write "paths".`;
	const isOnly = places.filter((place) => place.key === key).length === 1;
	return finding('rule.foreign-key', path, range, message, {
		data: isOnly
			? {
					kind: 'replace',
					title: 'Rename the key to "paths"',
					replacements: [{ range, newText: 'paths' }],
					isSafe: tool === undefined,
				}
			: undefined,
	});
}
