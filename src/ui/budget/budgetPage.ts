/** The budget in words and numbers of the user's language, as the page shows it. */

import { basename } from 'node:path';
import { l10n } from 'vscode';
import type { BudgetGroup, BudgetSegment, BudgetView } from '../../core/model/budgetView.js';
import type { Place } from '../../core/source.js';
import { displayPath, formatCost, formatNumber, formatTokens, type PathContext, sumOf } from '../format.js';
import { cardsOf } from './budgetCards.js';
import { trendOf } from './budgetTrendPage.js';
import type { LastCommitTrend } from './lastCommit.js';
import { type BudgetPage, type PageSegment, type PageSegmentGroup, type PageWords, pageGroups } from './messages.js';
import { formatShare, type PageContext, shortened } from './pageFormat.js';

/** What a page is made of. */
export interface BudgetPageInputs {
	readonly view: BudgetView;
	readonly paths: PathContext;
	/** Absent until it is worked out. */
	readonly trend?: LastCommitTrend;
	readonly revision: string;
	readonly launches: BudgetPage['launches'];
	readonly launch: string;
}

/** A page, and the places that its targets stand for. */
export interface TargetedPage {
	readonly page: BudgetPage;
	readonly targets: readonly Place[];
}

export function budgetPage({ view, paths, trend, revision, launches, launch }: BudgetPageInputs): TargetedPage {
	const targets: Place[] = [];
	const context: PageContext = {
		name: (path) => shortened(path.endsWith('MEMORY.md') ? basename(path) : displayPath(paths, path)),
		target: (place) => (place ? { target: targets.push(place) - 1 } : {}),
	};
	const { cards, note } = cardsOf(view, context);
	const trendPart = trend && trendOf(trend, context);
	const page: BudgetPage = {
		kind: 'budget',
		revision,
		launches,
		launch,
		words: pageWords(),
		headline: {
			value: formatTokens(view.total),
			label: l10n.t('in every request'),
			detail: l10n.t(
				'{0} characters, {1} of a window of {2} tokens',
				formatNumber(view.total.characters),
				formatShare(view.windowTokens === 0 ? 0 : view.total.tokens / view.windowTokens),
				formatNumber(view.windowTokens),
			),
		},
		total: { tokens: formatNumber(view.total.tokens) },
		groups: segmentGroups(view, context),
		cards,
		...(note === undefined ? {} : { cardsNote: note }),
		...(trendPart ? { trend: trendPart } : {}),
	};
	return { page, targets };
}

const pageWords = (): PageWords => ({
	launch: l10n.t('Launch directory'),
	bar: l10n.t('Startup part by source'),
	legend: l10n.t('Sources and what they cost'),
	source: l10n.t('Source'),
	tokens: l10n.t('Tokens'),
	share: l10n.t('Share'),
	total: l10n.t('Total'),
	limits: l10n.t('Limits'),
	trend: l10n.t('Since the last commit'),
	open: l10n.t('Open {0}'),
});

function groupWord(group: BudgetGroup): string {
	switch (group) {
		case 'managed':
			return l10n.t('Managed');
		case 'user':
			return l10n.t('User');
		case 'project':
			return l10n.t('Project');
		case 'local':
			return l10n.t('Local');
		case 'memory':
			return l10n.t('Memory');
		case 'skills':
			return l10n.t('Skills');
		case 'agents':
			return l10n.t('Agents');
	}
}

function segmentGroups({ segments, total }: BudgetView, context: PageContext): readonly PageSegmentGroup[] {
	return pageGroups.flatMap((group) => {
		const own = segments.filter((segment) => segment.group === group);
		if (own.length === 0) return [];
		const cost = sumOf(own);
		return [
			{
				group,
				label: groupWord(group),
				tokens: formatNumber(cost.tokens),
				share: formatShare(total.tokens === 0 ? 0 : cost.tokens / total.tokens),
				segments: own.map((segment, index) => pageSegment(segment, index, context)),
			},
		];
	});
}

function pageSegment(segment: BudgetSegment, index: number, context: PageContext): PageSegment {
	const name = segmentName(segment, context);
	const notes = [
		...(segment.isTruncated ? [l10n.t('truncated')] : []),
		...(segment.isUnsaved ? [l10n.t('unsaved')] : []),
	];
	const share = formatShare(segment.share);
	return {
		key: shortened(`${segment.group}/${segment.path ?? index}`),
		name,
		...(notes.length > 0 ? { note: notes.join(', ') } : {}),
		tokens: formatNumber(segment.tokens),
		share,
		weight: segment.share,
		spoken: [name, groupWord(segment.group), ...notes, formatCost(segment), share].join(', '),
		...context.target(segment.place),
	};
}

function segmentName({ group, path, count }: BudgetSegment, context: PageContext): string {
	if (path === '<managed-settings>') return l10n.t('Managed settings');
	if (path !== undefined) return context.name(path);
	if (group === 'skills')
		return count === 1 ? l10n.t('1 skill in the listing') : l10n.t('{0} skills in the listing', count);
	if (group === 'agents')
		return count === 1 ? l10n.t('1 agent in the listing') : l10n.t('{0} agents in the listing', count);
	return l10n.t('{0} smaller sources', count);
}
