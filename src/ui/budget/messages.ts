/**
 * What the extension and the page of the Budget view say to each other, and the checks that both make of it: neither
 * trusts the other. No VS Code and no page in here, so both can be built with it.
 *
 * All texts arrive in the user's language and ready to be shown. What a click opens is a number: the extension knows
 * which place it means, so that no page can have a path of its own opened.
 */

/** Groups have a colour and a pattern each. */
export const pageGroups = ['managed', 'user', 'project', 'local', 'memory', 'skills', 'agents'] as const;
export type PageGroup = (typeof pageGroups)[number];

export const pageLevels = ['fine', 'near', 'over'] as const;
export type PageLevel = (typeof pageLevels)[number];

/** Commands that the page may ask for. */
export const pageCommands = ['createClaudeMd', 'chooseLaunchDirectory', 'openFolder', 'refresh', 'showLog'] as const;
export type PageCommand = (typeof pageCommands)[number];

/** A segment of the bar, which is a row of the legend. */
export interface PageSegment {
	/** Stable over updates, so that the focus stays. */
	readonly key: string;
	readonly name: string;
	/** E.g. `truncated`, `unsaved`. */
	readonly note?: string;
	readonly tokens: string;
	readonly share: string;
	/** Width in the bar relative to the others. */
	readonly weight: number;
	/** All of it in words, e.g. `CLAUDE.md, Project, 2,310 characters, ≈577 tokens, 34 %`. */
	readonly spoken: string;
	readonly target?: number;
}

export interface PageSegmentGroup {
	readonly group: PageGroup;
	readonly label: string;
	readonly tokens: string;
	readonly share: string;
	readonly segments: readonly PageSegment[];
}

export interface PageGauge {
	/** E.g. `Lines`; empty where the card says it. */
	readonly label: string;
	/** E.g. `260 of 200`. */
	readonly text: string;
	readonly value: number;
	readonly kept: number;
	readonly limit: number;
	readonly level: PageLevel;
	readonly spoken: string;
}

export interface PageLink {
	readonly name: string;
	readonly target?: number;
}

/** A thing with limits. */
export interface PageCard {
	readonly key: string;
	readonly title: string;
	readonly target?: number;
	readonly level: PageLevel;
	/** The level in words, e.g. `cut`; absent where all is well. */
	readonly verdict?: string;
	readonly gauges: readonly PageGauge[];
	readonly sentence?: string;
	/** E.g. to the point of truncation. */
	readonly link?: PageLink;
	/** E.g. names of dropped skills. */
	readonly list?: { readonly summary: string; readonly items: readonly PageLink[] };
}

export interface PageTrendBar {
	readonly label: string;
	readonly text: string;
	readonly weight: number;
}

export interface PageTrendChange extends PageLink {
	/** E.g. `added`. */
	readonly word: string;
	/** E.g. `+120`. */
	readonly difference: string;
	readonly direction: 'more' | 'less' | 'same';
}

export interface PageTrend {
	readonly direction: 'more' | 'less' | 'same';
	/** E.g. `Adds ≈412 tokens to every request.` */
	readonly sentence: string;
	/** The same for the head of the page, e.g. `+412 since the last commit`. */
	readonly chip?: string;
	readonly bars: readonly PageTrendBar[];
	readonly changes: readonly PageTrendChange[];
	/** E.g. `and 3 more`. */
	readonly more?: string;
	readonly note?: string;
}

/** Titles and names of regions. */
export interface PageWords {
	readonly launch: string;
	readonly bar: string;
	readonly legend: string;
	readonly source: string;
	readonly tokens: string;
	readonly share: string;
	readonly total: string;
	readonly limits: string;
	readonly trend: string;
	readonly open: string;
}

export interface BudgetPage {
	readonly kind: 'budget';
	/** Which places the targets mean. */
	readonly revision: string;
	readonly launches: readonly { readonly key: string; readonly name: string }[];
	readonly launch: string;
	readonly words: PageWords;
	readonly headline: { readonly value: string; readonly label: string; readonly detail: string };
	readonly total: { readonly tokens: string };
	readonly groups: readonly PageSegmentGroup[];
	readonly cards: readonly PageCard[];
	/** E.g. on how many files are left out. */
	readonly cardsNote?: string;
	readonly trend?: PageTrend;
}

/** In place of the budget: why there is none, and what helps. */
export interface MessagePage {
	readonly kind: 'message';
	readonly tone: 'busy' | 'empty' | 'error';
	readonly text: string;
	readonly actions: readonly { readonly label: string; readonly command: PageCommand }[];
}

export type Page = BudgetPage | MessagePage;

/** From the extension to the page. */
export interface ShowMessage {
	readonly type: 'show';
	readonly page: Page;
}

/** From the page to the extension. */
export type PageRequest =
	/** The page is there; `launch` is the launch directory that it showed before it was hidden. */
	| { readonly type: 'ready'; readonly launch?: string }
	| { readonly type: 'open'; readonly revision: string; readonly target: number }
	| { readonly type: 'choose'; readonly launch: string }
	| { readonly type: 'run'; readonly command: PageCommand };

/** Is it a message to the page, in every part? */
export const isShowMessage = (value: unknown): value is ShowMessage => showMessage(value);

/** Is it a page, e.g. one that was kept while the view was hidden? */
export const isPage = (value: unknown): value is Page => page(value);

/** Is it a request of the page, in every part? */
export const isPageRequest = (value: unknown): value is PageRequest => request(value);

type Check = (value: unknown) => boolean;

/** Longer texts and lists are no work of the extension's. */
const longestText = 10_000;
const longestList = 2_000;

const text: Check = (value) => typeof value === 'string' && value.length <= longestText;
const amount: Check = (value) => typeof value === 'number' && Number.isFinite(value) && value >= 0;
const index: Check = (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) < 1e6;
const oneOf =
	(words: readonly string[]): Check =>
	(value) =>
		typeof value === 'string' && words.includes(value);
const listOf =
	(check: Check): Check =>
	(value) =>
		Array.isArray(value) && value.length <= longestList && value.every(check);

/** An object with these members, own ones, and no others. */
function record(required: Readonly<Record<string, Check>>, optional: Readonly<Record<string, Check>> = {}): Check {
	const checks = new Map([...Object.entries(required), ...Object.entries(optional)]);
	const names = Object.keys(required);
	return (value) => {
		if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
		return (
			names.every((name) => Object.hasOwn(value, name)) &&
			Object.entries(value).every(([name, member]) => checks.get(name)?.(member) === true)
		);
	};
}

const link = { name: text };
const target = { target: index };
const direction = oneOf(['more', 'less', 'same']);

const segment = record(
	{ key: text, name: text, tokens: text, share: text, weight: amount, spoken: text },
	{ note: text, ...target },
);
const segmentGroup = record({
	group: oneOf(pageGroups),
	label: text,
	tokens: text,
	share: text,
	segments: listOf(segment),
});
const gauge = record({
	label: text,
	text,
	value: amount,
	kept: amount,
	// A budget may be negative: a variable of the client sets it.
	limit: (value) => typeof value === 'number' && Number.isFinite(value),
	level: oneOf(pageLevels),
	spoken: text,
});
const card = record(
	{ key: text, title: text, level: oneOf(pageLevels), gauges: listOf(gauge) },
	{
		...target,
		verdict: text,
		sentence: text,
		link: record(link, target),
		list: record({ summary: text, items: listOf(record(link, target)) }),
	},
);
const trend = record(
	{
		direction,
		sentence: text,
		bars: listOf(record({ label: text, text, weight: amount })),
		changes: listOf(record({ ...link, word: text, difference: text, direction }, target)),
	},
	{ chip: text, more: text, note: text },
);
const budgetPage = record(
	{
		kind: oneOf(['budget']),
		revision: text,
		launches: listOf(record({ key: text, name: text })),
		launch: text,
		words: record({
			...{ launch: text, bar: text, legend: text, source: text, tokens: text },
			...{ share: text, total: text, limits: text, trend: text, open: text },
		}),
		headline: record({ value: text, label: text, detail: text }),
		total: record({ tokens: text }),
		groups: listOf(segmentGroup),
		cards: listOf(card),
	},
	{ cardsNote: text, trend },
);
const messagePage = record({
	kind: oneOf(['message']),
	tone: oneOf(['busy', 'empty', 'error']),
	text,
	actions: listOf(record({ label: text, command: oneOf(pageCommands) })),
});
const page: Check = (value) => budgetPage(value) || messagePage(value);
const showMessage = record({ type: oneOf(['show']), page });
const requests: readonly Check[] = [
	record({ type: oneOf(['ready']) }, { launch: text }),
	record({ type: oneOf(['open']), revision: text, target: index }),
	record({ type: oneOf(['choose']), launch: text }),
	record({ type: oneOf(['run']), command: oneOf(pageCommands) }),
];
const request: Check = (value) => requests.some((check) => check(value));
