/** The bundles that are shipped load and work: a bundler's mistakes show nowhere else. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { before, describe, it } from 'mocha';
import { diskTree } from '../support/diskTree.js';

const run = promisify(execFile);
const dist = (name: string): string => resolve('dist', name);

describe('The shipped bundles', () => {
	before(() => assert.ok(existsSync(dist('cli.js')), 'run "npm run build" first'));

	it('the command line prints its version and its help', async () => {
		assert.match((await run(process.execPath, [dist('cli.js'), '--version'])).stdout, /^\d+\.\d+\.\d+\n$/);
		assert.match((await run(process.execPath, [dist('cli.js'), '--help'])).stdout, /^Usage: context-inspector COMMAND/);
	});

	it('the library opens a directory by one function', async () => {
		const tree = diskTree({
			repo: { 'CLAUDE.md': 'hello', '.claude': { rules: { 'a.md': '---\npaths: src/**\n---\nA' } } },
		});
		try {
			const code = `
				const { inspectContext } = require(${JSON.stringify(dist('library.js'))});
				inspectContext(${JSON.stringify(join(tree.root, 'repo'))}, { environment: { homeDirectory: ${JSON.stringify(tree.root)} } })
					.then(async (context) => console.log(JSON.stringify({
						startup: context.report().startup.map((source) => source.text),
						rules: (await context.explain('src/x.ts')).attached.map((attachment) => attachment.match.pattern),
						findings: (await context.findings()).length,
					})));`;
			const { stdout } = await run(process.execPath, ['-e', code], { cwd: join(tree.root, 'repo') });
			assert.deepEqual(JSON.parse(stdout), { startup: ['hello'], rules: ['src/**'], findings: 0 });
		} finally {
			tree.remove();
		}
	});
});
