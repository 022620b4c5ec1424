// Moves that proved robust in the workbench: roles and aria-labels first, then class names that have been stable for years.

/** Waits until the extension's container is in the activity bar, then opens it. A badge is part of its label. */
export async function openContainer(page, title) {
	const tab = page.locator('.activitybar').getByRole('tab', { name: new RegExp(`^${title}`) });
	await tab.waitFor();
	if ((await tab.getAttribute('aria-expanded')) !== 'true') await tab.click();
	return tab;
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

/** Runs a command by its full palette title. F1 works in every browser; Ctrl+Shift+P may be the browser's own. */
export async function runCommand(page, title) {
	await page.keyboard.press('F1');
	const input = page.locator('.quick-input-widget input.input');
	await input.waitFor();
	await input.fill(`>${title}`);
	const row = page.locator('.quick-input-widget .monaco-list-row').filter({ hasText: title }).first();
	await row.waitFor();
	await page.locator('.quick-input-widget .monaco-list-row.focused').filter({ hasText: title }).waitFor();
	await page.keyboard.press('Enter');
}

/** Opens a file of the workspace by name through Quick Open, and waits for its editor. */
export async function openFile(page, name) {
	await page.keyboard.press('F1');
	const input = page.locator('.quick-input-widget input.input');
	await input.waitFor();
	await input.fill(name); // no '>': Quick Open instead of the palette
	await page.locator('.quick-input-widget .monaco-list-row.focused').filter({ hasText: name }).waitFor();
	await page.keyboard.press('Enter');
	await page.locator('.tab.active').filter({ hasText: name }).waitFor();
	await page.locator('.editor-instance .monaco-editor .view-lines').first().waitFor();
}

/** Moves the mouse over the first place where the text stands in the active editor; returns the hover's text. */
export async function hoverText(page, text) {
	const span = page.locator('.editor-group-container.active .view-line span span').filter({ hasText: text }).first();
	const hover = page.locator(
		'.monaco-editor .monaco-hover:not(.hidden) .hover-contents, .monaco-resizable-hover .hover-contents',
	);
	for (let i = 0; ; i++) {
		await page.mouse.move(5, 5);
		const box = await span.boundingBox();
		await page.mouse.move(box.x + 8, box.y + box.height / 2, { steps: 4 });
		try {
			await hover.first().waitFor({ timeout: 5000 });
			break;
		} catch (e) {
			if (i >= 3) throw e;
		}
	}
	return (await hover.allInnerTexts()).join('\n');
}

export async function problems(page) {
	await runCommand(page, 'Problems: Focus on Problems View');
	const rows = page.locator('.markers-panel .monaco-list-row');
	await rows.first().waitFor();
	return rows.evaluateAll((all) => all.map((r) => r.getAttribute('aria-label') ?? ''));
}

/** Texts of visible toasts (none appear under --enable-smoke-test-driver). */
export const toast = (page, text) =>
	page.locator('.notifications-toasts .notification-list-item').filter({ hasText: text });
