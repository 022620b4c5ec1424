/** The comparison with the last commit in words. */

import { l10n } from 'vscode';
import type { BudgetTrend, TrendChange } from '../../core/model/budgetTrend.js';
import { formatNumber, formatTokens } from '../format.js';
import type { LastCommitTrend } from './lastCommit.js';
import type { PageTrend, PageTrendChange } from './messages.js';
import { formatDifference, moreOrLess, type PageContext, shortened } from './pageFormat.js';

/** Nothing where there is no git. */
export function trendOf(found: LastCommitTrend, context: PageContext): PageTrend | undefined {
	switch (found.kind) {
		case 'none':
			return undefined;
		case 'restricted':
			return inWords(l10n.t('In Restricted Mode git is not run, so there is no comparison.'));
		case 'outside':
			return inWords(l10n.t('The launch directory is not in the last commit.'));
		case 'trend':
			return compared(found.trend, found.isComplete, context);
	}
}

const inWords = (sentence: string): PageTrend => ({ direction: 'same', sentence, bars: [], changes: [] });

function compared(trend: BudgetTrend, isComplete: boolean, context: PageContext): PageTrend {
	const { before, after, difference, changes, more } = trend;
	const widest = Math.max(before.tokens, after.tokens, 1);
	return {
		direction: moreOrLess(difference),
		sentence: differenceSentence(trend),
		...(changes.length === 0
			? {}
			: { chip: l10n.t('{0} tokens since the last commit', formatDifference(difference.tokens)) }),
		bars:
			changes.length === 0
				? []
				: [
						{ label: l10n.t('Committed'), text: formatNumber(before.tokens), weight: before.tokens / widest },
						{ label: l10n.t('Now'), text: formatNumber(after.tokens), weight: after.tokens / widest },
					],
		changes: changes.map((change) => pageChange(change, context)),
		...(more > 0 ? { more: l10n.t('and {0} more', formatNumber(more)) } : {}),
		...(isComplete
			? {}
			: { note: l10n.t('This clone lacks objects of the commit, so the comparison is not complete.') }),
	};
}

function differenceSentence({ difference, changes }: BudgetTrend): string {
	if (changes.length === 0) return l10n.t('Nothing that is in every request has changed.');
	const tokens = formatTokens({ characters: 0, tokens: Math.abs(difference.tokens) });
	const direction = moreOrLess(difference);
	if (difference.tokens === 0 || direction === 'same') return l10n.t('Changed, but no dearer and no cheaper.');
	return direction === 'more'
		? l10n.t('Adds {0} to every request.', tokens)
		: l10n.t('Saves {0} in every request.', tokens);
}

function pageChange(change: TrendChange, context: PageContext): PageTrendChange {
	return {
		name: change.name === undefined ? context.name(change.path) : shortened(change.name),
		word: changeWord(change.change),
		difference: formatDifference(change.tokens),
		direction: moreOrLess(change),
		...context.target(change.place),
	};
}

function changeWord(change: TrendChange['change']): string {
	switch (change) {
		case 'added':
			return l10n.t('added');
		case 'removed':
			return l10n.t('removed');
		case 'changed':
			return l10n.t('changed');
	}
}
