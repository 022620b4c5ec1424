// For test/ui: the packaged .vsix installed in a VS Code server, and its workbench to use as a person would.
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expandPlaces, layOut } from './place.mjs';
import {
	launchBrowser,
	openWorkbench,
	projectRoot,
	removeFolder,
	startServer,
	temporaryFolder,
	vscodeCommand,
	vscodeName,
} from './rig.mjs';

const vsix = join(projectRoot, 'out/context-inspector.vsix');
const shots = join(projectRoot, 'out/shots', vscodeName);
const opened = [];
let browser;
let installed;

/** Themes in which pictures are taken: a name for the file, and the theme's own. */
export const themes = [
	['dark', 'Dark Modern'],
	['light', 'Light Modern'],
	['high-contrast', 'Default High Contrast'],
];

/** A data folder with the .vsix installed: made once, then copied. */
function installedDataDir() {
	installed ??= (async () => {
		const folder = temporaryFolder('installed');
		await vscodeCommand(['--install-extension', vsix], folder);
		return folder;
	})();
	return installed;
}

/**
 * Opens a workbench of its own for one test; hooks below close it again.
 * Options are those of a group.json (fixture, folders, home, git, trust, settings, env), and viewport.
 */
export async function session(options = {}) {
	browser ??= launchBrowser();
	const place = layOut(options);
	const dataDir = join(place.root, 'data');
	cpSync(await installedDataDir(), dataDir, { recursive: true });
	const server = await startServer({
		dataDir,
		home: place.home,
		trust: options.trust,
		settings: withKnownTheme(expandPlaces(options.settings, place)),
		env: expandPlaces(options.env, place),
	});
	const entry = { place, server };
	opened.push(entry);
	entry.page = await openWorkbench(server, await browser, place, { viewport: options.viewport });
	entry.page.setDefaultTimeout(45_000);
	return { page: entry.page, folder: place.folders[0], ...place, server };
}

/** The oldest VS Code knows today's themes by their former names, and shows the default one for a name it does not know. */
function withKnownTheme(settings = {}) {
	const theme = settings['workbench.colorTheme'];
	if (vscodeName !== 'oldest' || !/^(Dark|Light) Modern$/.test(theme ?? '')) return settings;
	return { ...settings, 'workbench.colorTheme': `Default ${theme}` };
}

/** Takes a picture of the page: out/shots/<VS Code>/<name>.png. */
export async function screenshot(page, name) {
	mkdirSync(shots, { recursive: true });
	const path = join(shots, `${name.replaceAll(/[^\w.-]+/g, '-')}.png`);
	await page.screenshot({ path });
	return path;
}

/** Mocha's root hooks, set by run-ui.mjs. */
export const sessionHooks = {
	async afterEach() {
		for (const { page, server, place } of opened.splice(0)) {
			// A test that will be tried again has no state yet.
			if (this.currentTest?.state !== 'passed' && page) {
				await screenshot(page, `FAILED ${this.currentTest.fullTitle()}`).catch(() => {});
			}
			await page?.context().close();
			await server.stop();
			removeFolder(place.root);
		}
	},
	async afterAll() {
		await (await browser)?.close();
		if (installed) removeFolder(await installed);
	},
};
