// Runs the suites in desktop VS Code through @vscode/test-electron. Where VS Code cannot be downloaded, it says so and
// exits with 3: not run is neither passed nor failed.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { downloadAndUnzipVSCode, runTests } from '@vscode/test-electron';
import { recordPart } from './report.mjs';
import { expandPlaces, layOut, readGroups } from './rig/place.mjs';
import { projectRoot } from './rig/rig.mjs';

let vscodeExecutablePath;
try {
	vscodeExecutablePath = await downloadAndUnzipVSCode({ version: process.env.DESKTOP_VERSION ?? 'stable' });
} catch (error) {
	console.error(`not run: desktop VS Code cannot be downloaded on this machine (${error.message ?? error}).`);
	process.exit(3);
}

const total = { passed: 0, failed: 0, skipped: 0 };
for (const group of readGroups()) {
	console.log(`\n=== ${group.name} (desktop)`);
	const place = layOut(group);
	const report = join(place.root, 'report.json');
	const userData = join(place.root, 'user-data');
	mkdirSync(join(userData, 'User'), { recursive: true });
	const settings = { 'security.workspace.trust.startupPrompt': 'never', ...expandPlaces(group.settings, place) };
	writeFileSync(join(userData, 'User/settings.json'), JSON.stringify(settings));
	const opened = place.workspaceFile ?? place.folders[0];
	let counts = { passed: 0, failed: 1, skipped: 0 };
	try {
		await runTests({
			vscodeExecutablePath,
			extensionDevelopmentPath: projectRoot,
			extensionTestsPath: join(projectRoot, 'out/test/index.js'),
			launchArgs: [
				...(opened ? [opened] : []),
				...['--user-data-dir', userData, '--extensions-dir', join(place.root, 'extensions'), '--disable-extensions'],
				...(group.trust === 'on' ? [] : ['--disable-workspace-trust']),
			],
			extensionTestsEnv: {
				HOME: place.home,
				...expandPlaces(group.env, place),
				RIG_GROUP: group.name,
				RIG_REPORT: report,
			},
		});
	} catch (error) {
		console.error(error.message ?? error);
	}
	try {
		counts = JSON.parse(readFileSync(report, 'utf8'));
	} catch {
		console.error(`${group.name} wrote no report`);
	}
	for (const key of Object.keys(total)) total[key] += counts[key];
}
recordPart('desktop', total);
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0);
