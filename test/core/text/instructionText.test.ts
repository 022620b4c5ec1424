import assert from 'node:assert/strict';
import fc from 'fast-check';
import { stripBlockComments } from '../../../src/core/text/comments.js';
import { offsetInBody, parseBody } from '../../../src/core/text/instructionText.js';

const importsOf = (body: string) => parseBody(body).imports.map(({ path }) => path);

describe('Block comments', () => {
	const table: readonly (readonly [title: string, body: string, text: string])[] = [
		['go with the blank lines behind them', '<!-- top -->\n\n# T\n', '# T\n'],
		['go where they interrupt a paragraph', 'para\n<!-- mid -->\npara2\n', 'para\npara2\n'],
		['go together', '<!-- a --><!-- b -->\n\ntail\n', 'tail\n'],
		['leave the text behind them', '<!-- c -->tail\n\nx\n', 'tail\n\nx\n'],
		['go over several lines', 'a\n\n<!--\nx\n\ny\n-->\n\nb\n', 'a\n\nb\n'],
		['go when indented by up to three blanks', '   <!-- x -->\nA\n', 'A\n'],
		['leave nothing of a body that has nothing else', '<!-- only -->\n', ''],
		['stay in a paragraph', 'text <!-- c --> more\n', 'text <!-- c --> more\n'],
		['stay in a list item', '- M <!-- c -->\n', '- M <!-- c -->\n'],
		['stay in a quote', '> <!-- q -->\n> quote\n', '> <!-- q -->\n> quote\n'],
		['stay in a fence', '```\n<!-- x -->\n```\n', '```\n<!-- x -->\n```\n'],
		['stay in indented code', 'a\n\n    <!-- x -->\n', 'a\n\n    <!-- x -->\n'],
		['stay in other HTML', '<div>\n<!-- x -->\n</div>\n', '<div>\n<!-- x -->\n</div>\n'],
		['stay when never closed', 'a\n\n<!-- x\n\nb\n', 'a\n\n<!-- x\n\nb\n'],
	];
	for (const [title, body, text] of table) it(title, () => assert.equal(stripBlockComments(body), text));

	it('leave a body without them as it is, carriage returns included', () => {
		assert.equal(stripBlockComments('a\r\n\r\nb @c.md\r\n'), 'a\r\n\r\nb @c.md\r\n');
	});
});

describe('Imports', () => {
	const table: readonly (readonly [title: string, body: string, paths: readonly string[]])[] = [
		[
			'count at the start of a line',
			'@a.md\n@./b.md\n@~/c.md\n@/d.md\n@../e.md\n',
			['a.md', './b.md', '~/c.md', '/d.md', '../e.md'],
		],
		['count after white space', 'see @a.md for\tb\t@c.md\n', ['a.md', 'c.md']],
		[
			'count in headings, lists and quotes',
			'# @a.md\n\n- @b.md\n1. x\n   @c.md\n\n> @d.md\n',
			['a.md', 'b.md', 'c.md', 'd.md'],
		],
		['count in a nested list and a list in a quote', '- a\n  - b @c.md\n\n> - x\n>   @d.md\n', ['c.md', 'd.md']],
		['count in a table', '| a | b |\n|---|---|\n| @a.md | x |\n', ['a.md']],
		[
			'count behind a backtick that is closed, in a list item',
			'- `open @a.md y`\n\n- x\n\n  b `x @b.md y`\n',
			['a.md', 'b.md'],
		],
		['count in the text of a link', '[see @a.md](x) [@b.md](y)\n', ['a.md', 'b.md']],
		['do not count in the text of an image', '![see @a.md](x) ![@b.md](y)\n', []],
		[
			'count right behind markup',
			'`x`@a.md <b>x</b>@b.md [l](x)@c.md *x*@d.md \\"@e.md\n',
			['a.md', 'b.md', 'c.md', 'd.md', 'e.md'],
		],
		['end before a backslash that escapes no blank', '@a.md\\x @b.md\\\n', ['a.md', 'b.md']],
		['count in emphasis', '**@a.md** and *@b.md* and ***@c.md*** and _@d.md_\n', ['a.md', 'b.md', 'c.md', 'd.md']],
		['count in the text of inline HTML', 'x <b>@a.md</b> y\n', ['a.md']],
		['count before a hard break', '@a.md  \nnext\n', ['a.md']],
		[
			'count behind a comment on its line',
			'<!-- x --> @a.md\n\n<!-- @b.md -->\n\ntext <!-- @c.md --> @d.md\n',
			['a.md', 'd.md'],
		],
		['count behind a backtick that is never closed', '`open @a.md\n', ['a.md']],
		['count as setext headings', '@a.md\n===\n', ['a.md']],
		['do not count in code spans', 'use `@a.md` or ``@b.md`` or `x @c.md`\n', []],
		['do not count in fences', '```md\n@a.md\n```\n\n~~~~\n@b.md\n~~~~\n', []],
		['do not count in indented code', 'a\n\n    @a.md\n', []],
		['do not count in HTML blocks', '<pre>\n@a.md\n</pre>\n\n<div>@b.md</div>\nc @d.md\n', []],
		['do not count in comments', '<!-- @a.md -->\n\nx <!-- @b.md -->\n', []],
		['do not count in link targets and autolinks', '[l](@a.md) <https://x/@b.md> https://x/@c.md\n', []],
		['do not count in strike-through', '~~@a.md~~\n', []],
		[
			'do not count after a letter, a bracket, a quotation mark or a backslash',
			'a@b.md (@c.md) [@d.md] "@e.md" \\@f.md\n',
			[],
		],
		['begin with a name, a dot, a slash or a tilde', '@ a @@b @#c @-d.md @_e.md @(f) @é.md\n', ['-d.md', '_e.md']],
		[
			'keep punctuation at their end',
			'@a.md. @b.md, @c.md: @d.md; @e.md) @f.md!\n',
			['a.md.', 'b.md,', 'c.md:', 'd.md;', 'e.md)', 'f.md!'],
		],
		['lose their fragment and a trailing slash', '@a.md#sec @b.md# @c.md/\n', ['a.md', 'b.md', 'c.md']],
		['end at a blank unless it is escaped', '@My file.md @your\\ file.md\n', ['My', 'your file.md']],
		['come in the order of the words of a list item, then of its markup', '- **@b.md** @a.md\n', ['a.md', 'b.md']],
		['come in order of mention, repeated ones too', 'R @a.md @b.md @a.md\n', ['a.md', 'b.md', 'a.md']],
	];
	for (const [title, body, paths] of table) it(title, () => assert.deepEqual(importsOf(body), paths));

	it('know their places in the body, comments and carriage returns included', () => {
		const body =
			'<!-- @x.md -->\r\n\r\n> quote\r\n> `@a.md` @a.md\r\n\r\n- [l](@b.md) **@b.md**\r\n\t- t @c\\ d.md#s\r\n';
		const { imports } = parseBody(body);
		assert.deepEqual(
			imports.map(({ token, offset, length }) => [
				token,
				body.slice(offset, offset + length),
				body.lastIndexOf(`@${token}`) === offset,
			]),
			[
				['a.md', '@a.md', true],
				['b.md', '@b.md', true],
				['c\\ d.md#s', '@c\\ d.md#s', true],
			],
		);
	});

	const pieces = fc.constantFrom(
		'@a.md',
		'@b/c.md',
		' ',
		'\n',
		'\n\n',
		'- ',
		'> ',
		'# ',
		'    ',
		'\t',
		'`',
		'```\n',
		'**',
		'*',
		'_',
		'[',
		'](',
		')',
		'<b>',
		'</b>',
		'<!--',
		'-->',
		'<div>',
		'~~',
		'|',
		'\\',
		'x',
		'1. ',
		'\r\n',
		'[r]: u\n',
		'===\n',
		'---\n',
		'é',
		'\uD83D',
	);
	const bodies = fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join(''));

	it('stand where they say where the order of mention is not that of place', () => {
		const body = '1. @a.md<b>\r\n@a.md';
		const { imports } = parseBody(body);
		assert.deepEqual(
			imports.map(({ offset, length }) => body.slice(offset, offset + length)),
			['@a.md<b>', '@a.md', '@a.md'],
		);
	});

	it('stand where they say, in any body', () => {
		fc.assert(
			fc.property(bodies, (body) => {
				const { imports } = parseBody(body);
				for (const { token, offset, length } of imports) {
					assert.equal(body.slice(offset, offset + length), `@${token}`);
				}
				assert.equal(new Set(imports.map(({ offset, length }) => `${offset} ${length}`)).size, imports.length);
			}),
			{ numRuns: 3_000 },
		);
	});
});

describe('The parsed text', () => {
	const pieces = fc.constantFrom(
		'a',
		'<!-- x -->',
		'<!--',
		'-->',
		'\n',
		'\r\n',
		'\n\n',
		'- ',
		'> ',
		'```\n',
		'[a]: b\n',
		'    ',
		'<div>',
		'@a.md',
		'@b.md#c ',
		'`',
		'**',
		'T ',
	);
	const bodies = fc.array(pieces, { maxLength: 24 }).map((parts) => parts.join(''));

	it('consists of stretches of the body, and each of its places is known there', () => {
		fc.assert(
			fc.property(bodies, fc.boolean(), (body, alwaysRejoins) => {
				const parsed = parseBody(body, { alwaysRejoins });
				for (let offset = 1; offset <= parsed.text.length; offset++) {
					const place = offsetInBody(body, parsed, offset);
					assert.equal(body[place - 1], parsed.text[offset - 1]);
				}
			}),
			{ numRuns: 1_000 },
		);
	});

	it('does not depend on whether imports are looked for', () => {
		fc.assert(
			fc.property(bodies, fc.boolean(), (body, alwaysRejoins) => {
				assert.equal(parseBody(body, { alwaysRejoins, imports: false }).text, parseBody(body, { alwaysRejoins }).text);
			}),
			{ numRuns: 1_000 },
		);
	});

	const clients: readonly (readonly [title: string, body: string, older: string, newer: string])[] = [
		[
			'with carriage returns and a comment in a paragraph',
			'A <!-- x -->\r\nB\r\n',
			'A <!-- x -->\nB\n',
			'A <!-- x -->\r\nB\r\n',
		],
		['with carriage returns and a comment that is never closed', 'A\r\n<!-- x\r\n', 'A\n<!-- x\n', 'A\r\n<!-- x\r\n'],
		['with carriage returns and a comment block', '<!-- x -->\r\nA\r\n', 'A\n', 'A\n'],
		['with link definitions and a comment block', '<!-- x -->\n[a]: b\n[a]: c\n\nT\n', 'T\n', '[a]: b\n[a]: c\n\nT\n'],
		[
			'with link definitions and a comment in a paragraph',
			'T <!-- x -->\n\n[a]: b\n\nT\n',
			'T <!-- x -->\n\nT\n',
			'T <!-- x -->\n\n[a]: b\n\nT\n',
		],
		['with link definitions alone', '[a]: b\r\n', '[a]: b\r\n', '[a]: b\r\n'],
	];
	for (const [title, body, older, newer] of clients) {
		it(`of a body ${title} is as both clients were recorded to have it`, () => {
			assert.equal(parseBody(body, { alwaysRejoins: true }).text, older);
			assert.equal(parseBody(body).text, newer);
		});
	}
});
