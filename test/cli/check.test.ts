/** `check` as CI meets it: exit codes, places, baseline, budgets, hermetic runs. */

import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CommandResult, commandLine } from '../support/commandLine.js';
import { type TestRepository, testRepository } from '../support/gitRepository.js';
import { fifo, link, type Tree } from '../support/memoryFileSystem.js';

const token = `ghp_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'}`;

const sound: Tree = {
	'CLAUDE.md': '# Shop\nSee @docs/style.md\n',
	'docs/style.md': 'Write tests.\n',
	'.claude/rules/ts.md': '---\npaths: "src/**/*.ts"\n---\nTypes first.\n',
	'src/a.ts': 'export const a = 1;\n',
};

interface JsonFinding {
	readonly code: string;
	readonly file: string;
	readonly line: number;
	readonly column: number;
	readonly endColumn: number;
	readonly severity: string;
	readonly message: string;
	readonly clients: readonly string[];
	readonly launchDirectories: readonly string[];
	readonly baseline: boolean;
}

interface JsonResult {
	readonly failed: boolean;
	readonly hermetic: boolean;
	readonly findings: readonly JsonFinding[];
	readonly gone: readonly unknown[];
	readonly launchDirectories: readonly string[];
}

describe('check', function () {
	this.timeout(60_000);
	let repository: TestRepository | undefined;
	afterEach(() => {
		repository?.dispose();
		repository = undefined;
	});

	function lay(tree: Tree, home: Tree = {}): TestRepository {
		repository = testRepository({ ...sound, ...tree }, home);
		return repository;
	}

	const check = (
		{ root, home }: Pick<TestRepository, 'root' | 'home'>,
		args: readonly string[] = [],
		variables: Readonly<Record<string, string>> = {},
	): Promise<CommandResult> =>
		commandLine(['check', '--managed-dir', join(home, 'managed'), ...args], {
			cwd: root,
			variables: { HOME: home, ...variables },
		});

	const checked = async (place: TestRepository, args: readonly string[] = []): Promise<JsonResult> =>
		JSON.parse((await check(place, ['--format', 'json', ...args])).out) as JsonResult;

	it('Should pass on sound files and say what was looked at', async () => {
		const { code, out } = await check(lay({}));
		assert.equal(code, 0, out);
		assert.match(
			out,
			/^Claude Code 2\.\d+\.\d+; 3 instruction, memory, skill and agent files\.\n0 errors, 0 warnings, 0 infos\. Passed\.\n$/,
		);
	});

	it('Should fail on a broken import, at its line', async () => {
		const place = lay({ 'CLAUDE.md': '# Shop\n\nSee @docs/stile.md\n' });
		const { code, out } = await check(place);
		assert.equal(code, 1);
		assert.match(out, /^CLAUDE\.md\n {2}3:5 +warning import\.missing\n {4}There is no file docs\/stile\.md/);
		const [found] = (await checked(place)).findings;
		assert.deepEqual([found?.file, found?.line, found?.column, found?.endColumn], ['CLAUDE.md', 3, 5, 19]);
	});

	it('Should annotate the line for a code host, escaped', async () => {
		const place = lay({ 'a, b/CLAUDE.md': 'one\n😀 @100%/x.md and\n', 'CLAUDE.md': 'See @docs/stile.md\n' });
		const { code, out } = await check(place, ['--format', 'github']);
		assert.equal(code, 1);
		const lines = out.split('\n').filter((line) => line.startsWith('::'));
		assert.match(
			lines[0] ?? '',
			/^::warning file=CLAUDE\.md,line=1,endLine=1,col=5,endColumn=19,title=Import of a missing file \(import\.missing\)::There is no file docs\/stile\.md/,
		);
		for (const line of lines) assert.doesNotMatch(line.slice(2).split('::')[0] ?? '', /[^%\w ./=,()<>-]/);
		assert.match(out, /0 errors, \d+ warnings?, .* Failed\.\n$/);
	});

	it('Should name paths as the code host’s workspace does, where the checkout lies below it', async () => {
		const place = lay({ 'CLAUDE.md': '@docs/stile.md\n' });
		const { out } = await check(place, ['--format', 'github'], { GITHUB_WORKSPACE: join(place.root, '..') });
		assert.match(out, /::warning file=repo\/CLAUDE\.md,/);
	});

	it('Should give code scanning a log with the same findings', async () => {
		const place = lay({ 'CLAUDE.md': '@docs/stile.md\n' });
		const { code, out } = await check(place, ['--format', 'sarif']);
		const log = JSON.parse(out) as {
			runs: { results: { ruleId: string }[]; originalUriBaseIds: { SRCROOT: { uri: string } } }[];
		};
		assert.equal(code, 1);
		assert.deepEqual(
			log.runs[0]?.results.map(({ ruleId }) => ruleId),
			['import.missing'],
		);
		assert.equal(log.runs[0]?.originalUriBaseIds.SRCROOT.uri, `file://${place.root}/`);
	});

	describe('severities', () => {
		const rule = '---\npaths: "nothing/**"\n---\nA rule for files that are not there.\n';

		it('Should report an info and pass', async () => {
			const { code, out } = await check(lay({ '.claude/rules/none.md': rule }));
			assert.equal(code, 0, out);
			assert.match(out, /rule\.matches-nothing/);
		});

		it('Should fail from the asked-for severity on, and report no less than asked for', async () => {
			const place = lay({ '.claude/rules/none.md': rule });
			assert.equal((await check(place, ['--fail-on', 'info'])).code, 1);
			assert.doesNotMatch((await check(place, ['--severity', 'warning'])).out, /rule\.matches-nothing/);
		});

		it('Should take levels of single codes from the configuration', async () => {
			const place = lay({
				'.claude/rules/none.md': rule,
				'.context-inspector.json': '{"findings": {"rule.matches-nothing": "error"}}',
			});
			assert.equal((await checked(place)).findings[0]?.severity, 'error');
			place.write({ '.context-inspector.json': '{"findings": {"rule.matches-nothing": "off"}}' });
			assert.deepEqual((await checked(place)).findings, []);
		});
	});

	describe('budgets', () => {
		it('Should fail one character over, pass at the limit', async () => {
			const place = lay({});
			const size = 'Write tests.'.length + '# Shop\nSee @docs/style.md'.length;
			assert.equal((await check(place, ['--max-startup-chars', String(size)])).code, 0);
			const { code, out } = await check(place, ['--max-startup-chars', String(size - 1)]);
			assert.equal(code, 1);
			assert.match(out, /CLAUDE\.md\n {2}1:1 +error +budget\.startup-characters\n/);
			assert.match(out, /startup part: 37 of 36 characters, over the budget/);
		});

		it('Should take limits from the configuration, and from the command line before it', async () => {
			const place = lay({ '.context-inspector.json': '{"budgets": {"startupTokens": 1}}' });
			assert.equal((await check(place)).code, 1);
			assert.equal((await check(place, ['--max-startup-tokens', '1000'])).code, 0);
		});

		it('Should fail whatever the baseline holds', async () => {
			const place = lay({});
			const args = ['--max-startup-chars', '1', '--baseline', 'base.json'];
			assert.equal((await check(place, [...args, '--update-baseline'])).code, 0);
			assert.equal((await check(place, args)).code, 1);
		});

		it('Should measure MEMORY.md and the skill listing', async () => {
			const place = lay({ '.claude/skills/s/SKILL.md': '---\ndescription: d\n---\nb\n' });
			place.write({});
			const memory = join(place.home, '.claude/projects', place.root.replace(/[^A-Za-z0-9]/g, '-'), 'memory');
			mkdirSync(memory, { recursive: true });
			writeFileSync(join(memory, 'MEMORY.md'), 'one\ntwo\n');
			const codes = (await checked(place, ['--max-memory-lines', '1', '--max-listing', '5'])).findings.map(
				({ code }) => code,
			);
			assert.deepEqual(codes.sort(), ['budget.memory-lines', 'budget.skill-listing']);
		});
	});

	describe('the baseline', () => {
		it('Should excuse what was there, fail on what is new, and say what is gone', async () => {
			const place = lay({ 'CLAUDE.md': '@docs/old.md\n' });
			const args = ['--baseline', 'base.json'];
			const missing = await check(place, args);
			assert.deepEqual([missing.code, missing.out], [2, '']);
			assert.match(missing.err, /There is no baseline base\.json; --update-baseline writes it\./);

			const written = await check(place, [...args, '--update-baseline']);
			assert.deepEqual([written.code, written.out], [0, 'base.json now holds 1 finding.\n']);
			const text = readFileSync(join(place.root, 'base.json'), 'utf8');
			const known = await check(place, args);
			assert.equal(known.code, 0);
			assert.match(known.out, /0 warnings, 0 infos; 1 more in the baseline\. Passed\./);

			place.write({ 'CLAUDE.md': '\nmoved down\n@docs/old.md\n' });
			assert.equal((await check(place, args)).code, 0);
			place.write({ 'CLAUDE.md': '@docs/old.md and @docs/new.md\n' });
			const worse = await check(place, args);
			assert.equal(worse.code, 1);
			assert.match(worse.out, /docs\/new\.md/);
			assert.doesNotMatch(worse.out, /docs\/old\.md/);

			place.write({ 'CLAUDE.md': 'nothing wrong\n' });
			const better = await check(place, args);
			assert.equal(better.code, 0);
			assert.match(better.out, /1 finding of the baseline is gone; --update-baseline takes it out\./);
			await check(place, [...args, '--update-baseline']);
			assert.match(readFileSync(join(place.root, 'base.json'), 'utf8'), /"findings": \[\]/);
			assert.match(text, /"code":"import\.missing","file":"CLAUDE\.md"/);
		});

		it('Should be refused with a sentence where it is none', async () => {
			const place = lay({ 'base.json': '{"version": 9}' });
			const { code, err } = await check(place, ['--baseline', 'base.json']);
			assert.equal(code, 2);
			assert.match(err, /The baseline base\.json has no "version": 1\./);
		});

		it('Should lie in the directory of the configuration that names it', async () => {
			const place = lay({ '.context-inspector.json': '{"baseline": "../base.json"}' });
			for (const args of [[], ['--update-baseline']]) {
				const { code, err } = await check(place, args);
				assert.equal(code, 2);
				assert.match(err, /"baseline" may not leave the configuration's directory: "\.\.\/base\.json"\./);
			}
			assert.ok(!existsSync(join(place.root, '../base.json')));

			place.write({ '.context-inspector.json': '{"baseline": "out/base.json"}' });
			symlinkSync(place.home, join(place.root, 'out'));
			assert.match((await check(place, ['--update-baseline'])).err, /"baseline" may not leave/);
			assert.ok(!existsSync(join(place.home, 'base.json')));
		});

		it('Should neither wait for what is no file nor write through a link', async () => {
			const place = lay({
				'linked.json': link('CLAUDE.md'),
				'waits.json': fifo,
				'CLAUDE.md': 'Text\n',
			});
			const { err } = await check(place, ['--baseline', 'waits.json']);
			assert.match(err, /The baseline waits\.json cannot be read \(not-a-file\)\./);
			for (const name of ['waits.json', 'linked.json']) {
				const { code, err } = await check(place, ['--baseline', name, '--update-baseline']);
				assert.equal(code, 2);
				assert.match(err, /is no regular file; nothing was written\./);
			}
			assert.equal(readFileSync(join(place.root, 'CLAUDE.md'), 'utf8'), 'Text\n');
		});
	});

	describe('secrets', () => {
		it('Should be found and shown in no format, nor kept in a baseline', async () => {
			const place = lay({ 'CLAUDE.md': `Use ${token}\nand @docs/${token}.md\n` });
			await check(place, ['--baseline', 'base.json', '--update-baseline']);
			const texts = [readFileSync(join(place.root, 'base.json'), 'utf8')];
			for (const format of ['text', 'json', 'sarif', 'github']) {
				const { out, err } = await check(place, ['--format', format]);
				assert.match(out, /secret\.possible/);
				texts.push(out, err);
			}
			for (const text of texts) assert.ok(!text.includes(token.slice(0, 12)), text);
		});
	});

	describe('several clients and launch directories', () => {
		const monorepo: Tree = {
			'package.json': '{}',
			'packages/web/package.json': '{}',
			'packages/web/CLAUDE.md': '@style.md\n',
			'packages/web/style.md': 'Web\n',
			'packages/api/go.mod': 'module x\n',
			'packages/api/CLAUDE.md': '@nowhere.md\n',
		};

		it('Should say in which client a finding is', async () => {
			const place = lay({ 'AGENTS.md': 'x\n' });
			const { findings } = await checked(place, ['--client', '2.1.235', '--client', '2.1.332', '--severity', 'hint']);
			const found = findings.find(({ code }) => code === 'instructions.agents-md-superseded');
			assert.ok(found);
			const { out } = await check(place, ['--client', '2.1.235,2.1.332', '--severity', 'hint']);
			assert.match(out, /Claude Code 2\.1\.235, 2\.1\.332;/);
		});

		it('Should check each package and report a shared fault once', async () => {
			const { findings, launchDirectories } = await checked(lay(monorepo), ['--each-package']);
			assert.deepEqual(launchDirectories, ['.', 'packages/api', 'packages/web']);
			const missing = findings.filter(({ code }) => code === 'import.missing');
			assert.deepEqual(
				missing.map(({ file }) => file),
				['packages/api/CLAUDE.md'],
			);
			assert.deepEqual(missing[0]?.launchDirectories, ['.', 'packages/api']);
			const external = findings.find(({ code }) => code === 'import.external-not-approved');
			assert.deepEqual([external?.file, external?.launchDirectories], ['CLAUDE.md', ['packages/api', 'packages/web']]);
		});

		it('Should take several directories, and those of the configuration', async () => {
			const place = lay(monorepo);
			assert.deepEqual((await checked(place, ['packages/web', 'packages/api'])).launchDirectories, [
				'packages/web',
				'packages/api',
			]);
			place.write({ '.context-inspector.json': '{"launchDirectories": ["packages/web"]}' });
			assert.deepEqual((await checked(place)).launchDirectories, ['packages/web']);
			place.write({ '.context-inspector.json': '{"launchDirectories": ["../.."]}' });
			assert.equal((await check(place)).code, 2);
		});

		it('Should find the configuration above the directory, within the repository', async () => {
			const place = lay({ ...monorepo, '.context-inspector.json': '{"failOn": "error"}' });
			assert.equal((await check(place, ['packages/api'])).code, 0);
		});
	});

	describe('hermetic', () => {
		const ours: Tree = {
			'CLAUDE.md': '# Shop\n@docs/style.md @~/private.md\n',
			'.gitignore': 'CLAUDE.local.md\n.claude/settings.local.json\n',
			'packages/web/package.json': '{}',
			'packages/web/CLAUDE.md': '@gone.md\n',
		};
		const theirHome: Tree = {
			'.claude/CLAUDE.md': '@nothing.md\n',
			'.claude/rules/r.md': '---\npaths:\n  - **/*.ts\n---\nR\n',
			'private.md': 'mine\n',
			'.claude.json': '{"projects": {}}',
			'managed/CLAUDE.md': '@managed.md\n',
		};

		it('Should come to the same under two homes, two checkouts and with ignored files beside', async () => {
			const first = testRepository({ ...sound, ...ours });
			const second = testRepository({ ...sound, ...ours }, theirHome);
			try {
				second.write({ 'CLAUDE.local.md': '@local.md\n', '.claude/settings.local.json': '{broken' });
				writeFileSync(join(second.root, '../CLAUDE.md'), '@above.md\n');
				for (const format of ['text', 'json', 'sarif', 'github']) {
					const args = ['--hermetic', '--each-package', '--format', format, '--severity', 'hint'];
					const [one, two] = [await check(first, args), await check(second, args, { CLAUDE_CODE_SIMPLE: '1' })];
					assert.equal(two.out, one.out);
					assert.deepEqual([one.code, two.code], [1, 1]);
				}
				const open = await check(second, ['--no-hermetic'], { CI: 'true' });
				assert.match(open.out, /~\/\.claude\/CLAUDE\.md/);
			} finally {
				first.dispose();
				second.dispose();
			}
		});

		it('Should be the default in CI and say so', async () => {
			const place = lay(ours, theirHome);
			const { out } = await check(place, [], { CI: 'true' });
			assert.match(out, /Hermetic: home, managed and git-ignored files/);
			assert.match(out, /"~\/private\.md" lies outside the repository/);
			assert.doesNotMatch((await check(place)).out, /Hermetic/);
			assert.equal((await checked(place, ['--hermetic'])).hermetic, true);
		});

		it('Should still know a local file that git tracks', async () => {
			const place = lay({ 'CLAUDE.local.md': 'mine\n' });
			const codes = (await checked(place, ['--hermetic'])).findings.map(({ code }) => code);
			assert.deepEqual(codes, ['hygiene.local-file-tracked']);
		});
	});

	describe('what cannot be served', () => {
		const faults: readonly (readonly [args: readonly string[], sentence: RegExp])[] = [
			[['nowhere'], /There is no directory .*nowhere\./],
			[['CLAUDE.md'], /CLAUDE\.md is not a directory\./],
			[['--format', 'xml'], /--format takes text, json, sarif, github, not "xml"\./],
			[['--max-startup-chars', 'many'], /--max-startup-chars takes a whole number, not "many"\./],
			[['--fail-on', 'off'], /--fail-on takes hint, info, warning, error, not "off"\./],
			[['--client', 'latest'], /--client takes a version/],
			[['--update-baseline'], /--update-baseline needs --baseline FILE/],
			[['--hermetic', '--no-hermetic'], /exclude each other/],
			[['--config', 'none.json'], /There is no configuration .*none\.json\./],
			[
				['--baseline', 'a/b/c.json', '--update-baseline'],
				/cannot be written: there is no directory .*a\/b; nothing was written\./,
			],
		];
		for (const [args, sentence] of faults) {
			it(`Should end with 2 and a sentence for ${args.join(' ')}`, async () => {
				const { code, out, err } = await check(lay({}), args);
				assert.deepEqual([code, out], [2, '']);
				assert.match(err, sentence);
			});
		}

		it('Should name line and column of a broken configuration', async () => {
			const { code, err } = await check(lay({ '.context-inspector.json': '{\n\t"clients": [],\n\t"budgets": 3\n}' }));
			assert.equal(code, 2);
			assert.match(err, /\.context-inspector\.json:2:2: "clients" takes at least 1/);
		});

		it('Should go on without git, and say that ignored files count', async () => {
			const place = lay({});
			cpSync(place.root, join(place.home, 'copy'), { recursive: true });
			writeFileSync(join(place.home, 'copy/.git/HEAD'), 'nonsense\n');
			const { code, err } = await check({ root: join(place.home, 'copy'), home: place.home });
			assert.equal(code, 0);
			assert.match(err, /git cannot list the files of .*copy/);
		});
	});

	it('Should leave nothing behind', async () => {
		const place = lay({});
		await check(place, ['--format', 'sarif']);
		assert.equal(place.git('status', '--porcelain'), '');
		assert.ok(!existsSync(join(place.home, '.claude')));
	});
});
