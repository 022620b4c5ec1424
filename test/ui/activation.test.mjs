import { screenshot, session } from '../../tools/rig/session.mjs';
import { openContainer } from '../../tools/rig/workbench.mjs';

describe('the packaged extension', () => {
	it('Should show its container and its view', async () => {
		const { page } = await session({ fixture: 'single' });
		await openContainer(page, 'Context');
		await page.locator('.sidebar .title-label').filter({ hasText: 'Context' }).waitFor();
		await screenshot(page, 'activation');
	});
});
