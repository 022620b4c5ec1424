/** The lower parts of the Budget view's page: limits and trend. */

import type { BudgetPage, PageCard, PageGauge, PageTrend } from '../../budget/messages.js';
import { arrow, linkTo, note, type PartHost } from './common.js';
import { element, setShare } from './dom.js';

export function limitsPart({ cards, cardsNote, words }: BudgetPage, host: PartHost): HTMLElement {
	return element(
		'section',
		{ 'aria-labelledby': 'limits' },
		element('h2', { id: 'limits' }, words.limits),
		...cards.map((card) => cardPart(card, host)),
		cardsNote === undefined ? undefined : element('p', { class: 'detail' }, cardsNote),
	);
}

function cardPart(card: PageCard, host: PartHost): HTMLElement {
	const target = card.target === undefined ? {} : { target: card.target };
	return element(
		'div',
		{ class: `card ${card.level}` },
		element(
			'h3',
			{},
			linkTo({ name: card.title, ...target }, host, `card/${card.key}`),
			card.verdict === undefined
				? undefined
				: element(
						'span',
						{ class: 'verdict' },
						element('span', { class: 'mark', 'aria-hidden': 'true' }),
						card.verdict,
					),
		),
		...card.gauges.map((gauge) => gaugePart(card, gauge)),
		card.sentence === undefined && !card.link
			? undefined
			: element(
					'p',
					{ class: 'detail' },
					card.sentence ?? '',
					...(card.link ? [' ', linkTo(card.link, host, `link/${card.key}`)] : []),
				),
		card.list ? listPart(card.key, card.list, host) : undefined,
	);
}

function gaugePart({ title }: PageCard, gauge: PageGauge): HTMLElement {
	const { label, text, value, kept, limit, level, spoken } = gauge;
	const scale = Math.max(value, limit, 1);
	const inside = Math.max(0, Math.min(kept, limit));
	const meter = element(
		'div',
		{
			class: `meter ${level}`,
			role: 'meter',
			'aria-label': `${title}, ${label}`,
			'aria-valuemin': '0',
			'aria-valuemax': String(scale),
			'aria-valuenow': String(value),
			'aria-valuetext': spoken,
		},
		shared('kept', inside / scale),
		shared('lost', (value - inside) / scale),
	);
	// Where everything fits, the end of the track is the limit.
	if (value > limit) meter.append(shared('limit', Math.max(0, limit) / scale));
	return element(
		'div',
		{ class: 'gauge' },
		element('span', { class: 'gauge-label', 'aria-hidden': 'true' }, label),
		element('span', { class: 'gauge-text', 'aria-hidden': 'true' }, text),
		meter,
	);
}

function shared(name: string, share: number): HTMLElement {
	const part = element('span', { class: name });
	setShare(part, share);
	return part;
}

function listPart(key: string, list: NonNullable<PageCard['list']>, host: PartHost): HTMLElement {
	const details = element(
		'details',
		{},
		element('summary', { 'data-key': `list/${key}` }, list.summary),
		element(
			'ul',
			{},
			...list.items.map((item, index) => element('li', {}, linkTo(item, host, `list/${key}/${index}`))),
		),
	);
	details.open = host.unfolded.has(key);
	details.addEventListener('toggle', () => {
		if (details.open) host.unfolded.add(key);
		else host.unfolded.delete(key);
		host.onFold();
	});
	return details;
}

export function trendPart(title: string, trend: PageTrend, host: PartHost): HTMLElement {
	return element(
		'section',
		{ class: 'trend', 'aria-labelledby': 'trend' },
		element('h2', { id: 'trend' }, title),
		element('p', { class: 'sentence' }, trend.bars.length > 0 ? arrow(trend.direction) : undefined, trend.sentence),
		...(trend.bars.length > 0
			? [
					element(
						'dl',
						{ class: 'bars' },
						...trend.bars.flatMap(({ label, text, weight }) => [
							element('dt', {}, label),
							element('dd', {}, shared('trend-bar', weight), element('span', { class: 'number' }, text)),
						]),
					),
				]
			: []),
		...(trend.changes.length > 0
			? [
					element(
						'ul',
						{ class: 'changes' },
						...trend.changes.map((change, index) =>
							element(
								'li',
								{},
								element('span', { class: 'cell' }, linkTo(change, host, `change/${index}`), note(change.word)),
								element('span', { class: 'number' }, change.difference),
							),
						),
					),
				]
			: []),
		trend.more === undefined ? undefined : element('p', { class: 'detail' }, trend.more),
		trend.note === undefined ? undefined : element('p', { class: 'detail' }, trend.note),
	);
}
