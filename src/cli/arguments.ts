/** Splits a command line into options and operands; wrong ones give a `UsageError` that names them. */

import { parseArgs } from 'node:util';
import { UsageError } from './usageError.js';

/** Options that every command which builds a model takes; those of the client keep the client's spelling. */
export const modelOptions = {
	client: { type: 'string' },
	model: { type: 'string' },
	now: { type: 'string' },
	'managed-dir': { type: 'string' },
	'add-dir': { type: 'string', multiple: true },
	'plugin-dir': { type: 'string', multiple: true },
	'setting-sources': { type: 'string' },
	bare: { type: 'boolean' },
	'safe-mode': { type: 'boolean' },
	'pinned-memory': { type: 'boolean' },
	untrusted: { type: 'boolean' },
	json: { type: 'boolean' },
	help: { type: 'boolean', short: 'h' },
} as const;

/** Values of the shared options. */
export interface ModelOptionValues {
	readonly client?: string;
	readonly model?: string;
	readonly now?: string;
	readonly 'managed-dir'?: string;
	readonly 'add-dir'?: readonly string[];
	readonly 'plugin-dir'?: readonly string[];
	readonly 'setting-sources'?: string;
	readonly bare?: boolean;
	readonly 'safe-mode'?: boolean;
	readonly 'pinned-memory'?: boolean;
	readonly untrusted?: boolean;
	readonly json?: boolean;
	readonly help?: boolean;
}

type OptionTable = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>;

/** Parses a command's arguments strictly. */
export function parseCommandLine<T extends OptionTable>(
	argv: readonly string[],
	options: T,
): ReturnType<typeof parseArgs<{ args: string[]; options: T; strict: true; allowPositionals: true }>> {
	try {
		return parseArgs({ args: spreadVariadic(argv), options, strict: true, allowPositionals: true });
	} catch (error) {
		throw new UsageError(faultOf(error, argv));
	}
}

/** What Node says of a wrong command line, in words that say what to write instead. */
function faultOf(error: unknown, argv: readonly string[]): string {
	const message = error instanceof Error ? error.message : String(error);
	const option = /'(?:-\w, )?(-[^' ]*)/.exec(message)?.[1] ?? '';
	if (/argument is ambiguous/.test(message)) {
		const value = argv[argv.indexOf(option) + 1] ?? '-VALUE';
		return `${option} is followed by "${value}", which looks like an option; write ${option}=${value} if it is the value.`;
	}
	if (/argument missing/.test(message)) return `${option} needs a value.`;
	if (/does not take an argument/.test(message)) return `${option} takes no value.`;
	if (/^Unknown option/.test(message)) return `Unknown option '${option}'; --help shows all options.`;
	// Node goes on to explain itself; one sentence is enough here.
	return `${message.split(/\.\s|\n/)[0]?.replace(/\.$/, '')}.`;
}

/** The client's `--add-dir` takes every word up to the next option: `--add-dir a b` is `--add-dir a --add-dir b`. */
function spreadVariadic(argv: readonly string[]): string[] {
	const spread: string[] = [];
	let inList = false;
	for (const [index, word] of argv.entries()) {
		const isValue: boolean = inList && !word.startsWith('-');
		if (isValue && argv[index - 1] !== '--add-dir') spread.push('--add-dir');
		spread.push(word);
		inList = word === '--add-dir' || isValue;
	}
	return spread;
}

/** At most `limit` operands, or a sentence that names the first one too many. */
export function atMost(limit: number, operands: readonly string[]): void {
	const extra = operands[limit];
	if (extra !== undefined) throw new UsageError(`Unexpected argument "${extra}".`);
}
