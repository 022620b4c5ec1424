import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { elide } from '../../src/cli/format.js';
import { oneLine, visible, wantsColour } from '../../src/cli/output.js';
import { displayWidth } from '../../src/core/text/displayWidth.js';

describe('What is printed', () => {
	const rows: readonly (readonly [title: string, text: string, shown: string])[] = [
		['an escape sequence', '\u001b[31mred\u001b[0m', '\\u001b[31mred\\u001b[0m'],
		['a title and a bell', '\u001b]0;title\u0007', '\\u001b]0;title\\u0007'],
		['a lone carriage return', 'a\rb\r\nc', 'a\\u000db\r\nc'],
		['a text that turns its direction', 'a\u202eb\u2066c', 'a\\u202eb\\u2066c'],
		['a command of GitHub', '::error::x', '\\u003a:error::x'],
		['a command of GitHub behind blanks', 'a\n \t::set-env name=A::x', 'a\n \t\\u003a:set-env name=A::x'],
		['an older command, wherever it stands', 'see ##[error]x', 'see \\u0023#[error]x'],
		['a command of Azure Pipelines', '##vso[task.setvariable]x', '\\u0023#vso[task.setvariable]x'],
		['a command of TeamCity', "##teamcity[x 'y']", "\\u0023#teamcity[x 'y']"],
		['a heading and a container of Markdown', '## [a](b)\n::: tip\n:::', '## [a](b)\n::: tip\n:::'],
		['colons in a line', 'std::vector::x', 'std::vector::x'],
	];
	for (const [title, text, shown] of rows) {
		it(`does nothing to whoever reads it: ${title}`, () => {
			assert.equal(visible(text), shown);
			assert.equal(visible(visible(text)), shown);
		});
	}

	it('is the same JSON as before', () => {
		const data = { '##[error]': rows.map(([, text]) => text), '::error::': '\\##[x]' };
		assert.deepEqual(JSON.parse(visible(JSON.stringify(data, null, '\t'))), data);
	});

	it('has names on one line', () =>
		assert.equal(oneLine('a\n::error::b\t\u2028c'), 'a\\u000a\\u003a:error::b\\u0009\\u2028c'));

	for (const text of [
		'a'.repeat(100),
		'日'.repeat(100),
		'😀'.repeat(100),
		'e\u0301'.repeat(100),
		`a${'😀'.repeat(100)}`,
	]) {
		it(`is cut to its columns between characters: ${text.slice(0, 4)}`, () => {
			for (const width of [10, 11, 40]) {
				const cut = elide(text, width);
				assert.ok(displayWidth(cut) <= width, `${displayWidth(cut)} of ${width}`);
				assert.ok(displayWidth(cut) >= width - 3, `${displayWidth(cut)} of ${width}`);
				assert.equal(Buffer.from(cut).toString(), cut);
			}
		});
	}

	it('has colours for people only', () => {
		assert.equal(wantsColour({ isTTY: true }, {}), true);
		assert.equal(wantsColour({ isTTY: true }, { NO_COLOR: '1' }), false);
		assert.equal(wantsColour({ isTTY: true }, { TERM: 'dumb' }), false);
		assert.equal(wantsColour({}, {}), false);
		assert.equal(wantsColour({}, { FORCE_COLOR: '1' }), true);
		assert.equal(wantsColour({}, { FORCE_COLOR: '1', NO_COLOR: '1' }), false);
	});
});
