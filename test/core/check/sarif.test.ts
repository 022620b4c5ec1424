import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import AjvDraft04 from 'ajv-draft-04';
import type { CheckFinding } from '../../../src/core/check/checkFinding.js';
import { type CheckResult, failing, limitsOf } from '../../../src/core/check/checkResult.js';
import { type SarifLog, type SarifOptions, sarifLog } from '../../../src/core/check/sarif.js';
import { findingCodes } from '../../../src/core/findings/catalog.js';

/** The published schema (one of its patterns is not valid in Unicode mode); its formats (uri, uuid, date-time) are checked here by hand where they are used. */
const schema = JSON.parse(readFileSync('test/fixtures/schemas/sarif-2.1.0-rtm.5.json', 'utf8')) as object;
const validate = new AjvDraft04({
	strict: false,
	validateFormats: false,
	unicodeRegExp: false,
	allErrors: true,
}).compile(schema);

function assertValid(log: SarifLog): void {
	const data: unknown = JSON.parse(JSON.stringify(log));
	assert.ok(validate(data), JSON.stringify(validate.errors?.slice(0, 3)));
}

const found = (more: Partial<CheckFinding> = {}): CheckFinding => ({
	code: 'import.missing',
	title: 'Import of a missing file',
	severity: 'warning',
	message: 'There is no file docs/a.md.',
	file: { name: 'docs/my notes.md', isInRepository: true, path: '/repo/docs/my notes.md' },
	start: { line: 3, column: 5 },
	end: { line: 3, column: 14 },
	related: [],
	clients: ['2.1.235', '2.1.332'],
	launchDirectories: ['.'],
	fingerprint: '0123456789abcdef',
	isKnown: false,
	...more,
});

const result = (findings: readonly CheckFinding[], more: Partial<CheckResult> = {}): CheckResult => ({
	version: '0.1.0',
	root: '/repo',
	clients: ['2.1.235', '2.1.332'],
	launchDirectories: ['.'],
	isHermetic: true,
	launches: [],
	findings,
	gone: [],
	failOn: 'warning',
	failures: [],
	...more,
});

const options: SarifOptions = { hasBaseline: false, fileUri: (path) => `file://${path}` };

describe('SARIF', () => {
	it('Should fit the published schema for every code and severity', () => {
		const severities = ['hint', 'info', 'warning', 'error'] as const;
		const findings = findingCodes.map((code, index) => found({ code, severity: severities[index % 4] ?? 'error' }));
		const related = [{ ...found(), message: 'The first one.' }];
		const log = sarifLog(
			result(
				[
					...findings,
					found({ related, isKnown: true, unverified: true }),
					found({ code: 'budget.startup-characters' }),
				],
				{
					failures: [{ family: 'memory', message: 'no' }],
				},
			),
			{ ...options, hasBaseline: true, rootUri: 'file:///repo/' },
		);
		assertValid(log);
		assert.equal(log.runs[0]?.tool.driver.rules.length, findingCodes.length + 1);
	});

	it('Should fit it for a check that finds nothing, and refuse what does not', () => {
		assertValid(sarifLog(result([]), options));
		assert.ok(!validate({ version: '2.1.0', runs: [{ results: [] }] }));
	});

	it('Should name the place relative to the root, encoded, in UTF-16 columns', () => {
		const run = sarifLog(result([found()]), options).runs[0];
		assert.equal(run?.columnKind, 'utf16CodeUnits');
		assert.deepEqual(run?.results[0]?.locations[0]?.physicalLocation, {
			artifactLocation: { uri: 'docs/my%20notes.md', uriBaseId: 'SRCROOT' },
			region: { startLine: 3, startColumn: 5, endLine: 3, endColumn: 14 },
		});
	});

	it('Should name a file outside the repository by its own address', () => {
		const file = { name: '~/a.md', isInRepository: false, path: '/home/ann/a.md' };
		const run = sarifLog(result([found({ file })]), options).runs[0];
		assert.deepEqual(run?.results[0]?.locations[0]?.physicalLocation.artifactLocation, {
			uri: 'file:///home/ann/a.md',
		});
	});

	it('Should point each result at its rule', () => {
		const run = sarifLog(result([found({ code: 'settings.void' }), found()]), options).runs[0];
		for (const each of run?.results ?? []) assert.equal(run?.tool.driver.rules[each.ruleIndex]?.id, each.ruleId);
	});

	it('Should suppress what the baseline knows, and say which results are new', () => {
		const log = sarifLog(result([found(), found({ isKnown: true })]), { ...options, hasBaseline: true });
		assert.deepEqual(
			log.runs[0]?.results.map(({ baselineState, suppressions }) => [baselineState, suppressions?.length ?? 0]),
			[
				['new', 0],
				['unchanged', 1],
			],
		);
	});

	it('Should say in which clients and launch directories a finding is, where it is not in all', () => {
		const log = sarifLog(result([found({ clients: ['2.1.235'] })]), options);
		assert.match(log.runs[0]?.results[0]?.message.text ?? '', /\(only 2\.1\.235\)$/);
		const all = { clients: ['2.1.332'], launchDirectories: ['a', 'b', 'c', 'd', 'e'] };
		assert.deepEqual(limitsOf({ clients: all.clients, launchDirectories: ['a', 'b', 'c', 'd'] }, all), [
			'started in a, b, c and 1 more',
		]);
	});
});

describe('What fails a check', () => {
	it('Should be findings from a severity on that the baseline does not know', () => {
		const findings = [found({ severity: 'info' }), found(), found({ isKnown: true, severity: 'error' })];
		assert.equal(failing({ findings, failOn: 'warning' }).length, 1);
		assert.equal(failing({ findings, failOn: 'error' }).length, 0);
		assert.equal(failing({ findings, failOn: 'info' }).length, 2);
	});
});
