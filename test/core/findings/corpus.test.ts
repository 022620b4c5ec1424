/**
 * All finders over every tree of the recorded corpus: they find what was put there, and nothing on sound trees.
 * Set FINDINGS_TABLE=1 to print what they say.
 */

import assert from 'node:assert/strict';
import { measuredVersions } from '../../../src/core/client/profile.js';
import type { FindingCode } from '../../../src/core/findings/catalog.js';
import type { Finding } from '../../../src/core/findings/finding.js';
import { corpusScenarios, findingsOf } from './corpusFindings.js';
import { expectedFindings } from './expectedFindings.js';

describe('The findings over the recorded corpus', function () {
	this.timeout(180_000);
	const table = new Map<FindingCode, { count: number; sample: string }>();

	for (const scenario of corpusScenarios()) {
		const expected = expectedFindings[scenario.id] ?? '';
		const title =
			expected === '' ? `Should find nothing in ${scenario.id}` : `Should find ${expected} in ${scenario.id}`;
		it(title, async () => {
			const codes = new Set<FindingCode>();
			for (const client of measuredVersions) {
				if (!(scenario.expect['*'] ?? scenario.expect[client])) continue;
				for (const found of await findingsOf(scenario, client)) {
					codes.add(found.code);
					count(found, `${scenario.id} on ${client}`);
				}
			}
			assert.equal([...codes].sort().join(' '), expected);
		});
	}

	function count(found: Finding, where: string): void {
		const row = table.get(found.code) ?? { count: 0, sample: `${where}: ${found.path}: ${found.message}` };
		table.set(found.code, { ...row, count: row.count + 1 });
	}

	after(() => {
		if (!process.env['FINDINGS_TABLE']) return;
		for (const [code, { count: number, sample }] of [...table].sort(([a], [b]) => (a < b ? -1 : 1))) {
			console.log(
				`${code.padEnd(36)} ${String(number).padStart(5)}  ${sample.replace(/(.)\1{8,}/g, '$1…').slice(0, 160)}`,
			);
		}
	});
});
