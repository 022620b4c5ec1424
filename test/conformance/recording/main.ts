/** `npm run record`: what a client of a version really loads for every scenario of the corpus, written into it. */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measuredVersions } from '../../../src/core/client/profile.js';
import { parseVersion } from '../../../src/core/client/version.js';
import type { Expectation, GlobVerdicts, Scenario } from '../scenario.js';
import { clientProgram } from './clientCache.js';
import { corpusText, expectationFor, recordedDifferences, withExpectation } from './expectations.js';
import { globScenarios } from './globScenarios.js';
import { canRecord, Recorder } from './recorder.js';
import { canIsolate } from './sandbox.js';
import { runSession, type SessionJob } from './session.js';

const help = `Usage: npm run record -- --client VERSION [options] [FILE...]

Runs a real Claude Code over the scenarios of the conformance corpus (default:
all files of test/conformance/corpus) and writes what it loads as the expectation
of that version. What is recorded already and comes out the same stays as it is;
every difference is printed.

  --client VERSION       the version, from the npm registry; kept in the cache
  --filter REGEXP        only scenarios whose id matches
  --check                write nothing; exit code 1 where something differs
  --jobs N               clients at once (default: 2)

The client runs with an empty home and in namespaces of its own: it sees no
network but loopback. Where the system does not allow that, this is said, and
scenarios with managed files are left out.`;

interface Counts {
	same: number;
	different: number;
	added: number;
	failed: number;
	skipped: number;
}

async function main(argv: readonly string[]): Promise<number> {
	const { values, positionals } = parseArgs({
		args: [...argv],
		allowPositionals: true,
		options: {
			client: { type: 'string' },
			filter: { type: 'string', default: '' },
			jobs: { type: 'string', default: '2' },
			check: { type: 'boolean', default: false },
			help: { type: 'boolean', short: 'h' },
		},
	});
	const { client } = values;
	if (values.help || client === undefined || !parseVersion(client)) {
		console.log(help);
		return values.help ? 0 : 2;
	}
	const program = clientProgram(client, (words) => console.error(words));
	if (!canIsolate()) {
		console.error(
			'This system allows no namespaces: the client could reach the network and sees the managed files of this machine.',
		);
	}
	const recorder = new Recorder(program, process.argv[1] ?? '');
	const run = new Run(client, recorder, new RegExp(values.filter), Number(values.jobs) || 2, values.check);
	const corpus = join('test', 'conformance', 'corpus');
	const all = readdirSync(corpus).filter((name) => name.endsWith('.json'));
	for (const file of positionals.length > 0 ? positionals : all.map((name) => join(corpus, name))) await run.file(file);
	const { same, different, added, failed, skipped } = run.counts;
	console.log(`${client}: ${same} same, ${different} different, ${added} new, ${failed} failed, ${skipped} left out`);
	return failed > 0 || (values.check && different > 0) ? 1 : 0;
}

class Run {
	readonly counts: Counts = { same: 0, different: 0, added: 0, failed: 0, skipped: 0 };
	readonly #client: string;
	readonly #recorder: Recorder;
	readonly #filter: RegExp;
	readonly #jobs: number;
	readonly #isCheck: boolean;

	constructor(client: string, recorder: Recorder, filter: RegExp, jobs: number, isCheck: boolean) {
		this.#client = client;
		this.#recorder = recorder;
		this.#filter = filter;
		this.#jobs = jobs;
		this.#isCheck = isCheck;
	}

	async file(file: string): Promise<void> {
		const data = JSON.parse(readFileSync(file, 'utf8')) as readonly Scenario[] | GlobVerdicts;
		if ('rows' in data) return this.#globs(data);
		console.error(`${file}: ${data.filter(({ id }) => this.#filter.test(id)).length} scenarios`);
		const recorded = await inParallel(data, this.#jobs, async (scenario) => this.#scenario(scenario));
		const text = corpusText(recorded);
		if (!this.#isCheck && text !== corpusText(data)) writeFileSync(file, text);
	}

	async #scenario(scenario: Scenario): Promise<Scenario> {
		if (!this.#filter.test(scenario.id)) return scenario;
		const want = expectationFor(scenario, this.#client);
		if (!want && (measuredVersions as readonly string[]).includes(this.#client)) {
			// Left out on purpose: the client refuses it (`discover/4mib` on 2.1.332), or its outcome is not stable.
			this.counts.skipped++;
			return scenario;
		}
		const got = await this.#record(scenario);
		if (!got) return scenario;
		const differences = want ? recordedDifferences(scenario, want, got) : [];
		this.#count(scenario.id, want === undefined, differences);
		return want && differences.length === 0 ? scenario : withExpectation(scenario, this.#client, got, measuredVersions);
	}

	async #globs(verdicts: GlobVerdicts): Promise<void> {
		await inParallel(globScenarios(verdicts), this.#jobs, async ({ scenario, differences }) => {
			const got = await this.#record(scenario);
			// Verdicts hold for all versions; one that differs is for a person to look at.
			if (got) this.#count(scenario.id, false, differences(got));
		});
	}

	async #record(scenario: Scenario): Promise<Expectation | undefined> {
		if (!this.#filter.test(scenario.id)) return undefined;
		if (!canRecord(scenario)) {
			this.counts.skipped++;
			return undefined;
		}
		const recording = await this.#recorder.record(scenario).catch((error: unknown) => ({
			ok: false as const,
			sentence: error instanceof Error ? error.message : String(error),
		}));
		if (recording.ok) return recording.expectation;
		this.counts.failed++;
		console.log(`FAILED ${scenario.id}: ${recording.sentence}`);
		return undefined;
	}

	#count(id: string, isNew: boolean, differences: readonly string[]): void {
		if (isNew) this.counts.added++;
		else if (differences.length === 0) this.counts.same++;
		else {
			this.counts.different++;
			console.log(`DIFFERENT ${id}\n  ${differences.map((words) => words.slice(0, 600)).join('\n  ')}`);
		}
	}
}

async function inParallel<T, R>(
	items: readonly T[],
	limit: number,
	work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
	const results: R[] = [];
	let next = 0;
	const worker = async (): Promise<void> => {
		for (let index = next++; index < items.length; index = next++) results[index] = await work(items[index] as T);
	};
	await Promise.all(Array.from({ length: limit }, worker));
	return results;
}

/** Inside the namespaces: a job on standard input, what the client loaded on standard output. */
async function inner(): Promise<number> {
	const chunks: Buffer[] = [];
	for await (const chunk of process.stdin as AsyncIterable<Buffer>) chunks.push(chunk);
	const outcome = await runSession(JSON.parse(Buffer.concat(chunks).toString('utf8')) as SessionJob);
	process.stdout.write(JSON.stringify(outcome));
	return 0;
}

void (process.argv[2] === '--inner' ? inner() : main(process.argv.slice(2))).then((code) => {
	process.exitCode = code;
});
