import { strict as assert } from 'node:assert';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { screenshot, session, soon } from '../../tools/rig/session.mjs';
import { openContainer } from '../../tools/rig/workbench.mjs';

const viewport = { width: 1280, height: 1500 };
const themes = [
	['dark', 'Dark Modern'],
	['light', 'Light Modern'],
	['high-contrast', 'Default High Contrast'],
];

/** Lenses of the editor in front. */
const lens = (page, text) => page.locator('.codelens-decoration').filter({ hasText: text }).first();

describe('editing help of the packaged extension', () => {
	for (const [name, theme] of themes) {
		it(`Should show the truncation line in a ${name} theme`, async () => {
			const { page, home, folder } = await session({
				...{ viewport, fixture: 'tree', home: 'home-ann' },
				settings: { 'workbench.colorTheme': theme, 'contextInspector.launchDirectory': '' },
			});
			const memory = join(home, '.claude/projects', folder.replace(/[^A-Za-z0-9]/g, '-'), 'memory');
			mkdirSync(memory, { recursive: true });
			const lines = Array.from({ length: 260 }, (_, i) => `- [Topic ${i + 1}](topic-${i + 1}.md) — what it is about`);
			writeFileSync(join(memory, 'MEMORY.md'), `${lines.join('\n')}\n`);
			await openContainer(page, 'Context');
			await page.locator('.sidebar .monaco-list-row').filter({ hasText: 'MEMORY.md' }).first().click();
			await page.locator('.tab.active').filter({ hasText: 'MEMORY.md' }).waitFor();
			const words = page.locator('.view-line').filter({ hasText: 'Topic 200' }).first();
			await words.waitFor();
			await page.waitForFunction(() =>
				[...document.styleSheets].some((sheet) =>
					[...sheet.cssRules].some((rule) => rule.cssText.includes('Claude Code reads to here: 200 of 260 lines')),
				),
			);
			await page.waitForTimeout(500);
			await screenshot(page, `truncation-line-${name}`);
		});
	}

	it('Should show lenses, and the files that a rule matches', async () => {
		const { page } = await session({ viewport, fixture: 'tree', home: 'home-ann' });
		await openContainer(page, 'Context');
		const group = page.locator('.sidebar .monaco-list-row').filter({ hasText: 'Path Rules' }).first();
		// A click that meets a refresh of the tree is lost, so it is made again.
		await soon(async () => {
			if ((await group.getAttribute('aria-expanded', { timeout: 5_000 })) !== 'true') {
				await group.locator('.monaco-tl-twistie').click({ timeout: 5_000 });
			}
			assert.equal(await group.getAttribute('aria-expanded'), 'true');
		}, 30_000);
		await page.locator('.sidebar .monaco-list-row').filter({ hasText: '.claude/rules/api.md' }).first().click();
		await lens(page, 'matches 1 file · show').waitFor();
		await screenshot(page, 'lens-rule');
		await lens(page, 'matches 1 file · show').locator('a').click();
		await page.locator('.quick-input-list .monaco-list-row').filter({ hasText: 'client.ts' }).waitFor();
		await screenshot(page, 'lens-rule-files');
		await page.keyboard.press('Escape');
		await page
			.locator('.sidebar .monaco-list-row')
			.filter({ hasText: /^CLAUDE\.md/ })
			.first()
			.click();
		await lens(page, /at startup · \d+ characters · 2 imports · preview/).waitFor();
		await screenshot(page, 'lens-instructions');
	});
});
