// What editing help costs with each key: medians and 95th percentiles, against the aim of 50 ms.
//   node test/bench/editing/run.mjs [ROUNDS]
import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

const aim = 50;
const project = resolve(import.meta.dirname, '../../..');
const outfile = join(project, 'out/bench/editing.cjs');
await build({
	entryPoints: [join(import.meta.dirname, 'measure.ts')],
	outfile,
	bundle: true,
	platform: 'node',
	format: 'cjs',
	target: 'node20',
	mainFields: ['module', 'main'],
	logLevel: 'warning',
});
const results = JSON.parse(execFileSync(process.execPath, [outfile, process.argv[2] ?? '300'], { encoding: 'utf8' }));
console.log(`${'milliseconds'.padEnd(50)}${'median'.padStart(9)}${'p95'.padStart(9)}${'most'.padStart(9)}`);
for (const { name, median, p95, most } of results) {
	const numbers = [median, p95, most].map((each) => each.toFixed(2).padStart(9)).join('');
	console.log(`${name.padEnd(50)}${numbers}${p95 > aim ? `  over ${aim}` : ''}`);
}
process.exitCode = results.every(({ p95 }) => p95 <= aim) ? 0 : 1;
