import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { screenshot, session, themes } from '../../tools/rig/session.mjs';
import { soon } from '../../tools/rig/soon.mjs';
import { activeTab, clickUntil, openContainer, runCommand } from '../../tools/rig/workbench.mjs';

const viewport = { width: 1280, height: 1500 };
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const write = (path, text) => {
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, text);
};
const git = (folder, ...args) =>
	execFileSync('git', ['-C', folder, '-c', 'user.name=Ann', '-c', 'user.email=ann@example.invalid', ...args]);
const prose = (length) =>
	'Say what a change is for before what it does. '.repeat(Math.ceil(length / 46)).slice(0, length);

/** A project as people have it: rules, skills, a large file, a memory that is cut, and changes that are not committed. */
function furnish({ home, folder }) {
	write(join(folder, 'CLAUDE.md'), `# Shop\n\n${prose(3_100)}\n\nFollow @docs/style.md and @docs/missing.md too.\n`);
	write(join(folder, '.claude/rules/testing.md'), prose(1_900));
	write(join(folder, '.claude/rules/security.md'), prose(2_400));
	write(join(folder, '.claude/rules/architecture.md'), prose(38_500));
	write(join(folder, 'CLAUDE.local.md'), prose(900));
	write(join(home, '.claude/CLAUDE.md'), prose(1_700));
	for (let i = 1; i <= 12; i++) {
		const head = `---\nname: skill-${i}\ndescription: ${prose(i < 3 ? 200 : 1_200)}\n---\n`;
		write(join(folder, `.claude/skills/skill-${i}/SKILL.md`), `${head}Body.\n`);
	}
	const memory = join(home, '.claude/projects', folder.replace(/[^A-Za-z0-9]/g, '-'), 'memory/MEMORY.md');
	write(memory, '- [A topic](topic.md): one line of what it holds\n'.repeat(260));
	git(folder, 'add', '--all');
	git(folder, 'commit', '--quiet', '--message', 'A shop');
	write(join(folder, '.claude/rules/accessibility.md'), prose(1_640));
	write(join(folder, '.claude/rules/testing.md'), prose(700));
}

/** The page inside the view: VS Code puts it into a frame of a frame. */
async function budgetFrame(page) {
	await openContainer(page, 'Context');
	await runCommand(page, 'Context: Focus on Budget View');
	return soon(async () => {
		for (const frame of page.frames()) {
			if (
				(await frame
					.locator('main[aria-label="Context Budget"]')
					.count()
					.catch(() => 0)) > 0
			)
				return frame;
		}
		throw new Error('the page of the view is not there yet');
	}, 45_000);
}

/** Gives the view all the height that there is. */
async function enlarge(page, width = 400) {
	for (const name of ['Context', 'Active File']) {
		const header = page
			.locator('.sidebar .pane-header')
			.filter({ hasText: new RegExp(`^${name}$`) })
			.first();
		if ((await header.getAttribute('aria-expanded')) === 'true') await header.click();
	}
	const sash = await page.locator('.sidebar').boundingBox();
	await page.mouse.move(sash.x + sash.width, 400);
	await page.mouse.down();
	await page.mouse.move(sash.x + width, 400, { steps: 5 });
	await page.mouse.up();
}

/** Findings of axe-core that hinder people, run inside of the page, which lets the side bar's ground show through. */
async function seriousFindings(page, frame) {
	const ground = await page.locator('.part.sidebar').evaluate((part) => getComputedStyle(part).backgroundColor);
	await frame.evaluate((color) => {
		document.documentElement.style.backgroundColor = color;
	}, ground);
	await frame.evaluate(axe);
	const results = await frame.evaluate(() =>
		globalThis.axe.run(document, { resultTypes: ['violations', 'incomplete'] }),
	);
	assert.ok(results.passes.length > 10, 'axe-core did not run');
	return results.violations
		.filter(({ impact }) => impact === 'serious' || impact === 'critical')
		.map(
			({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`,
		);
}

describe('the Budget view of the packaged extension', () => {
	for (const [name, theme] of [...themes, ['high-contrast-light', 'Default High Contrast Light']]) {
		it(`Should be readable and accessible in a ${name} theme`, async () => {
			const opened = await session({
				...{ viewport, fixture: 'tree', home: 'home-ann' },
				settings: { 'workbench.colorTheme': theme },
			});
			furnish(opened);
			const frame = await budgetFrame(opened.page);
			await enlarge(opened.page);
			await frame.locator('.trend .changes li').first().waitFor();
			await frame.locator('.card.over').first().waitFor();
			assert.deepEqual(await seriousFindings(opened.page, frame), []);
			await opened.page.mouse.move(900, 700);
			await opened.page.waitForTimeout(300);
			await screenshot(opened.page, `budget-${name}`);
		});
	}

	it('Should be one stop of the Tab key each, bar and legend, and move with the arrow keys', async () => {
		const opened = await session({ viewport, fixture: 'tree', home: 'home-ann' });
		furnish(opened);
		const frame = await budgetFrame(opened.page);
		await frame.locator('.trend .changes li').first().waitFor();
		const focused = () =>
			frame.evaluate(() => {
				const { activeElement } = document;
				const part = activeElement?.closest('.bar, .legend')?.classList[0];
				return `${part}: ${activeElement?.getAttribute('data-key')}`;
			});
		const user = join(opened.home, '.claude');
		await frame.locator('.bar .segment').first().focus();
		assert.equal(await focused(), `bar: user/${user}/CLAUDE.md`);
		await opened.page.keyboard.press('ArrowRight');
		assert.equal(await focused(), `bar: user/${user}/rules/user.md`);
		await opened.page.keyboard.press('End');
		assert.match(await focused(), /^bar: agents\//);
		await opened.page.keyboard.press('Tab');
		assert.equal(await focused(), `legend: user/${user}/CLAUDE.md`);
		await opened.page.keyboard.press('ArrowDown');
		await opened.page.keyboard.press('ArrowDown');
		assert.equal(await focused(), `legend: project/${opened.folder}/CLAUDE.md`);
		assert.equal(await frame.locator('tr.is-marked').count(), 1);
		// An update while one reads takes neither the focus nor the place.
		write(join(opened.folder, 'CLAUDE.local.md'), prose(4_000));
		await frame
			.locator('tr', { hasText: 'CLAUDE.local.md' })
			.filter({ hasText: /1,0\d\d/ })
			.first()
			.waitFor();
		assert.equal(await focused(), `legend: project/${opened.folder}/CLAUDE.md`);
		await opened.page.keyboard.press('Enter');
		await activeTab(opened.page, 'CLAUDE.md').waitFor();
	});

	it('Should open MEMORY.md where it is cut, and keep what is unfolded while it is hidden', async () => {
		const opened = await session({ viewport, fixture: 'tree', home: 'home-ann' });
		furnish(opened);
		const frame = await budgetFrame(opened.page);
		await frame.locator('summary').click();
		await frame.locator('details .link', { hasText: 'skill-' }).first().waitFor();
		await clickUntil(
			frame.locator('.card .link', { hasText: 'Go to where it is cut' }),
			activeTab(opened.page, 'MEMORY.md'),
		);
		await opened.page.locator('.statusbar-item').filter({ hasText: 'Ln 200,' }).waitFor();
		await openContainer(opened.page, 'Explorer');
		await opened.page.locator('.explorer-folders-view').waitFor();
		const again = await budgetFrame(opened.page);
		assert.equal(
			await again
				.locator('details')
				.first()
				.evaluate((details) => details.open),
			true,
		);
	});

	it('Should fit a narrow side bar at 200 %', async () => {
		const opened = await session({ viewport, fixture: 'tree', home: 'home-ann' });
		furnish(opened);
		const frame = await budgetFrame(opened.page);
		await frame.locator('.trend .changes li').first().waitFor();
		// At 200 % a window has half as many of CSS's pixels; the side bar goes down to 170 of them.
		await opened.page.setViewportSize({ width: 640, height: 750 });
		await enlarge(opened.page, 170);
		await soon(async () => assert.ok((await frame.evaluate(() => innerWidth)) < 180));
		const tooWide = await frame.evaluate(() =>
			[...document.querySelectorAll('main *')]
				.filter((each) => each.getBoundingClientRect().right > innerWidth && !each.closest('.unseen'))
				.map((each) => each.outerHTML.slice(0, 200)),
		);
		assert.deepEqual(tooWide, []);
		await screenshot(opened.page, 'budget-narrow');
	});

	it('Should help where there is nothing', async () => {
		const { page } = await session({ fixture: 'empty' });
		const frame = await budgetFrame(page);
		const button = frame.locator('button.action', { hasText: 'Create CLAUDE.md' });
		await button.waitFor();
		assert.deepEqual(await seriousFindings(page, frame), []);
		await screenshot(page, 'budget-empty');
		await clickUntil(button, activeTab(page, 'CLAUDE.md'));
	});
});

describe('the walkthrough of the packaged extension', () => {
	for (const [name, theme] of themes.slice(0, 2)) {
		it(`Should show four steps with their pictures in a ${name} theme`, async () => {
			const { page } = await session({
				...{ viewport: { width: 1600, height: 800 }, fixture: 'tree' },
				settings: { 'workbench.colorTheme': theme },
			});
			await openContainer(page, 'Context');
			await runCommand(page, 'Context Inspector: Get Started');
			const steps = page.locator('.gettingStartedContainer .step-list-container .getting-started-step');
			await soon(async () => assert.equal(await steps.count(), 4));
			for (let index = 0; index < 4; index++) {
				await steps.nth(index).locator('.codicon, .step-title').last().click();
				await page.waitForTimeout(1_200); // the picture is a page of its own
				await screenshot(page, `walkthrough-${name}-${index + 1}`);
			}
		});
	}
});
