import { strict as assert } from 'node:assert';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { screenshot, session, themes } from '../../tools/rig/session.mjs';
import { soon } from '../../tools/rig/soon.mjs';
import {
	activeTab,
	clickUntil,
	hoverText,
	hoverUntil,
	openContainer,
	openFile,
	problems,
	quickPickRow,
	runCommand,
	setExpanded,
	tooltip,
	until,
} from '../../tools/rig/workbench.mjs';

const viewport = { width: 1280, height: 900 };

function write(path, text) {
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, text);
}

/** A workspace in which everything that this file looks at occurs. */
async function furnished(theme) {
	const opened = await session({
		...{ viewport, fixture: 'tree', home: 'home-ann' },
		settings: { 'workbench.colorTheme': theme, 'explorer.compactFolders': false },
	});
	const { home, folder } = opened;
	const memory = join(home, '.claude/projects', folder.replace(/[^A-Za-z0-9]/g, '-'), 'memory');
	write(join(memory, 'build.md'), '---\nname: building\ndescription: How to build\ntype: project\n---\nMake.\n');
	write(join(memory, 'MEMORY.md'), `- [Build](build.md)\n- [Gone](gone.md)\n${'- line of memory\n'.repeat(260)}`);
	// Keys that are pressed before the workbench is there are lost.
	await explorerRow(opened.page, 'CLAUDE.local.md').waitFor();
	write(join(folder, '.claude/rules/wide.md'), '---\npaths:\n  - "*.ts"\n  - ./lib/**\n---\nWide.\n');
	return opened;
}

/** The commands are in the palette once the extension is there, and an open palette does not look again. */
const untilActive = (page) => page.locator('.statusbar-item').filter({ hasText: '2 rules' }).waitFor();

const explorerRow = (page, name) =>
	page
		.locator('.explorer-folders-view .monaco-list-row')
		.filter({ has: page.getByText(name, { exact: true }) })
		.first();

/** What the Explorer shows of some files: loaded, on demand, not loaded, and the number of files that one attaches. */
const badges = { 'CLAUDE.local.md': '●', 'api.md': '○', 'excluded.md': '⊘', 'client.ts': '2' };

/** The badge as it is drawn: text of a pseudo element. */
const badgeOf = (page, name) =>
	explorerRow(page, name)
		.locator('.monaco-icon-label')
		.first()
		.evaluate((label) => getComputedStyle(label, '::after').content.replaceAll('"', ''));

async function expand(page, ...names) {
	for (const name of names) await setExpanded(explorerRow(page, name));
}

describe('badges, hovers, problems and preview of the packaged extension', () => {
	for (const [name, theme] of themes) {
		it(`Should show badges in the Explorer and a hover in a ${name} theme`, async () => {
			const { page } = await furnished(theme);
			await expand(page, '.claude', 'rules', 'skills', 'quiet', 'docs', 'packages', 'web', 'src');
			await openFile(page, 'client.ts');
			for (const [file, badge] of Object.entries(badges)) {
				await soon(async () => assert.equal(await badgeOf(page, file), badge, file));
			}
			await hoverText(page, 'export', /attaches 2 files/);
			await screenshot(page, `badges-hover-${name}`);
			await hoverUntil(page, explorerRow(page, 'client.ts'), tooltip(page, 'Claude Code attaches 2 files'));
			await screenshot(page, `badges-tooltip-${name}`);
		});

		it(`Should show problems and the hover of a pattern in a ${name} theme`, async () => {
			const { page } = await furnished(theme);
			await openFile(page, 'client.ts');
			await openFile(page, 'wide.md');
			const rows = await soon(async () => {
				const found = await problems(page);
				assert.ok(
					found.some((row) => row.includes('docs/missing.md')),
					found.join('\n'),
				);
				assert.ok(found.some((row) => row.includes('gone.md')));
				return found;
			});
			assert.ok(rows.length > 4);
			await page.keyboard.press('Escape');
			await hoverText(page, '*.ts', /matches 2 of \d+ files/);
			await screenshot(page, `problems-hover-${name}`);
		});

		it(`Should preview a request in a ${name} theme`, async () => {
			const { page } = await furnished(theme);
			await openContainer(page, 'Context');
			await openFile(page, 'client.ts');
			const preview = () => runCommand(page, 'Context Inspector: Preview Request Context');
			await until(quickPickRow(page, 'After Reading Files'), preview);
			await screenshot(page, `preview-stages-${name}`);
			await clickUntil(quickPickRow(page, 'After Reading Files'), quickPickRow(page, 'client.ts'));
			const list = page.locator('.quick-input-list .monaco-list-row');
			await soon(async () => assert.ok((await list.count()) > 5));
			await screenshot(page, `preview-files-${name}`);
			await page.keyboard.press('Enter');
			await page.locator('.tab.active').filter({ hasText: 'After Reading client.ts' }).waitFor();
			await page.locator('.view-line').filter({ hasText: 'Request Context: After Reading' }).waitFor();
			await screenshot(page, `preview-${name}`);
		});
	}

	it('Should open a rule by the link in the hover', async () => {
		const { page } = await furnished('Dark Modern');
		await openFile(page, 'client.ts');
		await hoverText(page, 'export', /api\.md/);
		const link = page.locator('.monaco-hover a').filter({ hasText: '.claude/rules/api.md' }).first();
		await until(activeTab(page, 'api.md'), async () => {
			if (!(await link.isVisible())) await hoverText(page, 'export', /api\.md/);
			await link.click({ timeout: 5_000 });
		});
	});

	it('Should compare two stages in a diff, chosen step by step', async () => {
		const { page } = await furnished('Dark Modern');
		await openFile(page, 'client.ts');
		await untilActive(page);
		const compare = () => runCommand(page, 'Context Inspector: Compare Two Previews');
		const second = page.locator('.quick-input-title').filter({ hasText: '2 of 2' });
		await until(quickPickRow(page, 'Session Start'), compare);
		await clickUntil(quickPickRow(page, 'Session Start'), second);
		await clickUntil(quickPickRow(page, 'A Sub-agent'), quickPickRow(page, 'Explore'));
		await clickUntil(quickPickRow(page, 'Explore'), activeTab(page, 'Session Start ↔ Sub-agent Explore'));
		await page.locator('.monaco-diff-editor .line-delete, .monaco-diff-editor .char-delete').first().waitFor();
		await screenshot(page, 'preview-compare');
	});

	it('Should mark where MEMORY.md is cut', async () => {
		const { page } = await furnished('Dark Modern');
		await openFile(page, 'client.ts');
		await untilActive(page);
		await runCommand(page, 'Context Inspector: Preview Request Context');
		await clickUntil(quickPickRow(page, 'Session Start'), activeTab(page, 'Session Start'));
		await page.keyboard.press('Control+End');
		for (let i = 0; i < 28; i++) await page.keyboard.press('ArrowUp');
		await page.locator('.view-line').filter({ hasText: 'Cut here' }).waitFor();
		await screenshot(page, 'preview-cut');
	});
});
