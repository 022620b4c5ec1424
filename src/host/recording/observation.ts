/** One run of a client against an endpoint of its own: what it sent, or in one sentence why nothing is to be had. */

import { randomBytes } from 'node:crypto';
import type { ToolCall } from '../../core/model/toolCalls.js';
import { RecordingEndpoint } from './endpoint.js';
import type { Target } from './guard.js';
import { type ProcessEnd, runProcess } from './processGroup.js';

export interface ObservationJob {
	readonly program: string;
	readonly directory: string;
	/** Arguments and variables for the endpoint that was started. */
	readonly launch: (target: Target) => Promise<{
		readonly args: readonly string[];
		readonly variables: Readonly<Record<string, string>>;
	}>;
	/** Tool calls that are asked of the client. */
	readonly calls?: readonly ToolCall[];
	/** Milliseconds after which the client is ended. */
	readonly timeout?: number;
	readonly grace?: number;
	readonly signal?: AbortSignal;
	/** For tests; the system chooses otherwise. */
	readonly port?: number;
}

export type ObservationFault =
	| 'no-client' // there is no such program, or it may not be run
	| 'unknown-client' // it is no client whose version can be told
	| 'too-old'
	| 'policy' // managed settings outweigh the guard
	| 'no-endpoint' // the endpoint cannot listen
	| 'login' // the client asks for a login
	| 'never-called' // the client ended without a request
	| 'failed' // the client ended with an error
	| 'timed-out'
	| 'cancelled';

export interface Failure {
	readonly ok: false;
	readonly fault: ObservationFault;
	/** One sentence for people. */
	readonly sentence: string;
}

export interface Observed {
	readonly ok: true;
	/** The conversation of the last request. */
	readonly messages: unknown;
	/** Exit code of the client; absent where a signal ended it. */
	readonly code?: number;
}

/** Milliseconds that a run may take. */
export const defaultTimeout = 60_000;

/** Starts the endpoint, runs the client, and ends both in every case; never rejects for what the client does. */
export async function observe(job: ObservationJob): Promise<Observed | Failure> {
	const key = `sk-ant-recording-${randomBytes(12).toString('hex')}`;
	let endpoint: RecordingEndpoint;
	try {
		endpoint = await RecordingEndpoint.start({
			key,
			...(job.calls ? { calls: job.calls } : {}),
			...(job.port === undefined ? {} : { port: job.port }),
		});
	} catch (error) {
		return failure('no-endpoint', `No endpoint can be opened on 127.0.0.1: ${(error as Error).message}.`);
	}
	try {
		const { args, variables } = await job.launch({ url: endpoint.url, key });
		const timeout = job.timeout ?? defaultTimeout;
		const end = await runProcess({
			program: job.program,
			args,
			variables,
			directory: job.directory,
			timeout,
			...(job.signal ? { signal: job.signal } : {}),
			...(job.grace === undefined ? {} : { grace: job.grace }),
		});
		return outcome(job.program, timeout, end, endpoint);
	} finally {
		await endpoint.close();
	}
}

export const failure = (fault: ObservationFault, sentence: string): Failure => ({ ok: false, fault, sentence });

function outcome(program: string, timeout: number, end: ProcessEnd, endpoint: RecordingEndpoint): Observed | Failure {
	const { kind, code, words } = end;
	const said = words === '' ? '' : ` It said: ${words}`;
	if (kind === 'not-started') return failure('no-client', `${program} cannot be run: ${words}.`);
	if (kind === 'cancelled') return failure('cancelled', 'It was cancelled; Claude Code was ended.');
	const hasCalled = endpoint.messages !== undefined;
	if (kind === 'timed-out') {
		const what = hasCalled ? 'did not come to an end' : 'sent no request';
		return failure('timed-out', `Claude Code ${what} within ${timeout / 1000} seconds and was ended.${said}`);
	}
	if (!hasCalled) {
		if (asksForLogin(words)) return failure('login', `Claude Code asks for a login before it sends anything.${said}`);
		const turnedAway = [...endpoint.refused.keys()].join(', ');
		const refused = turnedAway === '' ? '' : ` What it sent was refused: ${turnedAway}.`;
		return failure('never-called', `Claude Code ended without a request${exit(code)}.${refused}${said}`);
	}
	if (code !== 0) return failure('failed', `Claude Code did not end well${exit(code)}.${said}`);
	return { ok: true, messages: endpoint.messages, code };
}

const exit = (code: number | undefined): string =>
	code === undefined ? ' (a signal ended it)' : ` (exit code ${code})`;

const asksForLogin = (words: string): boolean => /\blog ?in\b|\blogged in\b|authenticat|invalid api key/i.test(words);
