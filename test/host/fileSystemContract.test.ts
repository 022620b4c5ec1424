import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { chmodSync, opendirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileSystem } from '../../src/core/ports.js';
import { BlockingFileSystem } from '../../src/host/blockingFileSystem.js';
import { CachingFileSystem } from '../../src/host/cachingFileSystem.js';
import { NodeFileSystem } from '../../src/host/fileSystem.js';
import { diskTree } from '../support/diskTree.js';
import { defaultModified, directory, fifo, file, link, memoryTree, type Tree } from '../support/memoryFileSystem.js';

const mebibyte = 1024 * 1024;
const limit = 4 * mebibyte;
const isPosix = process.platform !== 'win32';
const mayReadAll = process.getuid?.() === 0;

const tree: Tree = {
	repo: {
		'CLAUDE.md': file('# Title\n', { modified: 1_600_000_000_000 }),
		'crlf.md': 'one\r\ntwo\r\n',
		'bom.md': '\uFEFFtext',
		'empty.md': '',
		'latin1.md': new Uint8Array([0x63, 0x61, 0x66, 0xe9, 0x0a]),
		'cut-short.md': new Uint8Array([0x61, 0xe2, 0x82, 0xf0, 0x9f, 0x98]),
		'replacement.md': 'a\uFFFDb',
		'emoji.md': '😀é漢',
		'at-limit.md': new Uint8Array(limit).fill(0x61),
		'over-limit.md': new Uint8Array(limit + 1).fill(0x61),
		'directory.md': { 'inside.md': 'inside' },
		void: {},
		...(isPosix
			? {
					'fifo.md': fifo,
					'locked.md': file('secret', { isReadable: false }),
					locked: directory({ isReadable: false }),
					'link.md': link('CLAUDE.md'),
					'absolute.md': link('/repo/CLAUDE.md'),
					'link-to-link.md': link('link.md'),
					'dangling.md': link('nowhere.md'),
					'circle-a.md': link('circle-b.md'),
					'circle-b.md': link('circle-a.md'),
					'self.md': link('self.md'),
					linked: link('directory.md'),
					loop: link('.'),
					'fifo-link.md': link('fifo.md'),
					'through-file.md': link('CLAUDE.md/x'),
				}
			: {}),
	},
};

interface Subject {
	readonly name: string;
	readonly make: () => { readonly fs: FileSystem; readonly root: string; remove(): void };
}

function onDisk(name: string, make: () => FileSystem): Subject {
	return { name, make: () => ({ fs: make(), ...diskTree(tree) }) };
}

const subjects: readonly Subject[] = [
	{ name: 'the in-memory tree', make: () => ({ fs: memoryTree(tree), root: '', remove: () => {} }) },
	onDisk('NodeFileSystem', () => new NodeFileSystem()),
	onDisk('BlockingFileSystem', () => new BlockingFileSystem()),
	onDisk('CachingFileSystem', () => new CachingFileSystem(new NodeFileSystem())),
];

for (const { name, make } of subjects) {
	describe(`The file-system contract, as ${name} keeps it`, () => {
		let made: ReturnType<Subject['make']>;
		let fs: FileSystem;
		const at = (path: string): string => `${made.root}/${path}`;

		before(() => {
			made = make();
			fs = made.fs;
		});
		after(() => made.remove());

		describe('readText', () => {
			const texts: readonly [title: string, path: string, text: string, bytes: number][] = [
				['a text', 'repo/CLAUDE.md', '# Title\n', 8],
				['carriage returns as they are', 'repo/crlf.md', 'one\r\ntwo\r\n', 10],
				['a byte-order mark as part of the text', 'repo/bom.md', '\uFEFFtext', 7],
				['an empty file', 'repo/empty.md', '', 0],
				['a byte that is no UTF-8 as U+FFFD', 'repo/latin1.md', 'caf\uFFFD\n', 5],
				['each sequence that is cut short as one U+FFFD', 'repo/cut-short.md', 'a\uFFFD\uFFFD', 6],
				['a U+FFFD that is really there', 'repo/replacement.md', 'a\uFFFDb', 5],
				['characters beyond the first plane', 'repo/emoji.md', '😀é漢', 9],
				['a path with dots in it', 'repo/void/../CLAUDE.md', '# Title\n', 8],
			];
			for (const [title, path, text, bytes] of texts) {
				it(`gives ${title}`, async () => {
					const read = await fs.readText(at(path));
					assert.ok(read?.ok);
					assert.deepEqual([read.text, read.bytes], [text, bytes]);
				});
			}

			it('hashes the bytes, not the text that they decode to', async () => {
				for (const [path, bytes] of [
					['repo/latin1.md', [0x63, 0x61, 0x66, 0xe9, 0x0a]],
					['repo/bom.md', [0xef, 0xbb, 0xbf, 0x74, 0x65, 0x78, 0x74]],
					['repo/replacement.md', [0x61, 0xef, 0xbf, 0xbd, 0x62]],
				] as const) {
					const read = await fs.readText(at(path));
					const expected = createHash('sha256').update(Uint8Array.from(bytes)).digest('hex');
					assert.equal(read?.ok && read.sha256, expected, path);
					assert.equal(read?.ok && { ...read }.sha256, expected, 'survives a copy of the object');
				}
			});

			it('tells when the file last changed', async () => {
				const read = await fs.readText(at('repo/CLAUDE.md'));
				assert.equal(read?.ok && read.modified, 1_600_000_000_000);
			});

			it('reads a file of exactly the limit and refuses one of a byte more', async () => {
				const atLimit = await fs.readText(at('repo/at-limit.md'));
				assert.equal(atLimit?.ok && atLimit.text.length, limit);
				assert.deepEqual(await fs.readText(at('repo/over-limit.md')), {
					ok: false,
					failure: 'too-large',
					bytes: limit + 1,
				});
			});

			it('takes a smaller limit', async () => {
				assert.equal((await fs.readText(at('repo/CLAUDE.md'), 8))?.ok, true);
				assert.deepEqual(await fs.readText(at('repo/CLAUDE.md'), 7), {
					ok: false,
					failure: 'too-large',
					bytes: 8,
				});
			});

			it('says of a directory that it is no file', async () => {
				assert.deepEqual(await fs.readText(at('repo/directory.md')), { ok: false, failure: 'not-a-file' });
			});
		});

		describe('of what is not there', () => {
			const absent: readonly [title: string, path: string][] = [
				['a missing file', 'repo/missing.md'],
				['a file in a missing directory', 'nowhere/missing.md'],
				['a path through a file', 'repo/CLAUDE.md/inside.md'],
				['a file with a slash after it', 'repo/CLAUDE.md/'],
				['a path with a NUL in it', 'repo/CLAUDE.md\0.png'],
				['a name longer than any', `repo/${'x'.repeat(300)}`],
				['a path longer than any', `repo/${'x/'.repeat(500_000)}y`],
				['a lone surrogate', 'repo/\uD800.md'],
				...(isPosix
					? ([
							['a dangling link', 'repo/dangling.md'],
							['a link in a circle', 'repo/circle-a.md'],
							['a link to itself', 'repo/self.md'],
							['a path through a circle', 'repo/circle-b.md/x'],
							['a link through a file', 'repo/through-file.md'],
						] satisfies [string, string][])
					: []),
			];
			for (const [title, path] of absent) {
				it(`says nothing of ${title}`, async () => {
					assert.equal(await fs.stat(at(path)), undefined);
					assert.equal(await fs.realPath(at(path)), undefined);
					assert.equal(await fs.readText(at(path)), undefined);
					assert.equal(await fs.list(at(path)), undefined);
				});
			}
		});

		describe('stat', () => {
			it('tells kind, size and time of a file', async () => {
				assert.deepEqual(await fs.stat(at('repo/CLAUDE.md')), {
					kind: 'file',
					size: 8,
					modified: 1_600_000_000_000,
				});
			});

			it('knows a directory', async () => {
				assert.equal((await fs.stat(at('repo/directory.md')))?.kind, 'directory');
				assert.equal((await fs.stat(at('repo/directory.md/')))?.kind, 'directory');
			});
		});

		describe('list', () => {
			it('names each entry once, with its kind', async () => {
				const entries = await fs.list(at('repo'));
				assert.ok(entries);
				const kinds = Object.fromEntries(entries.map((entry) => [entry.name, entry.kind]));
				assert.deepEqual(Object.keys(kinds).sort(), Object.keys(tree.repo as Tree).sort());
				assert.equal(entries.length, Object.keys(kinds).length);
				assert.deepEqual([kinds['CLAUDE.md'], kinds.void], ['file', 'directory']);
				if (isPosix) {
					assert.deepEqual(
						[kinds['fifo.md'], kinds['link.md'], kinds['dangling.md'], kinds.linked],
						['other', 'symlink', 'symlink', 'symlink'],
					);
				}
			});

			it('gives an empty directory no entries and a file none at all', async () => {
				assert.deepEqual(await fs.list(at('repo/void')), []);
				assert.equal(await fs.list(at('repo/CLAUDE.md')), undefined);
			});
		});

		describe('with links and special files', () => {
			before(function () {
				if (!isPosix) this.skip();
			});

			const links: readonly [path: string, realPath: string][] = [
				['repo/link.md', 'repo/CLAUDE.md'],
				['repo/absolute.md', 'repo/CLAUDE.md'],
				['repo/link-to-link.md', 'repo/CLAUDE.md'],
				['repo/linked/inside.md', 'repo/directory.md/inside.md'],
				['repo/loop/loop/loop/link.md', 'repo/CLAUDE.md'],
				['repo/linked/../link.md', 'repo/CLAUDE.md'],
			];
			for (const [path, realPath] of links) {
				it(`follows ${path} to ${realPath}`, async () => {
					assert.equal(await fs.realPath(at(path)), at(realPath));
					assert.deepEqual(await fs.stat(at(path)), await fs.stat(at(realPath)));
					assert.equal((await fs.readText(at(path)))?.ok, true);
				});
			}

			it('lists a linked directory', async () => {
				assert.deepEqual(await fs.list(at('repo/linked')), [{ name: 'inside.md', kind: 'file' }]);
			});

			it('never opens a FIFO, nor one behind a link', async () => {
				for (const path of ['repo/fifo.md', 'repo/fifo-link.md']) {
					assert.equal((await fs.stat(at(path)))?.kind, 'other');
					assert.deepEqual(await fs.readText(at(path)), { ok: false, failure: 'not-a-file' });
					assert.equal(await fs.list(at(path)), undefined);
				}
			});

			it('says of a file that may not be read that it is unreadable', async () => {
				if (mayReadAll && made.root !== '') becomeNobody(made.root);
				try {
					assert.deepEqual(await fs.readText(at('repo/locked.md')), {
						ok: false,
						failure: 'unreadable',
						bytes: 6,
					});
					assert.equal((await fs.stat(at('repo/locked.md')))?.kind, 'file');
					assert.equal(await fs.list(at('repo/locked')), undefined);
				} finally {
					if (mayReadAll) process.seteuid?.(0);
				}
			});
		});
	});
}

for (const [name, make] of [
	['NodeFileSystem', () => new NodeFileSystem()],
	['BlockingFileSystem', () => new BlockingFileSystem()],
] as const) {
	describe(`${name} on a disk`, () => {
		const fs = make();

		it('lists entries in the order of the operating system, whatever their number', async () => {
			for (const count of [0, 1, 255, 256, 257, 513, 1_000]) {
				const files = Object.fromEntries(Array.from({ length: count }, (_, i) => [`${(i * 7919) % 1009}.md`, '']));
				const { root, remove } = diskTree(files);
				try {
					const listed = (await fs.list(root))?.map((entry) => entry.name);
					assert.deepEqual(listed, namesInSystemOrder(root));
					const sorted = (await fs.list(root, 'any'))?.map((entry) => entry.name).sort();
					assert.deepEqual(sorted, listed?.sort());
				} finally {
					remove();
				}
			}
		});

		it('decodes any bytes as the WHATWG decoder does', async () => {
			const { root, remove } = diskTree({});
			const path = join(root, 'bytes.md');
			const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
			try {
				for (const bytes of awkwardBytes()) {
					writeFileSync(path, bytes);
					const read = await make().readText(path);
					assert.ok(read?.ok);
					assert.equal(read.text, decoder.decode(bytes));
					assert.equal(read.sha256, createHash('sha256').update(bytes).digest('hex'));
				}
			} finally {
				remove();
			}
		});

		it('is not held up by devices', async function () {
			if (process.platform !== 'linux') return this.skip();
			assert.deepEqual(await fs.readText('/dev/zero'), { ok: false, failure: 'not-a-file' });
			assert.equal((await fs.stat('/dev/null'))?.kind, 'other');
		});

		it('survives files that vanish while thousands of calls are under way', async () => {
			const names = Array.from({ length: 300 }, (_, i) => `${i}.md`);
			const { root, remove } = diskTree(Object.fromEntries(names.map((file) => [file, 'text'])));
			try {
				const reads = names.flatMap((file) => {
					const path = join(root, file);
					return [fs.readText(path), fs.stat(path), fs.realPath(path), fs.list(root)];
				});
				rmSync(root, { recursive: true });
				for (const answer of await Promise.all(reads)) {
					assert.ok(answer === undefined || typeof answer === 'string' || typeof answer === 'object');
				}
			} finally {
				remove();
			}
		});
	});
}

describe('The in-memory tree', () => {
	it('lists a directory in the order of its literal', async () => {
		const fs = memoryTree({ '/repo/z.md': '', '/repo/a.md': '', '/repo/m': {} });
		assert.deepEqual(await fs.list('/repo'), [
			{ name: 'z.md', kind: 'file' },
			{ name: 'a.md', kind: 'file' },
			{ name: 'm', kind: 'directory' },
		]);
	});

	it('takes nested and flat literals alike', async () => {
		const nested = memoryTree({ '/repo': { '.claude': { rules: { 'a.md': 'A' } } }, home: { 'b.md': 'B' } });
		const flat = memoryTree({ '/repo/.claude/rules/a.md': 'A', '/home/b.md': 'B' });
		for (const fs of [nested, flat]) {
			const read = await fs.readText('/repo/.claude/rules/a.md');
			assert.equal(read?.ok && read.text, 'A');
			assert.equal(await fs.realPath('/home/b.md'), '/home/b.md');
		}
	});

	it('keeps a list of its calls', async () => {
		const fs = memoryTree({ '/repo/CLAUDE.md': 'text' });
		await fs.stat('/repo');
		await fs.readText('/repo/CLAUDE.md');
		assert.deepEqual(fs.calls, [
			{ method: 'stat', path: '/repo' },
			{ method: 'readText', path: '/repo/CLAUDE.md' },
		]);
		assert.deepEqual(fs.called('readText'), ['/repo/CLAUDE.md']);
	});

	it('changes when it is told to', async () => {
		const fs = memoryTree({ '/repo/CLAUDE.md': 'old' });
		fs.write('/repo/CLAUDE.md', file('new', { modified: defaultModified + 1 }));
		const read = await fs.readText('/repo/CLAUDE.md');
		assert.deepEqual(read?.ok && [read.text, read.modified], ['new', defaultModified + 1]);
		fs.remove('/repo');
		assert.equal(await fs.stat('/repo'), undefined);
	});
});

describe('Files of the system', () => {
	const makers = {
		NodeFileSystem: () => new NodeFileSystem(),
		BlockingFileSystem: () => new BlockingFileSystem(),
		CachingFileSystem: () => new CachingFileSystem(new NodeFileSystem()),
	} satisfies Record<string, () => FileSystem>;
	const targets = [
		'/proc/self/environ',
		'/proc/self/cmdline',
		'/proc/cpuinfo',
		'/sys/kernel/notes',
		'/dev/null',
		'/dev/zero',
	];
	for (const [name, make] of Object.entries(makers)) {
		it(`are never opened by ${name}, through whatever link`, async function () {
			if (process.platform !== 'linux') return this.skip();
			const made = diskTree({
				'empty.md': '',
				'small.md': 'small',
			});
			for (const [index, target] of targets.entries()) symlinkSync(target, `${made.root}/link${index}.md`);
			symlinkSync('/proc', `${made.root}/proc`);
			try {
				const fs = make();
				const paths = [
					...targets,
					...targets.map((_, index) => `${made.root}/link${index}.md`),
					`${made.root}/proc/self/environ`,
				];
				for (const path of paths) assert.deepEqual(await fs.readText(path), { ok: false, failure: 'not-a-file' }, path);
				for (const path of ['/proc', '/proc/self/', '/dev', '/sys']) assert.equal(await fs.list(path), undefined, path);
				for (const name of ['empty', 'small']) assert.equal((await fs.readText(`${made.root}/${name}.md`))?.ok, true);
			} finally {
				made.remove();
			}
		});
	}
});

/** The superuser may read everything, so for once the process gives that up. */
function becomeNobody(root: string): void {
	chmodSync(root, 0o755);
	process.seteuid?.(65_534);
}

function namesInSystemOrder(path: string): string[] {
	const directory = opendirSync(path);
	const names: string[] = [];
	for (let entry = directory.readSync(); entry; entry = directory.readSync()) names.push(entry.name);
	directory.closeSync();
	return names;
}

/** Every pair and many triples of bytes that begin, continue or break a UTF-8 sequence. */
function awkwardBytes(): readonly Uint8Array[] {
	const edge = [0x00, 0x41, 0x7f, 0x80, 0xbf, 0xc0, 0xc2, 0xdf, 0xe0, 0xed, 0xef, 0xf0, 0xf4, 0xf5, 0xff];
	const all = edge.flatMap((a) => edge.flatMap((b) => edge.map((c) => [a, b, c, 0x41, 0x80, b, a])));
	const [mark, half] = [[0xef, 0xbb, 0xbf], Math.ceil(all.length / 2)];
	return [all.slice(0, half).flat(), [...mark, ...all.slice(half).flat()]].map((bytes) => Uint8Array.from(bytes));
}
