/**
 * One measurement in a process of its own: `node measure.cjs KIND JSON` prints `{ milliseconds, memory, … }`.
 * What is measured is the first thing the process does, so compiling the code counts as it does for a user.
 */

import { writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultModelId, modelProfileOf } from '../../src/core/client/models.js';
import { newestVersion, profileOf } from '../../src/core/client/profile.js';
import { type ContextInputs, noFlags } from '../../src/core/inputs.js';
import { buildContextModel, type ContextModel } from '../../src/core/model/contextModel.js';
import { discoverBelow } from '../../src/core/model/discovery.js';
import { explainFile } from '../../src/core/model/explain.js';
import type { FileSystem } from '../../src/core/ports.js';
import { BlockingFileSystem } from '../../src/host/blockingFileSystem.js';
import { CachingFileSystem } from '../../src/host/cachingFileSystem.js';
import { nodeEnvironment } from '../../src/host/environment.js';
import { NodeFileSystem } from '../../src/host/fileSystem.js';
import { measureHostile } from './hostile.js';

/** What `run.mjs` hands over. */
export interface Place {
	readonly home: string;
	readonly repository: string;
	readonly sources: readonly string[];
}

type Measurement = Readonly<Record<string, unknown>>;

const measurements: Readonly<Record<string, (place: Place) => Promise<Measurement>>> = {
	/** The yardstick: names and kinds of everything, with Node's own recursion. */
	listing: async ({ repository }) => {
		const [entries, milliseconds] = await timed(() => readdir(repository, { recursive: true, withFileTypes: true }));
		return { milliseconds, entries: entries.length };
	},

	/** The startup part and what the session knows beside it: what a start of the command line waits for. */
	startup: async (place) => {
		const [model, milliseconds] = await timed(() => modelOf(new BlockingFileSystem(), place));
		return { milliseconds, ...sizesOf(model) };
	},

	/** Startup model and everything that any file below could activate. */
	discovery: async (place) => {
		const [found, milliseconds] = await timed(async () => {
			const model = await modelOf(new BlockingFileSystem(), place);
			return discoverBelow(model);
		});
		return { milliseconds, directories: found.directories, nested: found.nested.length };
	},

	/** The same without blocking the process, as the extension does it. */
	discoveryInExtension: async (place) => {
		const [found, milliseconds] = await timed(async () => {
			const model = await modelOf(new CachingFileSystem(new NodeFileSystem()), place);
			return discoverBelow(model);
		});
		return { milliseconds, directories: found.directories, nested: found.nested.length };
	},

	/** One file after another of those in the editor, each for the first time. */
	explain: async (place) => {
		const model = await modelOf(new CachingFileSystem(new NodeFileSystem()), place);
		const times: number[] = [];
		let attached = 0;
		for (const source of place.sources.slice(0, 300)) {
			const [explanation, milliseconds] = await timed(() => explainFile(model, source));
			times.push(milliseconds);
			attached += explanation.attached.length;
		}
		return { milliseconds: middle(times), worst: Math.max(...times), attached };
	},

	/** The model again after CLAUDE.md was saved, as the extension builds it. */
	rebuild: async (place) => {
		const fs = new CachingFileSystem(new NodeFileSystem());
		await modelOf(fs, place);
		const path = join(place.repository, 'CLAUDE.md');
		const times: number[] = [];
		for (let i = 0; i < 25; i++) {
			writeFileSync(path, `# Version ${i}\n\nSee @docs/architecture.md\n`);
			const [model, milliseconds] = await timed(() => {
				fs.invalidate(path);
				return modelOf(fs, place);
			});
			if (!model.startup.some((source) => source.text?.includes(`Version ${i}`)))
				throw new Error('the change was missed');
			times.push(milliseconds);
		}
		return { milliseconds: middle(times), worst: Math.max(...times) };
	},

	hostile: async () => ({ inputs: await measureHostile() }),
};

async function modelOf(fs: FileSystem, { home, repository }: Place): Promise<ContextModel> {
	const client = profileOf(newestVersion);
	const inputs: ContextInputs = {
		launchDirectory: repository,
		client,
		model: modelProfileOf(defaultModelId, client.behaviours),
		flags: noFlags,
		environment: nodeEnvironment({ variables: { HOME: home }, managedDirectory: join(home, 'managed') }),
		trusted: true,
		pinnedMemory: false,
	};
	const model = await buildContextModel(fs, inputs);
	if (!model) throw new Error(`no model of ${repository}`);
	return model;
}

function sizesOf(model: ContextModel): Measurement {
	return { startup: model.startup.length, rules: model.pathRules.length, skills: model.skills.length };
}

async function timed<T>(task: () => Promise<T>): Promise<[T, number]> {
	const start = performance.now();
	const result = await task();
	return [result, performance.now() - start];
}

function middle(values: readonly number[]): number {
	return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

async function main(kind: string, place: Place): Promise<void> {
	const measure = measurements[kind];
	if (!measure) throw new Error(`nothing is measured under the name ${kind}`);
	const measured = await measure(place);
	// Kibibytes on every system but macOS; Node evens that out.
	const memory = process.resourceUsage().maxRSS * 1024;
	process.stdout.write(JSON.stringify({ ...measured, memory }));
}

void main(process.argv[2] ?? '', JSON.parse(process.argv[3] ?? '{}') as Place);
