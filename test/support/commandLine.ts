/** Runs the command line in a process of its own, bundled once for all tests. */

import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';

export interface CommandResult {
	readonly code: number;
	readonly out: string;
	readonly err: string;
}

/** The bundle, of this process alone: another run of the tests may be under way. */
export const commandLineBundle = join(tmpdir(), `context-inspector-cli-${process.pid}.cjs`);
process.on('exit', () => rmSync(commandLineBundle, { force: true }));
let bundled: Promise<unknown> | undefined;

/** Bundles the program from its sources, so that tests need no build of what is shipped. */
export function bundleCommandLine(): Promise<unknown> {
	bundled ??= build({
		entryPoints: [join(process.cwd(), 'src/cli/main.ts')],
		outfile: commandLineBundle,
		bundle: true,
		platform: 'node',
		format: 'cjs',
		target: 'node20',
		// As in esbuild.config.mjs.
		mainFields: ['module', 'main'],
		alias: { '@secretlint/profiler': './src/host/noProfiler.ts' },
		logLevel: 'warning',
		define: { PACKAGE_VERSION: '"0.0.0"' },
	});
	return bundled;
}

/** One call; only the given variables and PATH are set. */
export async function commandLine(
	args: readonly string[],
	options: { readonly cwd: string; readonly variables: Readonly<Record<string, string>> },
): Promise<CommandResult> {
	await bundleCommandLine();
	const env = { PATH: process.env['PATH'], ...options.variables };
	return new Promise((resolve) => {
		execFile(
			process.execPath,
			[commandLineBundle, ...args],
			{ cwd: options.cwd, env, maxBuffer: 64 * 1024 * 1024 },
			(error, out, err) => {
				const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
				resolve({ code, out, err });
			},
		);
	});
}
