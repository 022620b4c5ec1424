import type { Runner } from 'mocha';

/** Numbers of tests, and a line for each that failed or was tried again. */
export interface RunReport {
	readonly passed: number;
	readonly failed: number;
	readonly skipped: number;
	readonly failures: readonly string[];
	readonly retried: readonly string[];
}

export function followRun(runner: Runner): () => RunReport;
