/** All commands by their names, and the help. */

import { closestNames } from '../core/findings/textPlaces.js';
import { BlockingFileSystem } from '../host/blockingFileSystem.js';
import { CachingFileSystem } from '../host/cachingFileSystem.js';
import { NodeFileSystem } from '../host/fileSystem.js';
import { helpTopics, printHelp, printVersion } from './help.js';
import type { Output } from './output.js';
import { exitCodeOf, UsageError } from './usageError.js';

type Command = (argv: readonly string[], output: Output) => Promise<number>;

/** Each command is loaded only when it is called. */
const commands: Readonly<Record<string, Command>> = {
	request: async (argv, output) =>
		(await import('./requestCommand.js')).requestCommand(argv, new BlockingFileSystem(), output),
	report: async (argv, output) =>
		(await import('./reportCommand.js')).reportCommand(argv, new NodeFileSystem(), output),
	explain: async (argv, output) =>
		(await import('./explainCommand.js')).explainCommand(argv, new BlockingFileSystem(), output),
	globs: async (argv, output) => (await import('./globsCommand.js')).globsCommand(argv, new NodeFileSystem(), output),
	sessions: async (argv, output) =>
		(await import('./sessionsCommand.js')).sessionsCommand(argv, new CachingFileSystem(new NodeFileSystem()), output),
	check: async (argv, output) =>
		(await import('./checkCommand.js')).checkCommand(argv, new BlockingFileSystem(), output),
	diff: async (argv, output) => (await import('./diffCommand.js')).diffCommand(argv, output),
	lock: async (argv, output) => (await import('./lockCommand.js')).lockCommand(argv, new NodeFileSystem(), output),
	verify: async (argv, output) =>
		(await import('./verifyCommand.js')).verifyCommand(argv, new NodeFileSystem(), output),
};

/** Runs a command line: the exit code. */
export function runCommand(argv: readonly string[], output: Output): Promise<number> {
	return exitCodeOf(() => commandOf(argv, output), output);
}

function commandOf([name, ...rest]: readonly string[], output: Output): number | Promise<number> {
	if (name === undefined || name === '--help' || name === '-h' || name === 'help') return printHelp(output, rest[0]);
	if (name === '--version') return printVersion(output);
	const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
	if (!command) {
		const [meant] = closestNames(name, helpTopics);
		const help = meant === undefined ? '' : ` Did you mean ${meant}?`;
		throw new UsageError(`There is no command "${name}"; the commands are ${helpTopics.join(', ')}.${help}`);
	}
	if (rest.includes('--help') || rest.includes('-h')) return printHelp(output, name);
	return command(rest, output);
}
