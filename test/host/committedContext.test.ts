import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { CommittedContexts, gitDirectory } from '../../src/host/committedContext.js';
import { NodeFileSystem } from '../../src/host/fileSystem.js';
import { type TestRepository, testRepository } from '../support/gitRepository.js';
import { testInputs } from '../support/inputs.js';

const disk = new NodeFileSystem();

describe('The context of the last commit', () => {
	let repository: TestRepository;
	let contexts: CommittedContexts;
	let now = 0;

	beforeEach(() => {
		now = 0;
		contexts = new CommittedContexts(() => now);
		repository = testRepository({ 'CLAUDE.md': 'committed', '.gitignore': 'CLAUDE.local.md\n', 'api/a.ts': '' });
	});
	afterEach(() => repository.dispose());

	const startup = async (launch = repository.root): Promise<readonly string[] | undefined> => {
		const inputs = testInputs({ launchDirectory: launch });
		const found = await contexts.read(disk, repository.root, inputs);
		return found?.report?.startup.map(({ path, text }) => `${path.slice(repository.root.length + 1)}: ${text}`);
	};

	it('Should be that of HEAD, whatever lies in the working tree', async () => {
		repository.write({ 'CLAUDE.md': 'changed', '.claude/rules/new.md': 'new' });
		assert.deepEqual(await startup(), ['CLAUDE.md: committed']);
		assert.equal(repository.git('status', '--short'), 'M CLAUDE.md\n?? .claude/');
	});

	it('Should follow a commit', async () => {
		repository.write({ 'CLAUDE.md': 'changed' });
		const commit = repository.commit();
		assert.deepEqual(await startup(), ['CLAUDE.md: changed']);
		const found = await contexts.read(disk, repository.root, testInputs({ launchDirectory: repository.root }));
		assert.deepEqual([found?.commit, found?.isComplete], [commit, true]);
	});

	it('Should take ignored files from the disk, and ask again after a while which those are', async () => {
		assert.deepEqual(await startup(), ['CLAUDE.md: committed']);
		repository.write({ 'CLAUDE.local.md': 'mine' });
		assert.deepEqual(await startup(), ['CLAUDE.md: committed']);
		now = 31_000;
		assert.deepEqual(await startup(), ['CLAUDE.md: committed', 'CLAUDE.local.md: mine']);
		repository.remove('CLAUDE.local.md');
		contexts.forget();
		assert.deepEqual(await startup(), ['CLAUDE.md: committed']);
	});

	it('Should have no report where the launch directory is not in the commit', async () => {
		repository.write({ 'later/CLAUDE.md': 'x' });
		const inputs = testInputs({ launchDirectory: join(repository.root, 'later') });
		assert.equal((await contexts.read(disk, repository.root, inputs))?.report, undefined);
	});

	it('Should be nothing without a commit or without a repository', async () => {
		assert.equal(
			await contexts.read(disk, repository.home, testInputs({ launchDirectory: repository.home })),
			undefined,
		);
		execFileSync('git', ['init', '--quiet', join(repository.home, 'fresh')]);
		const fresh = join(repository.home, 'fresh');
		assert.equal(await contexts.read(disk, fresh, testInputs({ launchDirectory: fresh })), undefined);
	});

	it('Should know where git keeps HEAD', async () => {
		assert.equal(await gitDirectory(repository.root), join(repository.root, '.git'));
		assert.equal(await gitDirectory(repository.home), undefined);
	});
});
