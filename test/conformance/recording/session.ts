/** One session of a real client with a home of its own; what it sent is taken apart right here, and only that goes on. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolCall } from '../../../src/core/model/toolCalls.js';
import type { ReceivedRequest } from '../../../src/core/verification/received.js';
import { extractReceived } from '../../../src/host/recording/extraction.js';
import { guardedVariables } from '../../../src/host/recording/guard.js';
import { observe } from '../../../src/host/recording/observation.js';

export interface SessionJob {
	readonly program: string;
	readonly directory: string;
	readonly args: readonly string[];
	readonly variables: Readonly<Record<string, string>>;
	readonly calls: readonly ToolCall[];
	/** The client's configuration directory. */
	readonly configDirectory: string;
}

export type SessionOutcome =
	| { readonly ok: true; readonly received: ReceivedRequest }
	| { readonly ok: false; readonly sentence: string };

export async function runSession(job: SessionJob): Promise<SessionOutcome> {
	const { program, directory, args, variables, calls } = job;
	const run = await observe({
		program,
		directory,
		calls,
		launch: async (target) => ({
			args,
			variables: { ...guardedVariables({}, target), IS_SANDBOX: '1', ...variables },
		}),
	});
	if (!run.ok) return run;
	const received = extractReceived(run.messages, { skillNames: listedNames(job.configDirectory) });
	if (received.calls.length < calls.length)
		return { ok: false, sentence: `only ${received.calls.length} of ${calls.length} actions ran` };
	return { ok: true, received };
}

/** Names of each skill listing, which the client notes in its transcript. */
function listedNames(configDirectory: string): readonly (readonly string[])[] {
	const projects = join(configDirectory, 'projects');
	let files: readonly string[];
	try {
		files = readdirSync(projects, { recursive: true, encoding: 'utf8' });
	} catch {
		return [];
	}
	const lines = files
		.filter((name) => /^[^/]+\/[^/]+\.jsonl$/.test(name))
		.flatMap((name) => readFileSync(join(projects, name), 'utf8').split('\n'));
	return lines
		.filter((line) => line.includes('"skill_listing"'))
		.flatMap((line) => {
			try {
				const { attachment } = JSON.parse(line) as { attachment?: { names?: string[] } };
				return attachment?.names ? [attachment.names] : [];
			} catch {
				return [];
			}
		});
}
