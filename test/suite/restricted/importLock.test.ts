import * as assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { inHome, inspector, inWorkspace, write } from '../../support/inspector.js';
import { launchDirectory } from '../../support/sessions.js';

describe('the import lock in Restricted Mode', () => {
	it('Should neither ask nor write', async () => {
		const of = await inspector();
		const approval = { projects: { [launchDirectory()]: { hasClaudeMdExternalIncludesApproved: true } } };
		write(inHome('.claude.json'), JSON.stringify(approval));
		write(inHome('team/style.md'), 'Use tabs.\n');
		write(inWorkspace('CLAUDE.md'), 'Follow @~/team/style.md here.\n');
		let asked = 0;
		await of.importLock.lock(async () => {
			asked++;
			return true;
		});
		assert.equal(asked, 0);
		assert.equal(existsSync(inWorkspace('.claude/context.lock.json')), false);
	});
});
