import { strict as assert } from 'node:assert';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { screenshot, session, themes } from '../../tools/rig/session.mjs';
import { soon } from '../../tools/rig/soon.mjs';
import {
	activeTab,
	clickUntil,
	hoverUntil,
	openContainer,
	openFile,
	quickPickRow,
	setExpanded,
	tooltip,
	treeRow,
	treeRows,
	until,
} from '../../tools/rig/workbench.mjs';

const viewport = { width: 1280, height: 1300 };

const labels = async (page) => (await treeRows(page)).map((each) => each.label);

async function untilRow(page, label, shown = true) {
	await soon(async () => assert.equal((await labels(page)).includes(label), shown, (await labels(page)).join()));
}

describe('the Context view of the packaged extension', () => {
	for (const [name, theme] of themes) {
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
			await setExpanded(treeRow(page, /^Skills/));
			// VS Code 1.100 may fold the group again when the search ends while it unfolds.
			await until(treeRow(page, 'packages/web/CLAUDE.md'), () => setExpanded(treeRow(page, /^Nested/)));
			await hoverUntil(page, treeRow(page, 'MEMORY.md'), tooltip(page, 'limit 200'));
			await screenshot(page, `context-${name}`);
		});
	}

	it('Should keep what is collapsed and selected when the model changes', async () => {
		const { page, folder } = await session({ viewport, fixture: 'tree', home: 'home-ann' });
		await openContainer(page, 'Context');
		await untilRow(page, 'CLAUDE.local.md');
		await setExpanded(treeRow(page, 'User'), false);
		const selected = page.locator('.sidebar .monaco-list-row.selected .label-name').first();
		await untilRow(page, '~/.claude/CLAUDE.md', false);
		await clickUntil(treeRow(page, 'Skills').locator('.label-name'), selected.filter({ hasText: 'Skills' }));
		writeFileSync(join(folder, '.claude/rules/fresh.md'), 'Fresh.\n');
		await untilRow(page, '.claude/rules/fresh.md');
		assert.equal((await labels(page)).includes('~/.claude/CLAUDE.md'), false);
		assert.equal(await selected.textContent(), 'Skills');
	});

	it('Should open a file at the line that matters, by a click', async () => {
		const { page } = await session({ viewport, fixture: 'tree' });
		await openContainer(page, 'Context');
		await untilRow(page, 'Not Loaded');
		await setExpanded(treeRow(page, 'Not Loaded'));
		await clickUntil(treeRow(page, 'docs/missing.md').locator('.label-name'), activeTab(page, 'CLAUDE.md'));
		await page.locator('.statusbar-item').filter({ hasText: 'selected' }).waitFor();
	});

	it('Should help where there is nothing', async () => {
		const { page } = await session({ fixture: 'empty' });
		await openContainer(page, 'Context');
		const button = page.locator('.sidebar .monaco-button').filter({ hasText: 'Create CLAUDE.md' });
		await button.waitFor();
		await screenshot(page, 'context-empty');
		await clickUntil(button, activeTab(page, 'CLAUDE.md'));
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
		const item = page.locator('.statusbar-item').filter({ hasText: 'tree' });
		await clickUntil(item, quickPickRow(page, 'Choose Launch Directory'));
		await screenshot(page, 'context-menu');
	});
});
