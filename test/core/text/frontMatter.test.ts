import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readFrontMatter } from '../../../src/core/text/frontMatter.js';
import { quoteLeniently } from '../../../src/core/text/lenientYaml.js';
import { readSimpleYaml } from '../../../src/core/text/simpleYaml.js';
import { readYaml } from '../../../src/core/text/yamlReader.js';

const read = (text: string, afterByteOrderMark = true) => readFrontMatter(text, { afterByteOrderMark });
const bodyOf = (text: string, afterByteOrderMark = true) => text.slice(read(text, afterByteOrderMark).bodyOffset);
const dataOf = (yaml: string) => ({ ...read(`---\n${yaml}\n---\n`).data });

describe('The fences of front matter', () => {
	const table: readonly (readonly [title: string, text: string, body: string])[] = [
		['end at the next three dashes', '---\na: 1\n---\nB\n', 'B\n'],
		['end within a line, and the rest of the line is body', '---\na: x --- y\nb: 1\n---\nB', 'y\nb: 1\n---\nB'],
		['leave text behind the closing dashes, without its blanks', '---\na: 1\n--- trailing\nB\n', 'trailing\nB\n'],
		['may hold nothing', '---\n---\nC\n', 'C\n'],
		['may end the file', '---\na: 1\n---', ''],
		['may be followed by blanks', '--- \na: 1\n--- \nB\n', 'B\n'],
		['take the blank lines behind them along', '---\na: 1\n---\n\n\n  B\n', 'B\n'],
		['work with carriage returns', '---\r\na: 1\r\n---\r\nB\r\n', 'B\r\n'],
		['are not four dashes', '----\na: 1\n----\nB\n', '----\na: 1\n----\nB\n'],
		['do not end at three dots', '---\na: 1\n...\nB\n', '---\na: 1\n...\nB\n'],
		['do not come after a blank line', '\n---\na: 1\n---\nB\n', '\n---\na: 1\n---\nB\n'],
		['must be closed', '---\na: 1\nB\n', '---\na: 1\nB\n'],
		['need a line of their own at the start', '--- a: 1 ---\nB\n', '--- a: 1 ---\nB\n'],
		['name no language', '---js\nthrow new Error("run")\n---\nB\n', '---js\nthrow new Error("run")\n---\nB\n'],
	];
	for (const [title, text, body] of table) it(title, () => assert.equal(bodyOf(text), body));

	it('hide behind a byte-order mark from a client that does not look behind it', () => {
		const text = '\uFEFF---\na: 1\n---\nB\n';
		assert.equal(bodyOf(text, false), text);
		assert.equal(bodyOf(text, true), 'B\n');
		assert.deepEqual({ ...read(text).data }, { a: 1 });
	});

	it('tell where the block stands', () => {
		const { block } = read('--- \na: 1\n---\nB');
		assert.deepEqual(block, { offset: 5, length: 5 });
	});
});

describe('The data of front matter', () => {
	const table: readonly (readonly [title: string, yaml: string, data: object, reading: string])[] = [
		['keeps the last of two equal keys', 'a: 1\na: 2', { a: 2 }, 'yaml'],
		['accepts a list that is indented by tabs', 'a:\n\t- "src/**"\n\t- y', { a: ['src/**', 'y'] }, 'lenient'],
		['takes a tab for two blanks', 'a:\n\t- x\n  - y', { a: ['x', 'y'] }, 'lenient'],
		[
			'takes yes, on and no for text, as YAML 1.2 does',
			'a: yes\nb: on\nc: no\nd: true',
			{ a: 'yes', b: 'on', c: 'no', d: true },
			'yaml',
		],
		['has null for a key without a value', 'a:\nb: &x/**', { a: null, b: null }, 'yaml'],
		['cuts comments', 'a: # all\n  - b # c\nd: Uses C # not F', { a: ['b'], d: 'Uses C' }, 'yaml'],
		['keeps block scalars', 'a: |\n  x\n  y\nb: >\n  x\n  y', { a: 'x\ny\n', b: 'x y\n' }, 'yaml'],
		['quotes a bare globstar', 'paths: **/*.ts', { paths: '**/*.ts' }, 'lenient'],
		['quotes bare braces', 'paths: {src,lib}/**/*.ts', { paths: '{src,lib}/**/*.ts' }, 'lenient'],
		['quotes a colon within a value', 'a: b: c\npaths: "x"', { a: 'b: c', paths: 'x' }, 'lenient'],
		[
			'quotes reserved starts',
			'a: @x first\nb: `c` d\nc: [tag] helper\nd: 100%',
			{ a: '@x first', b: '`c` d', c: '[tag] helper', d: '100%' },
			'lenient',
		],
		[
			'takes half a quotation for part of the value',
			'paths: "src/**\nfoo: [',
			{ paths: '"src/**', foo: '[' },
			'lenient',
		],
		['makes one text of a flow list that YAML refuses', 'paths: [**/*.ts]', { paths: '[**/*.ts]' }, 'lenient'],
		['leaves a valid flow list a list', 'x: a: b\npaths: [a, "*.ts"]', { x: 'a: b', paths: ['a', '*.ts'] }, 'lenient'],
		[
			'quotes a quotation with a blank behind it',
			'x: a: b\npaths: "*.ts" ',
			{ x: 'a: b', paths: '"*.ts" ' },
			'lenient',
		],
		['merges the keys of <<', '<<: {paths: x, a: 1}\na: 2', { paths: 'x', a: 2 }, 'yaml'],
		['takes an alias for what its last anchor holds', 'a: &a x\nb: &a y\nc: *a', { a: 'x', b: 'y', c: 'y' }, 'yaml'],
		['gives up on a line that ends in a carriage return', 'paths: *.ts\r', {}, 'broken'],
		['gives up on a key with a digit', 'k9: a: b', {}, 'broken'],
		['gives up on NUL', 'a: \0', {}, 'broken'],
		['gives up on a bare globstar as an item of a list', 'paths:\n  - **/*.ts', {}, 'broken'],
		['gives up on an unclosed quotation', 'description: "open', {}, 'broken'],
		['has no keys in a list', '- a\n- b', {}, 'yaml'],
		['has no keys in several documents', 'a: 1\n...\nb: 2', {}, 'yaml'],
	];
	for (const [title, yaml, data, reading] of table) {
		it(title, () => {
			assert.deepEqual(dataOf(yaml), data);
			assert.equal(read(`---\n${yaml}\n---\n`).reading, reading);
		});
	}

	it('names the place of its fault', () => {
		const text = '---\na: 1\npaths: [x\n---\n';
		const { fault, reading } = read(text);
		assert.equal(reading, 'lenient');
		assert.ok(fault && fault.offset >= text.indexOf('[x') && fault.offset <= text.lastIndexOf('---'));
	});

	it('treats __proto__ and constructor as keys like any other', () => {
		for (const yaml of [
			'__proto__: {polluted: 1}\nconstructor: x',
			'__proto__:\n  polluted: 1\nconstructor: [x, {}]',
		]) {
			const { data } = read(`---\n${yaml}\n---\n`);
			assert.equal(Object.getPrototypeOf(data), null);
			assert.ok(Object.hasOwn(data, '__proto__'));
			assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
		}
	});

	it('does not let aliases grow beyond memory', () => {
		const levels = Array.from({ length: 40 }, (_, level) =>
			level === 0
				? 'a0: &a0 [x, x, x, x, x, x, x, x, x, x]'
				: `a${level}: &a${level} [${Array(10)
						.fill(`*a${level - 1}`)
						.join(', ')}]`,
		);
		assert.equal(read(`---\n${levels.join('\n')}\n---\n`).reading, 'broken');
		assert.equal(read('---\na: &a [*a]\n---\n').reading, 'lenient');
		assert.deepEqual({ ...read('---\na: &a [*a]\n---\n').data }, { a: '&a [*a]' });
	});

	it('runs no tag of a language', () => {
		for (const tag of ['!!js/function', '!!js/undefined', '!!python/object/apply:os.system', '!!binary']) {
			const { data } = read(`---\na: ${tag} "aGk="\n---\n`);
			assert.equal(data['a'], 'aGk=');
		}
	});
});

describe('The quick reading of simple YAML', () => {
	const key = fc.constantFrom(
		'paths',
		'description',
		'a',
		'when_to_use',
		'disable-model-invocation',
		'null',
		'true',
		'__proto__',
	);
	const scalar = fc.oneof(
		fc.constantFrom(
			'true',
			'Null',
			'yes',
			'0',
			'12',
			'012',
			'1e3',
			'.5',
			'0x1f',
			'~',
			'-',
			'1.',
			'<<',
			'x: y',
			'x:',
			'x #y',
			'"a"',
			"'b'",
			'"',
			"''",
			'""',
			"'it''s'",
			'*x',
			'&x',
			'!x',
			'2020-01-01',
			'123456789012345678901',
		),
		fc.string({
			unit: fc.constantFrom(
				'a',
				'b',
				' ',
				'/',
				'*',
				'.',
				':',
				'#',
				'"',
				"'",
				'-',
				',',
				'{',
				'}',
				'[',
				']',
				'\\',
				'é',
				'_',
				'(',
				'1',
				'\t',
			),
			maxLength: 8,
		}),
	);
	const line = fc.oneof(
		fc.tuple(key, scalar).map(([name, value]) => `${name}: ${value}`),
		key.map((name) => `${name}:`),
		fc.tuple(fc.constantFrom('', ' ', '  ', '    '), scalar).map(([indent, value]) => `${indent}- ${value}`),
		fc.constantFrom('', '  ', '# c', '  more', '-'),
	);
	const block = fc
		.tuple(fc.array(line, { maxLength: 6 }), fc.constantFrom('\n', '\r\n'))
		.map(([lines, end]) => lines.join(end));

	it('agrees with the parser wherever it answers', () => {
		fc.assert(
			fc.property(block, (yaml) => {
				const simple = readSimpleYaml(yaml);
				if (!simple) return;
				const parsed = readYaml(yaml);
				assert.ok(parsed.ok, `the parser refuses ${JSON.stringify(yaml)}`);
				assert.deepEqual({ ...simple }, { ...parsed.data });
			}),
			{ numRuns: 2_000 },
		);
	});

	it('answers for the front matter that people write', () => {
		assert.deepEqual(
			{
				...readSimpleYaml(
					'name: my-skill\ndescription: Does this, and that.\npaths:\n  - "src/**"\n  - lib/**\nx: 5\n',
				),
			},
			{
				name: 'my-skill',
				description: 'Does this, and that.',
				paths: ['src/**', 'lib/**'],
				x: 5,
			},
		);
	});
});

describe('Any text', () => {
	const hostile = fc.string({
		unit: fc.constantFrom(
			'-',
			'\n',
			'\r',
			':',
			' ',
			'\t',
			'a',
			'"',
			"'",
			'[',
			']',
			'{',
			'}',
			'*',
			'&',
			'!',
			'|',
			'>',
			'%',
			'@',
			'`',
			'#',
			'?',
			',',
			'\\',
			'\uFEFF',
			'\uD83D',
			'<',
		),
		maxLength: 60,
	});

	it('has a front matter that is read without an exception', () => {
		fc.assert(
			fc.property(hostile, fc.boolean(), (text, mark) => {
				for (const given of [text, `---\n${text}\n---\nbody`]) {
					const { bodyOffset, block, data } = read(given, mark);
					assert.ok(bodyOffset >= 0 && bodyOffset <= given.length);
					assert.equal(Object.getPrototypeOf(data), null);
					if (block) assert.ok(block.offset + block.length + 3 <= bodyOffset);
				}
			}),
			{ numRuns: 1_000 },
		);
	});

	it('keeps its keys when its values are quoted leniently', () => {
		fc.assert(
			fc.property(
				fc.string({ unit: fc.constantFrom('a', ' ', '"', '\\', '{', '*', ':', "'", '#'), minLength: 1, maxLength: 20 }),
				(value) => {
					const quoted = readYaml(quoteLeniently(`k: *${value}`));
					assert.ok(quoted.ok);
					assert.equal(quoted.data['k'], `*${value}`);
				},
			),
		);
	});
});
