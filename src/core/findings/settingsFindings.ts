/** Findings of settings files: void ones, keys that are ignored, patterns that match nothing (loader.md 9). */

import { join } from 'node:path';
import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import { shellPatternLimit } from '../globs/shellPattern.js';
import type { SettingsFile } from '../sources/settings.js';
import type { TextRange } from '../text/frontMatter.js';
import { isString, own } from '../values.js';
import type { FamilyFinder, FinderInput } from './finderInput.js';
import { counted, type Finding, fileStart, finding, quoted } from './finding.js';
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
	if (file.state === 'void' && file.fault?.place.length === undefined) return [voidFile(file)];
	if (file.text === undefined || file.text.length > textLimit) return [];
	const tree = positions(file.text);
	if (file.fault) return [wrongValue(file, tree)];
	return [...(await excludes(input, file, tree)), ...memoryDirectory(input, file, tree)];
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

/** What the keys that decide about the context take. */
const expectations: ReadonlyMap<string, string> = new Map([
	['autoMemoryDirectory', 'a string'],
	['autoMemoryEnabled', 'true or false'],
	['claudeMd', 'a string'],
	['claudeMdExcludes', 'a list of strings'],
	['disableBundledSkills', 'true or false'],
	['enabledPlugins', 'an object of true, false or lists'],
	['permissions', 'an object of lists'],
	['pluginConfigs', 'an object of objects'],
	['skillListingBudgetFraction', 'a number above 0 and up to 1'],
	['skillListingMaxDescChars', 'a whole number above 0'],
	['skillOverrides', '"on", "off", "name-only" or "user-invocable-only" for each skill'],
]);

const overrides: readonly unknown[] = ['on', 'off', 'name-only', 'user-invocable-only'];

/** A value that the client does not take; it voids a user's or a project's file as a whole. */
function wrongValue({ path, text = '', fault, scope }: SettingsFile, tree: Node | undefined): Finding {
	const { offset = 0, length = 0 } = fault?.place ?? {};
	const key = keyIn(text.slice(offset, offset + length));
	const words = expectations.get(key) ?? 'a value of another type';
	const effect = scope === 'managed' ? 'ignores the key' : 'ignores the whole file';
	const message = `"${key}" takes ${words}, and with any other value the client ${effect}; correct it.`;
	const node = tree && findNodeAtLocation(tree, [key]);
	const member =
		key === 'skillOverrides'
			? node?.children?.find(({ children }) => !overrides.includes(children?.[1]?.value))
			: undefined;
	const at = member?.children?.[1] ?? node;
	return finding(
		'settings.wrong-type',
		path,
		at ? { offset: at.offset, length: at.length } : { offset, length },
		message,
	);
}

/** The key behind its quotes. */
function keyIn(written: string): string {
	try {
		const key: unknown = JSON.parse(written);
		return isString(key) ? key : written;
	} catch {
		return written;
	}
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
		if (pattern.length > shellPatternLimit) {
			found.push(tooLongExclude(path, pattern, rangeAt(tree, ['claudeMdExcludes', index])));
			continue;
		}
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

/** No path is so long, and to hold such a pattern against paths could take for ever, so the model passes over it. */
function tooLongExclude(path: string, pattern: string, range: TextRange): Finding {
	const message = `${quoted(pattern)} has ${counted(pattern.length)} characters, and patterns of more than ${counted(shellPatternLimit)} are not looked at here, so it excludes nothing in what is shown; write a shorter one.`;
	return finding('settings.exclude-never-matches', path, range, message);
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
