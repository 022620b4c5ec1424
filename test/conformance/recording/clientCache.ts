/** Clients for recordings: from the npm registry, without install scripts, in a cache folder outside the project. */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** `$CONTEXT_INSPECTOR_CLIENTS`, else the user's cache; below it one folder a version. */
export function clientsDirectory(variables: NodeJS.ProcessEnv = process.env): string {
	const cache = variables['XDG_CACHE_HOME'] || join(homedir(), '.cache');
	return variables['CONTEXT_INSPECTOR_CLIENTS'] || join(cache, 'context-inspector', 'clients');
}

/** The program of a version; it is downloaded where it is not there yet. */
export function clientProgram(version: string, say: (words: string) => void): string {
	const folder = join(clientsDirectory(), version);
	const name = `@anthropic-ai/claude-code-${process.platform}-${process.arch}`;
	const program = join(folder, 'node_modules', name, process.platform === 'win32' ? 'claude.exe' : 'claude');
	if (existsSync(program)) return program;
	say(`downloading ${name}@${version} to ${folder}`);
	mkdirSync(folder, { recursive: true });
	const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--prefix', folder];
	execFileSync('npm', ['install', ...flags, `${name}@${version}`], { stdio: ['ignore', 'ignore', 'inherit'] });
	if (!existsSync(program)) throw new Error(`${name}@${version} holds no program`);
	return program;
}
