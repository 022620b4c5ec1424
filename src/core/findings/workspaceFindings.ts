/** Findings of path rules held against the workspace's files; they run only where a file list is at hand. */

import { join, relative } from 'node:path';
import type { Work } from '../globs/boundedExpression.js';
import { expandBraces } from '../globs/braces.js';
import { compilePaths, type PathMatcher } from '../globs/matcher.js';
import { readPaths } from '../globs/paths.js';
import { deadForm } from '../globs/patternForms.js';
import { compileShellPattern, shellPatternLimit } from '../globs/shellPattern.js';
import { isInside } from '../sources/launchPlace.js';
import type { RuleFile } from '../sources/ruleFiles.js';
import type { FamilyFinder, FinderInput } from './finderInput.js';
import { counted, type Finding, finding, plural, quoted } from './finding.js';
import { keyPlace } from './frontMatterPlaces.js';
import {
	isUnquotedFlow,
	pathRules,
	patternFindings,
	repair,
	type WrittenPattern,
	writtenPatterns,
} from './globFindings.js';
import { closestNames } from './textPlaces.js';
import { type FilesBelow, WorkspaceFiles } from './workspaceFiles.js';

export const workspaceFinder: FamilyFinder = { family: 'workspace', find: findInWorkspace };

/** Tests of a path against a pattern that one run may make; rules beyond them are not judged. */
const testLimit = 3_000_000;
/** Files that a rule is held against for its size. */
const scopeLimit = 50;
/** Matches of one pattern that are looked for. */
const matchLimit = 200;
/** Steps of one pattern held against its matches as shells would; without a verdict there is no remark. */
const shellWorkLimit = 500_000;

async function findInWorkspace(input: FinderInput): Promise<readonly Finding[]> {
	const paths = filesBelowLaunch(input);
	// An empty list is one that is not there yet.
	if (paths.length === 0) return [];
	const files = new WorkspaceFiles(paths);
	const tests = new TestBudget(testLimit);
	const found: Finding[] = [];
	for (const rule of pathRules(input).filter((each) => isOfWorkspace(input, each))) {
		if (tests.isSpent) break;
		await input.options.pause?.();
		found.push(...(await ruleFindings(input, rule, files, tests)));
	}
	return found;
}

/** The listed files below the launch directory, under its real path. */
function filesBelowLaunch({ model: { place }, options }: FinderInput): readonly string[] {
	return (options.workspaceFiles ?? []).flatMap((path) => {
		if (isInside(place.directory, path)) return path;
		return isInside(place.given, path) ? join(place.directory, relative(place.given, path)) : [];
	});
}

/** The rules of a user, a company or a directory above are written for more than this workspace. */
const isOfWorkspace = ({ model }: FinderInput, { rules }: RuleFile): boolean =>
	rules.scope === 'project' && isInside(model.place.directory, rules.base);

class TestBudget {
	#left: number;
	constructor(limit: number) {
		this.#left = limit;
	}
	get isSpent(): boolean {
		return this.#left <= 0;
	}
	spend(tests: number): void {
		this.#left -= tests;
	}
}

async function ruleFindings(
	input: FinderInput,
	rule: RuleFile,
	files: WorkspaceFiles,
	tests: TestBudget,
): Promise<readonly Finding[]> {
	const below = files.below(rule.rules.base);
	const written = writtenPatterns(rule);
	const judged: Judged[] = [];
	for (const each of written) {
		if (!isJudged(each) || (await isFaulty(input, each))) continue;
		const matches = matchesOf(each, below, tests);
		if (matches.length > 0 || !(await namesUnlisted(input, each, below))) judged.push({ written: each, matches });
	}
	if (tests.isSpent || judged.length === 0) return [];
	const empty = judged.filter(({ matches }) => matches.length === 0).map(({ written }) => written);
	const positive = written.filter(({ pattern }) => !pattern.startsWith('!'));
	if (empty.length === positive.length) return [ruleMatchesNothing(rule, empty, below)];
	if (cancelsItself(rule, written, judged)) return [ruleCancelsItself(rule)];
	return [
		...empty.map((written) => patternMatchesNothing(written, below)),
		...judged.flatMap(({ written, matches }) => wider(written, matches)),
		...(await largerThanScope(input, rule, new Set(judged.flatMap(({ matches }) => matches)))),
	];
}

/** True where every file that a pattern matches is taken away by one with `!`. */
function cancelsItself(rule: RuleFile, written: readonly WrittenPattern[], judged: readonly Judged[]): boolean {
	const positive = written.filter(({ pattern }) => !pattern.startsWith('!'));
	if (!rule.text.paths || positive.length === written.length || judged.length < positive.length) return false;
	// Of a pattern with more matches not all are known.
	if (judged.some(({ matches }) => matches.length >= matchLimit)) return false;
	const matcher = compilePaths(rule.text.paths);
	return !judged.some(({ matches }) => matches.some((path) => matcher.matches(path).matched));
}

function ruleCancelsItself(rule: RuleFile): Finding {
	const key = keyPlace(rule.file.text, rule.text.frontMatter, 'paths');
	const message =
		'The patterns with "!" take away every file of this workspace that the others match, so the rule never loads; narrow them.';
	return finding('rule.matches-nothing', rule.path, key?.range ?? { offset: 0, length: 0 }, message);
}

interface Judged {
	readonly written: WrittenPattern;
	/** Listed files that it matches. */
	readonly matches: readonly string[];
}

/** True where the pattern names a place that is there and that the list leaves out: git ignores it, or a link leads there. */
async function namesUnlisted(
	{ look }: FinderInput,
	{ pattern, rule }: WrittenPattern,
	files: FilesBelow,
): Promise<boolean> {
	const steps = pattern.replace(/^\//, '').split('/');
	const wild = steps.findIndex((step) => step === '' || /[*?[{\\]/.test(step));
	const prefix = (wild < 0 ? steps : steps.slice(0, wild)).join('/');
	return prefix !== '' && !files.holds(prefix) && (await look.kind(join(rule.rules.base, prefix))) !== undefined;
}

/** Another finding says already why the pattern does not do what it looks like. */
async function isFaulty(input: FinderInput, written: WrittenPattern): Promise<boolean> {
	return isUnquotedFlow(written) || (await patternFindings(input, written)).length > 0;
}

/** Negations and dead patterns are other findings. */
function isJudged({ pattern }: WrittenPattern): boolean {
	return (
		!pattern.startsWith('!') &&
		readPaths([pattern]) !== undefined &&
		expandBraces(pattern).patterns.some((each) => deadForm(each) === undefined)
	);
}

/** The first files that a pattern matches, as many as any finding asks for. */
function matchesOf({ pattern }: WrittenPattern, files: FilesBelow, tests: TestBudget): readonly string[] {
	const known = files.known.get(pattern);
	if (known) return known;
	const condition = readPaths([pattern]);
	if (!condition || tests.isSpent) return [];
	const matcher: PathMatcher = compilePaths(condition);
	const matches: string[] = [];
	let tested = 0;
	for (const path of files.candidates(pattern)) {
		tested++;
		if (matcher.matches(path).matched && matches.push(path) === matchLimit) break;
	}
	tests.spend(tested);
	files.known.set(pattern, matches);
	return matches;
}

function ruleMatchesNothing(rule: RuleFile, patterns: readonly WrittenPattern[], files: FilesBelow): Finding {
	const key = keyPlace(rule.file.text, rule.text.frontMatter, 'paths');
	const range = patterns.length === 1 ? patterns[0]?.place.range : key?.range;
	const message = `No file of this workspace matches ${patterns
		.slice(0, 3)
		.map(({ pattern }) => quoted(pattern))
		.join(', ')}, so the rule never loads here; correct the patterns or remove the rule.`;
	const only = patterns.length === 1 ? patterns[0] : undefined;
	return finding('rule.matches-nothing', rule.path, range ?? { offset: 0, length: 0 }, message, {
		data: only && repair(only, similar(only, files)),
	});
}

function patternMatchesNothing(written: WrittenPattern, files: FilesBelow): Finding {
	const message = `No file of this workspace matches ${quoted(written.pattern)}; correct the pattern or remove it.`;
	return finding('rule.glob-matches-nothing', written.rule.path, written.place.range, message, {
		data: repair(written, similar(written, files)),
	});
}

/** The pattern with its first directory as the workspace spells it, where that is a close call. */
function similar({ pattern }: WrittenPattern, files: FilesBelow): string | undefined {
	const match = /^(\/?)([^/*?[{]+)(\/.*)$/.exec(pattern);
	if (!match) return undefined;
	const tops = new Set(files.paths.map((path) => path.slice(0, Math.max(0, path.indexOf('/')))));
	const closest = closestNames(
		match[2] as string,
		[...tops].filter((top) => top !== '' && top !== match[2]),
	)[0];
	return closest === undefined ? undefined : `${match[1]}${closest}${match[3]}`;
}

/** Files that a pattern matches although a reader who takes it from the rule's base would not think so. */
function wider(written: WrittenPattern, matches: readonly string[]): readonly Finding[] {
	const { pattern, rule, place } = written;
	const body = pattern.replace(/\/$/, '').replace(/\/\*\*$/, '');
	if (body.includes('/') || body === '*' || !/[*?[]/.test(pattern)) return [];
	// As shells read it: from the base directory on.
	const looks = compileShellPattern(pattern, { nocase: true });
	const work: Work = { left: shellWorkLimit };
	const unexpected = matches.filter((path) => !looks(path, work));
	if (unexpected.length === 0 || work.left <= 0 || pattern.length > shellPatternLimit) return [];
	const examples = unexpected
		.slice(0, 3)
		.map((path) => quoted(path))
		.join(', ');
	const message = `Without a slash before its end ${quoted(pattern)} matches at any depth, here also ${examples}${unexpected.length > 3 ? ' and more' : ''}; write "/${pattern}" for the rule's base directory only.`;
	return [finding('rule.glob-wider', rule.path, place.range, message, { data: repair(written, `/${pattern}`) })];
}

async function largerThanScope(
	input: FinderInput,
	rule: RuleFile,
	matches: ReadonlySet<string>,
): Promise<readonly Finding[]> {
	if (matches.size === 0 || matches.size > scopeLimit) return [];
	const paths = [...matches].map((path) => join(rule.rules.base, path));
	const stats = await Promise.all(paths.map((path) => input.model.loadContext.fs.stat(path)));
	const size = stats.reduce((sum, stat) => sum + (stat?.size ?? 0), 0);
	const length = rule.text.body.trim().length;
	if (size === 0 || length <= size || length < leastRuleLength) return [];
	const key = keyPlace(rule.file.text, rule.text.frontMatter, 'paths');
	const message = `The rule has ${counted(length)} characters, more than the ${plural(matches.size, 'file')} that it applies to (${counted(size)} bytes); shorten it, or write it into the file as a comment.`;
	return [finding('rule.larger-than-scope', rule.path, key?.range ?? { offset: 0, length: 0 }, message)];
}

/** A shorter rule is worth no remark. */
const leastRuleLength = 500;
