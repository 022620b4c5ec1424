import { readFrontMatter } from '../../../src/core/text/frontMatter.js';
import { parseBody } from '../../../src/core/text/instructionText.js';
import { scanTopicLinks } from '../../../src/core/text/links.js';
import { estimateTokens } from '../../../src/core/text/tokens.js';
import { loadedIndexView } from '../../../src/core/text/truncation.js';

const mebibyte = 1024 * 1024;

const units = [
	'{',
	'[',
	'@',
	'<!--',
	'-',
	'`',
	'*a ',
	'_',
	'<',
	'> ',
	'- ',
	'1. ',
	'\n- a',
	'- a\nb\n',
	'b\n',
	'[a](',
	'](',
	'!',
	'\\',
	'"',
	'&a ',
	'*a',
	'? ',
	': ',
	'#',
	'~~~\n',
	'<a b="',
	'<!-- -->',
	'<!-- x -->\n',
	'-->',
	'@a.md ',
	'@a ',
	'\n',
	' ',
	'\t',
	'é',
	'> - a\nb\n',
	'[[',
	'[a]: b\n',
	'%',
	'|',
	'{a: ',
	'- - ',
];

// What is quadratic takes minutes here; the limit of the test is the only clock.
describe('A mebibyte of one construct', function () {
	this.timeout(120_000);
	for (const unit of units) {
		it(`${JSON.stringify(unit)} is read to its end`, () => {
			const text = unit.repeat(Math.ceil(mebibyte / unit.length));
			const readers: readonly (readonly [string, (given: string) => unknown])[] = [
				['body', (given) => parseBody(given)],
				['body with an import', (given) => parseBody(`@a.md\n\n<!-- c -->\n\n@b.md ${given}`)],
				['list with an import', (given) => parseBody(`- @a.md\n${given}`)],
				['front matter', (given) => readFrontMatter(`---\n${given}\n---\n`, { afterByteOrderMark: true })],
				['value', (given) => readFrontMatter(`---\na: ${given}\n---\n`, { afterByteOrderMark: true })],
				['memory index', (given) => loadedIndexView(given, { afterByteOrderMark: true, cleansText: true })],
				['links', (given) => scanTopicLinks(given)],
				['tokens', (given) => estimateTokens(given)],
			];
			for (const [name, reader] of readers) {
				if (process.env['SHOW_TIMES']) console.time(`      ${name}`);
				reader(text);
				if (process.env['SHOW_TIMES']) console.timeEnd(`      ${name}`);
			}
		});
	}
});
