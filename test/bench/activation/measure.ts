/** Runs in the extension host: activates the extension, which nothing has activated before, and writes what that took. */

import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { ContextInspector } from '../../../src/extension.js';

/** Milliseconds of CPU time of this process, all its threads. */
const cpuTime = (): number => {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1_000;
};

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

export async function run(): Promise<void> {
	const extension = vscode.extensions.getExtension<ContextInspector>('context-inspector.context-inspector');
	if (!extension || extension.isActive) throw new Error('the extension is missing, or something has activated it');
	// What else happens at the start of a window is not the extension's.
	await pause(5_000);
	const file = join(extension.extensionPath, 'dist/extension.js');
	const began = performance.now();
	const load = cpuTime();
	const module: { activate: (context: vscode.ExtensionContext) => ContextInspector } = createRequire(file)(file);
	const loaded = cpuTime() - load;
	// The extension host takes the module that is loaded already, so that its call can be timed alone.
	const { activate } = module;
	let activated = Number.NaN;
	const timed: typeof activate = (context) => {
		const start = cpuTime();
		const inspector = activate(context);
		activated = cpuTime() - start;
		return inspector;
	};
	createRequire(file).cache[file] = {
		...createRequire(file).cache[file],
		exports: { ...module, activate: timed },
	} as NodeModule;
	const { manager } = await extension.activate();
	const wall = performance.now() - began;
	const reads: Record<string, unknown> = { 'right after activation': manager.fileCounts.misses };
	const searched = (): number =>
		manager.launches.reduce((sum, launch) => sum + manager.discoveryState(launch).directories, 0);
	await pause(5_000);
	reads['5 s later'] = manager.fileCounts.misses;
	const activation = { load: loaded, activate: activated, wall, version: vscode.version };
	writeFileSync(process.env['BENCH_REPORT'] ?? '', JSON.stringify({ activation, reads, searches: searched() }));
}
