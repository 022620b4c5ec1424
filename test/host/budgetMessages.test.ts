import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
	type BudgetPage,
	isPage,
	isPageRequest,
	isShowMessage,
	type MessagePage,
} from '../../src/ui/budget/messages.js';

const words = Object.fromEntries(
	['launch', 'bar', 'legend', 'source', 'tokens', 'share', 'total', 'limits', 'trend', 'open'].map((word) => [
		word,
		word,
	]),
) as unknown as BudgetPage['words'];
const budget: BudgetPage = {
	kind: 'budget',
	revision: 'r',
	launches: [{ key: 'k', name: 'repo' }],
	launch: 'k',
	words,
	headline: { value: '≈12 tokens', label: 'in every request', detail: '48 characters' },
	total: { tokens: '12' },
	groups: [
		{
			group: 'project',
			label: 'Project',
			tokens: '12',
			share: '100%',
			segments: [{ key: 'a', name: 'CLAUDE.md', tokens: '12', share: '100%', weight: 1, spoken: 'all', target: 0 }],
		},
	],
	cards: [
		{
			key: 'memory',
			title: 'MEMORY.md',
			level: 'over',
			gauges: [{ label: 'Lines', text: '2 of 1', value: 2, kept: 1, limit: 1, level: 'over', spoken: '2 of 1' }],
			link: { name: 'Go', target: 1 },
			list: { summary: '1', items: [{ name: 'x' }] },
		},
	],
	trend: {
		direction: 'more',
		sentence: 'Adds',
		chip: '+1',
		bars: [{ label: 'Now', text: '1', weight: 1 }],
		changes: [{ name: 'a', word: 'added', difference: '+1', direction: 'more' }],
	},
};
const message: MessagePage = {
	kind: 'message',
	tone: 'empty',
	text: 'Nothing',
	actions: [{ label: 'Create', command: 'createClaudeMd' }],
};

/** Every value inside of an object, with a function that gives the object with another value there. */
function places(of: unknown): readonly ((value: unknown) => unknown)[] {
	if (typeof of !== 'object' || of === null) return [];
	const put = (name: string, value: unknown): unknown =>
		Array.isArray(of) ? of.map((item, index) => (String(index) === name ? value : item)) : { ...of, [name]: value };
	return Object.entries(of).flatMap(([name, member]) => [
		(value) => put(name, value),
		...places(member).map((inner) => (value: unknown) => put(name, inner(value))),
	]);
}

describe('Messages between the extension and the page of the Budget view', () => {
	it('Should let pass what the extension shows, also after JSON', () => {
		for (const page of [budget, message]) {
			assert.ok(isPage(page));
			assert.ok(isShowMessage(JSON.parse(JSON.stringify({ type: 'show', page }))));
		}
	});

	it('Should refuse a page in which any one value is of another kind', () => {
		for (const page of [budget, message]) {
			const all = places(page);
			assert.ok(all.length > 5);
			for (const put of all)
				for (const value of [null, -1.5, { a: 1 }, true]) {
					const changed = put(value);
					// The limit of a listing may be negative.
					if (JSON.stringify(changed).includes('"limit":-1.5')) continue;
					assert.equal(isPage(changed), false, JSON.stringify(changed));
				}
		}
	});

	const refused: readonly (readonly [title: string, value: unknown])[] = [
		['nothing', undefined],
		['a list', [budget]],
		['a member that nobody knows', { ...message, html: '<b>' }],
		['an unknown command', { ...message, actions: [{ label: 'x', command: 'workbench.action.quit' }] }],
		['a text without end', { ...message, text: 'x'.repeat(20_000) }],
		['a list without end', { ...message, actions: Array.from({ length: 5_000 }, () => message.actions[0]) }],
		['inherited members', Object.create(message)],
		['a number that is none', { ...budget, groups: [{ ...budget.groups[0], segments: [{ weight: Number.NaN }] }] }],
	];
	for (const [title, value] of refused) {
		it(`Should refuse ${title} as a page`, () => assert.equal(isPage(value), false));
	}

	const requests: readonly (readonly [value: unknown, expected: boolean])[] = [
		[{ type: 'ready' }, true],
		[{ type: 'ready', launch: 'k' }, true],
		[{ type: 'ready', launch: 1 }, false],
		[{ type: 'open', revision: 'r', target: 3 }, true],
		[{ type: 'open', revision: 'r', target: -1 }, false],
		[{ type: 'open', revision: 'r', target: 0.5 }, false],
		[{ type: 'open', revision: 'r', target: '3' }, false],
		[{ type: 'open', revision: 'r', target: 3, path: '/etc/passwd' }, false],
		[{ type: 'open', path: '/etc/passwd' }, false],
		[{ type: 'choose', launch: 'k' }, true],
		[{ type: 'run', command: 'showLog' }, true],
		[{ type: 'run', command: 'vscode.openFolder' }, false],
		[{ type: '__proto__' }, false],
		[JSON.parse('{"type":"ready","__proto__":{"launch":"k"}}'), false],
		['ready', false],
		[null, false],
	];
	for (const [value, expected] of requests) {
		it(`Should ${expected ? 'take' : 'refuse'} ${JSON.stringify(value)} as a request`, () =>
			assert.equal(isPageRequest(value), expected));
	}

	it('Should never throw, whatever arrives', () => {
		fc.assert(
			fc.property(fc.anything({ withNullPrototype: true, withBigInt: true, withSparseArray: true }), (value) => {
				assert.equal(isShowMessage(value), false);
				assert.equal(typeof isPageRequest(value), 'boolean');
			}),
			{ numRuns: 500 },
		);
	});
});
