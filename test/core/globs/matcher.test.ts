import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { matchLinearly } from '../../../src/core/globs/linearMatcher.js';
import { compilePaths } from '../../../src/core/globs/matcher.js';
import { readPaths } from '../../../src/core/globs/paths.js';

const verdict = (paths: unknown, file: string) => {
	const condition = readPaths(paths);
	return condition ? compilePaths(condition).matches(file) : { matched: true };
};

interface RecordedGlobs {
	readonly files: readonly string[];
	readonly rows: readonly {
		readonly pattern: string;
		readonly unconditional: boolean;
		readonly matches: readonly string[];
	}[];
}

describe('A path condition', () => {
	const recorded = JSON.parse(readFileSync('test/conformance/corpus/globs.json', 'utf8')) as RecordedGlobs;
	for (const { pattern, unconditional, matches } of recorded.rows) {
		it(`matches what the clients were recorded to match with ${pattern}`, () => {
			const condition = readPaths([pattern]);
			assert.equal(condition === undefined, unconditional);
			if (!condition) return;
			const matcher = compilePaths(condition);
			assert.deepEqual(
				recorded.files.filter((file) => matcher.matches(file).matched),
				matches,
			);
			if (matcher.neverMatches !== undefined) assert.deepEqual(matches, []);
		});
	}

	it('names the written pattern that decides', () => {
		assert.deepEqual(verdict('lib/**, *.{js,ts}', 'src/a.ts'), { matched: true, pattern: '*.{js,ts}' });
		assert.deepEqual(verdict(['src/**', '*.ts'], 'src/a.ts'), { matched: true, pattern: 'src/**' });
	});

	it('lets a negation take files out again, but not out of a directory that matches', () => {
		assert.equal(verdict(['*.ts', '!x.ts'], 'src/x.ts').matched, false);
		assert.equal(verdict(['*.ts', '!x.ts'], 'src/y.ts').matched, true);
		assert.equal(verdict(['src', '!src/x.ts'], 'src/x.ts').matched, true);
		assert.equal(verdict(['!x.ts', '*.ts'], 'x.ts').matched, true);
		assert.equal(verdict(['!x.ts'], 'y.ts').matched, false);
	});

	for (const paths of ['a,[/', 'a,[~-!]', '[~-!],*.ts', 'src,[z-a]/x']) {
		it(`lets a class that is no class spoil its own pattern only: ${paths}`, () => {
			for (const file of ['a', 'b.ts', 'src/x', 'other/x']) assert.doesNotThrow(() => verdict(paths, file));
			assert.equal(verdict(`${paths},*.md`, 'deep/x.md').matched, true);
		});
	}

	it('takes ! and ^ in a class for members of it, as recorded', () => {
		for (const pattern of ['[!a].ts', '[^a].ts']) {
			assert.equal(verdict(pattern, 'a.ts').matched, true);
			assert.equal(verdict(pattern, 'b.ts').matched, false);
		}
	});

	it('takes the separators of Windows', () => assert.equal(verdict('src/**', 'src\\api\\a.ts').matched, true));

	it('never matches outside the base', () => {
		for (const file of ['', '.', '..', '../x.ts', '/x.ts', './x.ts', 'C:\\x.ts', 'c:/x.ts'])
			assert.deepEqual(verdict('*, **/*', file), { matched: false });
	});

	it('goes on when a pattern is no regular expression', () => {
		assert.equal(verdict(['[~-!].ts', '*.ts'], 'x.ts').matched, true);
		assert.equal(verdict(['*.ts', '[~-!].ts'], 'x.ts').matched, true);
		assert.equal(verdict(['[~-!].ts'], 'x.ts').matched, false);
	});

	it('says when it can match nothing', () => {
		for (const pattern of [
			'./src/**',
			'../x/**',
			'/home/x//y',
			'~/x/**',
			'!src/**',
			'#x',
			'src\\api\\**',
			'C:/x',
			'a\nb',
		]) {
			const condition = readPaths([pattern]);
			assert.match((condition && compilePaths(condition).neverMatches) ?? '', /never matches/, pattern);
		}
		for (const paths of [['src/**'], ['./x', '*.ts'], ['\\#x'], ['a/.b/**'], ['.github/*']]) {
			const condition = readPaths(paths);
			assert.equal(condition && compilePaths(condition).neverMatches, undefined);
		}
	});

	it('ends quickly whatever the pattern and the name', function () {
		this.timeout(20_000);
		const name = `${'a'.repeat(250)}/${'a'.repeat(250)}.ts`;
		const patterns = [
			'*a'.repeat(40),
			`${'*a'.repeat(30)}*b`,
			`${'**/'.repeat(50)}x`,
			`${'**/a*'.repeat(20)}b`,
			'?'.repeat(300),
			'[a-z]*'.repeat(20),
			'*'.repeat(5_000),
			`${' '.repeat(4_000)}x`,
			'\\'.repeat(4_001),
			'['.repeat(4_000),
			'/'.repeat(4_000),
			'*/'.repeat(2_000),
			'x'.repeat(1_000_000),
			'*?'.repeat(400_000),
			'!'.repeat(4_000),
		];
		for (const pattern of patterns) {
			verdict([pattern], name);
			verdict(['*.ts', pattern], name);
		}
	});
});

const segment = fc.constantFrom('a', 'b', 'ab', 'a.ts', 'src', '.h', 'B', 'x y');
const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
const part = fc.constantFrom(
	'a',
	'b',
	'*',
	'**',
	'a*',
	'*.ts',
	'?',
	'?b',
	'src',
	'[ab]',
	'[!a]',
	'.h',
	'*b*',
	'a.ts',
	'x y',
	'\\a',
	'\\*',
	'src ',
	'src\\ ',
);
const pattern = fc
	.tuple(fc.constantFrom('', '/'), fc.array(part, { minLength: 1, maxLength: 4 }), fc.constantFrom('', '/'))
	.map(([start, parts, end]) => start + parts.join('/') + end);

describe('Matching without regular expressions', () => {
	it('agrees with matching by them on ordinary patterns', () => {
		fc.assert(
			fc.property(pattern, path, (glob, file) => {
				const condition = { patterns: [glob], written: [glob], origins: [0], exceeded: false };
				const byExpression = compilePaths(condition).matches(file).matched;
				const parts = file.split('/');
				const linearly = parts.some((_, index) =>
					matchLinearly(glob, parts.slice(0, index + 1).join('/') + (index < parts.length - 1 ? '/' : '')),
				);
				assert.equal(linearly, byExpression, `${glob} against ${file}`);
			}),
			{ numRuns: 3_000 },
		);
	});
});

describe('Matching and git', () => {
	let directory: string;
	before(() => {
		directory = mkdtempSync(join(tmpdir(), 'globs-'));
		execFileSync('git', ['init', '-q', directory]);
		execFileSync('git', ['-C', directory, 'config', 'core.ignoreCase', 'true']);
	});
	after(() => rmSync(directory, { recursive: true, force: true }));

	it('agree on patterns that both know', function () {
		this.timeout(30_000);
		// Each pattern has a directory of its own with a .gitignore, so that one process judges all of them.
		const sampled = fc.sample(fc.tuple(pattern, fc.array(path, { minLength: 8, maxLength: 8 })), {
			numRuns: 150,
			seed: 42,
		});
		const cases = sampled.filter(([glob]) => !differsByDesign(glob));
		const asked: { glob: string; file: string; place: string }[] = [];
		const excludes: string[] = [];
		for (const [index, [glob, files]] of cases.entries()) {
			// The exclude file of the repository cannot be scoped, so the pattern is anchored below a directory of its own.
			const home = `d${index}`;
			const body = glob.replace(/\/$/, '');
			excludes.push(`${body.includes('/') ? `/${home}/${glob.replace(/^\//, '')}` : `/${home}/**/${glob}`}`);
			for (const file of new Set(files)) asked.push({ glob, file, place: `${home}/${file}` });
		}
		writeFileSync(join(directory, '.git', 'info', 'exclude'), `${excludes.join('\n')}\n`);
		const { stdout } = spawnSync('git', ['-C', directory, 'check-ignore', '--stdin', '-z', '-v', '-n', '--no-index'], {
			input: asked.map(({ place }) => `${place}\0`).join(''),
			encoding: 'utf8',
		});
		const fields = stdout.split('\0');
		assert.equal(Math.floor(fields.length / 4), asked.length);
		for (const [index, { glob, file }] of asked.entries()) {
			const ignored = fields[index * 4] !== '';
			const condition = { patterns: [glob], written: [glob], origins: [0], exceeded: false };
			assert.equal(compilePaths(condition).matches(file).matched, ignored, `${glob} against ${file}`);
		}
	});
});

/**
 * Where the client's matcher goes its own way: classes and case, `!` in brackets, and what `**` at an end or beside other
 * wildcards stands for.
 */
function differsByDesign(glob: string): boolean {
	return /\[!|\\|\*\*\/?$|\*\*\/\*\*/.test(glob);
}
