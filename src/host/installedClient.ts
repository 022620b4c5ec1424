/** Which Claude Code is installed here, told from where it lies; it is never run. */

import * as path from 'node:path';
import { compareVersions, parseVersion } from '../core/client/version.js';
import type { Environment, FileSystem } from '../core/ports.js';
import { BlockingFileSystem } from './blockingFileSystem.js';
import { nodeEnvironment } from './environment.js';

export interface InstalledClient {
	/** The program as it was found, e.g. `/home/ann/.local/bin/claude`. */
	readonly path: string;
	/** E.g. `2.1.332`. */
	readonly version: string;
}

/** What the search needs to know of the machine; for tests. */
export interface ClientSearch {
	readonly fs?: FileSystem;
	readonly platform?: NodeJS.Platform;
}

/**
 * The first `claude` of `PATH` whose version can be told, then those in the places of the known installers: a program
 * that a desktop starts often lacks the terminal's `PATH`. `undefined` where there is none.
 */
export async function findInstalledClient(
	environment: Environment = nodeEnvironment(),
	search: ClientSearch = {},
): Promise<InstalledClient | undefined> {
	const finder = new ClientFinder(
		environment,
		search.fs ?? new BlockingFileSystem(),
		search.platform ?? process.platform,
	);
	for (const candidate of finder.candidates()) {
		const version = await finder.versionAt(candidate);
		if (version !== undefined) return { path: candidate, version };
	}
	return undefined;
}

class ClientFinder {
	readonly #environment: Environment;
	readonly #fs: FileSystem;
	readonly #isWindows: boolean;
	readonly #path: path.PlatformPath;

	constructor(environment: Environment, fs: FileSystem, platform: NodeJS.Platform) {
		this.#environment = environment;
		this.#fs = fs;
		this.#isWindows = platform === 'win32';
		this.#path = this.#isWindows ? path.win32 : path.posix;
	}

	/** Paths at which a client may lie, the one that a terminal would start first. */
	candidates(): readonly string[] {
		const names = this.#isWindows ? ['claude.exe', 'claude.cmd', 'claude'] : ['claude'];
		const directories = [...this.#searchPath(), ...this.#knownDirectories()];
		return directories.flatMap((directory) => names.map((name) => this.#path.join(directory, name)));
	}

	async versionAt(candidate: string): Promise<string | undefined> {
		if ((await this.#fs.stat(candidate))?.kind !== 'file') return undefined;
		const real = (await this.#fs.realPath(candidate)) ?? candidate;
		return (
			versionInPath(real) ??
			(await this.#versionOfPackageAround(real)) ??
			(await this.#versionOfWrapper(real)) ??
			(await this.#versionOfNativeCopy(candidate))
		);
	}

	/** A relative entry would let the directory that is looked at choose the client. */
	#searchPath(): readonly string[] {
		const variables = this.#environment.variables;
		const value = variables.PATH ?? (this.#isWindows ? variables.Path : undefined) ?? '';
		return value.split(this.#path.delimiter).filter((entry) => this.#path.isAbsolute(entry));
	}

	#knownDirectories(): readonly string[] {
		const home = this.#environment.homeDirectory;
		const below = (...names: string[]): string => this.#path.join(home, ...names);
		const common = [below('.local', 'bin'), below('.claude', 'local'), below('.bun', 'bin')];
		if (this.#isWindows) return [...common, below('AppData', 'Roaming', 'npm')];
		return [...common, below('.npm-global', 'bin'), '/opt/homebrew/bin', '/usr/local/bin', '/usr/bin'];
	}

	/** npm, pnpm and bun: the program lies in its package, whose `package.json` names the version. */
	async #versionOfPackageAround(real: string): Promise<string | undefined> {
		let directory = this.#path.dirname(real);
		for (let level = 0; level < packageLevels; level++) {
			const version = await this.#versionOfPackage(directory);
			if (version !== undefined) return version;
			directory = this.#path.dirname(directory);
		}
		return undefined;
	}

	/** A script that starts the client: the package lies in `node_modules` beside it, or its text names the version. */
	async #versionOfWrapper(real: string): Promise<string | undefined> {
		const beside = this.#path.join(this.#path.dirname(real), 'node_modules', '@anthropic-ai', 'claude-code');
		const version = await this.#versionOfPackage(beside);
		if (version !== undefined) return version;
		const script = await this.#fs.readText(real, wrapperLimitBytes);
		return script?.ok ? /claude-code@(\d+\.\d+\.\d+)/.exec(script.text)?.[1] : undefined;
	}

	/** Where links are not to be had, the native installer copies the newest of its versions to `~/.local/bin`. */
	async #versionOfNativeCopy(candidate: string): Promise<string | undefined> {
		const home = this.#environment.homeDirectory;
		if (this.#path.dirname(candidate) !== this.#path.join(home, '.local', 'bin')) return undefined;
		const versions = await this.#fs.list(this.#path.join(home, '.local', 'share', 'claude', 'versions'));
		const names = (versions ?? []).map((entry) => entry.name.replace(/\.exe$/, '')).filter(parseVersion);
		return names.sort(compareVersions).at(-1);
	}

	async #versionOfPackage(directory: string): Promise<string | undefined> {
		const file = await this.#fs.readText(this.#path.join(directory, 'package.json'), packageLimitBytes);
		if (!file?.ok) return undefined;
		try {
			const { name, version } = Object(JSON.parse(file.text)) as { name?: unknown; version?: unknown };
			const isClient = typeof name === 'string' && /^@anthropic-ai\/claude-code(-|$)/.test(name);
			return isClient && typeof version === 'string' && parseVersion(version) ? version : undefined;
		} catch {
			return undefined;
		}
	}
}

/** `…/claude/versions/2.1.332` (native), `…/claude-code/2.1.332/claude` (Homebrew), `…-claude-code-2.1.332/bin/claude` (Nix). */
function versionInPath(real: string): string | undefined {
	return /[\\/](?:claude[\\/]versions|claude-code(?:@\w+)?)[\\/](\d+\.\d+\.\d+)(?:[\\/]|\.exe$|$)|claude-code-(\d+\.\d+\.\d+)[\\/]/
		.exec(real)
		?.slice(1)
		.find((version) => version !== undefined);
}

/** `bin/claude` and `dist/cli.js` lie one level below their package, a platform's binary beside its `package.json`. */
const packageLevels = 3;
const packageLimitBytes = 256 * 1024;
const wrapperLimitBytes = 16 * 1024;
