// What each part of the tests hands to tools/test-all.mjs: out/reports/<part>.json with its counts and what failed.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const reportFolder = resolve(import.meta.dirname, '../out/reports');

/**
 * Writes the report of one part and prints its counts.
 *   passed, failed, skipped   numbers of tests
 *   failures, retried         a line for each test that failed, or that passed on a second try
 */
export function recordPart(part, report) {
	mkdirSync(reportFolder, { recursive: true });
	writeFileSync(join(reportFolder, `${part}.json`), JSON.stringify(report));
	console.log(`${part}: passed ${report.passed}, failed ${report.failed}, skipped ${report.skipped}`);
}

/** Follows a run of mocha; the function it returns gives the report for recordPart. */
export function followRun(runner) {
	const failures = [];
	const retried = [];
	const line = (test, error) => `${test.fullTitle()}: ${String(error?.message ?? error).split('\n')[0]}`;
	runner.on('fail', (test, error) => failures.push(line(test, error)));
	// Events cross a page, a server and an extension host on a machine that does other things too: such a test may be
	// tried again, and the log says which one needed it.
	runner.on('retry', (test, error) => {
		retried.push(line(test, error));
		console.log(`    tried again: ${test.fullTitle()}: ${error?.message ?? error}`);
	});
	return () => {
		const { passes = 0, failures: failed = 0, pending = 0 } = runner.stats ?? {};
		return { passed: passes, failed, skipped: pending, failures, retried };
	};
}
