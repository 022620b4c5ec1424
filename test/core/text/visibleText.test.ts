import assert from 'node:assert/strict';
import { visibleText } from '../../../src/core/text/visibleText.js';

/** As recorded of 2.1.332. */
const recorded: readonly (readonly [text: string, shown: string])[] = [
	['plain', 'plain'],
	['a <b> & c', 'a &lt;b&gt; & c'],
	['a\u0007\u0007b', 'a b'],
	['a\tb\n\nc', 'a b c'],
	['a\u200B\u2060b', 'a b'],
	['a\u00A0b', 'a\u00A0b'],
	['a\u2028b', 'a b'],
	['a\u001B[31mred\u001B[0m z', 'ared z'],
	['a\u001B]0;title\u0007b', 'ab'],
	['a\u001B]0;title\u001B\\b', 'ab'],
	['a\u009B31mb', 'ab'],
	['a\u0090bcd\u009Cefg', 'aefg'],
	['a\u0090bcd efg', 'a'],
	['a\u009Eb\u0007c', 'a'],
	['a\u001B(Bb', 'ab'],
	['a\u001Bbcd', 'acd'],
	['a\u001B', 'a'],
	['a\u001B[31', 'a'],
	['x👨‍💻y', 'x👨‍💻y'],
	['👍🏽 🇩🇪 1️⃣', '👍🏽 🇩🇪 1️⃣'],
	['❤\uFE0F\uFE0F', '❤\uFE0F '],
	['1\uFE0Fb', '1 b'],
	['⌚\uFE0E', '⌚ '],
	['👩\u200Dx', '👩 x'],
	['日\u200D本', '日 本'],
	['می\u200Cخواهم', 'می\u200Cخواهم'],
	['x\u200Cy', 'x y'],
];

describe('A description without what is invisible', () => {
	for (const [text, shown] of recorded) {
		it(`turns ${JSON.stringify(text)} to ${JSON.stringify(shown)}`, () => assert.equal(visibleText(text), shown));
	}

	it('keeps characters whole where a long text is looked at in two parts', () => {
		for (const before of ['', 'x']) {
			const text = before + '🙂'.repeat(20_000);
			assert.equal(visibleText(text), text);
		}
	});

	it('is made of long texts, too', () => {
		for (const unit of ['\u001B', '\u001B[', '\u001B]', '\u0090', '\u200D', '👩\u200D', '\u200C', '1\uFE0F']) {
			assert.ok(visibleText(unit.repeat(100_000)).length <= 100_000 * unit.length, JSON.stringify(unit));
		}
	});
});
