// Records what a real client loads for the scenarios of the conformance corpus; never part of the tests.
//   node tools/record.mjs --client VERSION [--filter REGEXP] [--check] [--jobs N] [FILE...]
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
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
// In this process, so that who ends it ends the recording.
process.argv[1] = outfile;
await import(pathToFileURL(outfile).href);
