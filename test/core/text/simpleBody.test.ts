import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readLexed } from '../../../src/core/text/lexedBody.js';
import { simpleMentions } from '../../../src/core/text/simpleBody.js';

const lexed = (source: string) => readLexed(source, { imports: true, dropsDefinitions: false }).imports;

describe('The simple reading of a body', () => {
	const answered = [
		'See @docs/a.md and @b.md.',
		'# Title\n\n- @a.md\n- two words @my_notes.md\n\nText.',
		'```ts\n@decorator()\n```\n\nSee @a.md',
		'- **bold** and `code`\n- more\n\nSee @a.md',
	];
	for (const source of answered) {
		it(`answers for ${JSON.stringify(source)}`, () => assert.deepEqual(simpleMentions(source), lexed(source)));
	}

	const left = [
		'`@a.md`',
		'> @a.md',
		'    @a.md',
		'1. @a.md',
		'[x]: @a.md',
		'<div>\n\n@a.md',
		'- x\n  ```\n\n@a.md',
		'| @a |',
	];
	for (const source of left) {
		it(`leaves ${JSON.stringify(source)} to the lexer`, () => assert.equal(simpleMentions(source), undefined));
	}

	it('agrees with the lexer wherever it answers', () => {
		const part = fc.constantFrom(
			...[
				'@a.md',
				' @b/c_d.md',
				'@a@b',
				'word',
				'two words',
				' ',
				'  ',
				'    ',
				'\t',
				'\n',
				'\n\n',
				'\n\n',
				'\n@x.md',
				'- ',
				'* ',
				'+ ',
				'1. ',
			],
			...[
				'# ',
				'> ',
				'```',
				'\n```\n',
				'````',
				'~~~',
				'---',
				'\n===',
				'`',
				'``',
				'*',
				'**',
				'_',
				'__',
				'<b>',
				'<',
				'<pre>',
				'<?',
				'|',
				'[',
				']',
				'](',
				']: ',
			],
			...['\\', '&amp;', '!', '.', ',', ':', '"', '=', '-', '\u00a0', 'ä', '日'],
		);
		let answers = 0;
		fc.assert(
			fc.property(fc.array(part, { maxLength: 14 }), (parts) => {
				const source = parts.join('');
				if (source.includes('<!--')) return;
				const simple = simpleMentions(source);
				if (!simple) return;
				if (simple.length > 0) answers++;
				assert.deepEqual(simple, lexed(source));
			}),
			{ numRuns: 20_000 },
		);
		assert.ok(answers > 200, `${answers} answers`);
	});

	it('takes linear time', () => {
		for (const unit of ['@a.md\n', '- @a ', '```\n', '`@a.md`\n', ' ', '\n', 'a_']) {
			const source = unit.repeat((1 << 20) / unit.length);
			simpleMentions(source);
		}
	});
});
