/** `verify [DIR]`: runs the installed client on this machine alone and holds the prediction against what it sends. */

import { isAbsolute, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { ContextModel } from '../core/model/contextModel.js';
import type { FileSystem } from '../core/ports.js';
import { nodeEnvironment } from '../host/environment.js';
import { findInstalledClient } from '../host/installedClient.js';
import { askVersion } from '../host/recording/clientVersion.js';
import { type Failure, failure } from '../host/recording/observation.js';
import { verifyClient } from '../host/recording/verifyClient.js';
import { atMost, modelOptions, parseCommandLine } from './arguments.js';
import { modelFrom } from './inputs.js';
import type { Output } from './output.js';
import { exitCodes, UsageError } from './usageError.js';
import { printVerification } from './verifyText.js';

const options = {
	...modelOptions,
	'client-version': { type: 'string' },
	read: { type: 'string', multiple: true },
	timeout: { type: 'string' },
	yes: { type: 'boolean', short: 'y' },
} as const;

export async function verifyCommand(argv: readonly string[], fs: FileSystem, output: Output): Promise<number> {
	const { values, positionals } = parseCommandLine(argv, options);
	atMost(1, positionals);
	const directory = positionals[0] ?? '.';
	const timeout = values.timeout === undefined ? {} : { timeout: milliseconds(values.timeout) };
	const program = await programOf(values.client);
	if (!program.ok) return cannot(program, output, values.json === true);
	// A call that cannot be served is refused before anything is asked or run.
	await modelFrom(fs, { ...values, client: undefined }, directory);
	if (!(await isAgreedTo(values.yes === true, program.path, resolve(directory), output))) return exitCodes.unusable;

	const ending = new AbortController();
	const release = abortOnSignals(ending);
	try {
		const asked = await askVersion(program.path, process.env, ending.signal);
		if (!asked.ok) return cannot(asked, output, values.json === true);
		const client = values['client-version'] ?? asked.version;
		const model = await modelFrom(fs, { ...values, client }, directory);
		const files = (values.read ?? []).map((file) => absolute(file, model));
		const run = { program: program.path, variables: process.env, files, ...timeout, signal: ending.signal };
		const result = await verifyClient(model, run);
		if (!result.ok) return cannot(result, output, values.json === true);
		const about = { program: program.path, version: asked.version, client: model.inputs.client.version };
		if (values.json) {
			const { place, inputs } = model;
			const head = { launchDirectory: place.directory, ...about, model: inputs.model.id };
			output.data(JSON.stringify({ ...head, ...result.verification }, null, '\t'));
		} else printVerification(result.verification, about, model, output);
		return result.verification.agrees ? exitCodes.fine : exitCodes.findings;
	} finally {
		release();
	}
}

async function programOf(given: string | undefined): Promise<{ readonly ok: true; readonly path: string } | Failure> {
	if (given !== undefined) return { ok: true, path: resolve(given) };
	const found = await findInstalledClient(nodeEnvironment());
	if (found) return { ok: true, path: found.path };
	return failure('no-client', 'No installed Claude Code was found; --client PATH names one.');
}

/** The file as the client would be told it: a path below the launch directory. */
const absolute = (file: string, { place }: ContextModel): string =>
	isAbsolute(file) ? file : resolve(place.directory, file);

async function isAgreedTo(isGiven: boolean, program: string, directory: string, output: Output): Promise<boolean> {
	if (isGiven) return true;
	if (!process.stdin.isTTY) throw new UsageError('verify runs a program, so without a terminal it needs --yes.');
	output.note(question(program, directory));
	const terminal = createInterface({ input: process.stdin, output: process.stderr });
	try {
		return /^y(es)?$/i.test((await terminal.question('Run it? [y/N] ')).trim());
	} finally {
		terminal.close();
	}
}

const question = (program: string, directory: string): string =>
	`This runs ${program} in print mode, once in an empty directory and once in
${directory}, with your own settings. Its requests go to this program, on this
machine; a made-up key is used, no token is spent, and no session is saved. Hooks,
MCP servers, telemetry and updates are off. What it says itself is not kept.`;

/** Ctrl+C ends the client too, not only this program. */
function abortOnSignals(ending: AbortController): () => void {
	const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
	const abort = (): void => ending.abort();
	for (const signal of signals) process.on(signal, abort);
	return () => {
		for (const signal of signals) process.off(signal, abort);
	};
}

function cannot({ fault, sentence }: Failure, output: Output, asJson: boolean): number {
	if (asJson) output.data(JSON.stringify({ fault, sentence }, null, '\t'));
	output.note(`context-inspector: ${sentence}`);
	return exitCodes.unusable;
}

function milliseconds(text: string): number {
	if (!/^[1-9]\d{0,3}$/.test(text)) throw new UsageError(`--timeout takes seconds, not "${text}".`);
	return Number(text) * 1000;
}
