/** `context-inspector`: finds the command, runs it, and turns faults of the call into one sentence. */

import { BlockingFileSystem } from '../host/blockingFileSystem.js';
import { CachingFileSystem } from '../host/cachingFileSystem.js';
import { NodeFileSystem } from '../host/fileSystem.js';
import { type Output, processOutput } from './output.js';
import { exitCodes, UsageError } from './usageError.js';

type Command = (argv: readonly string[], output: Output) => Promise<number>;

/** Each command is loaded only when it is called: `request` must start as quickly as a program can. */
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

async function main(argv: readonly string[]): Promise<number> {
	const output = processOutput();
	const [name, ...rest] = argv;
	const { printHelp, printVersion, helpTopics } = await import('./help.js');
	if (name === undefined || name === '--help' || name === '-h' || name === 'help') return printHelp(output, rest[0]);
	if (name === '--version') return printVersion(output);
	const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
	try {
		if (!command) throw new UsageError(`There is no command "${name}"; the commands are ${helpTopics.join(', ')}.`);
		if (rest.includes('--help') || rest.includes('-h')) return printHelp(output, name);
		return await command(rest, output);
	} catch (error) {
		if (!(error instanceof UsageError)) throw error;
		output.note(`context-inspector: ${error.message}`);
		return exitCodes.unusable;
	}
}

// A reader that closes the pipe early (`| head`) is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) =>
	process.exit(error.code === 'EPIPE' ? 0 : exitCodes.unusable),
);

main(process.argv.slice(2)).then(
	(code) => {
		process.exitCode = code;
	},
	(error: unknown) => {
		process.stderr.write(
			`context-inspector: a fault of the program itself: ${error instanceof Error ? error.message : String(error)}\n`,
		);
		process.exitCode = exitCodes.unusable;
	},
);
