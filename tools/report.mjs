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
