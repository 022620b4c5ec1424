// Records what a real client loads for the scenarios of the conformance corpus; never part of the tests.
//   node tools/record.mjs --client VERSION [--filter REGEXP] [--check] [--jobs N] [FILE...]
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { build } from 'esbuild';

const outfile = resolve('out/record.cjs');
await build({
	entryPoints: ['test/conformance/recording/main.ts'],
	outfile,
	bundle: true,
	platform: 'node',
	format: 'cjs',
	target: 'node20',
	logLevel: 'warning',
	mainFields: ['module', 'main'],
});
process.exitCode = spawnSync(process.execPath, [outfile, ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1;
