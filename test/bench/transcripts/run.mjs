// What reading a transcript costs: 200 MB and more in bounded memory.
//   node test/bench/transcripts/run.mjs [--megabytes 200]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { mebibytes, milliseconds, printTable } from '../statistics.mjs';
import { writeLongLines, writeTranscript } from './generate.mjs';

const { values } = parseArgs({ options: { megabytes: { type: 'string', default: '200' } } });
const size = Number(values.megabytes) * 1024 * 1024;
const project = resolve(import.meta.dirname, '../../..');
const measure = join(project, 'out/bench/transcripts.cjs');
/** Bytes above a process that has read a small transcript. */
const limit = 100 * 1024 * 1024;

await build({
	entryPoints: [join(project, 'test/bench/transcripts/measure.ts')],
	outfile: measure,
	bundle: true,
	minify: true,
	platform: 'node',
	format: 'cjs',
	target: 'node20',
	logLevel: 'warning',
});

const root = mkdtempSync(join(tmpdir(), 'context-inspector-bench-'));
try {
	const small = join(root, 'small.jsonl');
	writeTranscript(small, 10_000, { attach: true });
	const [baseline] = read(small);
	const rows = [];
	let passed = true;
	for (const [title, write] of [
		['as sessions are', (path) => writeTranscript(path, size, { attach: false })],
		['a nested file with every read', (path) => writeTranscript(path, size, { attach: true })],
		['nothing but lines of 7 MiB', (path) => writeLongLines(path, size)],
	]) {
		const path = join(root, 'large.jsonl');
		const bytes = write(path);
		const [result] = read(path);
		const above = result.peakBytes - baseline.peakBytes;
		passed &&= above < limit;
		rows.push([
			title,
			mebibytes(bytes),
			milliseconds(result.milliseconds),
			mebibytes(above),
			`${result.lines}`,
			`${result.skippedLines.tooLong}`,
			`${result.loads}`,
		]);
	}
	printTable(['transcript', 'size', 'time', 'peak above baseline', 'lines', 'too long', 'loads'], rows);
	console.log(
		`\nbaseline ${mebibytes(baseline.peakBytes)}; limit above it ${mebibytes(limit)}: ${passed ? 'kept' : 'BROKEN'}`,
	);
	process.exitCode = passed ? 0 : 1;
} finally {
	rmSync(root, { recursive: true, force: true });
}

function read(...paths) {
	const { status, stdout, stderr } = spawnSync(process.execPath, [measure, ...paths], { encoding: 'utf8' });
	if (status !== 0) throw new Error(stderr);
	return JSON.parse(stdout);
}
