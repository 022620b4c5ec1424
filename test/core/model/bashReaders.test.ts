import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { bashDirectoryChange, bashReads } from '../../../src/core/model/bashReaders.js';

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
];

const others: readonly string[] = [
	'cd d && cat x',
	'cd d; cat x',
	'(cat x)',
	'cat f | head -1',
	'cat < f',
	'cat f 2>/dev/null',
	'cat f > g',
	'cat src/*.ts',
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
	'',
	'cat',
	'"',
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
		assert.deepEqual(bashReads('grep -in TODO f'), [{ path: 'f', needs: { pattern: 'TODO', ignoreCase: true } }]);
	});

	it('a lone cd moves the directory of later calls', () => {
		assert.equal(bashDirectoryChange('cd src'), 'src');
		assert.equal(bashDirectoryChange('cd src && ls'), undefined);
	});
});
