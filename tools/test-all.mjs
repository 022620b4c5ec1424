// Runs every part of the tests in order and closes with one line: N passed, N failed.
//   node tools/test-all.mjs [PART...]
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { reportFolder } from './report.mjs';

process.chdir(resolve(import.meta.dirname, '..'));

/** A part with `single` is one test: it passed when its command did. The others leave out/reports/<name>.json. */
const parts = [
	{ name: 'lint', command: 'npx biome check . && node tools/check-lines.mjs', single: true },
	{ name: 'typecheck', command: 'npm run --silent typecheck', single: true },
	{ name: 'build', command: 'npm run --silent build', single: true },
	{ name: 'unit', command: 'npm run --silent test:unit' },
	{ name: 'conformance', command: 'node tools/run-conformance.mjs' },
	{ name: 'integration-newest', command: 'RIG_VSCODE=newest npm run --silent test:integration' },
	{ name: 'integration-oldest', command: 'RIG_VSCODE=oldest npm run --silent test:integration' },
	{ name: 'ui-newest', command: 'RIG_VSCODE=newest npm run --silent test:ui' },
	{ name: 'ui-oldest', command: 'RIG_VSCODE=oldest npm run --silent test:ui' },
];

/** Runs a shell command with its output passed through; resolves with its exit code. */
function run(command) {
	return new Promise((done) => {
		const env = process.stdout.isTTY ? process.env : { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' };
		const child = spawn(command, { shell: true, env, stdio: ['ignore', 'inherit', 'inherit'] });
		child.on('exit', (code) => done(code ?? 1));
	});
}

/** The counts of a part; one that failed or ran nothing has at least one failure. */
function countsOf({ name, single }, code) {
	if (single)
		return {
			passed: code === 0 ? 1 : 0,
			failed: code === 0 ? 0 : 1,
			skipped: 0,
			note: '',
			failures: code === 0 ? [] : [`exit code ${code}`],
		};
	let counts = { passed: 0, failed: 0, skipped: 0, failures: [], retried: [] };
	let note = '';
	try {
		counts = JSON.parse(readFileSync(join(reportFolder, `${name}.json`), 'utf8'));
	} catch {
		note = 'wrote no report';
	}
	if (counts.passed + counts.failed === 0) note ||= 'ran no test';
	else if (code !== 0 && counts.failed === 0) note = `exit code ${code}`;
	const failures = [...(counts.failures ?? []), ...(note ? [note] : [])];
	return { ...counts, failed: counts.failed + (note ? 1 : 0), note, failures };
}

const chosen = process.argv.slice(2);
const rows = [];
for (const part of parts.filter(({ name }) => chosen.length === 0 || chosen.includes(name))) {
	console.log(`\n##### ${part.name}: ${part.command}`);
	rmSync(join(reportFolder, `${part.name}.json`), { force: true });
	const began = Date.now();
	const code = await run(part.command);
	rows.push({ name: part.name, seconds: (Date.now() - began) / 1000, ...countsOf(part, code) });
}

console.log(
	`\n${'part'.padEnd(20)}${'passed'.padStart(8)}${'failed'.padStart(8)}${'skipped'.padStart(9)}${'time'.padStart(9)}`,
);
for (const { name, passed, failed, skipped, seconds, note } of rows) {
	const numbers = `${String(passed).padStart(8)}${String(failed).padStart(8)}${String(skipped).padStart(9)}`;
	console.log(`${name.padEnd(20)}${numbers}${`${seconds.toFixed(1)} s`.padStart(9)}  ${note}`.trimEnd());
}
// The end of a log is what one sees first, and often all that is kept of it.
for (const [title, key] of [
	['Passed on a further try', 'retried'],
	['Failed', 'failures'],
]) {
	const lines = rows.flatMap((row) => (row[key] ?? []).map((line) => `  ${row.name}: ${line}`));
	if (lines.length > 0) console.log(`\n${title}:\n${[...new Set(lines)].join('\n')}`);
}
const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
process.exit(sum('failed') > 0 || sum('passed') === 0 ? 1 : 0);
