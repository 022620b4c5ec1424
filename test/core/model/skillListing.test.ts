import { strict as assert } from 'node:assert';
import type { SkillListing } from '../../../src/core/model/skillListing.js';
import { usageScore } from '../../../src/core/model/skillUsage.js';
import { type TestInputs, testModel } from '../../support/inputs.js';
import { memoryTree, type Tree } from '../../support/memoryFileSystem.js';

const now = 1_796_000_000_000;
const day = 86_400_000;
const withoutBundled: Tree = { '/repo/.git': {}, '/home/ann/.claude/settings.json': '{"disableBundledSkills":true}' };
/** 2.1.332 keeps one bundled skill of 275 units and a newline even then. */
const older: TestInputs = { client: '2.1.235' };

/** Skills `s0`, `s1`, … with descriptions of the given lengths: a line is 6 units longer, a bare name has 4. */
const skillsOf = (...lengths: readonly number[]): Tree =>
	Object.fromEntries(
		lengths.map((length, index) => [
			`/repo/.claude/skills/s${index}/SKILL.md`,
			`---\ndescription: ${'d'.repeat(length)}\n---\nB\n`,
		]),
	);

const listingOf = async (tree: Tree, options: TestInputs = {}): Promise<SkillListing> =>
	(await testModel(memoryTree({ ...withoutBundled, ...tree }), { now, ...options })).skillListing;
const budgeted = (tree: Tree, budget: number | string, options: TestInputs = older): Promise<SkillListing> =>
	listingOf(tree, { ...options, variables: { SLASH_COMMAND_TOOL_CHAR_BUDGET: String(budget) } });
/** Names, those without a description in brackets. */
const shown = ({ entries }: SkillListing): string =>
	entries.map(({ name, description }) => (description === null ? `[${name}]` : name)).join(' ');

describe('the skill listing', () => {
	it('has every description while their sum is not over the budget', async () => {
		// Three lines of 106 and two newlines.
		assert.equal(shown(await budgeted(skillsOf(100, 100, 100), 320)), 's0 s1 s2');
		assert.equal(shown(await budgeted(skillsOf(100, 100, 100), 319)), 's0 s1 [s2]');
	});

	it('counts the bundled skill that stays', async () => {
		assert.equal(shown(await budgeted(skillsOf(100, 100, 100), 320 + 276, {})), 's0 s1 s2');
		assert.equal(shown(await budgeted(skillsOf(100, 100, 100), 320 + 275, {})), 's0 s1 [s2]');
	});

	it('has nothing but the bundled skills where there are no others', async () => {
		const { budget } = await listingOf({ '/home/ann/.claude/settings.json': '{}' });
		assert.ok(budget.bundled > 1_000);
		assert.equal(budget.bundled, budget.used);
	});

	it('gives a later short description the room that a long one leaves', async () => {
		const listing = await budgeted(skillsOf(300, 300, 50, 60), 500);
		assert.equal(shown(listing), 's0 [s1] s2 s3');
		assert.deepEqual(listing.budget.dropped, ['s1']);
	});

	it('says by how much a description does not fit and what brings it back', async () => {
		const listing = await budgeted(skillsOf(300, 300), 400);
		const reason = listing.entries[1]?.reason;
		assert.equal(reason?.code, 'dropped-by-budget');
		assert.match(reason?.sentence ?? '', /needs 302 characters, and 89 of 400 are left/);
		assert.match(reason?.sentence ?? '', /SLASH_COMMAND_TOOL_CHAR_BUDGET=613 brings all of them back/);
	});

	it('tells what it needs, takes and may take', async () => {
		const { budget } = await budgeted(skillsOf(300, 300), 400);
		assert.deepEqual(budget, {
			limit: 400,
			source: 'variable',
			used: 311,
			neededForAll: 613,
			bundled: 0,
			dropped: ['s1'],
		});
	});

	it('gives descriptions back by use: often used first, long ago counts less', async () => {
		const usage = (name: string, usageCount: number, days: number) => ({
			[name]: { usageCount, lastUsedAt: now - days * day },
		});
		const config = (skillUsage: object): Tree => ({
			...skillsOf(100, 100, 100),
			'/home/ann/.claude.json': JSON.stringify({ skillUsage }),
		});
		const room = 12 + 2 + 102;
		assert.equal(shown(await budgeted(config({}), room)), 's0 [s1] [s2]');
		assert.equal(shown(await budgeted(config(usage('s2', 1, 1)), room)), '[s0] [s1] s2');
		const both = { ...usage('s1', 10, 35), ...usage('s2', 6, 1) };
		assert.equal(shown(await budgeted(config(both), room)), '[s0] [s1] s2');
		const broken = { s1: 7, s2: { usageCount: 'x' }, __proto__: null };
		assert.equal(shown(await budgeted(config(broken), room)), 's0 [s1] [s2]');
	});

	const budgets: readonly (readonly [string, number, string])[] = [
		['1e3', 1_000, 'variable'],
		[' 700 ', 700, 'variable'],
		['-1', -1, 'variable'],
		['0', 8_000, 'default'],
		['', 8_000, 'default'],
		['700x', 8_000, 'default'],
	];
	for (const [value, limit, source] of budgets) {
		it(`reads SLASH_COMMAND_TOOL_CHAR_BUDGET=${JSON.stringify(value)} as ${limit}`, async () => {
			const { budget } = await budgeted({}, value);
			assert.deepEqual([budget.limit, budget.source], [limit, source]);
		});
	}

	it('takes the variable from the settings before the process', async () => {
		const settings = { '/repo/.claude/settings.json': '{"env":{"SLASH_COMMAND_TOOL_CHAR_BUDGET":"400"}}' };
		assert.equal((await budgeted(settings, 9_000)).budget.limit, 400);
	});

	it('takes its share of the window of the model', async () => {
		const setting = { '/repo/.claude/settings.json': '{"skillListingBudgetFraction":0.03}' };
		assert.equal((await listingOf(setting)).budget.limit, 24_000);
		assert.equal((await listingOf({}, { model: 'claude-opus-4-6[1m]' })).budget.limit, 40_000);
		assert.equal((await listingOf({}, { model: 'claude-opus-5' })).budget.limit, 30_000);
		assert.equal((await listingOf({}, { model: 'claude-opus-5', ...older })).budget.limit, 6_000);
	});

	it('cuts a description at the cap, bundled ones too', async () => {
		const tree = { ...skillsOf(50), '/repo/.claude/settings.json': '{"skillListingMaxDescChars":20}' };
		const { entries, cap } = await listingOf(tree);
		assert.equal(cap, 20);
		assert.deepEqual([entries[0]?.description, entries[0]?.isCapped], [`${'d'.repeat(19)}…`, true]);
		const bundled = { ...tree, '/home/ann/.claude/settings.json': '{}' };
		const long = { ...skillsOf(50), '/home/ann/.claude/settings.json': '{}' };
		assert.ok((await listingOf(bundled)).budget.bundled < (await listingOf(long)).budget.bundled / 4);
	});

	it('keeps what the settings list by name only as it is, without the name in brackets', async () => {
		const text = (name: string): string => `---\nname: ${name}\ndescription: ${'d'.repeat(100)}\n---\n`;
		const listing = await budgeted(
			{
				'/repo/.claude/skills/a/SKILL.md': text('alias-a'),
				'/repo/.claude/skills/b/SKILL.md': text('alias-b'),
				'/repo/.claude/settings.json': '{"skillOverrides":{"a":"name-only"}}',
			},
			300,
			{},
		);
		assert.deepEqual(
			listing.entries.map(({ name, state, reason }) => `${name} ${state} ${reason?.code}`),
			['a name only disabled-by-setting', 'b (alias-b) name only dropped-by-budget'],
		);
	});

	it('leaves out a bundled skill that a skill or a setting replaces', async () => {
		const bundled = { '/home/ann/.claude/settings.json': '{}' };
		const all = (await listingOf(bundled)).budget.bundled;
		const replaced = { ...bundled, '/repo/.claude/skills/dataviz/SKILL.md': '---\ndescription: mine\n---\n' };
		// A line of 1,448 with its break is gone, and another break parts the user's skill from the bundled ones.
		assert.equal(all - (await listingOf(replaced)).budget.bundled, 1_447);
		const off = {
			...bundled,
			'/repo/.claude/settings.json': '{"skillOverrides":{"dataviz":"off","loop":"name-only"}}',
		};
		assert.equal(all - (await listingOf(off)).budget.bundled, 1_448 + 344 - '- loop'.length);
	});

	it('is empty, with the reason, under a deny rule for all skills', async () => {
		const listing = await listingOf({
			...skillsOf(5),
			'/repo/.claude/settings.json': '{"permissions":{"deny":["Skill"]}}',
		});
		assert.deepEqual([listing.entries, listing.reason?.code, listing.budget.used], [[], 'disabled-by-setting', 0]);
	});
});

describe('the weight of use', () => {
	const cases: readonly (readonly [number, number, number])[] = [
		[4, 0, 4],
		[4, 7, 2],
		[4, 14, 1],
		[10, 365, 1],
		[4, -7, 8],
	];
	for (const [usageCount, days, expected] of cases) {
		it(`of ${usageCount} uses ${days} days ago is ${expected}`, () =>
			assert.equal(usageScore({ usageCount, lastUsedAt: now - days * day }, now), expected));
	}
	it('of a skill that was never used is 0', () => assert.equal(usageScore(undefined, now), 0));
});
