import { strict as assert } from 'node:assert';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { screenshot, session, themes } from '../../tools/rig/session.mjs';
import { soon } from '../../tools/rig/soon.mjs';
import {
	activeTab,
	hoverUntil,
	openContainer,
	quickPickRow,
	runCommand,
	tooltip,
	treeRow,
	treeRows,
	until,
} from '../../tools/rig/workbench.mjs';

const viewport = { width: 1280, height: 900 };

/** A line of a transcript as the client 2.1.332 writes it. */
const line = (folder, minute, data) =>
	`${JSON.stringify({
		...{ cwd: folder, sessionId: 's', version: '2.1.332', gitBranch: 'main', isSidechain: false },
		...{ timestamp: new Date(2026, 10, 30, 10, minute).toISOString(), ...data },
	})}\n`;

const call = (folder, minute, id, path) => {
	const content = [{ type: 'tool_use', id, name: 'Read', input: { file_path: path } }];
	const message = { id: `m-${id}`, role: 'assistant', model: 'claude-opus-4-6', content };
	return line(folder, minute, { type: 'assistant', message });
};

const nested = (folder, minute, path, content, more) => {
	const file = { path, type: 'Project', content, contentDiffersFromDisk: false, ...more };
	return line(folder, minute, { type: 'attachment', attachment: { type: 'nested_memory', path, content: file } });
};

async function withSession(theme) {
	const opened = await session({
		...{ viewport, fixture: 'tree', home: 'home-ann' },
		settings: { 'workbench.colorTheme': theme },
	});
	const { home, folder, page } = opened;
	const transcript = join(home, '.claude/projects', folder.replace(/[^A-Za-z0-9]/g, '-'), '3f2c9a10-session.jsonl');
	const files = [
		{ path: join(home, '.claude/CLAUDE.md'), type: 'User', content: 'I am Ann.' },
		{ path: join(folder, 'CLAUDE.md'), type: 'Project', content: '# Shop\n\nFollow @docs/style.md.\nUse spaces.' },
		{ path: join(folder, '.claude/rules/always.md'), type: 'Project', content: 'Always say hello.' },
		{ path: join(folder, '.claude/rules/gone.md'), type: 'Project', content: 'Deleted since.' },
		{ path: join(folder, '.claude/rules/excluded.md'), type: 'Project', content: 'Kept out.' },
	];
	const names = ['review'];
	const listing = { type: 'skill_listing', names, isInitial: true, content: '- review: Another description' };
	mkdirSync(dirname(transcript), { recursive: true });
	writeFileSync(
		transcript,
		[
			line(folder, 42, { type: 'attachment', attachment: { type: 'instructions', files } }),
			line(folder, 42, { type: 'attachment', attachment: listing }),
			call(folder, 44, 'a', join(folder, 'src/api/client.ts')),
		].join(''),
	);
	await openContainer(page, 'Context');
	await runCommand(page, 'Context: Focus on Session View');
	// The Session view gets the room of the others.
	await page.locator('.sidebar .pane-header').filter({ hasText: 'Context' }).first().click();
	return { ...opened, transcript };
}

describe('the Session view of the packaged extension', () => {
	for (const [name, theme] of themes) {
		it(`Should show what a session has against the disk in a ${name} theme`, async () => {
			const { page, folder, transcript } = await withSession(theme);
			await soon(async () => {
				const labels = (await treeRows(page)).map(({ label }) => label);
				for (const label of ['Changed Since', 'Predicted, Never Loaded', 'Loaded, Not Predicted', 'Same'])
					assert.ok(labels.includes(label), labels.join());
			});
			await screenshot(page, `session-${name}`);
			await hoverUntil(page, treeRow(page, 'gone.md'), tooltip(page, 'The file is gone'));
			await screenshot(page, `session-tooltip-${name}`);
			const rule = join(folder, '.claude/rules/api.md');
			appendFileSync(transcript, nested(folder, 45, rule, 'Rules for the API.\n', { globs: ['src/api/**'] }));
			await soon(async () => {
				const rows = await treeRows(page);
				assert.ok(!rows.some(({ label, aria }) => label === '.claude/rules/api.md' && /Never Loaded/.test(aria)));
			});
		});
	}

	it('Should show the old text beside the disk from the row’s own button', async () => {
		const { page } = await withSession('Dark Modern');
		const changed = treeRow(page, /CLAUDE\.md.*→/);
		const button = changed.getByRole('button', { name: 'Show What the Session Has' });
		await until(activeTab(page, 'session'), async () => {
			await changed.hover({ timeout: 5_000 });
			await button.click({ timeout: 5_000 });
		});
		await page.locator('.monaco-diff-editor .line-delete, .monaco-diff-editor .char-delete').first().waitFor();
		await screenshot(page, 'session-diff');
	});

	it('Should offer sessions with time, branch, client version and files', async () => {
		const { page } = await withSession('Dark Modern');
		await runCommand(page, 'Context Inspector: Choose Session');
		await quickPickRow(page, 'main · 2.1.332').filter({ hasText: '5 files' }).waitFor();
		await screenshot(page, 'session-pick');
		await page.keyboard.press('Escape');
		await runCommand(page, 'Context Inspector: Show Session Figures');
		await page.locator('.view-line').filter({ hasText: 'Sessions of tree' }).waitFor();
		await screenshot(page, 'session-figures');
	});
});
