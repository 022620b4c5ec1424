import assert from 'node:assert/strict';
import { loadLog } from '../../../src/core/sessions/loadLog.js';
import { SessionFold } from '../../../src/core/sessions/sessionFold.js';
import { textDigest } from '../../../src/host/transcripts/textDigest.js';
import { Transcript } from '../../support/transcript.js';

describe('Load log', () => {
	it('has the fields of its contract, one entry a load, those of sub-agents with their id', () => {
		const transcript = new Transcript()
			.prompt()
			.instructions([{ path: '/repo/CLAUDE.md', type: 'Project', content: 'é' }])
			.read('/repo/a.ts')
			.nested('/repo/.claude/rules/ts.md', 'R', { globs: ['*.ts'] })
			.attachment(
				{ type: 'instructions', files: [{ path: '/repo/x.md', type: 'Other', content: 'x' }] },
				{ isSidechain: true, agentId: 'a1' },
			);
		const fold = new SessionFold('s1', { digest: textDigest });
		for (const line of transcript.lines) fold.add(JSON.parse(line));
		assert.deepEqual(loadLog(fold.record()), [
			{
				session_id: 's1',
				instruction_path: '/repo/CLAUDE.md',
				scope: 'project',
				load_reason: 'session_start',
				content_hash: `sha256:${textDigest('é').sha256}`,
				bytes: 2,
				loaded_at: '2026-11-30T10:42:01.000Z',
				trigger: null,
			},
			{
				session_id: 's1',
				instruction_path: '/repo/.claude/rules/ts.md',
				scope: 'project',
				load_reason: 'path_glob_match',
				content_hash: `sha256:${textDigest('R').sha256}`,
				bytes: 1,
				loaded_at: '2026-11-30T10:42:04.000Z',
				trigger: '/repo/a.ts',
			},
			{
				session_id: 's1',
				instruction_path: '/repo/x.md',
				scope: null,
				load_reason: 'session_start',
				content_hash: `sha256:${textDigest('x').sha256}`,
				bytes: 1,
				loaded_at: '2026-11-30T10:42:05.000Z',
				trigger: null,
				agent_id: 'a1',
			},
		]);
	});
});
