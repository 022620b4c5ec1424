/** Answers of the Messages API: one tool call, or a word and the end of the turn. */

import type { ServerResponse } from 'node:http';
import type { ToolCall } from '../../core/model/toolCalls.js';

export interface Answer {
	/** Number of the answer. */
	readonly id: number;
	readonly model: string;
	/** The tool call; the turn ends where there is none. */
	readonly call?: ToolCall;
}

const usage = { input_tokens: 1, output_tokens: 1 };
const word = 'ok';

/** The answer as a stream of server-sent events. */
export function streamAnswer(response: ServerResponse, answer: Answer): void {
	const { call } = answer;
	const send = (type: string, data: Readonly<Record<string, unknown>>): void =>
		void response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
	response.writeHead(200, { 'content-type': 'text/event-stream' });
	send('message_start', { message: message(answer, [], null) });
	send('content_block_start', { index: 0, content_block: call ? toolUse(answer, {}) : { type: 'text', text: '' } });
	const delta = call
		? { type: 'input_json_delta', partial_json: JSON.stringify(call.input) }
		: { type: 'text_delta', text: word };
	send('content_block_delta', { index: 0, delta });
	send('content_block_stop', { index: 0 });
	send('message_delta', { delta: { stop_reason: stopReason(answer), stop_sequence: null }, usage });
	send('message_stop', {});
	response.end();
}

/** The answer in one piece. */
export function answerWhole(response: ServerResponse, answer: Answer): void {
	const block = answer.call ? toolUse(answer, answer.call.input) : { type: 'text', text: word };
	response.writeHead(200, { 'content-type': 'application/json' });
	response.end(JSON.stringify(message(answer, [block], stopReason(answer))));
}

const stopReason = ({ call }: Answer): string => (call ? 'tool_use' : 'end_turn');

const toolUse = ({ id, call }: Answer, input: unknown) => ({
	type: 'tool_use',
	id: `toolu_${id}`,
	name: call?.tool,
	input,
});

const message = ({ id, model }: Answer, content: readonly unknown[], reason: string | null) => ({
	id: `msg_${id}`,
	type: 'message',
	role: 'assistant',
	model,
	content,
	stop_reason: reason,
	stop_sequence: null,
	usage,
});
