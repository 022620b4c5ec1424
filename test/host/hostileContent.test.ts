import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFrontMatter } from '../../src/core/text/frontMatter.js';
import { NodeFileSystem } from '../../src/host/fileSystem.js';
import { diskTree } from '../support/diskTree.js';

const fs = new NodeFileSystem();

/** Writes a file, reads it as the model does, and gives its front matter. */
async function readBack(text: string): Promise<ReturnType<typeof readFrontMatter>> {
	const { root, remove } = diskTree({ 'rule.md': text });
	try {
		const file = await fs.readText(join(root, 'rule.md'));
		assert.ok(file?.ok);
		return readFrontMatter(file.text, { afterByteOrderMark: true });
	} finally {
		remove();
	}
}

describe('Code in a file of the repository', () => {
	const payload = (marker: string): string =>
		`globalThis.wasExecuted = true; require('node:fs').writeFileSync(${JSON.stringify(marker)}, 'x')`;
	const forms: readonly [title: string, text: (code: string) => string][] = [
		['a ---js block', (code) => `---js\n${code}\n---\nbody`],
		['a --- js block', (code) => `--- js\n${code}\n---\nbody`],
		['a ---javascript block', (code) => `---javascript\nmodule.exports = (() => { ${code} })()\n---\nbody`],
		['a ---coffee block', (code) => `---coffee\n${code}\n---\nbody`],
		['a ---json block', (code) => `---json\n{"paths": "**", "x": (() => { ${code} })()}\n---\nbody`],
		['a ---toml block', (code) => `---toml\nx = ${JSON.stringify(code)}\n---\nbody`],
		[
			'a YAML function tag',
			(code) => `---\nx: !!js/function "function () { ${code.replaceAll('"', "'")} }"\n---\nbody`,
		],
		[
			'a YAML object tag',
			(code) => `---\n!!js/undefined x: !<tag:yaml.org,2002:js/eval> '${code.replaceAll("'", '"')}'\n---\nbody`,
		],
		['a value with toString', (code) => `---\npaths: { toString: ${JSON.stringify(code)}, valueOf: x }\n---\nbody`],
	];
	for (const [title, textOf] of forms) {
		it(`is never executed: ${title}`, async () => {
			const { root, remove } = diskTree({});
			const marker = join(root, 'executed');
			try {
				const { data, bodyOffset } = await readBack(textOf(payload(marker)));
				for (const value of Object.values(data)) assert.notEqual(typeof value, 'function');
				if (/^--- ?[a-z]/.test(textOf('')))
					assert.deepEqual([Object.keys(data), bodyOffset], [[], 0], 'it is plain text');
				assert.equal('wasExecuted' in globalThis, false);
				assert.equal(existsSync(marker), false);
			} finally {
				remove();
			}
		});
	}

	it('has no way to be: no source evaluates text or brings an engine that does', () => {
		for (const name of readdirSync('src', { recursive: true, encoding: 'utf8' })) {
			if (!name.endsWith('.ts')) continue;
			const source = readFileSync(join('src', name), 'utf8');
			assert.doesNotMatch(source, /\beval\(|new Function\(|from 'gray-matter'|from 'node:vm'/, name);
		}
	});
});

describe('YAML that means harm', () => {
	const names = Array.from({ length: 12 }, (_, i) => `l${i}`);
	const itemsOf = (i: number): readonly string[] => Array(10).fill(i === 0 ? 'lol' : `*l${i - 1}`);
	const laughs: readonly [form: string, yaml: string][] = [
		['flow lists', names.map((name, i) => `${name}: &${name} [${itemsOf(i).join(', ')}]`).join('\n')],
		[
			'block lists',
			names
				.map(
					(name, i) =>
						`${name}: &${name}\n${itemsOf(i)
							.map((item) => `  - ${item}`)
							.join('\n')}`,
				)
				.join('\n'),
		],
		[
			'maps',
			names
				.map(
					(name, i) =>
						`${name}: &${name} {${itemsOf(i)
							.map((item, k) => `k${k}: ${item}`)
							.join(', ')}}`,
				)
				.join('\n'),
		],
	];
	for (const [form, yaml] of laughs) {
		it(`cannot grow by its aliases: ${form}`, async () => {
			const before = process.memoryUsage().heapUsed;
			const { reading, fault, data } = await readBack(`---\n${yaml}\npaths: *l11\n---\nbody`);
			assert.notEqual(reading, 'yaml');
			assert.ok(fault);
			assert.ok(JSON.stringify(data).length < 10_000);
			assert.ok(process.memoryUsage().heapUsed - before < 64 * 1024 * 1024);
		});
	}

	it('may use as many aliases as people do', async () => {
		const { reading, data } = await readBack('---\nsources: &s ["src/**", "lib/**"]\npaths: *s\n---\nbody');
		assert.equal(reading, 'yaml');
		assert.deepEqual(data['paths'], ['src/**', 'lib/**']);
	});

	it('cannot merge itself into a circle', async () => {
		for (const yaml of ['a: &a [*a]', 'a: &a {b: *a}', '<<: &a {<<: *a}', 'a: &a\n  <<: *a\n  b: *a']) {
			const { data } = await readBack(`---\n${yaml}\n---\nbody`);
			assert.equal(typeof data, 'object', yaml);
		}
	});

	it('cannot overflow the stack by its depth', async () => {
		for (const yaml of ['['.repeat(100_000), '{a: '.repeat(50_000), '- '.repeat(100_000), '? '.repeat(100_000)]) {
			const { data } = await readBack(`---\na: 1\nb: ${yaml}\n---\nbody`);
			assert.equal(typeof data, 'object');
		}
	});

	it('cannot reach the prototype of anything', async () => {
		const keys = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'];
		const forms = [
			...keys.map((key) => `${key}: { polluted: true }`),
			...keys.map((key) => `${key}:\n  polluted: true`),
			...keys.map((key) => `${key}: polluted`),
			...keys.map((key) => `? ${key}\n: polluted: true`),
			'a: &a { __proto__: { polluted: true } }\n<<: *a',
			'<<: { __proto__: { polluted: true }, constructor: { prototype: { polluted: true } } }',
			'"__proto__": { "polluted": true }',
			'{"__proto__": {"polluted": true}}',
		];
		const before = Object.getOwnPropertyNames(Object.prototype);
		for (const yaml of forms) {
			const { data } = await readBack(`---\n${yaml}\n---\nbody`);
			assert.equal(Object.getPrototypeOf(data), null, yaml);
			assert.equal((data as { polluted?: unknown }).polluted, undefined, yaml);
			assert.equal(({} as { polluted?: unknown }).polluted, undefined, yaml);
		}
		assert.deepEqual(Object.getOwnPropertyNames(Object.prototype), before);
	});
});
