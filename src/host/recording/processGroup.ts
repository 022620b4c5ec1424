/** Runs a program in a process group of its own and ends the whole group in every case. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';

export interface ProcessJob {
	readonly program: string;
	readonly args: readonly string[];
	readonly directory: string;
	readonly variables: Readonly<Record<string, string>>;
	/** Milliseconds after which it is ended. */
	readonly timeout: number;
	/** Ends it early. */
	readonly signal?: AbortSignal;
	/** Milliseconds between asking it to end and killing it. */
	readonly grace?: number;
}

/** How the program ended. */
export type ProcessEnd = {
	/** `not-started`: there is no such program, or it may not be run. */
	readonly kind: 'exited' | 'not-started' | 'timed-out' | 'cancelled';
	/** Exit code; absent where a signal ended it. */
	readonly code?: number;
	/** The end of what it printed, for a fault's sentence. */
	readonly words: string;
	/** The end of its standard output. */
	readonly output: string;
};

/** Units of the output that are kept. */
const keptOutput = 4_000;
const defaultGrace = 2_000;
/** Milliseconds that output may take to come in after the end; a process that left the group may hold it open for ever. */
const drainTime = 500;

/** Never rejects. When it resolves nothing of the group runs any more. */
export async function runProcess(job: ProcessJob): Promise<ProcessEnd> {
	if (job.signal?.aborted) return { kind: 'cancelled', words: '', output: '' };
	let child: ChildProcess;
	try {
		child = start(job);
	} catch (error) {
		return notStarted(error);
	}
	const output = tailOf(child.stdout);
	const errors = tailOf(child.stderr);
	let reason: 'timed-out' | 'cancelled' | undefined;
	let killer: NodeJS.Timeout | undefined;
	const stop = (why: typeof reason): void => {
		if (reason) return;
		reason = why;
		endGroup(child, 'SIGTERM');
		killer = setTimeout(() => endGroup(child, 'SIGKILL'), job.grace ?? defaultGrace);
	};
	const timer = setTimeout(() => stop('timed-out'), job.timeout);
	const onAbort = (): void => stop('cancelled');
	job.signal?.addEventListener('abort', onAbort, { once: true });
	const onExit = (): void => endGroup(child, 'SIGKILL');
	process.once('exit', onExit);
	try {
		const end = await endOf(child);
		return end instanceof Error
			? notStarted(end)
			: {
					kind: reason ?? 'exited',
					...(end === null ? {} : { code: end }),
					words: lastWords(errors.text() || output.text()),
					output: output.text(),
				};
	} finally {
		clearTimeout(timer);
		clearTimeout(killer);
		job.signal?.removeEventListener('abort', onAbort);
		process.off('exit', onExit);
		endGroup(child, 'SIGKILL');
	}
}

const notStarted = (error: unknown): ProcessEnd => ({
	kind: 'not-started',
	words: (error as NodeJS.ErrnoException).code ?? String(error),
	output: '',
});

function start({ program, args, directory, variables }: ProcessJob): ChildProcess {
	const isScript = process.platform === 'win32' && /\.(?:cmd|bat)$/i.test(program);
	// A command file is run by the shell, in which nothing keeps these characters from being read by it.
	if (isScript && [program, ...args].some((word) => /["%\r\n]/.test(word)))
		throw new Error('an argument cannot be passed to a command file');
	const quoted = (word: string): string => (isScript ? `"${word}"` : word);
	return spawn(quoted(program), args.map(quoted), {
		cwd: directory,
		env: variables,
		stdio: ['ignore', 'pipe', 'pipe'],
		detached: process.platform !== 'win32',
		windowsHide: true,
		shell: isScript,
	});
}

/** The exit code, `null` after a signal, or the error that kept it from starting. */
function endOf(child: ChildProcess): Promise<number | null | Error> {
	return new Promise((resolve) => {
		child.once('error', resolve);
		child.once('close', (code) => resolve(code));
		child.once('exit', (code) => {
			setTimeout(() => {
				child.stdout?.destroy();
				child.stderr?.destroy();
				resolve(code);
			}, drainTime).unref();
		});
	});
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
	const { pid } = child;
	if (pid === undefined) return;
	if (process.platform === 'win32') {
		if (child.exitCode === null) spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { windowsHide: true });
		return;
	}
	try {
		process.kill(-pid, signal);
	} catch {
		// The group is gone.
	}
}

function tailOf(stream: ChildProcess['stdout']): { text(): string } {
	let text = '';
	stream?.setEncoding('utf8').on('data', (data: string) => {
		text = (text + data).slice(-keptOutput);
	});
	stream?.on('error', () => undefined);
	return { text: () => text };
}

/** The last line that says something, fit for a sentence. */
function lastWords(text: string): string {
	const lines = text.replace(/\p{Cc}\[[\d;]*[A-Za-z]/gu, '').split(/[\r\n]+/);
	const line = lines.reverse().find((words) => words.trim() !== '') ?? '';
	return line
		.replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, ' ')
		.trim()
		.slice(0, 200);
}
