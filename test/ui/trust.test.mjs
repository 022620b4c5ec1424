import { strict as assert } from 'node:assert';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { screenshot, session } from '../../tools/rig/session.mjs';
import { soon } from '../../tools/rig/soon.mjs';
import { openContainer, treeRows } from '../../tools/rig/workbench.mjs';

describe('Workspace Trust in the workbench', () => {
	it('Should let the workspace’s settings count once it is trusted', async () => {
		const { page, folder } = await session({ fixture: 'tree', trust: 'on' });
		mkdirSync(join(folder, '.vscode'), { recursive: true });
		writeFileSync(join(folder, '.vscode/settings.json'), '{ "contextInspector.launchDirectory": "packages/web" }');
		await openContainer(page, 'Context');
		const message = page.locator('.sidebar .message').filter({ hasText: 'Restricted Mode' });
		await message.waitFor();
		const labels = async () => (await treeRows(page)).map(({ label }) => label);
		await soon(async () => assert.ok((await labels()).includes('CLAUDE.md'), (await labels()).join()));
		assert.ok(!(await labels()).includes('../../CLAUDE.md'));
		await page.locator('.statusbar-item').filter({ hasText: 'Restricted Mode' }).click();
		await page
			.locator('.workspace-trust-editor .monaco-button')
			.filter({ hasText: /^Trust$/ })
			.first()
			.click();
		await soon(async () => assert.ok((await labels()).includes('../../CLAUDE.md'), (await labels()).join()));
		await message.waitFor({ state: 'hidden' });
		await screenshot(page, 'trust-granted');
	});
});
