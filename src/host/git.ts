/**
 * Git as a reader: file lists and objects of a repository that may be hostile. No hook, filter, pager, monitor, alias or
 * transport of the repository's own configuration can run, nothing is fetched, nothing is locked or written.
 */

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { delimiter, isAbsolute, join, parse } from 'node:path';
import { isInside } from '../core/sources/launchPlace.js';

/** Options before the command, which outweigh the repository's configuration. */
const safeOptions: readonly string[] = [
	'--no-pager',
	'--no-optional-locks',
	'--no-replace-objects',
	'--literal-pathspecs',
	...['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'core.untrackedCache=false', 'protocol.allow=never'].flatMap(
		(setting) => ['-c', setting],
	),
];

/** Variables of this process that git may see; none of git's own is among them. */
const passedVariables = ['HOME', 'USERPROFILE', 'SYSTEMROOT', 'TEMP', 'TMP', 'TMPDIR', 'XDG_CONFIG_HOME'];

/** The environment of a git that reads a repository: programs are looked for outside of it only. */
export function gitEnvironment(
	root: string,
	variables: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string> {
	const environment: Record<string, string> = {
		// No transport at all: a missing object of a partial clone stays missing.
		GIT_ALLOW_PROTOCOL: 'none',
		GIT_NO_LAZY_FETCH: '1',
		GIT_TERMINAL_PROMPT: '0',
		GIT_ATTR_NOSYSTEM: '1',
		LC_ALL: 'C',
		PATH: (variables['PATH'] ?? variables['Path'] ?? '')
			.split(delimiter)
			.filter((entry) => isAbsolute(entry) && !isInside(root, entry))
			.join(delimiter),
	};
	for (const name of passedVariables) {
		const value = variables[name];
		if (value !== undefined) environment[name] = value;
	}
	return environment;
}

/** Where git is started: on Windows the working directory is searched for programs, so it is not the repository. */
const workingDirectory = parse(process.execPath).root;

const argumentsFor = (root: string, args: readonly string[]): string[] => [
	'-C',
	root,
	...safeOptions,
	`--work-tree=${root}`,
	...args,
];

const outputLimit = 512 * 1024 * 1024;
/** A FIFO among git's own files makes git wait for ever; the largest lists take a few seconds. */
const timeLimit = 20_000;

/** A repository that has kept one git waiting would keep the next one, too: it is left alone for a while. */
const stuckFor = 60_000;
const stuckUntil = new Map<string, number>();

export const isStuck = (root: string): boolean => (stuckUntil.get(root) ?? 0) > Date.now();
export const markStuck = (root: string): void => void stuckUntil.set(root, Date.now() + stuckFor);

/** What a git command prints; `undefined` where it fails, there is no git, or the directory is no repository. */
export function runGit(root: string, args: readonly string[]): Promise<string | undefined> {
	if (isStuck(root)) return Promise.resolve(undefined);
	return new Promise((done) => {
		execFile(
			'git',
			argumentsFor(root, args),
			{
				cwd: workingDirectory,
				env: gitEnvironment(root),
				maxBuffer: outputLimit,
				timeout: timeLimit,
				windowsHide: true,
				encoding: 'utf8',
			},
			(error, output) => {
				if (error?.killed && error.signal === 'SIGTERM') markStuck(root);
				done(error ? undefined : output);
			},
		);
	});
}

/** A git that stays and answers on its pipes. */
export function startGit(root: string, args: readonly string[]): ChildProcess {
	return spawn('git', argumentsFor(root, args), {
		cwd: workingDirectory,
		env: gitEnvironment(root),
		stdio: ['pipe', 'pipe', 'ignore'],
		windowsHide: true,
	});
}

/** Files of a repository's working tree, as absolute paths. */
export interface RepositoryFiles {
	readonly root: string;
	readonly tracked: ReadonlySet<string>;
	/** Neither tracked nor ignored. */
	readonly untracked: readonly string[];
}

/** Lists a repository's files; `undefined` where git cannot tell. */
export async function repositoryFiles(root: string): Promise<RepositoryFiles | undefined> {
	const [tracked, untracked] = await Promise.all([
		runGit(root, ['ls-files', '-z', '--cached']),
		runGit(root, ['ls-files', '-z', '--others', '--exclude-standard']),
	]);
	if (tracked === undefined || untracked === undefined) return undefined;
	const paths = (output: string): readonly string[] => namesIn(output).map((name) => join(root, name));
	return { root, tracked: new Set(paths(tracked)), untracked: paths(untracked) };
}

/** Does git track one file of a repository? `undefined` where git cannot tell. */
export async function isTrackedFile(root: string, path: string): Promise<boolean | undefined> {
	const output = await runGit(root, ['ls-files', '-z', '--cached', '--', path]);
	return output === undefined ? undefined : namesIn(output).length > 0;
}

/** Ignored files and wholly ignored directories, as absolute paths; none where git cannot tell. */
export async function ignoredPaths(root: string): Promise<ReadonlySet<string>> {
	const output = await runGit(root, ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory']);
	return new Set(namesIn(output ?? '').map((name) => join(root, name.replace(/\/$/, ''))));
}

const namesIn = (output: string): readonly string[] => output.split('\0').filter((name) => name !== '');
