import { strict as assert } from 'node:assert';
import { behavioursOf } from '../../../src/core/client/behaviours.js';
import {
	capDescription,
	type DescriptionParts,
	describeSkill,
	firstLineOf,
} from '../../../src/core/sources/skillDescription.js';

const older = behavioursOf('2.1.235').behaviours;
const newer = behavioursOf('2.1.332').behaviours;

const described = (parts: Partial<DescriptionParts>, behaviours = newer): string =>
	describeSkill({ description: undefined, whenToUse: undefined, body: '', placeholder: 'Skill', ...parts }, behaviours)
		.text;

describe('the description of a skill', () => {
	const cases: readonly (readonly [string, Partial<DescriptionParts>, string])[] = [
		['is trimmed', { description: '  padded\n' }, 'padded'],
		['may be a number', { description: 42 }, '42'],
		['may be a boolean', { description: false }, 'false'],
		['is followed by when_to_use as it stands', { description: 'd', whenToUse: '  w ' }, 'd -   w '],
		['takes a list in when_to_use as JavaScript writes it', { description: 'd', whenToUse: ['a', ['b']] }, 'd - a,b'],
		['takes a map in when_to_use as JavaScript writes it', { description: 'd', whenToUse: {} }, 'd - [object Object]'],
		['takes a zero in when_to_use', { description: 'd', whenToUse: 0 }, 'd - 0'],
		['leaves an empty when_to_use out', { description: 'd', whenToUse: '' }, 'd'],
		["falls back on the body's first line", { body: '\n\n# Title\n\ntext' }, 'Title'],
		['falls back on the body for a list', { description: ['a'], body: 'BODY' }, 'BODY'],
		['falls back on the body for blanks', { description: '  ', body: 'BODY' }, 'BODY'],
		['falls back on a placeholder', { placeholder: 'Custom command' }, 'Custom command'],
		['keeps when_to_use without a description', { whenToUse: 'w' }, 'Skill - w'],
	];
	for (const [title, parts, expected] of cases) it(title, () => assert.equal(described(parts), expected));

	it('survives a list that holds itself', () => {
		const list: unknown[] = [];
		list.push(list);
		assert.equal(typeof described({ description: 'd', whenToUse: list }), 'string');
	});

	it('is verbatim in the older client', () => {
		const text = 'a\n\u2028<b>\u0007';
		assert.equal(described({ description: text }, older), text);
	});

	const invisible = '\n \u0007 \u200B \u2028 \u00AD \uE000 \u0378 \u034F \u115F \uFE0F \u2800 \u{E0001}'.split(' ');
	it('turns runs of what is invisible into one blank, and angle brackets into entities, in the newer client', () => {
		for (const text of invisible) assert.equal(described({ description: `a${text}${text}b` }), 'a b', escape(text));
		assert.equal(described({ description: '<b> & c' }), '&lt;b&gt; & c');
		assert.equal(described({ description: 'a\n  b' }), 'a   b', 'ordinary blanks are no part of a run');
	});

	it('keeps blanks of other widths and combining marks', () => {
		for (const text of ['\u00A0', '\u2000', '\u202F', '\u3000', '\u0301', '\uFFFC']) {
			assert.equal(described({ description: `a${text}b` }), `a${text}b`);
		}
	});
});

describe('the first line of a body', () => {
	const cases: readonly (readonly [string, string])[] = [
		['##   Head ##', 'Head ##'],
		['####### seven', 'seven'],
		['#nospace', '#nospace'],
		['# \n\nnext', '#'],
		['    # indented', 'indented'],
		['#\tTabbed', 'Tabbed'],
		['First\r\nsecond', 'First'],
		['\u00A0\n\u2028line', 'line'],
		['x'.repeat(100), 'x'.repeat(100)],
		['y'.repeat(101), `${'y'.repeat(97)}...`],
		[' \n ', ''],
	];
	for (const [body, expected] of cases) {
		it(`of ${JSON.stringify(body.slice(0, 20))} is ${JSON.stringify(expected.slice(0, 20))}`, () =>
			assert.equal(firstLineOf(body), expected));
	}
});

describe('the cap', () => {
	it('leaves a description of exactly its length alone', () => assert.equal(capDescription('abc', 3), 'abc'));
	it('counts the closing mark', () => assert.equal(capDescription('abcd', 3), 'ab…'));
	it('can leave nothing but the mark', () => assert.equal(capDescription('abcd', 1), '…'));
	it('turns half a surrogate pair into U+FFFD', () => assert.equal(capDescription('a😀bc', 3), 'a\uFFFD…'));
});
