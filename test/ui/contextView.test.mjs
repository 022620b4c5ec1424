import { strict as assert } from 'node:assert';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { screenshot, session, soon } from '../../tools/rig/session.mjs';
import { openContainer, openFile, treeRows } from '../../tools/rig/workbench.mjs';

const viewport = { width: 1280, height: 1300 };

const row = (page, label) => page.locator('.sidebar .monaco-list-row').filter({ hasText: label }).first();
const labels = async (page) => (await treeRows(page)).map((each) => each.label);

async function untilRow(page, label, shown = true) {
	await soon(async () => assert.equal((await labels(page)).includes(label), shown, (await labels(page)).join()));
}

/** Expands or collapses a group; a click that meets a refresh is lost, so it is made again. */
async function setExpanded(page, label, expanded = true) {
	await soon(async () => {
		const group = row(page, label);
		if ((await group.getAttribute('aria-expanded', { timeout: 5_000 })) !== String(expanded)) {
			await group.locator('.monaco-tl-twistie').click({ timeout: 2_000 });
		}
		assert.equal(await group.getAttribute('aria-expanded'), String(expanded));
	}, 30_000);
}

/** Rests the mouse on a row until its tooltip says something. */
async function hoverRow(page, label, text) {
	const tooltip = page.locator('.workbench-hover, .monaco-hover').filter({ hasText: text }).first();
	await soon(async () => {
		await page.mouse.move(700, 700);
		await row(page, label).hover({ force: true, timeout: 5_000 });
		await tooltip.waitFor({ timeout: 3_000 });
	}, 30_000);
	await page.waitForTimeout(400); // it fades in
}

describe('the Context view of the packaged extension', () => {
	for (const [name, theme] of [
		['dark', 'Dark Modern'],
		['light', 'Light Modern'],
		['high-contrast', 'Default High Contrast'],
	]) {
		it(`Should show states, costs and reasons in a ${name} theme`, async () => {
			const { page, home, folder } = await session({
				...{ viewport, fixture: 'tree', home: 'home-ann' },
				settings: { 'workbench.colorTheme': theme },
			});
			const memory = join(home, '.claude/projects', folder.replace(/[^A-Za-z0-9]/g, '-'), 'memory');
			mkdirSync(memory, { recursive: true });
			writeFileSync(join(memory, 'MEMORY.md'), '- line of memory\n'.repeat(260));
			await openContainer(page, 'Context');
			await untilRow(page, 'MEMORY.md');
			await openFile(page, 'client.ts');
			await page.locator('.statusbar-item').filter({ hasText: '1 rule' }).waitFor();
			for (const group of ['Nested', 'Skills']) await setExpanded(page, group);
			await untilRow(page, 'packages/web/CLAUDE.md');
			await hoverRow(page, 'MEMORY.md', 'limit 200');
			await screenshot(page, `context-${name}`);
		});
	}

	it('Should keep what is collapsed and selected when the model changes', async () => {
		const { page, folder } = await session({ viewport, fixture: 'tree', home: 'home-ann' });
		await openContainer(page, 'Context');
		await untilRow(page, 'CLAUDE.local.md');
		await setExpanded(page, 'User', false);
		await untilRow(page, '~/.claude/CLAUDE.md', false);
		await row(page, 'Skills').locator('.label-name').click();
		writeFileSync(join(folder, '.claude/rules/fresh.md'), 'Fresh.\n');
		await untilRow(page, '.claude/rules/fresh.md');
		assert.equal((await labels(page)).includes('~/.claude/CLAUDE.md'), false);
		const selected = page.locator('.sidebar .monaco-list-row.selected .label-name');
		assert.equal(await selected.first().textContent(), 'Skills');
	});

	it('Should open a file at the line that matters, by a click', async () => {
		const { page } = await session({ viewport, fixture: 'tree' });
		await openContainer(page, 'Context');
		await untilRow(page, 'Not Loaded');
		await setExpanded(page, 'Not Loaded');
		await row(page, 'docs/missing.md').locator('.label-name').click();
		await page.locator('.tab.active').filter({ hasText: 'CLAUDE.md' }).waitFor();
		await page.locator('.statusbar-item').filter({ hasText: 'selected' }).waitFor();
	});

	it('Should help where there is nothing', async () => {
		const { page } = await session({ fixture: 'empty' });
		await openContainer(page, 'Context');
		const button = page.locator('.sidebar .monaco-button').filter({ hasText: 'Create CLAUDE.md' });
		await button.waitFor();
		await screenshot(page, 'context-empty');
		await button.click();
		await page.locator('.tab.active').filter({ hasText: 'CLAUDE.md' }).waitFor();
	});

	it('Should say what Restricted Mode means', async () => {
		const { page } = await session({ fixture: 'tree', trust: 'on' });
		await openContainer(page, 'Context');
		await untilRow(page, 'Startup');
		await page.locator('.sidebar').getByText('Restricted Mode').first().waitFor();
		await screenshot(page, 'context-restricted');
	});

	it('Should offer its commands from the status bar', async () => {
		const { page } = await session({ fixture: 'tree' });
		await page.locator('.statusbar-item').filter({ hasText: 'tree' }).click();
		await page.locator('.quick-input-list .monaco-list-row').filter({ hasText: 'Choose Launch Directory' }).waitFor();
		await screenshot(page, 'context-menu');
	});
});
