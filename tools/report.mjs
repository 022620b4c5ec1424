// What each part of the tests hands to tools/test-all.mjs: out/reports/<part>.json with its counts.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const reportFolder = resolve(import.meta.dirname, '../out/reports');

/** Writes the counts of one part and prints them. */
export function recordPart(part, counts) {
	mkdirSync(reportFolder, { recursive: true });
	writeFileSync(join(reportFolder, `${part}.json`), JSON.stringify(counts));
	console.log(`${part}: passed ${counts.passed}, failed ${counts.failed}, skipped ${counts.skipped}`);
}
