/** All findings over the trees of the recorded corpus. */

import { join } from 'node:path';
import { modelOptions, parseCommandLine } from '../../../src/cli/arguments.js';
import { inputsFrom } from '../../../src/cli/inputs.js';
import type { Finding } from '../../../src/core/findings/finding.js';
import { findAll } from '../../../src/core/findings/findings.js';
import { buildContextModel } from '../../../src/core/model/contextModel.js';
import { discoverBelow } from '../../../src/core/model/discovery.js';
import type { FileSystem } from '../../../src/core/ports.js';
import { readScenarios, type Scenario } from '../../conformance/scenario.js';
import { defaultModified } from '../../support/memoryFileSystem.js';
import { layOutInMemory } from './memoryLayout.js';

/** The findings of one scenario with everything that finders may ask for; one that throws fails the test. */
export async function findingsOf(scenario: Scenario, client: string): Promise<readonly Finding[]> {
	const layout = layOutInMemory(scenario);
	if (!layout) return [];
	const { fs, fill, name } = layout;
	const argv = [
		'--client',
		client,
		'--managed-dir',
		layout.managed,
		'--model',
		scenario.model ?? 'claude-opus-4-6',
		'--now',
		String(defaultModified),
	];
	const { values } = parseCommandLine([...argv, ...(scenario.args ?? []).map(fill)], modelOptions);
	const variables: Record<string, string> = { HOME: layout.home };
	for (const [variable, value] of Object.entries(scenario.env ?? {})) variables[variable] = fill(value);
	const model = await buildContextModel(fs, await inputsFrom(values, layout.launchDirectory, variables));
	if (!model) throw new Error(`${scenario.id}: no launch directory`);
	const found = await findAll(model, {
		discovery: await discoverBelow(model),
		workspaceFiles: await filesBelow(fs, layout.launchDirectory),
		onError: (_, error) => {
			throw error;
		},
	});
	return found.map((each) => ({ ...each, path: name(each.path), message: name(each.message) }));
}

export async function filesBelow(fs: FileSystem, directory: string): Promise<readonly string[]> {
	const files: string[] = [];
	for (const { name, kind } of (await fs.list(directory)) ?? []) {
		if (name === '.git') continue;
		if (kind === 'file') files.push(join(directory, name));
		else if (kind === 'directory') files.push(...(await filesBelow(fs, join(directory, name))));
	}
	return files;
}

export const corpusScenarios = (): readonly Scenario[] =>
	['scenarios.json', 'reports.json', 'random.json'].flatMap((file) =>
		readScenarios(join('test', 'conformance', 'corpus', file)),
	);
