// Moves that proved robust in the workbench: roles and aria-labels first, then class names that have been stable for
// years. A key that is pressed before the workbench listens, a click that meets a refresh, and a hover over a row that is
// drawn again are lost, so each move is made again until what it should bring is there, as a person would.
import { strict as assert } from 'node:assert';
import { soon } from './soon.mjs';

/** Makes a move until the locator that it should bring is visible. A move has a few seconds, all of them a minute. */
export async function until(seen, move) {
	let moved = false;
	await soon(async () => {
		// A slow machine may have shown it meanwhile.
		if (!moved || !(await seen.isVisible())) await move();
		moved = true;
		await seen.waitFor({ timeout: 5_000 });
	}, 60_000);
}

/** Clicks until the locator that the click should bring is visible. */
export const clickUntil = (target, seen) => until(seen, () => target.click({ timeout: 5_000 }));

/** Rests the mouse on the target until the locator that this should bring is visible, and has faded in. */
export async function hoverUntil(page, target, seen) {
	await until(seen, async () => {
		await page.mouse.move(700, 700);
		await target.hover({ force: true, timeout: 5_000 });
	});
	await page.waitForTimeout(400);
}

/** The tab of the editor in front. */
export const activeTab = (page, name) => page.locator('.tab.active').filter({ hasText: name }).first();

/** The tooltip of a row, of a button or of the status bar. */
export const tooltip = (page, text) =>
	page.locator('.workbench-hover, .monaco-hover').filter({ hasText: text }).first();

/** A row of the tree views in the open side bar; a RegExp is held against all that it shows. */
export const treeRow = (page, text) => page.locator('.sidebar .monaco-list-row').filter({ hasText: text }).first();

/** A row of an open quick pick. */
export const quickPickRow = (page, text) =>
	page.locator('.quick-input-list .monaco-list-row').filter({ hasText: text }).first();

/** Waits until the extension's container is in the activity bar, then opens it. A badge is part of its label. */
export async function openContainer(page, title) {
	const tab = page.locator('.activitybar').getByRole('tab', { name: new RegExp(`^${title}`) });
	await tab.waitFor();
	await soon(async () => {
		if ((await tab.getAttribute('aria-expanded')) !== 'true') await tab.click({ timeout: 5_000 });
		await soon(async () => assert.equal(await tab.getAttribute('aria-expanded'), 'true'), 5_000);
	}, 60_000);
	return tab;
}

/** Expands or collapses a row of a tree. */
export async function setExpanded(row, expanded = true) {
	const isDone = async () =>
		assert.equal(await row.getAttribute('aria-expanded', { timeout: 5_000 }), String(expanded));
	await soon(async () => {
		// Rows come late; a second click while the first is on its way would undo it.
		await soon(isDone, 0).catch(() => row.locator('.monaco-tl-twistie').click({ timeout: 2_000 }));
		await soon(isDone, 4_000);
	}, 60_000);
}

/** Rows of the tree view in the open side bar: [{ label, description, badge, aria }]. */
export function treeRows(page) {
	return page.locator('.sidebar .customview-tree .monaco-list-row').evaluateAll((rows) =>
		rows.map((r) => ({
			label: r.querySelector('.label-name')?.textContent ?? '',
			description: r.querySelector('.label-description')?.textContent ?? '',
			badge: getComputedStyle(r.querySelector('.monaco-icon-label') ?? r, '::after').content.replaceAll('"', ''),
			aria: r.getAttribute('aria-label') ?? '',
			level: Number(r.getAttribute('aria-level')),
			expanded: r.getAttribute('aria-expanded'),
		})),
	);
}

/** Opens the palette or Quick Open with these words, and resolves once the row with the text has the focus. */
async function quickInput(page, words, text) {
	const input = page.locator('.quick-input-widget input.input');
	await until(page.locator('.quick-input-widget .monaco-list-row.focused').filter({ hasText: text }), async () => {
		// An open palette does not learn of commands that come later.
		if (await input.isVisible()) await page.keyboard.press('Escape');
		await page.keyboard.press('F1'); // works in every browser; Ctrl+Shift+P may be the browser's own
		await input.waitFor({ timeout: 5_000 });
		await input.fill(words);
	});
}

/** Runs a command by its full palette title. */
export async function runCommand(page, title) {
	await quickInput(page, `>${title}`, title);
	await page.keyboard.press('Enter');
}

/** Opens a file of the workspace by name through Quick Open, and waits for its editor. */
export async function openFile(page, name) {
	await until(activeTab(page, name), async () => {
		await quickInput(page, name, name); // no '>': Quick Open instead of the palette
		await page.keyboard.press('Enter');
	});
	await page.locator('.editor-instance .monaco-editor .view-lines').first().waitFor();
}

/** Rests the mouse on a text of the editor until the hover says something; answers of several providers come one by one. */
export async function hoverText(page, text, pattern) {
	const span = page.locator('.editor-group-container.active .view-line span span').filter({ hasText: text }).first();
	const hover = page.locator('.monaco-resizable-hover .hover-contents, .monaco-editor .monaco-hover .hover-contents');
	await span.waitFor();
	await soon(async () => {
		await page.mouse.move(5, 5);
		const box = await span.boundingBox();
		await page.mouse.move(box.x + 8, box.y + box.height / 2, { steps: 4 });
		await soon(async () => assert.match((await hover.allInnerTexts()).join('\n'), pattern), 4_000);
	}, 60_000);
}

/** The findings in the Problems panel, as their rows are read out. */
export async function problems(page) {
	const rows = page.locator('.markers-panel .monaco-list-row');
	await until(rows.first(), () => runCommand(page, 'Problems: Focus on Problems View'));
	return rows.evaluateAll((all) => all.map((r) => r.getAttribute('aria-label') ?? ''));
}
