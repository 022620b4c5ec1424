/** Findings of the patterns of path rules that need no file list: forms that mean something else than they look like. */

import { join } from 'node:path';
import { explainPattern, type Remark } from '../globs/explain.js';
import { readPaths } from '../globs/paths.js';
import { isInside } from '../sources/launchPlace.js';
import type { RuleFile } from '../sources/ruleFiles.js';
import type { FamilyFinder, FinderInput } from './finderInput.js';
import { type Finding, finding, quoted } from './finding.js';
import type { FixData } from './fixData.js';
import { keyPlace, type PatternPlace, patternPlaces, trimmed } from './frontMatterPlaces.js';

export const globFinder: FamilyFinder = { family: 'globs', find: findInGlobs };

/** A written pattern of a path rule and where it stands. */
export interface WrittenPattern {
	readonly rule: RuleFile;
	readonly pattern: string;
	readonly index: number;
	readonly place: PatternPlace;
}

/** Patterns of one rule that are looked at, and units of one that are. */
const patternLimit = 200;
const patternLengthLimit = 2_000;

/** Every path rule of the groups, each path once. */
export function pathRules({ groups }: FinderInput): readonly RuleFile[] {
	const byPath = new Map<string, RuleFile>();
	for (const { conditional } of groups)
		for (const file of conditional) if (file.kind === 'rule' && !byPath.has(file.path)) byPath.set(file.path, file);
	return [...byPath.values()];
}

/** The patterns of a rule as written, with their places. */
export function writtenPatterns(rule: RuleFile): readonly WrittenPattern[] {
	const { file, text } = rule;
	const written = (text.paths?.written ?? []).slice(0, patternLimit);
	const places = patternPlaces(file.text, text.frontMatter, 'paths', written);
	return written.map((pattern, index) => ({ rule, pattern, index, place: places[index] as PatternPlace }));
}

async function findInGlobs(input: FinderInput): Promise<readonly Finding[]> {
	const found: Finding[] = [];
	for (const rule of pathRules(input)) {
		await input.options.pause?.();
		if (rule.text.paths?.exceeded) found.push(...bracesOverBudget(rule));
		for (const written of writtenPatterns(rule)) found.push(...(await patternFindings(input, written)));
	}
	return found;
}

function bracesOverBudget(rule: RuleFile): readonly Finding[] {
	const key = keyPlace(rule.file.text, rule.text.frontMatter, 'paths');
	if (!key) return [];
	const message =
		'The braces of this rule expand to more than 1,000 patterns, and the pattern that goes beyond stays unexpanded; write wider patterns.';
	return [finding('rule.brace-budget', rule.path, trimmed(rule.file.text, key.value), message)];
}

/** A flow list that lost its quotes is one strange pattern; the rules family says so already. */
export const isUnquotedFlow = ({ rule, pattern }: WrittenPattern): boolean =>
	rule.text.frontMatter.reading === 'lenient' && (pattern.startsWith('[') || pattern.endsWith(']'));

/** What is wrong with one pattern by its form. */
export async function patternFindings(input: FinderInput, written: WrittenPattern): Promise<readonly Finding[]> {
	const { pattern, rule, index } = written;
	if (isUnquotedFlow(written) || pattern.length > patternLengthLimit) return [];
	if (pattern.startsWith('!')) return hasPositiveBefore(rule, index) ? [] : [negationAlone(written)];
	const dead = await deadByItsPlace(input, written);
	if (dead) return [dead];
	const found = explainPattern(pattern, { quoted: true }).flatMap((remark) => remarkFinding(written, remark) ?? []);
	return [...found, ...(await literalBrackets(input, written))];
}

/** A pattern that its rule's place, or a quote that is never closed, keeps from ever matching. */
async function deadByItsPlace({ look, model }: FinderInput, written: WrittenPattern): Promise<Finding | undefined> {
	const { pattern, rule, place } = written;
	const quote = /^["'](?!.*["'])|^[^"']*["']$/.exec(pattern.slice(0, 1_000))?.[0].replace(/[^"']/g, '');
	if (quote !== undefined) {
		const message = `The quote ${quote} is never paired and counts as part of the pattern ${quoted(pattern)}, which so matches nothing; close or remove it.`;
		return finding('rule.glob-never-matches', rule.path, place.range, message, {
			data: repair(written, pattern.replace(/["']/g, '')),
		});
	}
	const inBase = withinBase(written);
	const home = model.inputs.environment.homeDirectory;
	if (inBase === undefined && (home.length < 2 || !isInside(home, pattern))) return undefined;
	// In a base such as /app, the pattern /app/** may well mean the directory app below it.
	if ((await look.kind(join(rule.rules.base, pattern.split('/', 2).join('/')))) !== undefined) return undefined;
	const message = `Patterns are relative to ${rule.rules.base}, so the absolute ${quoted(pattern)} matches nothing; write ${inBase === undefined ? 'a path below that directory' : quoted(inBase)}.`;
	return finding('rule.glob-never-matches', rule.path, place.range, message, { data: repair(written, inBase) });
}

const hasPositiveBefore = (rule: RuleFile, index: number): boolean =>
	(rule.text.paths?.written ?? []).slice(0, index).some((pattern) => !pattern.startsWith('!'));

function negationAlone({ rule, pattern, place }: WrittenPattern): Finding {
	const message = `${quoted(pattern)} only takes files away from patterns before it, and there is none, so it matches nothing; put a pattern before it.`;
	return finding('rule.glob-never-matches', rule.path, place.range, message);
}

function remarkFinding(written: WrittenPattern, remark: Remark): Finding | undefined {
	const { rule, pattern } = written;
	const at = (code: Parameters<typeof finding>[0], message: string, data?: FixData): Finding =>
		finding(code, rule.path, rangeIn(written, remark), message.replace(/\s+/g, ' '), { data });
	switch (remark.code) {
		case 'glob.never-matches':
			return at('rule.glob-never-matches', remark.sentence, repair(written, remark.replacement));
		case 'glob.backslash': {
			const message = `A backslash makes the next character literal and does not separate directories, so ${quoted(pattern)} matches nothing that it looks like; write "/".`;
			return finding('rule.glob-never-matches', rule.path, written.place.range, message, {
				data: repair(written, remark.replacement),
			});
		}
		case 'glob.extglob':
			// `*(group)` without alternatives may well be a directory of a route.
			return /^[^*]|\|/.test(pattern.slice(remark.offset ?? 0, (remark.offset ?? 0) + (remark.length ?? 0)))
				? at('rule.glob-extglob', remark.sentence, repair(written, withBraces(pattern)))
				: undefined;
		case 'glob.nested-braces':
			return at('rule.brace-nested', remark.sentence);
		case 'glob.brace-range':
			return at('rule.brace-range', remark.sentence, repair(written, expandedRanges(pattern)));
		case 'glob.unclosed-brace':
			return at('rule.brace-unclosed', remark.sentence);
		case 'glob.globstar-in-name':
			return pattern.includes('/') ? at('rule.glob-narrower', remark.sentence) : undefined;
		default:
			return undefined;
	}
}

/** The remark's part of the pattern in the file, where the pattern is written there as it reads. */
function rangeIn(
	{ pattern, place }: WrittenPattern,
	{ offset = 0, length = pattern.length }: Pick<Remark, 'offset' | 'length'>,
): Finding['range'] {
	return place.range.length === pattern.length ? { offset: place.range.offset + offset, length } : place.range;
}

/** Writes another pattern in the place of this one, escaped as its quotes ask. */
export function repair({ pattern, place }: WrittenPattern, replacement: string | undefined): FixData | undefined {
	if (replacement === undefined || replacement === pattern || place.range.length < pattern.length) return undefined;
	const newText =
		place.quote === '"'
			? JSON.stringify(replacement).slice(1, -1)
			: place.quote === "'"
				? replacement.replaceAll("'", "''")
				: replacement;
	return {
		kind: 'replace',
		title: `Write "${replacement}"`,
		replacements: [{ range: place.range, newText }],
		isSafe: false,
	};
}

/** An absolute pattern that lies below the rule's base, made relative to it. */
function withinBase({ rule, pattern }: WrittenPattern): string | undefined {
	const base = rule.rules.base;
	return base.length > 1 && isInside(base, pattern) && pattern !== base
		? pattern.slice(base.length).replace(/^\/*/, '/')
		: undefined;
}

/** Directories whose names are routes: brackets in them are names, not classes. */
const routeDirectories = /(?:^|\/)(?:app|pages|routes)\//;
const brackets = /\[{1,2}[^\]/]{1,100}\]{1,2}/g;

/** Brackets that are the name of a directory or file, and yet match one of their characters. */
async function literalBrackets(input: FinderInput, written: WrittenPattern): Promise<readonly Finding[]> {
	const { pattern, rule } = written;
	const found: Finding[] = [];
	for (const match of pattern.matchAll(brackets)) {
		const { index: offset } = match;
		const [name] = match;
		if (pattern[offset - 1] === '\\' || !(await isMeantLiterally(input, written, offset, name))) continue;
		const range = rangeIn(written, { offset, length: name.length });
		const message = `${quoted(name)} in a pattern matches one of its characters and not the name in brackets; write ${quoted(escaped(name))}.`;
		found.push(
			finding('rule.glob-bracket-class', rule.path, range, message, {
				data: repair(written, withEscapedBrackets(pattern)),
			}),
		);
	}
	return found;
}

/** Brackets are literal where such a directory or file is there, or where the pattern has the shape of a route. */
async function isMeantLiterally(
	{ look, model }: FinderInput,
	{ rule, pattern }: WrittenPattern,
	offset: number,
	name: string,
): Promise<boolean> {
	const slash = pattern.indexOf('/', offset);
	const upToHere = pattern.slice(0, slash < 0 ? pattern.length : slash);
	const start = upToHere.lastIndexOf('/') + 1;
	const path = join(rule.rules.base, upToHere.replaceAll('\\', ''));
	if (!/[*?{]/.test(upToHere) && isInside(model.place.directory, path) && (await look.kind(path)) !== undefined)
		return true;
	if (upToHere.slice(start) !== name) return false;
	if (/^\[{1,2}\.{3}[\w-]+\]{1,2}$/.test(name)) return true;
	return /^\[[A-Za-z][\w-]+\]$/.test(name) && !/\w-\w/.test(name) && routeDirectories.test(pattern.slice(0, start));
}

const escaped = (name: string): string => name.replace(/[[\]]/g, '\\$&');
const withEscapedBrackets = (pattern: string): string =>
	pattern.replace(brackets, (name, offset: number) => (pattern[offset - 1] === '\\' ? name : escaped(name)));

/** `@(a|b)` as `{a,b}`; other forms (`!(…)`, `*(…)`) have no equal. */
const withBraces = (pattern: string): string | undefined =>
	/[!?*+]\(/.test(pattern)
		? undefined
		: pattern.replace(/@\(([^()]*)\)/g, (_, inner: string) => `{${inner.replaceAll('|', ',')}}`);

/** `{1..3}` as `{1,2,3}`, up to twenty numbers. */
function expandedRanges(pattern: string): string | undefined {
	const expanded = pattern.replace(/\{(\d{1,6})\.\.(\d{1,6})\}/g, (range, from: string, to: string) => {
		const count = Number(to) - Number(from) + 1;
		return count < 2 || count > 20
			? range
			: `{${Array.from({ length: count }, (_, index) => Number(from) + index).join(',')}}`;
	});
	return readPaths([expanded]) && expanded !== pattern ? expanded : undefined;
}
