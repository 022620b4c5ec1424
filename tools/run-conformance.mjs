// Holds the built command line against the recorded corpus, one process a scenario, through the corpus' own checker.
//   node tools/run-conformance.mjs [--filter REGEXP]
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { recordPart } from './report.mjs';

const corpus = 'test/conformance/corpus';
const files = readdirSync(corpus)
	.filter((name) => name.endsWith('.json'))
	.map((name) => join(corpus, name));
// The checker starts the command in the scenario's launch directory, so the program's path is absolute.
const command = `${process.execPath} ${resolve('dist/cli.js')}`;
const args = ['test/conformance/check.mjs', '--command', command, ...process.argv.slice(2), ...files];
const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });

let output = '';
child.stdout.on('data', (data) => {
	output += data;
	// The closing line is the whole run's to print.
	process.stdout.write(String(data).replace(/^\d+ passed, \d+ failed\n?/m, ''));
});
child.on('close', (code) => {
	const [, passed = 0, failed = 0] = /^(\d+) passed, (\d+) failed$/m.exec(output) ?? [];
	const failures = [...output.matchAll(/^FAIL (.*)$/gm)].map(([, scenario]) => scenario);
	recordPart('conformance', { passed: Number(passed), failed: Number(failed), skipped: 0, failures });
	process.exit(code ?? 1);
});
