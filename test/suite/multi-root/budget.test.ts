import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { BudgetPage } from '../../../src/ui/budget/messages.js';
import { inspector } from '../../support/inspector.js';
import { until } from '../../until.js';

describe('the Budget view with several folders', () => {
	it('Should show one launch directory, and another one when it is chosen', async () => {
		const { budgetView, manager } = await inspector();
		const pageOf = async (launch: string | undefined): Promise<BudgetPage> => {
			await until(() => budgetView.page?.kind === 'budget' && budgetView.page.launch === launch);
			return budgetView.page as BudgetPage;
		};
		await vscode.commands.executeCommand('contextInspector.budget.focus');
		const [first, second] = manager.launches;
		const page = await pageOf(first?.key);
		assert.deepEqual(
			page.launches,
			manager.launches.map(({ key, name }) => ({ key, name })),
		);
		await budgetView.receive({ type: 'choose', launch: second?.key });
		assert.notEqual((await pageOf(second?.key)).headline.detail, '');
		await budgetView.receive({ type: 'choose', launch: first?.key });
		await pageOf(first?.key);
	});
});
