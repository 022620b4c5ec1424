/**
 * The recorded corpus, in this process: fast enough to run on every change.
 * The contract of the command line (one process a scenario) is held by `check.mjs` over the same files.
 */

import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { differences } from './compare.js';
import { runScenario } from './runScenario.js';
import { layOut, readGlobVerdicts, readScenarios, type Scenario } from './scenario.js';

const corpus = process.env['CONFORMANCE_CORPUS'] ?? join('test', 'conformance', 'corpus');
const files = process.env['CONFORMANCE_FILES']?.split(',') ?? [
	'scenarios.json',
	'reports.json',
	'random.json',
	'own.json',
];
const clients = ['2.1.235', '2.1.332'];

for (const file of files) {
	describe(`The model agrees with the recorded client in ${file}`, () => {
		for (const scenario of readScenarios(join(corpus, file))) {
			for (const client of clients) {
				const want = scenario.expect['*'] ?? scenario.expect[client];
				if (want) it(`${scenario.id} on ${client}`, () => check(scenario, client));
			}
		}
	});
}

async function check(scenario: Scenario, client: string): Promise<void> {
	const want = scenario.expect['*'] ?? scenario.expect[client];
	if (!want) return;
	const layout = layOut(scenario);
	try {
		assert.deepEqual(differences(scenario, layout, want, await runScenario(scenario, layout, client)), []);
	} finally {
		rmSync(layout.root, { recursive: true, force: true });
	}
}

describe('The model agrees with the recorded verdicts of globs.json', () => {
	const verdicts = readGlobVerdicts(join('test', 'conformance', 'corpus', 'globs.json'));
	const rule = (index: number): string => `repo/.claude/rules/r${index}.md`;
	for (const client of clients) {
		for (const file of verdicts.files) {
			it(`${file} on ${client}`, async () => {
				const rules = verdicts.rows.map((row, index) => [
					rule(index),
					`---\npaths:\n  - ${JSON.stringify(row.pattern)}\n---\nR${index}\n`,
				]);
				const scenario: Scenario = {
					id: file,
					files: {
						...Object.fromEntries(rules),
						...Object.fromEntries(verdicts.files.map((name) => [`repo/${name}`, '1\n'])),
					},
					actions: [{ tool: 'Read', path: `repo/${file}` }],
					expect: {},
				};
				const layout = layOut(scenario);
				try {
					const outcome = await runScenario(scenario, layout, client);
					const started = new Set(outcome.startup.map((entry) => layout.name(entry.path)));
					const hit = new Set(outcome.afterAction.flat().map((entry) => layout.name(entry.path)));
					const wrong = verdicts.rows.filter(
						(row, index) =>
							row.unconditional !== started.has(rule(index)) ||
							(!row.unconditional && row.matches.includes(file) !== hit.has(rule(index))),
					);
					assert.deepEqual(
						wrong.map((row) => row.pattern),
						[],
					);
				} finally {
					rmSync(layout.root, { recursive: true, force: true });
				}
			});
		}
	}
});
