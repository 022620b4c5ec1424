import assert from 'node:assert/strict';
import { isImportableExtension } from '../../../src/core/text/importTypes.js';

describe('A file that an import names', () => {
	for (const path of [
		'a.md',
		'docs/a.TXT',
		'g.Md',
		'a.test.ts',
		'x.min.js',
		'f.env',
		'.env',
		'.gitignore',
		'LICENSE',
		'Dockerfile',
		'a.b/c',
		'A.R',
		'x.lock',
	]) {
		it(`loads as ${path}`, () => assert.ok(isImportableExtension(path)));
	}
	for (const path of [
		'a.png',
		'a.pdf',
		'a.svg',
		'n.ipynb',
		'e.xyz',
		'a.mdx',
		'a.markdown',
		'a.',
		'.env.local',
		'.a.b',
		'a.1',
		'a.md.bak',
		'constructor.__proto__',
	]) {
		it(`does not load as ${path}`, () => assert.ok(!isImportableExtension(path)));
	}
});
