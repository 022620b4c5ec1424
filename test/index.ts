import { appendFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'node:util';
import { takeCoverage } from 'node:v8';
import { followRun, type RunReport } from '../tools/followRun.mjs';

/**
 * VS Code loads this file in the extension host and awaits run(); a rejection makes the host exit with 1.
 * It runs the suites of the group named in RIG_GROUP (a folder of test/suite). Console output goes to the file
 * RIG_OUTPUT, which the driver follows, because VS Code would mix it with its own log; the counts go to RIG_REPORT.
 * Extension hosts inherit these variables from the server.
 */
export async function run(): Promise<void> {
	const { RIG_GROUP = '', RIG_OUTPUT, RIG_REPORT, RIG_GREP, NODE_V8_COVERAGE } = process.env;
	if (RIG_OUTPUT) sendConsoleTo(RIG_OUTPUT);
	const { default: Mocha } = await import('mocha');
	const mocha = new Mocha({ ui: 'bdd', timeout: 30_000, reporter: 'spec', color: false, grep: RIG_GREP, retries: 2 });
	const suites = join(__dirname, 'suite', RIG_GROUP);
	for (const name of readdirSync(suites).sort()) {
		if (name.endsWith('.test.js')) mocha.addFile(join(suites, name));
	}
	const counts = await new Promise<RunReport>((done) => {
		const runner = mocha.run(() => done(report()));
		const report = followRun(runner);
	});
	if (NODE_V8_COVERAGE) takeCoverage(); // the host is ended without writing it by itself
	if (RIG_REPORT) writeFileSync(RIG_REPORT, JSON.stringify(counts));
	if (counts.failed > 0 || counts.passed === 0) throw new Error(`${counts.passed} passed, ${counts.failed} failed`);
}

function sendConsoleTo(file: string): void {
	const write = (...args: unknown[]): void => appendFileSync(file, `${format(...args)}\n`);
	for (const name of ['log', 'info', 'warn', 'error'] as const) {
		// Plain assignment does nothing: the extension host gives console accessors with an empty setter.
		Object.defineProperty(console, name, { value: write, writable: true, configurable: true });
	}
}
