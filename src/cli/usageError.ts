import type { Output } from './output.js';

/** A fault of the call, not of the program: one sentence on standard error, exit code 2. */
export class UsageError extends Error {}

/** Exit codes of every command: 0 is fine, 1 is for findings, 2 for a call or an input that cannot be served. */
export const exitCodes = { fine: 0, findings: 1, unusable: 2 } as const;

/** The exit code of a command; a fault of its call becomes one sentence. */
export async function exitCodeOf(command: () => number | Promise<number>, output: Output): Promise<number> {
	try {
		return await command();
	} catch (error) {
		if (!(error instanceof UsageError)) throw error;
		output.note(`context-inspector: ${error.message}`);
		return exitCodes.unusable;
	}
}
