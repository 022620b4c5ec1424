import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { configSchema, parseConfig } from '../../../src/core/check/config.js';
import { findingCodes } from '../../../src/core/findings/catalog.js';

const file = JSON.parse(readFileSync('schemas/context-inspector.schema.json', 'utf8')) as object;
const isValid = new Ajv({ allowUnionTypes: true }).compile(file);

describe('The configuration of a check', () => {
	it('Should be described by the schema that is contributed (node tools/write-schema.mjs writes it)', () => {
		assert.deepEqual(file, JSON.parse(JSON.stringify(configSchema)));
		assert.deepEqual(Object.keys(configSchema.properties?.['findings']?.properties ?? {}), [...findingCodes]);
		const { contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as {
			contributes: { jsonValidation: readonly { fileMatch: string; url: string }[] };
		};
		assert.deepEqual(contributes.jsonValidation, [
			{ fileMatch: '.context-inspector.json', url: './schemas/context-inspector.schema.json' },
		]);
	});

	const good: readonly unknown[] = [
		{},
		{ $schema: 'x', clients: ['2.1.235', 'v2.1.332'], failOn: 'error', severity: 'hint', eachPackage: true },
		{ budgets: { startupCharacters: 0, memoryLines: 180 }, findings: { 'memory.link-dead': 'off' } },
		{ launchDirectories: ['packages/web'], hermetic: false, baseline: 'b.json', model: 'claude-opus-4-6' },
	];
	for (const config of good) {
		it(`Should take ${JSON.stringify(config)}`, () => {
			assert.ok('config' in parseConfig(JSON.stringify(config)));
			assert.ok(isValid(config));
		});
	}

	const bad: readonly (readonly [config: unknown, fault: RegExp])[] = [
		[[], /the file takes an object, not a list/],
		[null, /the file takes an object, not null/],
		[{ budget: {} }, /"budget" is no key of this configuration/],
		[{ clients: [] }, /"clients" takes at least 1/],
		[{ clients: ['latest'] }, /"clients.0" cannot be "latest"/],
		[{ clients: ['2.1.1', '2.1.1'] }, /"clients" has an item twice/],
		[{ clients: '2.1.1' }, /"clients" takes a list, not "2.1.1"/],
		[{ failOn: 'off' }, /"failOn" takes hint, info, warning, error, not "off"/],
		[{ eachPackage: 'yes' }, /"eachPackage" takes true or false/],
		[{ budgets: { startupCharacters: -1 } }, /"budgets.startupCharacters" takes a whole number from 0 on, not -1/],
		[{ budgets: { startupTokens: 1.5 } }, /takes a whole number/],
		[{ budgets: { lines: 3 } }, /"budgets.lines" is no key/],
		[{ findings: { 'memory.link-ded': 'off' } }, /"findings.memory.link-ded" is no key/],
		[{ findings: { 'memory.link-dead': 'fatal' } }, /takes off, hint, info, warning, error/],
		[{ baseline: '' }, /"baseline" cannot be empty/],
	];
	for (const [config, fault] of bad) {
		it(`Should refuse ${JSON.stringify(config)} as the schema does`, () => {
			const parsed = parseConfig(JSON.stringify(config));
			assert.ok('fault' in parsed);
			assert.match(parsed.fault.message, fault);
			assert.ok(!isValid(config));
		});
	}

	it('Should place a fault at its key, and one of the syntax where it is', () => {
		const text = '{\n  "budgets": {\n    "memoryLines": "many"\n  }\n}';
		const parsed = parseConfig(text);
		assert.ok('fault' in parsed);
		assert.equal(parsed.fault.offset, text.indexOf('"memoryLines"'));
		const broken = parseConfig('{\n  "clients": [,]\n}');
		assert.ok('fault' in broken);
		assert.deepEqual([broken.fault.message, broken.fault.offset], ['is not strict JSON', 16]);
	});

	it('Should take keys of prototypes for what they are not', () => {
		for (const key of ['__proto__', 'constructor', 'toString']) {
			const parsed = parseConfig(`{"${key}": {}}`);
			assert.ok('fault' in parsed, key);
		}
	});
});
