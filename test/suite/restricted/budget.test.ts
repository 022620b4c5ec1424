import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { inspector } from '../../support/inspector.js';
import { until } from '../../until.js';

describe('the Budget view in Restricted Mode', () => {
	it('Should show the budget, and say that git is not run', async () => {
		const { budgetView } = await inspector();
		await vscode.commands.executeCommand('contextInspector.budget.focus');
		await until(() => budgetView.page?.kind === 'budget' && budgetView.page.trend !== undefined);
		const { page } = budgetView;
		assert.ok(page?.kind === 'budget');
		assert.match(page.trend?.sentence ?? '', /git is not run/);
		assert.deepEqual(page.trend?.bars, []);
	});
});
