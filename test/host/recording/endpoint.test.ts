import * as assert from 'node:assert/strict';
import { connect } from 'node:net';
import { RecordingEndpoint } from '../../../src/host/recording/endpoint.js';

describe('The recording endpoint', () => {
	let endpoint: RecordingEndpoint;
	const call = { tool: 'Read', input: { file_path: '/repo/a.ts' } };

	beforeEach(async () => {
		endpoint = await RecordingEndpoint.start({
			key: 'k',
			calls: [call],
			limits: { requestBytes: 10_000, requests: 5 },
		});
	});
	afterEach(() => endpoint.close());

	const post = (body: string, path = '/v1/messages', key = 'k'): Promise<Response> =>
		fetch(`${endpoint.url}${path}`, { method: 'POST', body, headers: { 'x-api-key': key } });
	const question = (more: object): string =>
		JSON.stringify({ model: 'm', tools: [{}], messages: [{ role: 'user', content: 'hi' }], ...more });

	it('Should listen on loopback only', () => {
		assert.match(endpoint.url, /^http:\/\/127\.0\.0\.1:\d+$/);
	});

	it('Should answer the first turn with the scripted call and end the second', async () => {
		const first = (await (await post(question({}))).json()) as { content: unknown[]; stop_reason: string };
		assert.deepEqual(first.content, [{ type: 'tool_use', id: 'toolu_1', name: 'Read', input: call.input }]);
		const second = await (await post(question({ stream: true }), '/v1/messages?beta=true')).text();
		assert.match(second, /event: message_start[\s\S]*"stop_reason":"end_turn"[\s\S]*event: message_stop/);
	});

	it('Should keep the conversation of the last request that has tools', async () => {
		await post(question({}));
		await post(question({ tools: [], messages: [{ role: 'user', content: 'title?' }] }));
		assert.deepEqual(endpoint.messages, [{ role: 'user', content: 'hi' }]);
	});

	it('Should give no scripted call to a request without tools', async () => {
		const aside = (await (await post(question({ tools: [] }))).json()) as { stop_reason: string };
		assert.equal(aside.stop_reason, 'end_turn');
	});

	it('Should refuse other addresses, other keys, large requests and what is none', async () => {
		assert.equal((await fetch(`${endpoint.url}/v1/models`)).status, 404);
		assert.equal((await post(question({}), '/v1/messages', 'other')).status, 401);
		assert.equal((await post('x'.repeat(20_000))).status, 413);
		assert.equal((await post('{"messages":{}}')).status, 400);
		assert.deepEqual([...endpoint.refused.keys()], ['unknown address', 'wrong key', 'too large', 'not a request']);
		assert.equal(endpoint.messages, undefined);
	});

	it('Should refuse everything after as many requests as are allowed', async () => {
		for (let count = 0; count < 5; count++) assert.equal((await post(question({}))).status, 200);
		assert.equal((await post(question({}))).status, 429);
	});

	it('Should close connections that ask for another host', async () => {
		const answer = await new Promise<string>((resolve) => {
			let text = '';
			const socket = connect(Number(new URL(endpoint.url).port), '127.0.0.1', () =>
				socket.write('CONNECT example.invalid:443 HTTP/1.1\r\nHost: example.invalid\r\n\r\n'),
			);
			socket.on('data', (data) => {
				text += String(data);
			});
			socket.on('close', () => resolve(text));
		});
		assert.equal(answer, '');
	});

	it('Should close with connections open, and twice', async () => {
		const socket = connect(Number(new URL(endpoint.url).port), '127.0.0.1');
		await new Promise((resolve) => socket.once('connect', resolve));
		const closed = new Promise((resolve) => socket.once('close', resolve));
		await endpoint.close();
		await closed;
		await endpoint.close();
	});
});
