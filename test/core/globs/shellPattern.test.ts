import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import picomatch from 'picomatch';
import { compileBounded, type Work } from '../../../src/core/globs/boundedExpression.js';
import { compileShellPattern } from '../../../src/core/globs/shellPattern.js';

const plenty = (): Work => ({ left: 10_000_000 });

describe('A pattern as shells read it', () => {
	const rows: readonly (readonly [pattern: string, path: string, matches: boolean])[] = [
		['**/CLAUDE.md', '/repo/a/CLAUDE.md', true],
		['**/+(*)b.md', '/repo/aab.md', true],
		['**/+(*)b.md', '/repo/aac.md', false],
		['/repo/**/{a,b}/**/{c,d}/*.md', '/repo/x/a/y/z/d/e.md', true],
		['**/!(*.test).md', '/repo/a.md', true],
		['**/!(*.test).md', '/repo/a.test.md', false],
		['!**/a.md', '/repo/b.md', true],
		['/repo/(?<!b)a+(c)', '/repo/acc', true],
		['/repo/[a-c]+x', '/repo/abcx', true],
	];
	for (const [pattern, path, matches] of rows) {
		it(`${pattern} ${matches ? 'matches' : 'does not match'} ${path}`, () => {
			assert.equal(compileShellPattern(pattern)(path, plenty()), matches);
			assert.equal(picomatch(pattern, { dot: true })(path), matches);
		});
	}

	it('matches what the package matches, whatever it is made of', () => {
		const piece = fc.constantFrom(
			...[
				'a',
				'b',
				'/',
				'.',
				'*',
				'**',
				'**/',
				'?',
				'{a,b}',
				'{a,*}',
				'[ab]',
				'[!a]',
				'+(a|b)',
				'*(a)',
				'?(b)',
				'@(a|.)',
			],
			...['!(a)', '!(*b)', '!', '+', '(a|b)', '(', ')', '[', '|', '\\*', '{1..3}'],
		);
		const path = fc.array(fc.constantFrom('a', 'b', '/', '.', '1', 'A'), { minLength: 1, maxLength: 7 });
		fc.assert(
			fc.property(fc.array(piece, { minLength: 1, maxLength: 6 }), path, fc.boolean(), (pieces, units, nocase) => {
				const pattern = pieces.join('');
				const expected = picomatch(pattern, { dot: true, nocase })(units.join(''));
				assert.equal(compileShellPattern(pattern, { nocase })(units.join(''), plenty()), expected);
			}),
			{ numRuns: 500 },
		);
	});

	for (const [source, text, matches] of [
		['^(?:a){2,3}b{0,}$', 'aaa', true],
		['^(?:a){2,3}$', 'a', false],
		['^(?:a|){5}$', 'aa', true],
		['(?<=b)c{1}?', 'abc', true],
		['^[\\]x]\\x41\\u0042.$', ']AB\n', false],
		['^a{,2}$', 'a{,2}', true],
	] as const) {
		it(`${source} ${matches ? 'matches' : 'does not match'} ${JSON.stringify(text)}, as the engine says`, () => {
			assert.equal(compileBounded(source)?.(text, plenty()), matches);
			assert.equal(new RegExp(source).test(text), matches);
		});
	}

	it('is not understood with back references', () => assert.equal(compileBounded('(a)\\1'), undefined));

	const hostile: readonly (readonly [pattern: string, path: string])[] = [
		['**/+(*)b.md', `/repo/${'a'.repeat(200)}.md`],
		[`/${'*a'.repeat(100)}b`, `/${'a'.repeat(250)}`],
		[`/${'**/a/'.repeat(60)}x`, '/a'.repeat(200)],
		[`/r/${'{a,aa}'.repeat(60)}b`, `/r/${'a'.repeat(100)}`],
		['/r/((((a+)+)+)+)+b', `/r/${'a'.repeat(200)}`],
		['/r/!(!(!(*a*a*a*a)))b', `/r/${'a'.repeat(200)}`],
		[`/r/${'('.repeat(400)}a${')+'.repeat(400)}b`, `/r/${'a'.repeat(200)}`],
		['*'.repeat(100_000), '/repo/CLAUDE.md'],
		['(a){999999999}b', 'a'.repeat(200)],
	];
	for (const [pattern, path] of hostile) {
		it(`comes to an end with ${pattern.slice(0, 30)}`, function () {
			this.timeout(2_000);
			assert.equal(compileShellPattern(pattern)(path, { left: 1_000_000 }), false);
		});
	}

	it('finds nothing without work that is left', () => {
		assert.equal(compileShellPattern('**/a.md')('/repo/a.md', { left: 3 }), false);
		assert.equal(compileBounded('^a*b*$')?.('aaabbb', { left: 2 }), false);
	});
});
