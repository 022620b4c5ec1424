/** Git's user name, read from its files: git is not run. */

import { join } from 'node:path';
import { cleanName } from '../core/lock/lockFile.js';
import type { Environment, FileSystem } from '../core/ports.js';

const configLimitBytes = 256 * 1024;

/**
 * `user.name` as git would take it for a commit in a repository: the variable, the repository's configuration, the
 * user's. Included files are not followed. Empty where there is none.
 */
export async function gitUserName(
	fs: FileSystem,
	environment: Environment,
	repositoryRoot: string | undefined,
): Promise<string> {
	const { variables, homeDirectory } = environment;
	const named = variables['GIT_AUTHOR_NAME']?.trim();
	if (named) return cleanName(named);
	const paths = [
		...(repositoryRoot === undefined ? [] : [join(repositoryRoot, '.git', 'config')]),
		join(homeDirectory, '.gitconfig'),
		join(variables['XDG_CONFIG_HOME'] || join(homeDirectory, '.config'), 'git', 'config'),
	];
	for (const path of paths) {
		const file = await fs.readText(path, configLimitBytes);
		const name = file?.ok ? userNameIn(file.text) : undefined;
		if (name !== undefined) return cleanName(name);
	}
	return '';
}

/** The last `name` of the sections `[user]`. */
function userNameIn(text: string): string | undefined {
	let section = '';
	let name: string | undefined;
	for (const line of text.split('\n')) {
		const header = /^[ \t]*\[([^\]"]*)/.exec(line);
		if (header) section = (header[1] ?? '').trim().toLowerCase();
		const value = /^[ \t]*name[ \t]*=[ \t]*(.*)$/i.exec(line)?.[1];
		if (section === 'user' && value !== undefined) name = unquoted(value);
	}
	return name || undefined;
}

/** A value without its quotes and without a comment behind it. */
function unquoted(value: string): string {
	const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(value)?.[1];
	return quoted === undefined ? value.replace(/[ \t]*[#;].*$/, '').trim() : quoted.replace(/\\(.)/g, '$1').trim();
}
