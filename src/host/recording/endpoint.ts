/**
 * A recording endpoint on loopback: the Messages API as far as a client needs it. It answers each turn of the
 * conversation with the next scripted tool call, then ends the turn. Everything else is refused, sizes and counts are
 * bounded, and of all requests only the conversation of the last one is kept, in memory.
 */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ToolCall } from '../../core/model/toolCalls.js';
import { isRecord, isString, own } from '../../core/values.js';
import { answerWhole, streamAnswer } from './answers.js';

export interface EndpointLimits {
	/** Bytes of one request. */
	readonly requestBytes: number;
	/** Requests in all, refused ones included. */
	readonly requests: number;
	/** Connections at once. */
	readonly connections: number;
}

export const defaultLimits: EndpointLimits = { requestBytes: 32 * 1024 * 1024, requests: 400, connections: 32 };

export interface EndpointOptions {
	/** The key that requests must carry, so that no other program of the machine is taken for the client. */
	readonly key: string;
	/** Tool calls that are answered one by one. */
	readonly calls?: readonly ToolCall[];
	/** 0, the default, lets the system choose. */
	readonly port?: number;
	readonly limits?: Partial<EndpointLimits>;
}

/** Why a request was refused. */
export type Refusal = 'unknown address' | 'wrong key' | 'too large' | 'too many' | 'not a request';

export class RecordingEndpoint {
	readonly #server: Server;
	readonly #key: string;
	readonly #calls: readonly ToolCall[];
	readonly #limits: EndpointLimits;
	readonly #refused = new Map<Refusal, number>();
	#requests = 0;
	#turns = 0;
	#messages: unknown;

	private constructor(options: EndpointOptions) {
		this.#key = options.key;
		this.#calls = options.calls ?? [];
		this.#limits = { ...defaultLimits, ...options.limits };
		this.#server = createServer((request, response) => void this.#serve(request, response));
		this.#server.maxConnections = this.#limits.connections;
		this.#server.headersTimeout = 10_000;
		this.#server.requestTimeout = 30_000;
		// A proxied connection, a switch of protocols or a torn request is closed without a word.
		this.#server.on('connect', (_, socket) => socket.destroy());
		this.#server.on('upgrade', (_, socket) => socket.destroy());
		this.#server.on('clientError', (_, socket) => {
			this.#refuse('not a request');
			socket.destroy();
		});
	}

	/** Starts to listen on loopback; rejects where the system does not allow it, e.g. with `EADDRINUSE`. */
	static async start(options: EndpointOptions): Promise<RecordingEndpoint> {
		const endpoint = new RecordingEndpoint(options);
		await new Promise<void>((resolve, reject) => {
			endpoint.#server.once('error', reject);
			endpoint.#server.listen(options.port ?? 0, '127.0.0.1', () => {
				endpoint.#server.off('error', reject);
				endpoint.#server.on('error', () => undefined);
				resolve();
			});
		});
		return endpoint;
	}

	/** E.g. `http://127.0.0.1:40123`. */
	get url(): string {
		return `http://127.0.0.1:${(this.#server.address() as AddressInfo | null)?.port ?? 0}`;
	}

	/** The conversation of the last request that had tools; `undefined` before the first. */
	get messages(): unknown {
		return this.#messages;
	}

	/** How often something was refused, by the reason. */
	get refused(): ReadonlyMap<Refusal, number> {
		return this.#refused;
	}

	/** Ends the listening and every connection. Closing twice is harmless. */
	async close(): Promise<void> {
		this.#server.closeAllConnections();
		await new Promise<void>((resolve) => this.#server.close(() => resolve()));
	}

	async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
		request.on('error', () => undefined);
		response.on('error', () => undefined);
		try {
			await this.#answer(request, response);
		} catch {
			response.destroy();
		}
	}

	async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		if (++this.#requests > this.#limits.requests) return this.#refuse('too many', response, 429);
		const path = (request.url ?? '').split('?', 1)[0];
		// Clients look whether there is anybody before they speak.
		if (request.method === 'HEAD') return void response.writeHead(200).end();
		const isCount = path === '/v1/messages/count_tokens';
		if (request.method !== 'POST' || (path !== '/v1/messages' && !isCount))
			return this.#refuse('unknown address', response, 404);
		if (!this.#hasKey(request)) return this.#refuse('wrong key', response, 401);
		const text = await readBody(request, this.#limits.requestBytes);
		if (text === undefined) return this.#refuse('too large', response, 413);
		if (isCount) return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"input_tokens":1}');
		const body = parsed(text);
		const messages = isRecord(body) ? own(body, 'messages') : undefined;
		if (!isRecord(body) || !Array.isArray(messages)) return this.#refuse('not a request', response, 400);
		const model = own(body, 'model');
		const tools = own(body, 'tools');
		// Requests without tools are asides, e.g. for a title.
		const isMain = Array.isArray(tools) && tools.length > 0;
		if (isMain) this.#messages = messages;
		const call = isMain ? this.#calls[this.#turns++] : undefined;
		const answer = { id: this.#requests, model: isString(model) ? model : '', ...(call ? { call } : {}) };
		if (own(body, 'stream') === true) streamAnswer(response, answer);
		else answerWhole(response, answer);
	}

	#hasKey(request: IncomingMessage): boolean {
		const { authorization } = request.headers;
		return request.headers['x-api-key'] === this.#key || authorization === `Bearer ${this.#key}`;
	}

	#refuse(reason: Refusal, response?: ServerResponse, status = 400): void {
		this.#refused.set(reason, (this.#refused.get(reason) ?? 0) + 1);
		if (!response) return;
		const error = { type: 'error', error: { type: 'invalid_request_error', message: reason } };
		response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify(error));
	}
}

/** The body of a request; `undefined` where it has more bytes than allowed, and the rest is not read. */
async function readBody(request: IncomingMessage, limit: number): Promise<string | undefined> {
	if (Number(request.headers['content-length'] ?? 0) > limit) return undefined;
	const chunks: Buffer[] = [];
	let length = 0;
	for await (const chunk of request as AsyncIterable<Buffer>) {
		length += chunk.length;
		if (length > limit) return undefined;
		chunks.push(chunk);
	}
	return Buffer.concat(chunks).toString('utf8');
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
