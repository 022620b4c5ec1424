// Transcripts of the shape that 2.1.332 writes, of any size: prompts, reads with their contents, copies of requests,
// attachments, and now and then a line of several megabytes.
import { closeSync, openSync, writeSync } from 'node:fs';

/** Lines of 20 MiB, which the reader lets go, and of 6 MiB, which it takes. */
const hugeEvery = 40 * 1024 * 1024;

/** Writes a transcript of at least `bytes` bytes whose every step touches and attaches another file. */
export function writeTranscript(path, bytes, { attach }) {
	const file = openSync(path, 'w');
	let written = 0;
	let nextHuge = hugeEvery;
	let step = 0;
	const put = (data) => {
		written += writeSync(file, `${JSON.stringify(data)}\n`);
	};
	const line = (data) => {
		const timestamp = new Date(1_796_000_000_000 + step * 1_000).toISOString();
		put({
			parentUuid: 'p',
			isSidechain: false,
			...data,
			timestamp,
			cwd: '/repo',
			sessionId: 's',
			version: '2.1.332',
			gitBranch: 'main',
		});
	};
	const attachment = (content) =>
		line({ attachment: content, type: 'attachment', rendered: [{ content: JSON.stringify(content) }] });
	line({ type: 'user', message: { role: 'user', content: 'hello' } });
	attachment({
		type: 'instructions',
		files: [{ path: '/repo/CLAUDE.md', type: 'Project', content: 'text '.repeat(2_000) }],
	});
	attachment({ type: 'session_context', context: {} });
	const source = 'const value = 1; // é "quoted" text\n'.repeat(200);
	for (; written < bytes; step++) {
		const id = `toolu_${step}`;
		const path = `/repo/src/d${step % 500}/f${step}.ts`;
		const content = [{ type: 'tool_use', id, name: 'Read', input: { file_path: path } }];
		line({ type: 'assistant', message: { id: `msg_${step}`, model: 'claude-opus-4-6', role: 'assistant', content } });
		const result = [{ tool_use_id: id, type: 'tool_result', content: source }];
		line({
			type: 'user',
			message: { role: 'user', content: result },
			toolUseResult: { file: { filePath: path, content: source } },
		});
		put({ type: 'api-request-blob', hash: 'h', message: { role: 'user', content: result } });
		if (attach || step % 20 === 0) {
			const nested = {
				path: `/repo/src/d${step % 500}/CLAUDE.md`,
				type: 'Project',
				content: 'nested '.repeat(300),
				contentDiffersFromDisk: false,
			};
			attachment({ type: 'nested_memory', path: nested.path, content: nested, displayPath: nested.path });
		}
		if (written > nextHuge) {
			nextHuge += hugeEvery;
			line({ type: 'user', message: { role: 'user', content: 'é'.repeat(10 * 1024 * 1024) } });
			line({ type: 'user', message: { role: 'user', content: 'é'.repeat(3 * 1024 * 1024) } });
		}
	}
	closeSync(file);
	return written;
}

/** Writes a transcript of nothing but answers of 7 MiB in a script whose characters take two bytes in memory. */
export function writeLongLines(path, bytes) {
	const file = openSync(path, 'w');
	let written = 0;
	for (let index = 0; written < bytes; index++) {
		const content = [{ type: 'text', text: '文'.repeat((7 * 1024 * 1024) / 3) }];
		written += writeSync(file, `${JSON.stringify({ type: 'assistant', message: { id: `msg_${index}`, content } })}\n`);
	}
	closeSync(file);
	return written;
}
