/**
 * What one check costs, finder by finder: `node checkMeasure.cjs PLACE` (JSON with `home` and `repository`) or
 * `node checkMeasure.cjs corpus` prints `{ files, model, discovery, families: { memory: 1.2, … } }` in milliseconds
 * of processor time: a machine that does other things meanwhile does not change them much.
 */

import { modelProfileOf } from '../../src/core/client/models.js';
import { newestVersion, profileOf } from '../../src/core/client/profile.js';
import { catalog, type FindingFamily } from '../../src/core/findings/catalog.js';
import { findIn } from '../../src/core/findings/findings.js';
import { noFlags } from '../../src/core/inputs.js';
import { buildContextModel, type ContextModel } from '../../src/core/model/contextModel.js';
import { discoverBelow } from '../../src/core/model/discovery.js';
import type { FileSystem } from '../../src/core/ports.js';
import { CachingFileSystem } from '../../src/host/cachingFileSystem.js';
import { NodeFileSystem } from '../../src/host/fileSystem.js';
import { SecretFinder } from '../../src/host/secretFinder.js';
import { corpusScenarios, filesBelow } from '../core/findings/corpusFindings.js';
import { layOutInMemory } from '../core/findings/memoryLayout.js';

const families = [...new Set(Object.values(catalog).map(({ family }) => family))];

interface Costs {
	files: number;
	model: number;
	discovery: number;
	readonly families: Partial<Record<FindingFamily, number>>;
}

interface Place {
	readonly home: string;
	readonly managed?: string;
	readonly repository: string;
	readonly fs: FileSystem;
}

async function timed<T>(run: () => Promise<T>): Promise<readonly [T, number]> {
	const start = process.cpuUsage();
	const value = await run();
	const { user, system } = process.cpuUsage(start);
	return [value, (user + system) / 1000];
}

async function measure({ home, managed = '/nowhere', repository, fs }: Place, costs: Costs): Promise<void> {
	const client = profileOf(newestVersion);
	const [model, building] = await timed(() =>
		buildContextModel(fs, {
			launchDirectory: repository,
			client,
			model: modelProfileOf('claude-opus-4-6', client.behaviours),
			flags: noFlags,
			environment: { variables: {}, homeDirectory: home, managedDirectory: managed, now: Date.now() },
			trusted: true,
			pinnedMemory: false,
		}),
	);
	if (!model) return;
	const [discovery, discovering] = await timed(() => discoverBelow(model));
	const workspaceFiles = await filesBelow(fs, repository);
	costs.files += filesOf(model) + discovery.onDemand.length + discovery.notLoaded.length;
	costs.model += building;
	costs.discovery += discovering;
	const options = { discovery, workspaceFiles, extraFinders: [new SecretFinder()] };
	for (const family of families) {
		const [, time] = await timed(() => findIn([family], model, options));
		costs.families[family] = (costs.families[family] ?? 0) + time;
	}
}

/** Instruction files, rules, memory, skills and agents that the model knows. */
const filesOf = ({ startup, pathRules, notLoaded, skills, agents }: ContextModel): number =>
	new Set([...startup, ...pathRules, ...notLoaded, ...skills, ...agents].map(({ path }) => path)).size;

async function main(argument: string): Promise<void> {
	const costs: Costs = { files: 0, model: 0, discovery: 0, families: {} };
	if (argument === 'corpus') {
		for (const scenario of corpusScenarios()) {
			const layout = layOutInMemory(scenario);
			if (layout) await measure({ ...layout, repository: layout.launchDirectory }, costs);
		}
	} else {
		const place = JSON.parse(argument) as Omit<Place, 'fs'>;
		await measure({ ...place, fs: new CachingFileSystem(new NodeFileSystem()) }, costs);
	}
	console.log(JSON.stringify(costs));
}

void main(process.argv[2] ?? '');
