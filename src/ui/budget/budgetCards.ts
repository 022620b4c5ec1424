/** Cards of the Budget view: things with limits, each with its gauges and what is lost beyond them. */

import { l10n } from 'vscode';
import type { BudgetView, FileBudget, Gauge, MemoryBudget, SkillBudget } from '../../core/model/budgetView.js';
import { formatNumber } from '../format.js';
import type { PageCard, PageGauge, PageLevel } from './messages.js';
import { type PageContext, shortened } from './pageFormat.js';

/** Dropped skills that are named. */
const nameLimit = 200;

export function cardsOf(
	{ memory, skills, files, moreFiles }: BudgetView,
	context: PageContext,
): { readonly cards: readonly PageCard[]; readonly note?: string } {
	const cards = [
		...(memory ? [memoryCard(memory, context)] : []),
		...(skills ? [skillCard(skills, context)] : []),
		...files.map((file) => fileCard(file, context)),
	];
	if (moreFiles === 0) return { cards };
	return { cards, note: l10n.t('{0} more large instruction files are not shown.', formatNumber(moreFiles)) };
}

function memoryCard({ path, lines, characters, cut }: MemoryBudget, context: PageContext): PageCard {
	const level = worst(lines.level, characters.level);
	const lost = lines.value - lines.kept;
	return {
		key: 'memory',
		title: context.name(path),
		...context.target({ path }),
		level,
		...verdict(level, l10n.t('cut')),
		gauges: [pageGauge(l10n.t('Lines'), lines), pageGauge(l10n.t('Characters'), characters)],
		...(cut
			? {
					sentence:
						lost > 0
							? l10n.t(
									'Claude Code reads to line {0}; {1} of {2} lines are lost.',
									formatNumber(cut.line),
									formatNumber(lost),
									formatNumber(lines.value),
								)
							: l10n.t('Claude Code reads to somewhere in line {0}.', formatNumber(cut.line)),
					link: { name: l10n.t('Go to where it is cut'), ...context.target(cut.place) },
				}
			: {}),
	};
}

function skillCard({ gauge, bundled, dropped, place }: SkillBudget, context: PageContext): PageCard {
	const [first] = dropped;
	return {
		key: 'skills',
		title: l10n.t('Skill listing'),
		...context.target(place),
		level: gauge.level,
		...verdict(gauge.level),
		gauges: [pageGauge(l10n.t('Characters'), gauge)],
		...(bundled > 0
			? { sentence: l10n.t('Skills that come with Claude Code take {0} of them.', formatNumber(bundled)) }
			: {}),
		...(first
			? {
					list: {
						summary:
							dropped.length === 1
								? l10n.t('1 description is dropped')
								: l10n.t('{0} descriptions are dropped', formatNumber(dropped.length)),
						items: [
							...dropped.slice(0, nameLimit).map(({ name, path }) => ({
								name: shortened(name),
								...context.target(path === undefined ? undefined : { path }),
							})),
							...(dropped.length > nameLimit
								? [{ name: l10n.t('and {0} more', formatNumber(dropped.length - nameLimit)) }]
								: []),
						],
					},
				}
			: {}),
	};
}

function fileCard({ path, gauge, place }: FileBudget, context: PageContext): PageCard {
	return {
		key: shortened(`file/${path}`),
		title: context.name(path),
		...context.target(place),
		level: gauge.level,
		...verdict(gauge.level, l10n.t('large')),
		gauges: [pageGauge(l10n.t('Characters'), gauge)],
		...(gauge.level === 'over'
			? { sentence: l10n.t('It loads whole, but Claude Code warns of a file of that length.') }
			: {}),
	};
}

function pageGauge(label: string, { value, kept, limit, level }: Gauge): PageGauge {
	const text = l10n.t('{0} of {1}', formatNumber(value), formatNumber(limit));
	return { label, text, value, kept, limit, level, spoken: [text, ...Object.values(verdict(level))].join(', ') };
}

/** The level in words, since a colour alone says nothing to some. */
function verdict(level: PageLevel, over = l10n.t('over the limit')): { readonly verdict?: string } {
	if (level === 'fine') return {};
	return { verdict: level === 'over' ? over : l10n.t('nearly full') };
}

const order: readonly PageLevel[] = ['fine', 'near', 'over'];
const worst = (...levels: readonly PageLevel[]): PageLevel =>
	levels.reduce((a, b) => (order.indexOf(b) > order.indexOf(a) ? b : a));
