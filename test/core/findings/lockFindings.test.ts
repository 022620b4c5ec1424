import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { lockFileText } from '../../../src/core/lock/lockFile.js';
import { findingsIn, itFinds, repositoryTree } from './findIn.js';

const approved = '{"projects":{"/repo":{"hasClaudeMdExternalIncludesApproved":true}}}';

/** A lock with one entry of that path and content. */
function lockOf(path: string, text: string): string {
	const sha256 = createHash('sha256').update(text).digest('hex');
	const stamp = { lockedAt: '2026-11-30T10:42:00.000Z', lockedBy: 'Ann' };
	return lockFileText({ entries: [{ path, scope: 'project', sha256, bytes: text.length, ...stamp }] });
}

const importing = {
	'/home/ann/.claude.json': approved,
	'CLAUDE.md': 'Follow @../team/style.md here.\n',
	'/team/style.md': 'Use tabs.\n',
};
const lock = '.claude/context.lock.json';

describe('Findings of the import lock', () => {
	itFinds([
		['Should find nothing without a lock', importing, []],
		[
			'Should find nothing where all is as locked',
			{ ...importing, [lock]: lockOf('../team/style.md', 'Use tabs.\n') },
			[],
		],
		[
			'Should report another content at the mention',
			{ ...importing, [lock]: lockOf('../team/style.md', 'Use spaces.\n') },
			['lock.drift CLAUDE.md «@../team/style.md»'],
		],
		[
			'Should report what nobody has locked, and what nothing imports any more',
			{ ...importing, [lock]: lockOf('../team/old.md', 'Old.\n') },
			['lock.added CLAUDE.md «@../team/style.md»', `lock.removed ${lock} «"../team/old.md"»`],
		],
		[
			'Should name an import that only this machine has',
			{
				'/home/ann/.claude.json': approved,
				'CLAUDE.local.md': '@~/mine.md\n',
				'/home/ann/mine.md': 'Mine.\n',
				[lock]: lockFileText({ entries: [] }),
			},
			['lock.only-here CLAUDE.local.md «@~/mine.md»'],
		],
		[
			'Should not look at an import that is not approved',
			{ ...importing, '/home/ann/.claude.json': '{}', [lock]: lockOf('../team/style.md', 'Use spaces.\n') },
			['import.external-not-approved CLAUDE.md «@../team/style.md»'],
		],
		['Should report a lock that is none', { [lock]: '{"version":2}' }, [`lock.void ${lock} «»`]],
	]);

	it('Should say who locked what, and where the lock has it', async () => {
		const fs = repositoryTree({ ...importing, [lock]: lockOf('../team/style.md', 'Use spaces.\n') });
		const [drift] = (await findingsIn(fs)).filter(({ code }) => code === 'lock.drift');
		assert.match(drift?.message ?? '', /^"\.\.\/team\/style\.md": .*Ann locked on 2026-11-30/);
		assert.equal(drift?.related[0]?.path, `/repo/${lock}`);
	});
});
