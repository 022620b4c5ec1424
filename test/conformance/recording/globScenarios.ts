/** The verdicts of globs.json as scenarios: one a file, with one rule a pattern. */

import type { Expectation, GlobVerdicts, Scenario } from '../scenario.js';

const rule = (index: number): string => `repo/.claude/rules/r${index}.md`;

export interface GlobScenario {
	readonly scenario: Scenario;
	/** Verdicts that the recording does not bear out, in words. */
	readonly differences: (got: Expectation) => readonly string[];
}

export function globScenarios({ files, rows }: GlobVerdicts): readonly GlobScenario[] {
	const rules = rows.map(({ pattern }, index) => [
		rule(index),
		`---\npaths:\n  - ${JSON.stringify(pattern)}\n---\nR${index}\n`,
	]);
	const tree = { ...Object.fromEntries(rules), ...Object.fromEntries(files.map((name) => [`repo/${name}`, '1\n'])) };
	return files.map((file) => ({
		scenario: { id: `globs/${file}`, files: tree, actions: [{ tool: 'Read', path: `repo/${file}` }], expect: {} },
		differences: (got) => {
			const started = new Set(got.startup?.map(({ path }) => path));
			const hit = new Set(got.afterAction?.flat().map(({ path }) => path));
			return rows.flatMap(({ pattern, matches, unconditional }, index) => {
				if (unconditional !== started.has(rule(index)))
					return [`${pattern}: unconditional ${started.has(rule(index))}`];
				const isWrong = !unconditional && matches.includes(file) !== hit.has(rule(index));
				return isWrong ? [`${pattern} on ${file}: ${hit.has(rule(index))}`] : [];
			});
		},
	}));
}
