import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Configuration } from '../../../src/ui/configuration.js';
import { Log } from '../../../src/ui/log.js';
import { ModelManager } from '../../../src/ui/modelManager.js';
import { inspector, inWorkspace, write } from '../../support/inspector.js';
import { until } from '../../until.js';

/** Handles of the process that a forgotten watcher or timer would leave. */
const handles = (): readonly string[] =>
	process.getActiveResourcesInfo().filter((name) => name === 'FSEventWrap' || name === 'StatWatcher');

/** Their number once the extension's own watchers have stopped changing. */
async function settledHandles(): Promise<number> {
	for (let count = -1; ; ) {
		await new Promise((done) => setTimeout(done, 3_000));
		if (handles().length === count) return count;
		count = handles().length;
	}
}

describe('disposing', () => {
	it('Should leave no watcher, timer or listener, and ignore what happens afterwards', async () => {
		await (await inspector()).contextView.snapshot();
		const before = await settledHandles();
		const log = new Log('Context Inspector of a test');
		const configuration = new Configuration(log);
		const manager = new ModelManager(configuration, log, vscode.ExtensionMode.Test);
		let changes = 0;
		manager.onDidChange(() => changes++);
		const uri = vscode.Uri.file(inWorkspace('CLAUDE.md'));
		assert.ok(await manager.modelFor(uri));
		await until(() => manager.watchedOutside.length > 0);
		await until(() => handles().length > before);
		assert.equal(changes, 1);

		manager.dispose();
		configuration.dispose();
		log.dispose();
		manager.dispose();
		assert.deepEqual([manager.ownedCount, configuration.ownedCount, log.ownedCount], [0, 0, 0]);
		await until(() => handles().length <= before);
		assert.deepEqual(manager.watchedOutside, []);
		write(inWorkspace('CLAUDE.md'), 'Afterwards.\n');
		await new Promise((done) => setTimeout(done, 700));
		assert.equal(changes, 1);
		assert.equal(await manager.modelFor(uri), undefined);
	});
});
