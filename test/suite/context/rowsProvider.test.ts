import * as assert from 'node:assert/strict';
import type { Row } from '../../../src/ui/tree/row.js';
import { RowsProvider } from '../../../src/ui/tree/rowsProvider.js';
import { until } from '../../until.js';

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

const row = (id: string, children: Row['children'] = []): Row => ({ id, label: id, contextValue: '', children });

describe('the rows of a tree view', () => {
	let answer: (rows: readonly Row[]) => void;
	let provider: RowsProvider;
	let fired: (Row | undefined)[];

	beforeEach(() => {
		fired = [];
		provider = new RowsProvider(() => new Promise((done) => (answer = done)));
		provider.onDidChangeTreeData((of) => fired.push(of));
	});

	afterEach(() => provider.dispose());

	it('Should be refreshed at once where VS Code asks for nothing', () => {
		provider.refresh();
		assert.deepEqual(fired, [undefined]);
	});

	it('Should not be refreshed while VS Code waits for an answer, or goes on to ask', async () => {
		const asked = provider.getChildren();
		provider.refresh();
		provider.refresh();
		await pause(400);
		assert.deepEqual(fired, [], 'the answer is on its way');
		answer([row('a', [row('b')])]);
		const [first] = await asked;
		await provider.getChildren(first);
		assert.deepEqual(fired, [], 'VS Code may ask for more');
		await until(() => fired.length === 1);
		await pause(400);
		assert.deepEqual(fired, [undefined], 'several wishes are one refresh');
	});

	it('Should be refreshed below one row, unless all are', async () => {
		const asked = provider.getChildren();
		answer([row('a'), row('b')]);
		const [, second] = await asked;
		provider.refresh('b');
		provider.refresh('gone');
		await until(() => fired.length === 1);
		assert.deepEqual(fired, [second]);
		provider.refresh('b');
		provider.refresh();
		await until(() => fired.length === 2);
		assert.equal(fired[1], undefined);
	});

	it('Should be refreshed after a second at the latest by somebody who keeps on unfolding', async () => {
		const asked = provider.getChildren();
		answer([row('a', [])]);
		const [first] = await asked;
		provider.refresh();
		for (let i = 0; i < 40 && fired.length === 0; i++) {
			await provider.getChildren(first);
			await pause(50);
		}
		assert.equal(fired.length, 1);
	});

	it('Should not be refreshed once it is disposed of', async () => {
		const asked = provider.getChildren();
		provider.refresh();
		provider.dispose();
		answer([]);
		await asked;
		await pause(400);
		assert.deepEqual(fired, []);
	});
});
