/**
 * Which directories git ignores: skills of an ignored directory are not discovered (corpus `skill/gitignored-nested`).
 *
 * Read from git's own files, without running git: `.gitignore` from the repository's root down, `.git/info/exclude` and
 * the user's global excludes file. Not known here: whether git tracks a file inside an ignored directory (git then does
 * not call the directory ignored).
 */

import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import ignore from 'ignore';
import { matchLinearly } from '../globs/linearMatcher.js';
import type { Environment, FileSystem } from '../ports.js';
import { isInside } from './launchPlace.js';

interface IgnoreFile {
	/** Directory that the patterns are relative to. */
	readonly directory: string;
	readonly verdict: Verdict;
}

/** Answers for one repository; each file is read once. */
export class GitIgnore {
	readonly #fs: FileSystem;
	readonly #environment: Environment;
	readonly #root: string;
	readonly #files = new Map<string, Promise<IgnoreFile | undefined>>();
	readonly #verdicts = new Map<string, Promise<boolean>>();
	#general: Promise<readonly IgnoreFile[]> | undefined;

	/** @param root the repository's root */
	constructor(fs: FileSystem, environment: Environment, root: string) {
		this.#fs = fs;
		this.#environment = environment;
		this.#root = root;
	}

	/** True where git ignores the directory or one above it. */
	async ignoresDirectory(directory: string): Promise<boolean> {
		if (directory === this.#root || !isInside(this.#root, directory)) return false;
		let verdict = this.#verdicts.get(directory);
		if (!verdict) {
			verdict = this.#decide(directory);
			this.#verdicts.set(directory, verdict);
		}
		return verdict;
	}

	async #decide(directory: string): Promise<boolean> {
		// What lies in an ignored directory is ignored, whatever a deeper file says.
		if (await this.ignoresDirectory(dirname(directory))) return true;
		// The deeper file decides over the higher one, and any .gitignore over the general ones.
		for (let holder = dirname(directory); isInside(this.#root, holder); holder = dirname(holder)) {
			const verdict = decide(await this.#gitIgnoreOf(holder), directory);
			if (verdict !== undefined) return verdict;
			if (holder === this.#root) break;
		}
		this.#general ??= this.#readGeneral();
		for (const file of await this.#general) {
			const verdict = decide(file, directory);
			if (verdict !== undefined) return verdict;
		}
		return false;
	}

	#gitIgnoreOf(directory: string): Promise<IgnoreFile | undefined> {
		let file = this.#files.get(directory);
		if (!file) {
			file = this.#read(join(directory, '.gitignore'), directory);
			this.#files.set(directory, file);
		}
		return file;
	}

	async #readGeneral(): Promise<readonly IgnoreFile[]> {
		const gitDirectory = await this.#gitDirectory();
		const paths = [gitDirectory && join(gitDirectory, 'info', 'exclude'), await this.#globalExcludes(gitDirectory)];
		const files = await Promise.all(
			paths.map((path) => (path === undefined ? undefined : this.#read(path, this.#root))),
		);
		return files.filter((file) => file !== undefined);
	}

	async #read(path: string, directory: string): Promise<IgnoreFile | undefined> {
		const file = await this.#fs.readText(path, ignoreFileLimitBytes);
		if (!file?.ok) return undefined;
		return { directory, verdict: compileIgnoreFile(file.text) };
	}

	/** The common git directory: a worktree's `.git` is a file that leads to it. */
	async #gitDirectory(): Promise<string | undefined> {
		const dotGit = join(this.#root, '.git');
		if ((await this.#fs.stat(dotGit))?.kind === 'directory') return dotGit;
		const link = await this.#fs.readText(dotGit, ignoreFileLimitBytes);
		const target = link?.ok ? /^gitdir:[ \t]*(.+)$/m.exec(link.text)?.[1]?.trim() : undefined;
		if (target === undefined) return undefined;
		const gitDirectory = isAbsolute(target) ? target : join(this.#root, target);
		const common = await this.#fs.readText(join(gitDirectory, 'commondir'), ignoreFileLimitBytes);
		return common?.ok ? join(gitDirectory, common.text.trim()) : gitDirectory;
	}

	/** `core.excludesFile` of the repository or the user, else git's default place. */
	async #globalExcludes(gitDirectory: string | undefined): Promise<string> {
		const { variables, homeDirectory } = this.#environment;
		const userConfig = join(variables['XDG_CONFIG_HOME'] || join(homeDirectory, '.config'), 'git');
		const configs = [
			gitDirectory && join(gitDirectory, 'config'),
			join(homeDirectory, '.gitconfig'),
			join(userConfig, 'config'),
		];
		for (const path of configs) {
			const config = path === undefined ? undefined : await this.#fs.readText(path, ignoreFileLimitBytes);
			const written = config?.ok ? excludesFileOf(config.text) : undefined;
			if (written !== undefined) return written.startsWith('~/') ? join(homeDirectory, written.slice(2)) : written;
		}
		return join(userConfig, 'ignore');
	}
}

/** Ignore and configuration files are small; anything longer is not looked at. */
const ignoreFileLimitBytes = 1024 * 1024;

/** Longer lines are no patterns of a name: a path has at most 4,096 bytes. */
const patternLengthLimit = 4_096;

/** From so many `*` on, a regular expression may take forever on a long name; such patterns are matched otherwise. */
const wildcardLimit = 4;

/** What patterns say of a path below their directory: ignored, taken out again, or nothing. */
type Verdict = (path: string) => boolean | undefined;

/** The patterns of one file; the last one that matches decides. */
function compileIgnoreFile(text: string): Verdict {
	const verdicts: Verdict[] = [];
	let plain: string[] = [];
	const closePlain = (): void => {
		if (plain.length > 0) verdicts.push(plainVerdict(plain));
		plain = [];
	};
	for (const line of (text.startsWith('\uFEFF') ? text.slice(1) : text).split(/\r?\n/)) {
		if (line.length > patternLengthLimit) continue;
		if ((line.match(/\*+/g)?.length ?? 0) < wildcardLimit) plain.push(line);
		else {
			closePlain();
			verdicts.push(linearVerdict(line));
		}
	}
	closePlain();
	return (path) => {
		let decided: boolean | undefined;
		for (const verdict of verdicts) decided = verdict(path) ?? decided;
		return decided;
	};
}

function plainVerdict(patterns: readonly string[]): Verdict {
	const rules = ignore({ ignorecase: false }).add(patterns);
	return (path) => {
		const { ignored, unignored } = rules.test(path);
		return ignored ? true : unignored ? false : undefined;
	};
}

function linearVerdict(line: string): Verdict {
	const isNegated = line.startsWith('!');
	const pattern = isNegated ? line.slice(1) : line;
	return (path) => (matchLinearly(pattern, path) ? !isNegated : undefined);
}

/** What one file says of a directory; `undefined` where none of its patterns matches. */
function decide(file: IgnoreFile | undefined, directory: string): boolean | undefined {
	if (!file) return undefined;
	const path = relative(file.directory, directory).split(sep).join('/');
	return ignore.isPathValid(path) ? file.verdict(`${path}/`) : undefined;
}

/** `excludesFile` of the section `[core]` in a git configuration, quotes removed. */
export function excludesFileOf(config: string): string | undefined {
	let section = '';
	let found: string | undefined;
	for (const line of config.split('\n')) {
		const text = line.trim();
		if (text.startsWith('[')) section = text.toLowerCase();
		const separator = text.indexOf('=');
		if (section !== '[core]' || separator < 0 || text.slice(0, separator).trim().toLowerCase() !== 'excludesfile')
			continue;
		const value = text.slice(separator + 1).trim();
		found = value.startsWith('"') && value.endsWith('"') && value.length > 1 ? value.slice(1, -1) : value;
	}
	return found === '' ? undefined : found;
}
