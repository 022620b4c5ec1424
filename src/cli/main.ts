/** `context-inspector`: what is started. */

import { BlockingFileSystem } from '../host/blockingFileSystem.js';
import { processOutput, visible } from './output.js';
import { requestCommand } from './requestCommand.js';
import { exitCodeOf, exitCodes } from './usageError.js';

/**
 * `request` must start as quickly as a program can: hooks and prompts wait for it. It is all that this file holds; the
 * other commands lie in a file of their own, since an engine takes its time to read code that it never runs.
 */
async function main(argv: readonly string[]): Promise<number> {
	const output = processOutput();
	const [name, ...rest] = argv;
	if (name === 'request' && !rest.includes('--help') && !rest.includes('-h'))
		return exitCodeOf(() => requestCommand(rest, new BlockingFileSystem(), output), output);
	const { runCommand } = await import('./commands.js');
	return runCommand(argv, output);
}

main(process.argv.slice(2)).then(
	(code) => {
		process.exitCode = code;
	},
	(error: unknown) => {
		process.stderr.write(
			`context-inspector: a fault of the program itself: ${visible(error instanceof Error ? error.message : String(error))}\n`,
		);
		process.exitCode = exitCodes.unusable;
	},
);
