import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { InspectionError, type InspectionFault, type InspectOptions, inspectContext } from '../../src/library.js';
import { type DiskTree, diskTree } from '../support/diskTree.js';

describe('The library', () => {
	let tree: DiskTree;
	before(() => {
		tree = diskTree({
			repo: { 'CLAUDE.md': 'hello', '.claude/context.lock.json': '[]' },
			home: {},
			file: 'no directory',
		});
	});
	after(() => tree.remove());
	const inspect = (directory: string, options: InspectOptions = {}): ReturnType<typeof inspectContext> =>
		inspectContext(join(tree.root, directory), {
			environment: { homeDirectory: join(tree.root, 'home') },
			client: '2.1.332',
			...options,
		});

	it('opens a directory', async () => assert.equal((await inspect('repo')).report().startup[0]?.text, 'hello'));

	const faults: readonly (readonly [
		title: string,
		call: () => Promise<unknown>,
		code: InspectionFault,
		message: RegExp,
	])[] = [
		[
			'a client that is no version',
			() => inspect('repo', { client: 'latest' }),
			'invalid-client-version',
			/^"latest" is not a client version; write one such as 2\.\d+\.\d+\.$/,
		],
		[
			'a missing directory',
			() => inspect('nowhere'),
			'no-directory',
			/^There is no directory .*nowhere that can be read\.$/,
		],
		['a file in its place', () => inspect('file'), 'no-directory', /^There is no directory .*file that can be read\.$/],
		[
			'a void lock',
			async () => (await inspect('repo')).importLock(),
			'void-lock',
			/^The import lock is void: [^\n]+\.$/,
		],
	];
	for (const [title, call, code, message] of faults) {
		it(`says in one sentence, with a code, what is wrong: ${title}`, async () => {
			await assert.rejects(call, (error: unknown) => {
				assert.ok(error instanceof InspectionError);
				assert.equal(error.code, code);
				assert.match(error.message, message);
				return true;
			});
		});
	}
});
