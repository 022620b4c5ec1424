/** Objects of a git repository, asked for one after the other from a git that stays (`cat-file --batch`). */

import type { ChildProcess } from 'node:child_process';
import { isStuck, markStuck, startGit } from './git.js';

export interface GitObject {
	/** 40 or 64 hexadecimal digits. */
	readonly id: string;
	readonly type: string;
	readonly size: number;
	/** Empty where only the facts were asked for. */
	readonly content: Buffer;
}

/** An entry of a tree object. */
export interface TreeEntry {
	readonly name: string;
	readonly kind: 'file' | 'directory' | 'link' | 'submodule';
	readonly id: string;
}

/** Milliseconds without a byte after which git is taken to wait for something that never comes. */
const stallLimit = 20_000;

/** Reads objects of one repository; two processes, each started when it is first needed. */
export class GitObjects {
	readonly #contents: Batch;
	readonly #facts: Batch;

	constructor(root: string) {
		this.#contents = new Batch(root, '--batch');
		this.#facts = new Batch(root, '--batch-check');
	}

	/** The object that a name means, e.g. `v1.2^{commit}`; `undefined` where there is none. */
	read(name: string): Promise<GitObject | undefined> {
		return this.#contents.ask(name);
	}

	/** Type and size of an object, not its content. */
	look(name: string): Promise<GitObject | undefined> {
		return this.#facts.ask(name);
	}

	close(): void {
		this.#contents.close();
		this.#facts.close();
	}
}

/** One `git cat-file`; answers come in the order of the questions. */
class Batch {
	readonly #root: string;
	readonly #mode: '--batch' | '--batch-check';
	readonly #waiting: ((object: GitObject | undefined) => void)[] = [];
	#process: ChildProcess | undefined;
	#isOver = false;
	#chunks: Buffer[] = [];
	#length = 0;
	#stall: NodeJS.Timeout | undefined;
	/** The head of the answer whose content is still under way. */
	#head: Omit<GitObject, 'content'> | undefined;

	constructor(root: string, mode: '--batch' | '--batch-check') {
		this.#root = root;
		this.#mode = mode;
	}

	ask(name: string): Promise<GitObject | undefined> {
		// A line break would be two questions.
		if (this.#isOver || isStuck(this.#root) || name === '' || /[\n\r\0]/.test(name)) return Promise.resolve(undefined);
		const process = this.#start();
		return new Promise((done) => {
			this.#waiting.push(done);
			this.#watch();
			process.stdin?.write(`${name}\n`);
		});
	}

	/** Ends a git that gives no sign of life: a FIFO among its own files would keep it waiting for ever. */
	#watch(): void {
		clearTimeout(this.#stall);
		if (this.#waiting.length === 0 || this.#isOver) return;
		this.#stall = setTimeout(() => {
			markStuck(this.#root);
			this.#process?.kill('SIGKILL');
		}, stallLimit);
		this.#stall.unref();
	}

	close(): void {
		this.#isOver = true;
		clearTimeout(this.#stall);
		this.#process?.stdin?.end();
		this.#giveUp();
	}

	#start(): ChildProcess {
		if (this.#process) return this.#process;
		const process = startGit(this.#root, ['cat-file', this.#mode]);
		process.stdout?.on('data', (chunk: Buffer) => this.#take(chunk));
		const end = (): void => {
			this.#isOver = true;
			this.#giveUp();
		};
		process.on('error', end);
		process.on('close', end);
		// A git that is gone closes its pipe; the question is answered by `end`.
		process.stdin?.on('error', end);
		this.#process = process;
		return process;
	}

	#giveUp(): void {
		for (const done of this.#waiting.splice(0)) done(undefined);
	}

	#take(chunk: Buffer): void {
		this.#watch();
		this.#chunks.push(chunk);
		this.#length += chunk.length;
		// Content is put together once all of it is there.
		if (this.#head && this.#length <= this.#head.size) return;
		let rest = Buffer.concat(this.#chunks);
		for (let used = this.#answer(rest); used > 0; used = this.#answer(rest)) rest = rest.subarray(used);
		this.#chunks = [rest];
		this.#length = rest.length;
	}

	/** Takes one step of an answer from the bytes; 0 where they are too few. */
	#answer(bytes: Buffer): number {
		if (this.#head) {
			const { size } = this.#head;
			if (bytes.length <= size) return 0;
			this.#finish({ ...this.#head, content: Buffer.from(bytes.subarray(0, size)) });
			return size + 1;
		}
		const end = bytes.indexOf('\n');
		if (end < 0) return 0;
		const head = /^([0-9a-f]{40,64}) (\w+) (\d+)$/.exec(bytes.toString('utf8', 0, end));
		if (!head) this.#finish(undefined);
		else {
			const object = { id: head[1] as string, type: head[2] as string, size: Number(head[3]) };
			if (this.#mode === '--batch') this.#head = object;
			else this.#finish({ ...object, content: Buffer.alloc(0) });
		}
		return end + 1;
	}

	#finish(object: GitObject | undefined): void {
		this.#head = undefined;
		this.#waiting.shift()?.(object);
		this.#watch();
	}
}

/** Entries of a tree object in git's order: mode, blank, name, NUL, the id's bytes. */
export function parseTree({ id, content }: GitObject): readonly TreeEntry[] {
	const idLength = id.length / 2;
	const entries: TreeEntry[] = [];
	for (let offset = 0; offset < content.length; ) {
		const blank = content.indexOf(0x20, offset);
		const end = content.indexOf(0, blank);
		if (blank < 0 || end < 0) break;
		const name = content.toString('utf8', blank + 1, end);
		const kind = kindOf(content.toString('latin1', offset, blank));
		offset = end + 1 + idLength;
		// Such names cannot be checked out; a repository made by hand may hold them.
		if (!/^\.{0,2}$/.test(name) && !name.includes('/'))
			entries.push({ name, kind, id: content.toString('hex', end + 1, offset) });
	}
	return entries;
}

function kindOf(mode: string): TreeEntry['kind'] {
	if (mode === '40000') return 'directory';
	if (mode === '120000') return 'link';
	return mode === '160000' ? 'submodule' : 'file';
}

/** When a commit was made, in milliseconds since 1970. */
export function commitTime({ content }: GitObject): number {
	const match = /^committer .* (\d+) [+-]\d{4}$/m.exec(content.toString('utf8').split('\n\n', 1)[0] ?? '');
	return match ? Number(match[1]) * 1000 : 0;
}
