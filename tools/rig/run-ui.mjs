// Runs test/ui/*.test.mjs: the packaged .vsix in a real workbench, used through its page.
//   node tools/rig/run-ui.mjs [--grep TEXT] [FILE...]
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import Mocha from 'mocha';
import { followRun } from '../followRun.mjs';
import { recordPart } from '../report.mjs';
import { projectRoot, vscodeName } from './rig.mjs';
import { sessionHooks } from './session.mjs';

const { values, positionals } = parseArgs({ options: { grep: { type: 'string' } }, allowPositionals: true });
const folder = join(projectRoot, 'test/ui');
const files = positionals.length > 0 ? positionals : readdirSync(folder).filter((name) => name.endsWith('.test.mjs'));

const mocha = new Mocha({
	ui: 'bdd',
	timeout: 120_000,
	slow: 20_000,
	reporter: 'spec',
	grep: values.grep,
	retries: 2,
});
mocha.rootHooks(sessionHooks);
for (const file of files) mocha.addFile(positionals.length > 0 ? resolve(file) : join(folder, file));
await mocha.loadFilesAsync();
const runner = mocha.run(() => {
	const counts = report();
	recordPart(`ui-${vscodeName}`, counts);
	process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0);
});
const report = followRun(runner);
