import assert from 'node:assert/strict';
import { type Baseline, compareWithBaseline, parseBaseline, writeBaseline } from '../../../src/core/check/baseline.js';
import type { CheckFinding } from '../../../src/core/check/checkFinding.js';

const found = (fingerprint: string, file = 'CLAUDE.md'): CheckFinding => ({
	code: 'import.missing',
	title: 'Import of a missing file',
	severity: 'warning',
	message: 'There is none.',
	file: { name: file, isInRepository: true, path: `/repo/${file}` },
	start: { line: 1, column: 1 },
	end: { line: 1, column: 2 },
	related: [],
	clients: ['2.1.332'],
	launchDirectories: ['.'],
	fingerprint,
	isKnown: false,
});

function read(text: string): Baseline {
	const parsed = parseBaseline(text);
	assert.ok('entries' in parsed);
	return parsed;
}

describe('The baseline', () => {
	it('Should know exactly what it was written for', () => {
		const before = [found('a'), found('b'), found('b')];
		const { findings, gone } = compareWithBaseline(before, read(writeBaseline(before)));
		assert.ok(findings.every(({ isKnown }) => isKnown));
		assert.deepEqual(gone, []);
	});

	it('Should leave a new finding new, and one more of the same fault too', () => {
		const baseline = read(writeBaseline([found('a')]));
		const { findings } = compareWithBaseline([found('a'), found('a'), found('c')], baseline);
		assert.deepEqual(
			findings.map(({ isKnown }) => isKnown),
			[true, false, false],
		);
	});

	it('Should say what is gone', () => {
		const { gone } = compareWithBaseline([found('b')], read(writeBaseline([found('a'), found('b'), found('b')])));
		assert.deepEqual(
			gone.map(({ fingerprint }) => fingerprint),
			['a', 'b'],
		);
	});

	it('Should be written the same whatever the order, one line a finding', () => {
		const text = writeBaseline([found('b', 'b.md'), found('a', 'a.md')]);
		assert.equal(text, writeBaseline([found('a', 'a.md'), found('b', 'b.md')]));
		assert.equal(text.split('\n').length, 8);
		assert.equal(writeBaseline([]), '{\n\t"version": 1,\n\t"findings": []\n}\n');
	});

	const faults: readonly (readonly [text: string, fault: RegExp])[] = [
		['', /is not JSON/],
		['[]', /holds no JSON object/],
		['{}', /has no "version": 1/],
		['{"version":2,"findings":[]}', /has no "version": 1/],
		['{"version":1}', /has no list "findings"/],
		['{"version":1,"findings":[{"code":"x"}]}', /"findings" 0/],
		['{"version":1,"findings":["__proto__"]}', /"findings" 0/],
	];
	for (const [text, fault] of faults) {
		it(`Should refuse ${text || 'an empty file'} with a sentence`, () => {
			const parsed = parseBaseline(text);
			assert.ok('fault' in parsed);
			assert.match(parsed.fault, fault);
		});
	}
});
