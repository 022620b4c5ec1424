/** The steps of `action.yml` and the hook of `.pre-commit-hooks.yaml`, run as their hosts run them. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { type TestRepository, testRepository } from '../support/gitRepository.js';

interface Step {
	readonly name: string;
	readonly id?: string;
	readonly if?: string;
	readonly shell: string;
	readonly env: Readonly<Record<string, string>>;
	readonly run: string;
}

interface Action {
	readonly inputs: Readonly<Record<string, { readonly default: string; readonly description: string }>>;
	readonly outputs: Readonly<Record<string, { readonly value: string }>>;
	readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

const action = parse(readFileSync('action.yml', 'utf8')) as Action;

interface StepRun {
	readonly code: number | null;
	readonly out: string;
	readonly summary: string;
	readonly outputs: string;
}

describe('The steps for CI', function () {
	this.timeout(120_000);
	let repository: TestRepository;

	before(() => assert.ok(existsSync('dist/cli.js'), 'run "npm run build" first'));
	beforeEach(() => {
		repository = testRepository({
			'CLAUDE.md': '# Shop\n@docs/style.md\n',
			'docs/style.md': 'S\n',
			'web app/CLAUDE.md': 'W\n',
		});
	});
	afterEach(() => repository.dispose());

	/** The steps in order, as the runner has them: expressions filled in, a step with a false condition left out. */
	function runAction(inputs: Readonly<Record<string, string>> = {}): readonly StepRun[] {
		const value = (name: string): string => inputs[name] ?? action.inputs[name]?.default ?? '';
		const fill = (text: string): string =>
			text
				.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name: string) => value(name))
				.replace(/\$\{\{ github\.action_path \}\}/, resolve('.'));
		return action.runs.steps.flatMap((step) => {
			const condition = /^inputs\.([\w-]+) != ''$/.exec(step.if ?? '');
			assert.equal(condition === null, step.if === undefined, step.if);
			if (condition && value(condition[1] as string) === '') return [];
			const files = {
				GITHUB_OUTPUT: join(repository.home, 'output'),
				GITHUB_STEP_SUMMARY: join(repository.home, 'summary'),
			};
			for (const file of Object.values(files)) writeFileSync(file, '');
			// As the runner starts `shell: bash`.
			const { status, stdout } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run], {
				cwd: repository.root,
				encoding: 'utf8',
				env: {
					...Object.fromEntries(Object.entries(step.env).map(([name, text]) => [name, fill(text)])),
					...files,
					PATH: process.env['PATH'],
					HOME: repository.home,
					CI: 'true',
					GITHUB_WORKSPACE: repository.root,
				},
			});
			const read = (file: string): string => readFileSync(file, 'utf8');
			return {
				code: status,
				out: stdout,
				outputs: read(files.GITHUB_OUTPUT),
				summary: read(files.GITHUB_STEP_SUMMARY),
			};
		});
	}

	it('Should put no expression into a script, where an input could become code', () => {
		for (const { run } of action.runs.steps) assert.doesNotMatch(run, /\$\{\{/);
		assert.match(action.outputs['result']?.value ?? '', /^\$\{\{ steps\.check\.outputs\.result \}\}$/);
		assert.ok(action.runs.steps.some(({ id }) => id === 'check'));
	});

	it('Should pass on sound files', () => {
		const [check, ...more] = runAction();
		assert.deepEqual(more, []);
		assert.deepEqual([check?.code, check?.outputs], [0, 'result=passed\n']);
	});

	it('Should fail with an annotation at the line', () => {
		repository.write({ 'CLAUDE.md': '# Shop\n@docs/stile.md\n' });
		const [check] = runAction();
		assert.deepEqual([check?.code, check?.outputs], [1, 'result=failed\n']);
		assert.match(check?.out ?? '', /^::warning file=CLAUDE\.md,line=2,/m);
	});

	it('Should take directories and options one a line, blanks and all, and run nothing that they hold', () => {
		const inputs = { directories: '.\nweb app\n\n', args: '--max-startup-chars=3\n--client=2.1.332\n' };
		assert.match(runAction(inputs)[0]?.out ?? '', /web app: startup part: \d+ of 3 characters, over the budget/);
		runAction({ directories: '$(touch pwned)', args: '`touch pwned`\n; touch pwned' });
		assert.ok(!existsSync(join(repository.root, 'pwned')));
	});

	it('Should write a SARIF log and go on to the check', () => {
		repository.write({ 'CLAUDE.md': '@docs/stile.md\n' });
		const [sarif, check] = runAction({ 'sarif-file': 'log.sarif' });
		assert.deepEqual([sarif?.code, check?.code], [0, 1]);
		const log = JSON.parse(readFileSync(join(repository.root, 'log.sarif'), 'utf8')) as {
			runs: { results: unknown[] }[];
		};
		assert.equal(log.runs[0]?.results.length, 1);
	});

	it('Should write into the summary what the context gains and loses', () => {
		repository.write({ 'CLAUDE.md': '# Shop\n@docs/style.md\nmore\n' });
		const [diff] = runAction({ 'compare-with': 'HEAD' });
		assert.equal(diff?.code, 0);
		assert.match(diff?.summary ?? '', /### Claude Code context: \+5 characters/);
	});

	it('Should offer a hook for pre-commit that passes and fails as the check does', () => {
		const [hook] = parse(readFileSync('.pre-commit-hooks.yaml', 'utf8')) as readonly {
			readonly entry: string;
			readonly language: string;
			readonly files: string;
			readonly pass_filenames: boolean;
		}[];
		assert.deepEqual([hook?.language, hook?.pass_filenames], ['script', false]);
		const files = new RegExp(hook?.files ?? '');
		for (const path of [
			'CLAUDE.md',
			'a/CLAUDE.local.md',
			'.claude/rules/x.md',
			'web/.claude/settings.json',
			'docs/style.md',
		])
			assert.match(path, files);
		for (const path of ['src/a.ts', 'claude.txt']) assert.doesNotMatch(path, files);
		const [program = '', ...args] = (hook?.entry ?? '').split(' ');
		const run = (): number | null =>
			spawnSync(resolve(program), args, {
				cwd: repository.root,
				env: { PATH: process.env['PATH'], HOME: repository.home },
			}).status;
		assert.equal(run(), 0);
		repository.write({ 'CLAUDE.md': '@docs/stile.md\n' });
		assert.equal(run(), 1);
	});
});
