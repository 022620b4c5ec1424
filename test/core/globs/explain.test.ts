import assert from 'node:assert/strict';
import fc from 'fast-check';
import { explainPattern } from '../../../src/core/globs/explain.js';
import { patternUnit } from '../../support/patternUnit.js';

const codes = (pattern: string) =>
	explainPattern(pattern, { quoted: true }).map(({ code }) => code.replace('glob.', ''));

describe('A pattern explained', () => {
	const table: readonly (readonly [pattern: string, codes: readonly string[]])[] = [
		['/src/**', []],
		['src/**', ['any-depth']],
		['*.ts', ['any-depth']],
		['docs', ['any-depth']],
		['docs/', ['any-depth']],
		['src/*.ts', []],
		['**/*.ts', []],
		['*', []],
		['**', ['unconditional']],
		['/**', ['unconditional']],
		['./src/**', ['never-matches']],
		['../x/**', ['never-matches']],
		['~/x', ['never-matches']],
		['!x', ['never-matches']],
		['src\\api\\**', ['never-matches']],
		['app/[id]/**', ['character-class']],
		['app/[...slug]/x', ['character-class']],
		['src/[A-Z]*.ts', []],
		['src/[0-9]*.ts', []],
		['src/[!_]*.ts', ['negated-class']],
		['app/\\[id\\]/x', []],
		['{src/{api,x},lib}/*.ts', ['nested-braces']],
		['src/f{1..3}.ts', ['brace-range']],
		['src/{a', ['unclosed-brace']],
		['src/+(a|b)/*.ts', ['extglob']],
		['src/!(b).ts', ['extglob']],
		['@(a|b).ts', ['extglob']],
		['f{1..3}*.ts', ['brace-range']],
		['f{a', ['unclosed-brace']],
		['src/**client.ts', ['globstar-in-name']],
		['src/a\\b.ts', ['backslash']],
	];
	for (const [pattern, expected] of table) {
		it(`has ${expected.join(', ') || 'no'} remarks as ${pattern}`, () => assert.deepEqual(codes(pattern), expected));
	}

	it('should be quoted in YAML where it begins with an indicator', () => {
		assert.deepEqual(
			explainPattern('**/*.ts').map(({ code }) => code),
			['glob.quote-in-yaml'],
		);
	});

	it('with commas is explained part by part, where each stands', () => {
		const text = 'src/*.ts, ./x, app/[id]/y';
		assert.deepEqual(
			explainPattern(text).map(({ code, offset = 0, length = 0 }) => [code, text.slice(offset, offset + length)]),
			[
				['glob.never-matches', './x'],
				['glob.character-class', '[id]'],
			],
		);
	});

	it('offers what was meant', () => {
		assert.equal(explainPattern('./src/**')[0]?.replacement, '/src/**');
		assert.equal(explainPattern('app/[id]/**')[0]?.replacement, 'app/\\[id\\]/**');
		assert.equal(explainPattern('src\\api\\**')[0]?.replacement, 'src/api/**');
	});

	it('is explained without an exception, in sentences, whatever it is', () => {
		fc.assert(
			fc.property(fc.string({ unit: patternUnit, maxLength: 16 }), (pattern) => {
				for (const { sentence, offset = 0, length = 0 } of explainPattern(pattern)) {
					assert.ok(/^[^\n]+[.]$/s.test(sentence.replace(/"[^"]*"/gs, '""')), sentence);
					assert.ok(offset + length <= pattern.length);
				}
			}),
			{ numRuns: 2_000 },
		);
	});
});
