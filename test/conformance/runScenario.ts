/** Runs the model in this process over a scenario that is laid out on disk. */

import { modelOptions, parseCommandLine } from '../../src/cli/arguments.js';
import { inputsFrom } from '../../src/cli/inputs.js';
import { buildContextModel } from '../../src/core/model/contextModel.js';
import { Session } from '../../src/core/model/session.js';
import type { Source } from '../../src/core/source.js';
import { BlockingFileSystem } from '../../src/host/blockingFileSystem.js';
import type { Entry, Outcome } from './compare.js';
import type { Layout, Scenario } from './scenario.js';

/** What the model says a client of the given version loads. */
export async function runScenario(scenario: Scenario, layout: Layout, client: string): Promise<Outcome> {
	const argv = ['--client', client, '--managed-dir', layout.managed, '--model', scenario.model ?? 'claude-opus-4-6'];
	if (scenario.now !== undefined) argv.push('--now', String(scenario.now));
	const { values } = parseCommandLine([...argv, ...(scenario.args ?? []).map(layout.fill)], modelOptions);
	const variables: Record<string, string> = { HOME: layout.home };
	for (const [name, value] of Object.entries(scenario.env ?? {})) variables[name] = layout.fill(value);
	const model = await buildContextModel(
		new BlockingFileSystem(),
		await inputsFrom(values, layout.launchDirectory, variables),
	);
	if (!model) throw new Error(`${scenario.id}: no launch directory`);

	const session = new Session(model);
	const mentioned = scenario.prompt === undefined ? [] : (await session.mention(layout.fill(scenario.prompt))).attached;
	const { skillListing } = session;
	const afterAction: Entry[][] = [];
	const skillsDiscovered = new Set<string>();
	for (const action of scenario.actions ?? []) {
		const input = action.input ?? { file_path: `$ROOT/${action.path}` };
		const filled = JSON.parse(layout.fill(JSON.stringify(input))) as Record<string, unknown>;
		const { attached, skills } = await session.call({ tool: action.tool, input: filled });
		afterAction.push(attached.map(entryOf));
		for (const skill of skills) skillsDiscovered.add(skill.name);
	}
	return {
		startup: [...model.startup, ...mentioned].map(entryOf),
		afterAction,
		skillListing: skillListing.entries.map(({ name, description }) => ({ name, description })),
		skillsDiscovered: [...skillsDiscovered],
		agentListing: model.agentListing.lines,
	};
}

const entryOf = (source: Source): Entry => ({
	path: source.path,
	scope: source.scope,
	text: source.text ?? '',
	truncated: source.state === 'truncated',
});
