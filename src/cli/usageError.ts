/** A fault of the call, not of the program: one sentence on standard error, exit code 2. */
export class UsageError extends Error {}

/** Exit codes of every command: 0 is fine, 1 is for findings, 2 for a call or an input that cannot be served. */
export const exitCodes = { fine: 0, findings: 1, unusable: 2 } as const;
