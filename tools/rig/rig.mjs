// A real VS Code without a desktop: the server that code-server ships, and its workbench in Chromium.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';

/** The checkout. */
export const projectRoot = resolve(import.meta.dirname, '../..');

/** Which VS Code: `newest` or `oldest` (our engines.vscode floor). */
export const vscodeName = process.env.RIG_VSCODE ?? 'newest';

export const rigHome =
	process.env.RIG_HOME ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'context-inspector-rig');
const vscodeHome = join(rigHome, vscodeName);
const nodeBinary = join(vscodeHome, 'node');
const serverMain = join(vscodeHome, 'node_modules/code-server/lib/vscode/out/server-main.js');

/** Settings that keep a first start quiet. */
export const quietSettings = {
	'workbench.startupEditor': 'none',
	'workbench.welcomePage.walkthroughs.openOnInstall': false,
	'workbench.tips.enabled': false,
	'workbench.enableExperiments': false,
	'workbench.secondarySideBar.defaultVisibility': 'hidden',
	'chat.disableAIFeatures': true,
	'extensions.autoCheckUpdates': false,
	'extensions.autoUpdate': false,
	'extensions.ignoreRecommendations': true,
	'telemetry.telemetryLevel': 'off',
	'update.mode': 'none',
	'window.commandCenter': false,
	'editor.minimap.enabled': false,
};

/** And those that spare a test a prompt and a process. */
const testSettings = { ...quietSettings, 'security.workspace.trust.startupPrompt': 'never', 'git.enabled': false };

/** Process groups started here and not yet stopped: a detached server outlives a driver that dies. */
const running = new Set();
process.on('exit', () => {
	for (const pid of running) killGroup(pid, 'SIGKILL');
	for (const folder of temporary) rmSync(folder, { recursive: true, force: true });
});
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(name, () => process.exit(130));

function killGroup(pid, signal) {
	try {
		process.kill(-pid, signal);
	} catch {
		// ESRCH: all of them are gone already
	}
}

const temporary = new Set();

/** A new temporary folder, free of symbolic links in its path; removed when this process ends at the latest. */
export function temporaryFolder(name) {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), `context-inspector-${name}-`)));
	temporary.add(folder);
	return folder;
}

/** Removes a folder that temporaryFolder made. */
export function removeFolder(folder) {
	rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
	temporary.delete(folder);
}

/**
 * The environment of VS Code's processes. Extension hosts inherit it, so under test only what a system gives is let
 * through: nothing that the developer's own shell tells Claude Code may reach the extension.
 */
function testEnvironment(home, extra) {
	const kept = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'USER', 'SHELL', 'NODE_V8_COVERAGE'];
	const passed = kept.filter((name) => process.env[name] !== undefined).map((name) => [name, process.env[name]]);
	return { ...Object.fromEntries(passed), HOME: home, ...extra };
}

/** Runs the server's own command line, for example to install a .vsix; resolves with what it printed. */
export function vscodeCommand(args, dataDir) {
	return new Promise((done, fail) => {
		const argv = [serverMain, '--server-data-dir', dataDir, '--accept-server-license-terms', ...args];
		const child = spawn(nodeBinary, argv, { env: { ...testEnvironment(dataDir), EXTENSIONS_GALLERY: '{}' } });
		let output = '';
		child.stdout.on('data', (data) => (output += data));
		child.stderr.on('data', (data) => (output += data));
		child.on('error', fail);
		child.on('exit', (code) => (code === 0 ? done(output) : fail(new Error(`exit code ${code}:\n${output}`))));
	});
}

/**
 * Starts a server on a free port.
 *   dataDir      its data folder; by default one of its own that goes with it
 *   home         HOME of the extension hosts; by default an empty folder inside dataDir
 *   environment  the whole environment instead (npm start: the user's own)
 *   env          variables on top of the test environment
 *   development  lets a page load the extension from the checkout and run its suites; hides toasts
 *   settings     the user's settings on top of those above; keepSettings leaves the data folder's as they are
 *   trust        'on' gives Workspace Trust, so that a folder opens in Restricted Mode
 */
export async function startServer(options = {}) {
	if (!existsSync(nodeBinary)) {
		throw new Error(`no VS Code in ${vscodeHome}: run "bash tools/rig/setup.sh ${vscodeName}" first`);
	}
	const {
		development = false,
		trust = 'off',
		settings = {},
		env = {},
		args = ['--without-connection-token'],
	} = options;
	const dataDir = options.dataDir ?? temporaryFolder('data');
	const home = options.home ?? join(dataDir, 'home');
	mkdirSync(join(dataDir, 'data/User'), { recursive: true });
	mkdirSync(home, { recursive: true });
	if (!options.keepSettings) {
		const all = { ...testSettings, ...settings };
		writeFileSync(join(dataDir, 'data/User/settings.json'), JSON.stringify(all, null, '\t'));
	}
	const child = spawn(
		nodeBinary,
		[
			...[serverMain, '--host', '127.0.0.1', '--port', String(options.port ?? 0), '--accept-server-license-terms'],
			...['--server-data-dir', dataDir, '--builtin-extensions-dir', join(vscodeHome, 'builtin')],
			...['--reconnection-grace-time', '5'], // seconds an extension host outlives its page
			...['--disable-telemetry', '--disable-experiments', '--disable-getting-started-override'],
			...(trust === 'off' ? ['--disable-workspace-trust'] : []),
			// Without it a built workbench ignores the development and tests paths of the page.
			...(development ? ['--enable-smoke-test-driver'] : []),
			...args,
		],
		{
			detached: true,
			stdio: ['ignore', 'pipe', 'pipe'],
			env: { ...(options.environment ?? testEnvironment(home, env)), EXTENSIONS_GALLERY: '{}' },
		},
	);
	running.add(child.pid);
	let log = '';
	const port = await new Promise((done, fail) => {
		const timer = setTimeout(() => fail(new Error(`VS Code's server did not start:\n${log}`)), 60_000);
		const take = (data) => {
			log += data;
			const listening = /Extension host agent listening on (\d+)/.exec(log);
			if (!listening) return;
			clearTimeout(timer);
			done(Number(listening[1]));
		};
		child.stdout.on('data', take);
		child.stderr.on('data', take);
		child.once('exit', (code) => {
			clearTimeout(timer);
			fail(new Error(`VS Code's server exited with ${code}:\n${log}`));
		});
	});
	return {
		url: `http://127.0.0.1:${port}/`,
		dataDir,
		home,
		log: () => log,
		stopped: new Promise((done) => child.once('exit', done)),
		async stop() {
			if (child.exitCode === null) {
				const gone = new Promise((done) => child.once('exit', done));
				killGroup(child.pid, 'SIGTERM');
				await Promise.race([gone, new Promise((done) => setTimeout(done, 3000))]);
			}
			killGroup(child.pid, 'SIGKILL');
			running.delete(child.pid);
			if (!options.dataDir) removeFolder(dataDir);
		},
	};
}

/** Chromium that can reach this machine and nothing else. */
export function launchBrowser() {
	return chromium.launch({
		executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
		headless: true,
		args: [
			...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
			...['--disable-component-update', '--disable-sync'],
			'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
		],
	});
}

/**
 * Opens the workbench on a place that layOut made, and resolves with its page.
 *   developmentPath, testsPath   absolute paths: the extension's folder, the compiled test/index.ts
 *   onLog, onExit                take VS Code's log and the exit code of a test run
 */
export async function openWorkbench(server, browser, place, options = {}) {
	const { developmentPath, testsPath, onLog, onExit, viewport = { width: 1280, height: 800 } } = options;
	const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
	await context.grantPermissions(['clipboard-read', 'clipboard-write']);
	const page = await context.newPage();
	if (onLog) await page.exposeFunction('codeAutomationLog', onLog);
	if (onExit) await page.exposeFunction('codeAutomationExit', onExit);
	const url = new URL(server.url);
	const remote = (path) => `vscode-remote://${url.host}${path}`;
	const payload = [];
	if (developmentPath) payload.push(['extensionDevelopmentPath', remote(developmentPath)]);
	if (testsPath) payload.push(['extensionTestsPath', remote(testsPath)]);
	if (place.workspaceFile) url.searchParams.set('workspace', place.workspaceFile);
	else if (place.folders[0]) url.searchParams.set('folder', place.folders[0]);
	else url.searchParams.set('ew', 'true');
	if (payload.length > 0) url.searchParams.set('payload', JSON.stringify(payload));
	await page.goto(url.href);
	return page;
}
