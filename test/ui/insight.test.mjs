import { strict as assert } from 'node:assert';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { screenshot, session, soon } from '../../tools/rig/session.mjs';
import { openContainer, openFile, problems, runCommand } from '../../tools/rig/workbench.mjs';

const viewport = { width: 1280, height: 900 };
const themes = [
	['dark', 'Dark Modern'],
	['light', 'Light Modern'],
	['high-contrast', 'Default High Contrast'],
];

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

/** The badge as it is drawn: text of a pseudo element. */
const badgeOf = (page, name) =>
	explorerRow(page, name)
		.locator('.monaco-icon-label')
		.first()
		.evaluate((label) => getComputedStyle(label, '::after').content.replaceAll('"', ''));

/** Rests the mouse on a text of the editor until the hover says something; answers of several providers come one by one. */
async function hoverUntil(page, text, pattern) {
	const span = page.locator('.editor-group-container.active .view-line span span').filter({ hasText: text }).first();
	const hover = page.locator('.monaco-resizable-hover .hover-contents, .monaco-editor .monaco-hover .hover-contents');
	await span.waitFor();
	await soon(async () => {
		await page.mouse.move(5, 5);
		const box = await span.boundingBox();
		await page.mouse.move(box.x + 8, box.y + box.height / 2, { steps: 4 });
		await soon(async () => assert.match((await hover.allInnerTexts()).join('\n'), pattern), 4_000);
	}, 40_000);
}

async function expand(page, ...names) {
	for (const name of names) {
		const row = explorerRow(page, name);
		await row.waitFor();
		if ((await row.getAttribute('aria-expanded')) === 'false') await row.click();
	}
}

describe('badges, hovers, problems and preview of the packaged extension', () => {
	for (const [name, theme] of themes) {
		it(`Should show badges in the Explorer and a hover in a ${name} theme`, async () => {
			const { page } = await furnished(theme);
			await expand(page, '.claude', 'rules', 'skills', 'quiet', 'docs', 'packages', 'web', 'src');
			await soon(async () => assert.equal(await badgeOf(page, 'CLAUDE.local.md'), '●'));
			assert.equal(await badgeOf(page, 'api.md'), '○');
			assert.equal(await badgeOf(page, 'excluded.md'), '⊘');
			await openFile(page, 'client.ts');
			assert.equal(await badgeOf(page, 'client.ts'), '2');
			await hoverUntil(page, 'export', /attaches 2 files/);
			await screenshot(page, `badges-hover-${name}`);
			await explorerRow(page, 'client.ts').hover();
			await page.locator('.workbench-hover').filter({ hasText: 'Claude Code attaches 2 files' }).waitFor();
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
			await hoverUntil(page, '*.ts', /matches 2 of \d+ files/);
			await screenshot(page, `problems-hover-${name}`);
		});

		it(`Should preview a request in a ${name} theme`, async () => {
			const { page } = await furnished(theme);
			await openContainer(page, 'Context');
			await openFile(page, 'client.ts');
			await runCommand(page, 'Context Inspector: Preview Request Context');
			const list = page.locator('.quick-input-list .monaco-list-row');
			await list.filter({ hasText: 'After Reading Files' }).waitFor();
			await screenshot(page, `preview-stages-${name}`);
			await list.filter({ hasText: 'After Reading Files' }).click();
			await list.filter({ hasText: 'client.ts' }).first().waitFor();
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
		await hoverUntil(page, 'export', /api\.md/);
		await page.locator('.monaco-hover a').filter({ hasText: '.claude/rules/api.md' }).first().click();
		await page.locator('.tab.active').filter({ hasText: 'api.md' }).waitFor();
	});

	it('Should compare two stages in a diff, chosen step by step', async () => {
		const { page } = await furnished('Dark Modern');
		await openFile(page, 'client.ts');
		await untilActive(page);
		await runCommand(page, 'Context Inspector: Compare Two Previews');
		const list = page.locator('.quick-input-list .monaco-list-row');
		await list.filter({ hasText: 'Session Start' }).click();
		await page.locator('.quick-input-title').filter({ hasText: '2 of 2' }).waitFor();
		await list.filter({ hasText: 'A Sub-agent' }).click();
		await list.filter({ hasText: 'Explore' }).click();
		await page.locator('.tab.active').filter({ hasText: 'Session Start ↔ Sub-agent Explore' }).waitFor();
		await page.locator('.monaco-diff-editor .line-delete, .monaco-diff-editor .char-delete').first().waitFor();
		await screenshot(page, 'preview-compare');
	});

	it('Should mark where MEMORY.md is cut', async () => {
		const { page } = await furnished('Dark Modern');
		await openFile(page, 'client.ts');
		await untilActive(page);
		await runCommand(page, 'Context Inspector: Preview Request Context');
		await page.locator('.quick-input-list .monaco-list-row').filter({ hasText: 'Session Start' }).click();
		await page.locator('.tab.active').filter({ hasText: 'Session Start' }).waitFor();
		await page.keyboard.press('Control+End');
		for (let i = 0; i < 28; i++) await page.keyboard.press('ArrowUp');
		await page.locator('.view-line').filter({ hasText: 'Cut here' }).waitFor();
		await screenshot(page, 'preview-cut');
	});
});
