import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { bashDirectoryChange, bashReads } from '../../../src/core/model/bashReaders.js';
import { grepPattern, holdsMatch } from '../../../src/core/model/grepPattern.js';

/** Forms of reports.md b: what was recorded to read a file plainly. */
const readers: readonly (readonly [command: string, ...paths: string[]])[] = [
	['cat f', 'f'],
	['cat -n src/f.ts', 'src/f.ts'],
	['nl ./f', './f'],
	['head f', 'f'],
	['head -5 f', 'f'],
	['head -n 5 ../f', '../f'],
	['tail -n 5 /abs/f', '/abs/f'],
	["sed -n '5p' f", 'f'],
	["sed -n '1,5p' f", 'f'],
	["sed -nE '1,5p' f", 'f'],
	['grep -n pat f', 'f'],
	['egrep -i pat f', 'f'],
	['rg pat f', 'f'],
	['cat "with blank.ts"', 'with blank.ts'],
	['LANG=C cat f', 'f'],
	['cat f # a comment', 'f'],
	['true && cat f', 'f'],
	['echo hi; cat f', 'f'],
	['echo hi\ncat f', 'f'],
	['cat a && cat b', 'a', 'b'],
	['cat f && echo ok', 'f'],
	['cat -n f -n', 'f'],
	["'cat' f", 'f'],
	['c""at a"/b".ts', 'a/b.ts'],
	['cat a\\ b', 'a b'],
	['cat \\\n f', 'f'],
	['A=(1) B="$(pwd)" cat f', 'f'],
	['cat f & cat g', 'f', 'g'],
	['cat f &', 'f'],
	['(cat f)', 'f'],
	['{ cat f; ls; }', 'f'],
	['( cat f ) && echo $?', 'f'],
	['if cat f; then ls; fi', 'f'],
	['if [[ -f f ]]; then cat f; fi', 'f'],
	['for i in 1 2; do cat f; done', 'f'],
	['case a in a) cat f;; esac', 'f'],
	["cat f # it's", 'f'],
	['echo "$(date)"; cat f', 'f'],
	['echo a\\;b; cat f', 'f'],
	['head -3 -n1 f', 'f'],
	['head --lines 1 f', 'f'],
	['tail f -n 1', 'f'],
	["sed -ne '2,3p' f", 'f'],
	["sed --quiet -E '2p' -- f", 'f'],
	['grep -A 1 -B2 one f', 'f'],
	['grep one f -i', 'f'],
	["grep -E 'a;b & c' f", 'f'],
	['rg --context 1 one f', 'f'],
];

const others: readonly string[] = [
	'cd d && cat x',
	'cd d; cat x',
	'cat f | head -1',
	'cat < f',
	'cat f 2>/dev/null',
	'cat f > g',
	'F=a; cat $F',
	'cat a b',
	'cat f; ls',
	'cat f || true',
	'grep -c pat f',
	'grep -l pat f',
	'grep -r pat d',
	'head -c 5 f',
	'tail -n +1 f',
	"sed -n '1p;2p' f",
	"sed -n '1,$p' f",
	"sed -n '/re/p' f",
	"sed -n -e '1p' f",
	"sed 's/a/b/' f",
	'sed -i s/a/b/ f',
	'cat -A f',
	'awk 1 f',
	'wc f',
	'less f',
	'bash -c "cat f"',
	'time cat f',
	'xargs cat f',
	'git show f',
	'echo "a|b"; cat f',
	'cat f # a > b',
	'"echo" a; cat f',
	'A=1 echo a; cat f',
	'cat f; false',
	'A=1; cat f',
	'if true; then cat f; fi',
	'{ echo a; cat f; }',
	'cat f && { echo a; }',
	'((cat f))',
	'cat f;;',
	'echo a&; cat f',
	'f() { cat f; }; f',
	'! cat f',
	'cat "$F"',
	'cat f/',
	'cat f ""',
	'cat -- f',
	'head f -1',
	'head -n 0 f',
	'head -n +1 f',
	'tail -n -1 f',
	"sed -en '1p' f",
	"sed -n '0,1p' f",
	'grep -nA1 one f',
	"grep '$x' f",
	'grep one f; echo done',
	'true && grep one f',
	'rg -v one f',
	'',
	'cat',
	'"',
	'$(',
	'`',
	'cat ${f',
];

describe('Bash commands that read one literal file', () => {
	for (const [command, ...paths] of readers) {
		it(`${JSON.stringify(command)} reads ${paths.join(' and ')}`, () => {
			assert.deepEqual(
				bashReads(command).map((read) => read.path),
				paths,
			);
		});
	}

	for (const command of others) {
		it(`${JSON.stringify(command)} reads nothing plainly`, () => assert.deepEqual(bashReads(command), []));
	}

	it('a grep needs its pattern to be found', () => {
		assert.deepEqual(bashReads('grep -in TODO f'), [
			{ path: 'f', decides: true, isPattern: false, needs: { pattern: 'TODO', ignoreCase: true, syntax: 'basic' } },
		]);
	});

	it('a pattern is a file of that name, which need not decide whether the command succeeds', () => {
		const patterns = (command: string) => bashReads(command).map(({ path, isPattern }) => [path, isPattern]);
		assert.deepEqual(patterns('cat src/*.ts; cat "a*"; cat \'b[1]\'; cat c\\?'), [
			['src/*.ts', true],
			['a*', false],
			['b[1]', false],
			['c?', false],
		]);
		assert.deepEqual(patterns('grep one "a[1]"'), []);
	});

	it('only an unquoted tilde is the home', () => {
		const paths = (command: string) => bashReads(command).map(({ path }) => path);
		assert.deepEqual(paths('cat ~/f; cat "~/f"'), ['~/f', './~/f']);
	});

	it('what stands before a semicolon or runs in the background does not decide', () => {
		const decides = (command: string) => bashReads(command).map((read) => read.decides);
		assert.deepEqual(decides('cat a; cat b && cat c'), [false, true, true]);
		assert.deepEqual(decides('cat a & cat b'), [false, true]);
		assert.deepEqual(decides('grep x a &'), [false]);
	});

	it('a sed knows its first line', () => {
		assert.equal(bashReads("sed -n '10,20p' f")[0]?.fromLine, 10);
	});

	const changes: readonly (readonly [command: string, directory: string | undefined])[] = [
		['cd src', 'src'],
		['cd src && ls', 'src'],
		['cd a; cd b', 'a/b'],
		['cd a; cd /b', '/b'],
		['pushd "a b"', 'a b'],
		['{ cd a; }', 'a'],
		['(cd a)', undefined],
		['cd a && false', undefined],
		['cd a &', undefined],
		['cd a | cat', undefined],
		['cd $X', undefined],
		['cd', undefined],
		['ls', undefined],
	];
	for (const [command, directory] of changes) {
		it(`${JSON.stringify(command)} ${directory ? `leads the shell to ${directory}` : 'leaves the shell where it is'}`, () =>
			assert.equal(bashDirectoryChange(command), directory));
	}

	it('any command line comes to its end', () => {
		for (const unit of ['(', '{ ', '"', '`', '$(', "$'", 'if ', ';', '\\', '&', 'a=(', '\r', '#']) {
			assert.ok(bashReads(unit.repeat(20_000 / unit.length)) !== null, unit);
		}
	});
});

describe('What a grep looks for', () => {
	const rows: readonly (readonly [pattern: string, options: string, text: string, found: boolean])[] = [
		['one', '', 'x one y', true],
		['o.e', '', 'one', true],
		['o+', '', 'oo', false],
		['o\\+n', '', 'oon', true],
		['(a)', '', 'x(a)', true],
		['(a|b)', '-E', 'b', true],
		['a.b', '-F', 'axb', false],
		['ONE', '-i', 'one', true],
		['on', '-w', 'one', false],
		['one', '-x', 'one ', false],
		['^two$', '', 'one\ntwo\n', true],
		['[', '', 'a[b', true],
		['[.+]x', '', '+x', true],
		['(a+)+$', '-E', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab', true],
	];
	for (const [pattern, options, text, found] of rows) {
		it(`${options} ${pattern} is ${found ? '' : 'not '}in ${JSON.stringify(text)}`, () =>
			assert.equal(holdsMatch(text, grepPattern('grep', options === '' ? [] : [options], pattern)), found));
	}
});
