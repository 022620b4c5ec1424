import assert from 'node:assert/strict';
import { readTranscriptLine } from '../../../src/core/sessions/transcriptLine.js';
import { mayTell } from '../../../src/host/transcripts/lineRelevance.js';
import { Transcript } from '../../support/transcript.js';

const tells = (transcript: Transcript): readonly boolean[] =>
	transcript.lines.map((line) => mayTell(Buffer.from(line)));

describe('Choosing lines', () => {
	it('leaves out results of tools, copies of requests and attachments that tell nothing', () => {
		const transcript = new Transcript()
			.result('t1')
			.requestCopy('{"attachment":{"type":"instructions"}}')
			.attachment({ type: 'total_tokens_reminder', text: 'x' })
			.attachment({ type: 'prompt_snapshot', systemPrompt: [] });
		assert.deepEqual(tells(transcript), [false, false, false, false]);
	});

	it('is not misled by marks inside a text', () => {
		const transcript = new Transcript()
			.prompt('"type":"tool_result" "attachment":{"type":"total_tokens_reminder"')
			.answer('{"type":"api-request-blob"}')
			.result('t1', { isError: true })
			.line({ type: 'something-new', content: 'x' });
		assert.deepEqual(tells(transcript), [true, true, true, true]);
	});

	it('takes every line that has something to tell', () => {
		const transcript = new Transcript()
			.prompt()
			.instructions([])
			.sessionContext()
			.skills([], '')
			.agents([], [])
			.read('/repo/a.ts')
			.nested('/repo/CLAUDE.md', 'x')
			.file('/repo/a.ts', 'x')
			.attachment({ type: 'edited_text_file', filename: '/repo/a.ts' })
			.attachment({ type: 'hook_additional_context', hookName: 'tool.call', content: ['Contents of /a:\n\nx'] })
			.attachment({ type: 'model', identity: { modelId: 'm' } })
			.skillBody('/repo/s', 'x')
			.compact();
		for (const line of transcript.lines) {
			const { events = [] } = readTranscriptLine(JSON.parse(line)) ?? {};
			if (events.length > 0) assert.ok(mayTell(Buffer.from(line)), line);
		}
	});
});
