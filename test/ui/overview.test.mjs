import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { screenshot, session } from '../../tools/rig/session.mjs';
import { soon } from '../../tools/rig/soon.mjs';
import { activeTab, clickUntil, openContainer, treeRow, treeRows } from '../../tools/rig/workbench.mjs';

/** Topics of a project, so that the picture of the README shows memory as people write it. */
const topics = [
	'build and release',
	'flaky tests',
	'naming of events',
	'database migrations',
	'review habits',
	'deployment',
];
const memoryIndex = Array.from(
	{ length: 228 },
	(_, index) => `- [${topics[index % topics.length]} ${index + 1}](topic-${index + 1}.md) — what was learnt\n`,
).join('');

describe('the packaged extension', () => {
	it('Should show tree, active file, budget and truncation line side by side, as the README has it', async () => {
		const { page, home, folder } = await session({
			fixture: 'tree',
			home: 'home-ann',
			viewport: { width: 1400, height: 1250 },
			settings: {
				'workbench.colorTheme': 'Dark Modern',
				'breadcrumbs.enabled': false,
				'editor.wordWrap': 'on',
				'contextInspector.findings.memory.link-dead': 'off',
			},
		});
		const memory = join(home, '.claude/projects', folder.replace(/[^A-Za-z0-9]/g, '-'), 'memory');
		mkdirSync(memory, { recursive: true });
		writeFileSync(join(memory, 'MEMORY.md'), memoryIndex);
		await openContainer(page, 'Context');
		await soon(async () => {
			const labels = (await treeRows(page)).map((row) => row.label);
			if (!labels.includes('MEMORY.md')) throw new Error(labels.join());
		}, 30_000);
		await clickUntil(treeRow(page, 'MEMORY.md'), activeTab(page, 'MEMORY.md'));
		await page.locator('.view-line [class*="ced-"]').first().waitFor({ state: 'attached' });
		await page
			.frameLocator('iframe.webview.ready')
			.frameLocator('#active-frame')
			.getByText('in every request')
			.waitFor();
		await page.mouse.move(1100, 500);
		await page.waitForTimeout(1_500); // hovers fade, the budget settles
		await screenshot(page, 'overview');
	});
});
