import { appendFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'node:util';
import { takeCoverage } from 'node:v8';

/** What tools/report.mjs takes: the numbers of tests, and a line for each that failed or was tried again. */
interface Report {
	readonly passed: number;
	readonly failed: number;
	readonly skipped: number;
	readonly failures: readonly string[];
	readonly retried: readonly string[];
}

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
	const counts = await new Promise<Report>((done) => {
		const failures: string[] = [];
		const retried: string[] = [];
		const line = (test: { fullTitle(): string }, error: Error | undefined): string =>
			`${RIG_GROUP}: ${test.fullTitle()}: ${error?.message.split('\n')[0]}`;
		const runner = mocha.run(() => {
			const { passes = 0, failures: failed = 0, pending = 0 } = runner.stats ?? {};
			done({ passed: passes, failed, skipped: pending, failures, retried });
		});
		runner.on('fail', (test, error) => failures.push(line(test, error)));
		// Events cross a page, a server and an extension host on a machine that does other things too: a test may be
		// tried again, and the log says which one needed it.
		runner.on('retry', (test, error) => {
			retried.push(line(test, error));
			console.log(`    tried again: ${test.fullTitle()}: ${error?.stack ?? error?.message}`);
		});
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
