/**
 * Synthetic transcripts of the shapes that the clients 2.1.235 and 2.1.332 write; field names as recorded, texts made up.
 * Every method adds one line.
 */

/** A file as an `instructions` list names it. */
export interface ListedFile {
	readonly path: string;
	readonly type: string;
	readonly content: string;
}

/** First time of a transcript; every line is a second later than the one before. */
export const firstTime = Date.parse('2026-11-30T10:42:00.000Z');

export class Transcript {
	readonly lines: string[] = [];
	readonly version: string;
	readonly cwd: string;
	#calls = 0;

	constructor(version = '2.1.332', cwd = '/repo') {
		this.version = version;
		this.cwd = cwd;
	}

	get text(): string {
		return this.lines.map((line) => `${line}\n`).join('');
	}

	/** A line of any shape, with what every line has. */
	line(data: Readonly<Record<string, unknown>>): this {
		const timestamp = new Date(firstTime + this.lines.length * 1_000).toISOString();
		const common = { parentUuid: null, isSidechain: false, uuid: `u${this.lines.length}`, timestamp };
		const place = { cwd: this.cwd, sessionId: 's', version: this.version, gitBranch: 'main' };
		this.lines.push(JSON.stringify({ ...common, ...data, ...place, ...(data['cwd'] ? { cwd: data['cwd'] } : {}) }));
		return this;
	}

	attachment(attachment: Readonly<Record<string, unknown>>, more: Readonly<Record<string, unknown>> = {}): this {
		return this.line({ ...more, attachment, type: 'attachment' });
	}

	prompt(content = 'hello'): this {
		return this.line({ type: 'user', message: { role: 'user', content }, promptSource: 'sdk' });
	}

	/** The startup list; a delta where `removed` is given. */
	instructions(files: readonly ListedFile[], removed?: readonly string[]): this {
		const delta = removed ? { removed, changed: true, reason: 'session_start' } : {};
		return this.attachment({ type: 'instructions', files, ...delta });
	}

	sessionContext(): this {
		return this.attachment({ type: 'session_context', context: {} });
	}

	/** A nested file; with `globs` a rule, whose file has a front matter. */
	nested(path: string, content: string, more: Readonly<Record<string, unknown>> = {}): this {
		const isRule = 'globs' in more;
		const differs = {
			contentDiffersFromDisk: isRule,
			...(isRule ? { rawContent: `---\npaths: x\n---\n${content}` } : {}),
		};
		const file = { path, type: 'Project', content, ...differs, ...more };
		return this.attachment({ type: 'nested_memory', path, content: file, displayPath: path });
	}

	skills(names: readonly string[], content: string, isInitial = true): this {
		return this.attachment({ type: 'skill_listing', content, skillCount: names.length, isInitial, names });
	}

	agents(added: readonly string[], lines: readonly string[], builtIn?: readonly string[]): this {
		const types = builtIn ? { builtInTypes: builtIn } : {};
		return this.attachment({
			type: 'agent_listing_delta',
			addedTypes: added,
			addedLines: lines,
			removedTypes: [],
			isInitial: true,
			...types,
		});
	}

	/** One answer with calls, each block on a line of its own, as the client writes them. */
	calls(...calls: readonly (readonly [tool: string, input: Readonly<Record<string, unknown>>])[]): readonly string[] {
		const message = `msg_${++this.#calls}`;
		return calls.map(([name, input], index) => {
			const id = `toolu_${this.#calls}_${index}`;
			const content = [{ type: 'tool_use', id, name, input }];
			this.line({ type: 'assistant', message: { id: message, role: 'assistant', model: 'claude-opus-4-6', content } });
			return id;
		});
	}

	result(id: string, options: { readonly isError?: boolean; readonly content?: string } = {}): this {
		const result = {
			tool_use_id: id,
			type: 'tool_result',
			content: options.content ?? '1\tx',
			...(options.isError ? { is_error: true } : {}),
		};
		return this.line({ type: 'user', message: { role: 'user', content: [result] }, toolUseResult: {} });
	}

	/** A call of Read with its result. */
	read(path: string, options: { readonly isError?: boolean } = {}): this {
		const [id = ''] = this.calls(['Read', { file_path: path }]);
		return this.result(id, options);
	}

	answer(text = 'ok'): this {
		const content = [{ type: 'text', text }];
		return this.line({ type: 'assistant', message: { id: `msg_${++this.#calls}`, model: 'claude-opus-4-6', content } });
	}

	skillBody(directory: string, body: string): this {
		const text = `Base directory for this skill: ${directory}\n\n${body}`;
		return this.line({ type: 'user', isMeta: true, message: { role: 'user', content: [{ type: 'text', text }] } });
	}

	/** A manual compaction with the lines that surround it. */
	compact(restored: readonly (readonly [path: string, text: string])[] = []): this {
		this.line({ type: 'system', subtype: 'compact_boundary', content: 'x', compactMetadata: { trigger: 'manual' } });
		this.line({ type: 'user', isCompactSummary: true, message: { role: 'user', content: 'summary' } });
		this.line({ type: 'user', message: { role: 'user', content: '<command-name>/compact</command-name>' } });
		this.line({ type: 'user', message: { role: 'user', content: '<local-command-stdout>x</local-command-stdout>' } });
		for (const [path, text] of restored) this.file(path, text);
		return this;
	}

	/** A file that a prompt names, or that compaction gives back. */
	file(path: string, text: string): this {
		const file = { filePath: path, content: text, numLines: 1, startLine: 1, totalLines: 1 };
		return this.attachment({ type: 'file', filename: path, content: { type: 'text', file }, displayPath: path });
	}

	/** The copy of a request, which 2.1.332 writes beside the conversation. */
	requestCopy(content = 'x'): this {
		this.lines.push(JSON.stringify({ type: 'api-request-blob', hash: 'h', message: { role: 'user', content } }));
		return this;
	}
}
