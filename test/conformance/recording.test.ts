/** What of the recorder needs no client; `npm run record` itself is never part of the tests. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { corpusText, expectationFor, recordedDifferences, withExpectation } from './recording/expectations.js';
import { globScenarios } from './recording/globScenarios.js';
import { type Expectation, readGlobVerdicts, readScenarios, type Scenario } from './scenario.js';

const corpus = join('test', 'conformance', 'corpus');
const measured = ['2.1.235', '2.1.332'];

describe('The recorder', () => {
	for (const name of ['scenarios.json', 'reports.json', 'random.json']) {
		it(`Should write ${name} as it is, and find no difference in what is recorded`, () => {
			const file = join(corpus, name);
			const scenarios = readScenarios(file);
			assert.equal(corpusText(scenarios), readFileSync(file, 'utf8'));
			for (const scenario of scenarios) {
				for (const version of measured) {
					const want = expectationFor(scenario, version);
					if (want) assert.deepEqual(recordedDifferences(scenario, want, want), [], scenario.id);
				}
			}
		});
	}

	const shared: Expectation = { startup: [{ path: 'repo/CLAUDE.md', scope: 'project', text: 'A' }] };
	const other: Expectation = { startup: [{ path: 'repo/CLAUDE.md', scope: 'project', text: 'B' }] };

	it('Should keep what versions share for each of them when a new one differs', () => {
		const scenario: Scenario = { id: 'a', expect: { '*': shared } };
		assert.deepEqual(withExpectation(scenario, '2.1.400', other, measured).expect, {
			'2.1.235': shared,
			'2.1.332': shared,
			'2.1.400': other,
		});
		assert.deepEqual(withExpectation(scenario, '2.1.235', other, measured).expect, {
			'2.1.235': other,
			'2.1.332': shared,
		});
	});

	it('Should tell a text that differs, long ones by their hashes', () => {
		const scenario: Scenario = { id: 'a', expect: {} };
		assert.match(recordedDifferences(scenario, shared, other).join(), /repo\/CLAUDE\.md: text want "A"; got "B"/);
		const long = (sha256: string): Expectation => ({ startup: [{ path: 'a', text: { chars: 2_000, sha256 } }] });
		assert.deepEqual(recordedDifferences(scenario, long('x'), long('x')), []);
		assert.equal(recordedDifferences(scenario, long('x'), long('y')).length, 1);
	});

	it('Should hold a recording against the verdicts of globs.json', () => {
		const verdicts = readGlobVerdicts(join(corpus, 'globs.json'));
		const rule = (index: number) => ({ path: `repo/.claude/rules/r${index}.md`, text: '' });
		const indices = verdicts.rows.map((_, index) => index);
		const [first] = globScenarios(verdicts);
		const [file] = verdicts.files;
		const got: Expectation = {
			startup: indices.filter((index) => verdicts.rows[index]?.unconditional).map(rule),
			afterAction: [indices.filter((index) => verdicts.rows[index]?.matches.includes(file ?? '')).map(rule)],
		};
		assert.deepEqual(first?.differences(got), []);
		assert.ok((first?.differences({ ...got, afterAction: [] }).length ?? 0) > 0);
	});
});
