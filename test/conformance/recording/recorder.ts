/** What a real client loads for a scenario, in the shape of the corpus. */

import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { defaultModelId } from '../../../src/core/client/models.js';
import type { ReceivedEntry, ReceivedRequest } from '../../../src/core/verification/received.js';
import { bare } from '../../../src/core/verification/textDifference.js';
import { type ClientOwn, ownOf, withoutOwn } from '../../../src/host/recording/extraction.js';
import { type Expectation, layOut, type RecordedEntry, type Scenario } from '../scenario.js';
import { realGit } from './realGit.js';
import { canIsolate, managedDirectory, runIsolated } from './sandbox.js';

export type Recording =
	| { readonly ok: true; readonly expectation: Expectation }
	| { readonly ok: false; readonly sentence: string };

export class Recorder {
	readonly #program: string;
	readonly #script: string;
	readonly #own = new Map<string, Promise<ClientOwn>>();

	/** `script` is this program, which runs itself in the namespaces. */
	constructor(program: string, script: string) {
		this.#program = program;
		this.#script = script;
	}

	/** Runs the client over the scenario; what it brings itself is left out. */
	async record(scenario: Scenario): Promise<Recording> {
		const own = await this.#ownWith(scenario.model ?? defaultModelId);
		const observed = await this.#observe(scenario);
		if (!observed.ok) return observed;
		const received = withoutOwn(observed.received, own, {
			skill: (name) => definesSkill(scenario, name),
			agent: (name) => definesAgent(scenario, name),
		});
		return { ok: true, expectation: expectationOf(scenario, received) };
	}

	/** What the client brings itself with a model, seen in an empty tree. */
	#ownWith(model: string): Promise<ClientOwn> {
		const known = this.#own.get(model);
		if (known) return known;
		const own = this.#observe({ id: 'own', files: {}, model, expect: {} }).then((observed) => {
			if (!observed.ok) throw new Error(`an empty tree cannot be recorded with ${model}: ${observed.sentence}`);
			return ownOf(observed.received);
		});
		this.#own.set(model, own);
		return own;
	}

	async #observe(
		scenario: Scenario,
	): Promise<
		{ readonly ok: true; readonly received: ReceivedRequest } | { readonly ok: false; readonly sentence: string }
	> {
		const layout = layOut(scenario, { git: realGit, managedAs: managedDirectory });
		try {
			// What is mounted has to be there.
			mkdirSync(layout.managed, { recursive: true });
			const { fill } = layout;
			const scenarioVariables = Object.entries(scenario.env ?? {}).map(([name, value]) => [name, fill(value)] as const);
			const variables: Readonly<Record<string, string>> = {
				PATH: process.env['PATH'] ?? '',
				HOME: layout.home,
				LANG: 'C.UTF-8',
				...Object.fromEntries(scenarioVariables),
			};
			const calls = (scenario.actions ?? []).map(({ tool, input, path }) => ({
				tool,
				input: JSON.parse(fill(JSON.stringify(input ?? { file_path: `$ROOT/${path}` }))) as Record<string, unknown>,
			}));
			const prompt = fill(scenario.prompt ?? 'hello');
			const flags = ['--dangerously-skip-permissions', '--model', scenario.model ?? defaultModelId];
			const outcome = await runIsolated(
				{
					program: this.#program,
					directory: layout.launchDirectory,
					args: ['-p', ...flags, prompt, ...(scenario.args ?? []).map(fill)],
					variables,
					calls,
					configDirectory: variables['CLAUDE_CONFIG_DIR'] ?? join(layout.home, '.claude'),
				},
				layout.managed,
				this.#script,
			);
			return JSON.parse(JSON.stringify(outcome), (_, value: unknown) =>
				typeof value === 'string' ? layout.name(value) : value,
			) as typeof outcome;
		} finally {
			rmSync(layout.root, { recursive: true, force: true });
		}
	}
}

/** Without namespaces managed files cannot be put where the client looks for them. */
export const canRecord = (scenario: Scenario): boolean =>
	canIsolate() || !JSON.stringify(scenario.files ?? {}).match(/"managed\/|\$MANAGED/);

function expectationOf(scenario: Scenario, { startup, calls, skills, agents }: ReceivedRequest): Expectation {
	const discovered = [...new Set(calls.flatMap((call) => call.skills))].sort();
	const actions = scenario.actions?.map((_, index) => (calls[index]?.attached ?? []).map(recordedEntry));
	return {
		startup: startup.map(recordedEntry),
		...(actions ? { afterAction: actions } : {}),
		skillListing: skills.map(({ name, description }) => ({
			name,
			description: description === null ? null : shortened(description),
		})),
		...(discovered.length > 0 ? { skillsDiscovered: discovered } : {}),
		...(agents.length > 0 ? { agentListing: agents.map(({ line }) => line) } : {}),
	};
}

const recordedEntry = ({ path, scope, text, isTruncated }: ReceivedEntry): RecordedEntry => ({
	path,
	...(scope === undefined ? {} : { scope }),
	text: shortened(text),
	...(isTruncated ? { truncationWarning: true } : {}),
});

/** Units above which a text is told by its length and hash. */
const longText = 1_500;

function shortened(text: string): RecordedEntry['text'] {
	const kept = bare(text);
	if (kept.length <= longText) return kept;
	const sha256 = createHash('sha256').update(kept).digest('hex');
	return { chars: kept.length, sha256, ...{ head: kept.slice(0, 40), tail: kept.slice(-40) } };
}

const placesOf = ({ files, lateFiles, symlinks, hardlinks }: Scenario): readonly string[] =>
	[files, lateFiles, symlinks, hardlinks].flatMap((entries) => Object.keys(entries ?? {}));

/** Does the scenario have a skill or command of that name, which takes over the client's own? */
const definesSkill = (scenario: Scenario, name: string): boolean =>
	placesOf(scenario).some(
		(path) =>
			path.endsWith(`/skills/${name}/SKILL.md`) ||
			path.endsWith(`/skills/${name}`) ||
			path.endsWith(`/commands/${name.replaceAll(':', '/')}.md`),
	);

const definesAgent = ({ files, lateFiles }: Scenario, name: string): boolean =>
	[...Object.entries(files ?? {}), ...Object.entries(lateFiles ?? {})].some(
		([path, content]) => path.includes('/agents/') && agentNames(content).includes(name),
	);

const agentNames = (content: unknown): readonly string[] =>
	[
		...JSON.stringify(content)
			.replaceAll('\\n', '\n')
			.matchAll(/^name: *\\?["']?([^"'\n\\]*)/gm),
	].map(([, name = '']) => name.trim());
