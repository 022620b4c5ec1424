/** The recorded corpus: shape of a scenario, and laying one out as a real tree. */

import {
	cpSync,
	linkSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	realpathSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

type Content = string | { base64: string } | { repeat: string; times: number; from?: number } | Content[];

export interface RecordedText {
	readonly chars: number;
	readonly sha256: string;
}

export interface RecordedEntry {
	readonly path: string;
	readonly scope?: string;
	readonly text: string | RecordedText;
	readonly truncationWarning?: boolean;
}

export interface RecordedSkill {
	readonly name: string;
	readonly description?: string | RecordedText | null;
}

export interface Expectation {
	readonly startup?: readonly RecordedEntry[];
	readonly afterAction?: readonly (readonly RecordedEntry[])[];
	readonly skillListing?: readonly RecordedSkill[];
	readonly skillsDiscovered?: readonly string[];
	readonly agentListing?: readonly string[];
}

export interface Scenario {
	readonly id: string;
	readonly files?: Readonly<Record<string, Content>>;
	readonly lateFiles?: Readonly<Record<string, Content>>;
	readonly dirs?: readonly string[];
	readonly symlinks?: Readonly<Record<string, string>>;
	readonly hardlinks?: Readonly<Record<string, string>>;
	readonly mtimes?: Readonly<Record<string, number>>;
	readonly git?: readonly string[];
	readonly worktrees?: readonly { readonly main: string; readonly path: string }[];
	readonly cwd?: string;
	readonly memoryRoot?: string;
	readonly env?: Readonly<Record<string, string>>;
	readonly args?: readonly string[];
	readonly model?: string;
	readonly prompt?: string;
	readonly now?: number;
	readonly actions?: readonly {
		readonly tool: string;
		readonly path?: string;
		readonly input?: Readonly<Record<string, unknown>>;
	}[];
	readonly globalConfig?: unknown;
	readonly expect: Readonly<Record<string, Expectation>>;
}

/** A scenario on disk. */
export interface Layout {
	readonly root: string;
	readonly home: string;
	readonly managed: string;
	readonly launchDirectory: string;
	/** Replaces `$ROOT`, `$HOME`, `$MEMORY` and `$MANAGED` by the laid-out places. */
	readonly fill: (text: string) => string;
	/** The reverse: places by their names in the corpus. */
	readonly name: (text: string) => string;
}

function contentOf(content: Content): string | Buffer {
	if (Array.isArray(content)) return content.map((part) => String(contentOf(part))).join('');
	if (typeof content === 'string') return content;
	if ('base64' in content) return Buffer.from(content.base64, 'base64');
	return Array.from({ length: content.times }, (_, index) =>
		content.repeat.replaceAll('{i}', String(index + (content.from ?? 0))),
	).join('');
}

/** How repositories are made; the tests need only what the model looks at. */
export interface GitMaker {
	init(directory: string): void;
	addWorktree(main: string, path: string): void;
}

export interface LayoutOptions {
	/** Sketches of repositories unless given. */
	readonly git?: GitMaker;
	/** The path under which managed files are known, where they are mounted elsewhere. */
	readonly managedAs?: string;
}

/** Lays the scenario out below a new temporary folder, which the caller removes. */
export function layOut(scenario: Scenario, options: LayoutOptions = {}): Layout {
	const root = realpathSync(mkdtempSync(join(tmpdir(), 'ctx-')));
	const home = join(root, 'home');
	const managed = join(root, 'managed');
	const slug = join(root, scenario.memoryRoot ?? 'repo').replace(/[^a-zA-Z0-9]/g, '-');
	const memory = join(home, '.claude/projects', slug, 'memory');
	const { git = sketchedGit, managedAs = managed } = options;
	const replaced = (text: string, managedDirectory: string): string =>
		text
			.replaceAll('$MEMORY', memory)
			.replaceAll('$MANAGED', managedDirectory)
			.replaceAll('$HOME', home)
			.replaceAll('$ROOT', root);
	const fill = (text: string): string => replaced(text, managedAs);
	const name = (text: string): string =>
		text
			.replaceAll(memory, '$MEMORY')
			.replaceAll(managed, '$MANAGED')
			.replaceAll(managedAs, '$MANAGED')
			.replaceAll(home, '$HOME')
			.replaceAll(`${root}/`, '')
			.replaceAll(root, '$ROOT');
	const at = (path: string): string => {
		const filled = replaced(path.replace(/^memory\//, '$MEMORY/').replace(/^memory$/, '$MEMORY'), managed);
		return filled.startsWith('/') ? filled : join(root, filled);
	};
	const write = (path: string, content: Content): void => {
		const data = contentOf(content);
		mkdirSync(dirname(at(path)), { recursive: true });
		writeFileSync(at(path), typeof data === 'string' ? fill(data) : data);
	};

	mkdirSync(home, { recursive: true });
	for (const [path, content] of Object.entries(scenario.files ?? {})) write(path, content);
	for (const directory of scenario.dirs ?? []) mkdirSync(at(directory), { recursive: true });
	for (const [path, target] of Object.entries(scenario.symlinks ?? {})) {
		mkdirSync(dirname(at(path)), { recursive: true });
		symlinkSync(fill(target), at(path));
	}
	for (const [path, target] of Object.entries(scenario.hardlinks ?? {})) {
		mkdirSync(dirname(at(path)), { recursive: true });
		linkSync(at(target), at(path));
	}
	const launchDirectory = at(scenario.cwd ?? 'repo');
	mkdirSync(launchDirectory, { recursive: true });
	for (const directory of scenario.git ?? ['repo']) git.init(at(directory));
	for (const { main, path } of scenario.worktrees ?? []) git.addWorktree(at(main), at(path));
	for (const [path, content] of Object.entries(scenario.lateFiles ?? {})) write(path, content);
	for (const [path, seconds] of Object.entries(scenario.mtimes ?? {})) utimesSync(at(path), seconds, seconds);
	if (scenario.globalConfig) write('home/.claude.json', JSON.stringify(scenario.globalConfig));
	return { root, home, managed, launchDirectory, fill, name };
}

const sketchedGit: GitMaker = { init: makeRepository, addWorktree };

/** What `git init` leaves, as far as anything here looks at it. */
function makeRepository(directory: string): void {
	mkdirSync(join(directory, '.git', 'info'), { recursive: true });
	writeFileSync(join(directory, '.git', 'HEAD'), 'ref: refs/heads/main\n');
}

/** What `git worktree add` leaves after everything in the main checkout was committed. */
function addWorktree(main: string, path: string): void {
	const administration = join(main, '.git', 'worktrees', basename(path));
	const entries = copyWithoutGit(main, path);
	mkdirSync(administration, { recursive: true });
	writeFileSync(join(administration, 'commondir'), '../..\n');
	writeFileSync(join(administration, 'gitdir'), `${join(path, '.git')}\n`);
	for (const copy of entries) copy();
	writeFileSync(join(path, '.git'), `gitdir: ${administration}\n`);
}

function copyWithoutGit(main: string, path: string): (() => void)[] {
	const staging = mkdtempSync(join(tmpdir(), 'ctx-worktree-'));
	cpSync(main, staging, {
		recursive: true,
		filter: (source) => basename(source) !== '.git' && source !== path,
		verbatimSymlinks: true,
	});
	return [
		() => {
			mkdirSync(path, { recursive: true });
			cpSync(staging, path, { recursive: true, verbatimSymlinks: true });
		},
	];
}

/** The scenarios of one corpus file. */
export const readScenarios = (file: string): readonly Scenario[] =>
	JSON.parse(readFileSync(file, 'utf8')) as Scenario[];

export interface GlobVerdicts {
	readonly files: readonly string[];
	readonly rows: readonly {
		readonly pattern: string;
		readonly matches: readonly string[];
		readonly unconditional: boolean;
	}[];
}

export const readGlobVerdicts = (file: string): GlobVerdicts => JSON.parse(readFileSync(file, 'utf8')) as GlobVerdicts;
