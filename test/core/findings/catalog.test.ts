import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	catalog,
	codesOf,
	findingCodes,
	levelOf,
	levelSettingOf,
	levels,
	settingNameOf,
} from '../../../src/core/findings/catalog.js';

describe('The catalog of findings', () => {
	it('Should hold dotted phrases, each with a title, a sentence and a level', () => {
		for (const code of findingCodes) {
			const { title, doc, level } = catalog[code];
			assert.match(code, /^[a-z]+\.[a-z]+(?:-[a-z]+)*$/);
			assert.ok(title.length > 0 && title.length <= 50 && !title.endsWith('.'), code);
			assert.match(doc, /^[A-Z`].*\.$/s, code);
			assert.ok(levels.includes(level), code);
		}
	});

	it('Should give each code a setting of its own', () => {
		assert.equal(new Set(findingCodes.map(settingNameOf)).size, findingCodes.length);
		assert.equal(settingNameOf('memory.link-dead'), 'contextInspector.findings.memory.link-dead');
	});

	it('Should take the user’s level before its own', () => {
		assert.equal(levelOf('memory.link-dead'), 'warning');
		assert.equal(levelOf('memory.link-dead', { 'memory.link-dead': 'off' }), 'off');
		assert.equal(levelOf('memory.link-dead', { 'import.missing': 'off' }), 'warning');
	});

	it('Should name every code that a finder uses, and no other', () => {
		const source = readdirSync('src', { recursive: true })
			.map(String)
			.filter((name) => name.endsWith('.ts') && !name.endsWith('catalog.ts'))
			.map((name) => readFileSync(join('src', name), 'utf8'))
			.join('\n');
		const unused = findingCodes.filter((code) => !source.includes(`'${code}'`));
		assert.deepEqual(unused, []);
		assert.ok(codesOf('memory').length > 10);
	});

	it('Should agree with the settings that package.json contributes', () => {
		const contributed = contributedSettings();
		const names = Object.keys(contributed).filter((name) => name.startsWith('contextInspector.findings.'));
		if (names.length === 0) return;
		assert.deepEqual(names.sort(), findingCodes.map(settingNameOf).sort());
		const texts = JSON.parse(readFileSync('package.nls.json', 'utf8')) as Record<string, string>;
		for (const code of findingCodes) {
			const { order: _, markdownDescription, ...level } = contributed[settingNameOf(code)] as Record<string, unknown>;
			const description = String(markdownDescription).replace(/^%(.*)%$/, (_, key: string) => texts[key] ?? '');
			assert.deepEqual({ ...level, markdownDescription: description }, levelSettingOf(code), code);
		}
	});

	it('Should agree with the sections of the README', () => {
		const readme = readFileSync('README.md', 'utf8');
		const sections = [...readme.matchAll(/^#{2,5} `([a-z]+\.[a-z-]+)`$/gm)].map((match) => match[1] as string);
		if (sections.length === 0) return;
		assert.deepEqual(sections.sort(), [...findingCodes].sort());
	});
});

/** All settings of the manifest, whether its configuration is one section or several. */
function contributedSettings(): Readonly<Record<string, unknown>> {
	const { contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as {
		contributes?: { configuration?: unknown };
	};
	const sections = [contributes?.configuration ?? []].flat() as { properties?: Record<string, unknown> }[];
	return Object.assign({}, ...sections.map(({ properties }) => properties ?? {})) as Record<string, unknown>;
}
