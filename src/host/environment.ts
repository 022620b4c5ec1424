/** What the client would find in its process, taken from this one. */

import { homedir } from 'node:os';
import type { Environment } from '../core/ports.js';

/** What to take instead of this process's own; all optional. */
export interface EnvironmentOptions {
	readonly variables?: Readonly<Record<string, string | undefined>>;
	readonly homeDirectory?: string;
	/** Directory of managed policy, e.g. for a test tree. */
	readonly managedDirectory?: string;
	/** Milliseconds since 1970. */
	readonly now?: number;
	readonly platform?: NodeJS.Platform;
}

/** Environment of a client that is started like this process. */
export function nodeEnvironment(options: EnvironmentOptions = {}): Environment {
	const platform = options.platform ?? process.platform;
	const variables = options.variables ?? process.env;
	return {
		variables,
		homeDirectory: options.homeDirectory ?? homeOf(variables, platform),
		managedDirectory: options.managedDirectory ?? managedDirectoryOf(platform),
		now: options.now ?? Date.now(),
	};
}

/** Where an administrator's policy lies (documentation, not measured but on Linux). */
export function managedDirectoryOf(platform: NodeJS.Platform): string {
	if (platform === 'darwin') return '/Library/Application Support/ClaudeCode';
	if (platform === 'win32') return 'C:\\Program Files\\ClaudeCode';
	return '/etc/claude-code';
}

/** `os.homedir` reads the same variable of this process; a given set of variables has to answer for itself. */
function homeOf(variables: EnvironmentOptions['variables'] & object, platform: NodeJS.Platform): string {
	return variables[platform === 'win32' ? 'USERPROFILE' : 'HOME'] || homedir();
}
