/** The rules for secrets are a bundle of their own: who does not look for secrets does not pay for them. */

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const bundle = (name: string): string => readFileSync(resolve('dist', name), 'utf8');

describe('The bundle of secrets', () => {
	before(() => assert.ok(existsSync('dist/secrets.js'), 'run "npm run build" first'));

	it('Should hold the rules, and no other bundle should', () => {
		assert.match(bundle('secrets.js'), /secretlint-rule-github/);
		for (const name of ['cli.js', 'commands.js', 'extension.js', 'library.js'])
			assert.doesNotMatch(bundle(name), /secretlint-rule-github/, name);
	});

	it('Should be loaded when it is asked for only', () => {
		for (const name of ['cli.js', 'commands.js', 'extension.js'])
			assert.doesNotMatch(
				bundle(name),
				/(?:^|[;\n}])\s*(?:var|const|let)\s+\w+\s*=\s*require\("\.\/secrets\.js"\)/,
				name,
			);
		assert.match(bundle('commands.js'), /require\("\.\/secrets\.js"\)|import\("\.\/secrets\.js"\)/);
	});

	it('Should not keep marks of the process', () => assert.doesNotMatch(bundle('secrets.js'), /PerformanceObserver/));

	it('Should take a time that grows with the number of texts, no more', async function () {
		this.timeout(60_000);
		const { findSecrets } = require(resolve('dist/secrets.js')) as {
			findSecrets(text: string): Promise<readonly { readonly kind: string }[]>;
		};
		const run = async (count: number): Promise<number> => {
			const start = process.cpuUsage();
			for (let index = 0; index < count; index++) await findSecrets(`text ${index}\n`);
			return process.cpuUsage(start).user;
		};
		await run(200);
		const [few, many] = [await run(300), await run(3_000)];
		assert.ok(many < 40 * few, `${few} µs for 300, ${many} µs for 3,000`);
	});
});
