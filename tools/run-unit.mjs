// Runs the tests that need no VS Code: everything below out/test but the suites of the extension host.
//   node tools/run-unit.mjs [--grep TEXT] [FOLDER...]       FOLDER: core, host, cli or conformance
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import Mocha from 'mocha';
import { followRun } from './followRun.mjs';
import { recordPart } from './report.mjs';

const { values, positionals } = parseArgs({ options: { grep: { type: 'string' } }, allowPositionals: true });
const folders = positionals.length > 0 ? positionals : ['core', 'host', 'cli', 'conformance'];

const mocha = new Mocha({ ui: 'bdd', timeout: 20_000, reporter: process.env.CI ? 'dot' : 'spec', grep: values.grep });
for (const folder of folders.map((name) => join('out/test', name)).filter(existsSync)) {
	for (const name of readdirSync(folder, { recursive: true }).sort()) {
		if (name.endsWith('.test.js')) mocha.addFile(join(folder, name));
	}
}
const runner = mocha.run(() => {
	const counts = report();
	recordPart('unit', counts);
	process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0);
});
const report = followRun(runner);
