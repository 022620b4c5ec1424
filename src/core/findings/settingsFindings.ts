/** Findings of settings files: void ones, keys that are ignored, patterns that match nothing (loader.md 9). */

import { join } from 'node:path';
import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import type { SettingsFile } from '../sources/settings.js';
import { isBoolean, isNumber, isRecord, isString, own } from '../values.js';
import type { TextRange } from '../text/frontMatter.js';
import type { FamilyFinder, FinderInput } from './finderInput.js';
import { type Finding, fileStart, finding, quoted } from './finding.js';
import { Lines } from './textPlaces.js';

export const settingsFinder: FamilyFinder = { family: 'settings', find: findInSettings };

async function findInSettings(input: FinderInput): Promise<readonly Finding[]> {
	const found = await Promise.all(input.model.settings.files.map((file) => fileFindings(input, file)));
	return [...found.flat(), ...globalConfig(input)];
}

async function fileFindings(input: FinderInput, file: SettingsFile): Promise<readonly Finding[]> {
	if (file.state === 'unreadable') {
		const message = 'The settings file cannot be read, so the client goes on without it; check its permissions.';
		return [finding('settings.unreadable', file.path, fileStart, message)];
	}
	if (file.state === 'void') return [voidFile(file)];
	if (file.state !== 'read' || file.text === undefined || file.text.length > textLimit) return [];
	const tree = positions(file.text);
	return [...wrongTypes(file, tree), ...(await excludes(input, file, tree)), ...memoryDirectory(input, file, tree)];
}

/** Positions are not looked for in a larger text. */
const textLimit = 4 * 1024 * 1024;

/** The positions of a valid JSON text's nodes; `undefined` where it nests too deep for the parser. */
function positions(text: string): Node | undefined {
	try {
		return parseTree(text.startsWith('\uFEFF') ? ` ${text.slice(1)}` : text);
	} catch {
		return undefined;
	}
}

function voidFile({ path, text = '', fault }: SettingsFile): Finding {
	const offset = Math.min(fault?.place.offset ?? 0, text.length);
	const line = new Lines(text).at(offset);
	const length = Math.min(1, line.offset + line.length - offset);
	const range = length > 0 ? { offset, length } : line;
	const message = `${fault?.message ?? 'Not strict JSON.'} The client ignores the whole file: comments and trailing commas are not allowed.`;
	return finding('settings.void', path, range, message);
}

interface Expectation {
	readonly words: string;
	readonly fits: (value: unknown) => boolean;
}

const strings: Expectation = {
	words: 'a list of strings',
	fits: (value) => Array.isArray(value) && value.every(isString),
};
const text: Expectation = { words: 'a string', fits: isString };
const flag: Expectation = { words: 'true or false', fits: isBoolean };
const number: Expectation = { words: 'a number', fits: isNumber };
const object: Expectation = { words: 'an object', fits: isRecord };

/** Keys that decide about the context, and what they take. */
const expectations: ReadonlyMap<string, Expectation> = new Map([
	['autoMemoryDirectory', text],
	['autoMemoryEnabled', flag],
	['claudeMd', text],
	['claudeMdExcludes', strings],
	['disableBundledSkills', flag],
	['enabledPlugins', object],
	['pluginConfigs', object],
	['skillListingBudgetFraction', number],
	['skillListingMaxDescChars', number],
	['skillOverrides', object],
]);

const overrides = ['on', 'off', 'name-only', 'user-invocable-only'];

function wrongTypes({ path, data }: SettingsFile, tree: Node | undefined): readonly Finding[] {
	const found: Finding[] = [];
	for (const [key, { words, fits }] of expectations) {
		if (!Object.hasOwn(data, key) || fits(own(data, key))) continue;
		const message = `"${key}" takes ${words}, and the client ignores what is of another type; correct the value.`;
		found.push(finding('settings.wrong-type', path, rangeAt(tree, [key]), message));
	}
	const skills = own(data, 'skillOverrides');
	for (const [name, value] of Object.entries(isRecord(skills) ? skills : {})) {
		if (overrides.includes(value as string)) continue;
		const message = `An override is one of ${overrides.map((each) => `"${each}"`).join(', ')}; the client ignores this one of ${quoted(name)}.`;
		found.push(finding('settings.wrong-type', path, rangeAt(tree, ['skillOverrides', name]), message));
	}
	return found;
}

/** Patterns of one file that are looked at. */
const excludeLimit = 500;

/**
 * Excludes that cannot match an absolute path (corpus `set/excludes-glob-forms`, `set/excludes-tilde`), or that name a
 * directory: the files below it are matched by `/**` only.
 */
async function excludes(
	{ model, look }: FinderInput,
	{ path, data }: SettingsFile,
	tree: Node | undefined,
): Promise<readonly Finding[]> {
	const patterns = own(data, 'claudeMdExcludes');
	if (!Array.isArray(patterns)) return [];
	const found: Finding[] = [];
	for (const [index, pattern] of patterns.slice(0, excludeLimit).entries()) {
		if (!isString(pattern)) continue;
		const absolute = absoluteExclude(pattern, model.inputs.environment.homeDirectory);
		const isDirectory =
			absolute === undefined && /^\/[^*?[\]{}()!\\]+$/.test(pattern) && (await look.kind(pattern)) === 'directory';
		const replacement = absolute ?? (isDirectory ? `${pattern.replace(/\/+$/, '')}/**` : undefined);
		if (replacement === undefined) continue;
		const range = rangeAt(tree, ['claudeMdExcludes', index]);
		const why = isDirectory
			? 'Excludes are held against files, not directories'
			: 'Excludes are held against absolute paths';
		const message = `${why}, so ${quoted(pattern)} matches nothing; write ${quoted(replacement)}.`;
		const replacements = [{ range, newText: JSON.stringify(replacement) }];
		found.push(
			finding('settings.exclude-never-matches', path, range, message, {
				data: { kind: 'replace', title: `Write "${replacement}"`, replacements, isSafe: false },
			}),
		);
	}
	return found;
}

/** What a relative pattern, or one with `~`, was meant to be; `undefined` for one that can match. */
function absoluteExclude(pattern: string, home: string): string | undefined {
	if (pattern.startsWith('~/')) return join(home, pattern.slice(2));
	// Drive letters, wildcards, braces, classes and negations may all match an absolute path.
	if (!/^[\w.-]/.test(pattern) || /^[A-Za-z]:/.test(pattern)) return undefined;
	return `**/${pattern.replace(/^(?:\.{1,2}\/)+/, '')}`;
}

/** An `autoMemoryDirectory` that is not honoured; in an untrusted workspace that is as it should be. */
function memoryDirectory(
	{ model }: FinderInput,
	{ path, data }: SettingsFile,
	tree: Node | undefined,
): readonly Finding[] {
	const value = own(data, 'autoMemoryDirectory');
	if (!isString(value)) return [];
	const ignored = model.memory.directory.ignored.find(
		(each) => each.settingsPath === path && each.reason.code !== 'untrusted',
	);
	if (!ignored) return [];
	const message = `${quoted(value)} is ignored and the default directory used: the path must be absolute or begin with "~/", and must not be the home directory itself.`;
	return [finding('settings.memory-directory-ignored', path, rangeAt(tree, ['autoMemoryDirectory']), message)];
}

/** The client's own configuration file, whose approvals and usage are lost when it is broken. */
function globalConfig({ model }: FinderInput): readonly Finding[] {
	const { path, state } = model.globalConfig;
	if (state !== 'void') return [];
	const message =
		'Not strict JSON: the client starts as if there were none, so approvals of external imports and the usage of skills are lost; repair it.';
	return [finding('settings.void', path, fileStart, message)];
}

function rangeAt(tree: Node | undefined, path: (string | number)[]): TextRange {
	const node = tree && findNodeAtLocation(tree, path);
	return node ? { offset: node.offset, length: node.length } : fileStart;
}
