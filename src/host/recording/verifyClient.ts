/** Verify: runs the user's client where the model looks, and holds the model against what the client sends. */

import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ContextInputs } from '../../core/inputs.js';
import type { ContextModel } from '../../core/model/contextModel.js';
import type { ToolCall } from '../../core/model/toolCalls.js';
import { compareReceived } from '../../core/verification/comparison.js';
import { type Prediction, predict } from '../../core/verification/prediction.js';
import type { Verification } from '../../core/verification/verification.js';
import { type ClientOwn, extractReceived, ownOf, withoutOwn } from './extraction.js';
import { guardedSettings, guardedVariables } from './guard.js';
import { type Failure, failure, type Observed, observe } from './observation.js';
import { policyObstacle } from './policy.js';
import { ClientTraces } from './traces.js';

export interface VerifyOptions {
	/** The client's program. */
	readonly program: string;
	/**
	 * Variables of the user's own, with which the client is started. Those of the model hold what settings of a repository
	 * add; the client itself sets these after its start, where no loader of programs reads them any more.
	 */
	readonly variables: Readonly<Record<string, string | undefined>>;
	/** Files that the client is made to read, absolute. */
	readonly files?: readonly string[];
	/** Milliseconds that a run of the client may take. */
	readonly timeout?: number;
	readonly signal?: AbortSignal;
}

export type VerifyResult = { readonly ok: true; readonly verification: Verification } | Failure;

/**
 * Runs the client twice: where there is nothing, to learn what it brings itself, and in the launch directory with the
 * user's own home. Hooks, MCP servers and everything that goes to the network are off. Nothing is kept of what it says.
 */
export async function verifyClient(model: ContextModel, options: VerifyOptions): Promise<VerifyResult> {
	const obstacle = await policyObstacle(model);
	if (obstacle !== undefined) return failure('policy', obstacle);
	const prediction = await predict(model, options.files);
	const scratch = await mkdtemp(join(tmpdir(), 'context-inspector-verify-'));
	try {
		const own = await observeOwn(model.inputs, options, scratch);
		if (!own.ok) return own;
		const { run, notes } = await observeHere(prediction, options, scratch);
		if (!run.ok) return run;
		const verification = compareReceived(prediction, received(prediction, run.messages, own.own));
		return { ok: true, verification: { ...verification, notes: [...verification.notes, ...notes] } };
	} finally {
		await rm(scratch, { recursive: true, force: true });
	}
}

/** A start in the launch directory with the user's own home; what it leaves there is taken away again. */
async function observeHere(
	{ model, calls }: Prediction,
	options: VerifyOptions,
	scratch: string,
): Promise<{ readonly run: Observed | Failure; readonly notes: readonly string[] }> {
	const traces = await ClientTraces.before(model);
	const sessionId = randomUUID();
	let run: Observed | Failure;
	let notes: readonly string[] = [];
	try {
		run = await observeSession(model.inputs, options, {
			scratch,
			sessionId,
			calls: calls.map(({ call }) => call),
			directory: model.place.directory,
			variables: options.variables,
			args: flagArguments(model.inputs),
		});
	} finally {
		notes = await traces.undo(sessionId);
	}
	return { run, notes };
}

function received(prediction: Prediction, messages: unknown, own: ClientOwn) {
	const arrived = extractReceived(messages, {
		texts: new Map(prediction.startup.map(({ path, text = '' }) => [path, text])),
		skillLines: prediction.skills.map(({ name, description }) =>
			description === null ? `- ${name}` : `- ${name}: ${description}`,
		),
		agentLines: prediction.agents.map(({ line }) => line),
	});
	const skills = new Set(prediction.skills.map(({ name }) => name.replace(/ \([^()\n]*\)$/, '')));
	return withoutOwn(arrived, own, { skill: (name) => skills.has(name), agent: () => true });
}

/** A start in an empty directory with an empty home. */
async function observeOwn(
	inputs: ContextInputs,
	options: VerifyOptions,
	scratch: string,
): Promise<{ readonly ok: true; readonly own: ClientOwn } | Failure> {
	const directory = join(scratch, 'empty');
	const home = join(scratch, 'home');
	await Promise.all([mkdir(directory), mkdir(home)]);
	const { PATH = '' } = options.variables;
	const run = await observeSession(inputs, options, {
		scratch,
		sessionId: randomUUID(),
		calls: [],
		directory,
		variables: { PATH, HOME: home, USERPROFILE: home, LANG: 'C.UTF-8' },
		args: [],
	});
	return run.ok ? { ok: true, own: ownOf(extractReceived(run.messages)) } : run;
}

interface SessionJob {
	readonly scratch: string;
	readonly sessionId: string;
	readonly calls: readonly ToolCall[];
	readonly directory: string;
	readonly variables: Readonly<Record<string, string | undefined>>;
	readonly args: readonly string[];
}

function observeSession(inputs: ContextInputs, options: VerifyOptions, job: SessionJob): Promise<Observed | Failure> {
	return observe({
		program: options.program,
		directory: job.directory,
		calls: job.calls,
		...(options.timeout === undefined ? {} : { timeout: options.timeout }),
		...(options.signal ? { signal: options.signal } : {}),
		launch: async (target) => {
			// A file, so that the key stands in no list of processes.
			const settings = join(job.scratch, `${job.sessionId}.json`);
			await writeFile(settings, guardedSettings(target), { mode: 0o600 });
			const session = ['--no-session-persistence', '--session-id', job.sessionId];
			const quiet = ['--strict-mcp-config', '--settings', settings];
			return {
				args: ['-p', 'hello', '--model', inputs.model.id, ...session, ...quiet, ...job.args],
				variables: guardedVariables(job.variables, target),
			};
		},
	});
}

/** The client's own flags that the model was asked to consider. */
function flagArguments({ flags }: ContextInputs): readonly string[] {
	const { addDirectories, pluginDirectories, settingSources, bare, safeMode } = flags;
	return [
		...addDirectories.flatMap((directory) => ['--add-dir', directory]),
		...pluginDirectories.flatMap((directory) => ['--plugin-dir', directory]),
		...(settingSources.length < 3 ? ['--setting-sources', settingSources.join(',')] : []),
		...(bare ? ['--bare'] : []),
		...(safeMode ? ['--safe-mode'] : []),
	];
}
