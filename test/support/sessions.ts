/** Transcripts of the fixture `tree` in the home of a run. */

import { realpathSync } from 'node:fs';
import { inHome, inWorkspace, write } from './inspector.js';
import { Transcript } from './transcript.js';

/** The launch directory as transcripts name it. */
export const launchDirectory = (): string => realpathSync(inWorkspace('').replace(/\/$/, ''));

export const transcriptPath = (session: string): string =>
	inHome(`.claude/projects/${launchDirectory().replace(/[^A-Za-z0-9]/g, '-')}/${session}.jsonl`);

/** A session of the new client that holds two startup files and a path rule, all as they stood then. */
export function newSession(): Transcript {
	const at = (path: string): string => `${launchDirectory()}/${path}`;
	return new Transcript('2.1.332', launchDirectory())
		.prompt()
		.instructions([
			{ path: at('CLAUDE.md'), type: 'Project', content: '# Shop\n\nAs it was at the start.' },
			{ path: at('CLAUDE.local.md'), type: 'Local', content: 'Gone by now.' },
			{ path: at('.claude/rules/gone.md'), type: 'Project', content: 'Deleted since.' },
		])
		.skills(['review'], '- review: Another description')
		.read(at('src/api/client.ts'));
}

export function writeSession(session: string, transcript: Transcript): void {
	write(transcriptPath(session), transcript.text);
}
