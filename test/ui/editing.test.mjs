import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { screenshot, session, themes } from '../../tools/rig/session.mjs';
import {
	activeTab,
	clickUntil,
	openContainer,
	quickPickRow,
	setExpanded,
	treeRow,
} from '../../tools/rig/workbench.mjs';

const viewport = { width: 1280, height: 1500 };

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
			await clickUntil(treeRow(page, 'MEMORY.md'), activeTab(page, 'MEMORY.md'));
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
		await setExpanded(treeRow(page, 'Path Rules'));
		await clickUntil(treeRow(page, '.claude/rules/api.md'), lens(page, 'matches 1 file · show'));
		await screenshot(page, 'lens-rule');
		await clickUntil(lens(page, 'matches 1 file · show').locator('a'), quickPickRow(page, 'client.ts'));
		await screenshot(page, 'lens-rule-files');
		await page.keyboard.press('Escape');
		await clickUntil(treeRow(page, /^CLAUDE\.md/), activeTab(page, 'CLAUDE.md'));
		await lens(page, /at startup · \d+ characters · 2 imports · preview/).waitFor();
		await screenshot(page, 'lens-instructions');
	});
});
