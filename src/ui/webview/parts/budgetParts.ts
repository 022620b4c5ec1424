/** The parts of the Budget view's page: head, bar, legend, limits, trend. */

import type {
	BudgetPage,
	MessagePage,
	PageCard,
	PageCommand,
	PageGauge,
	PageLink,
	PageSegment,
	PageSegmentGroup,
	PageTrend,
} from '../../budget/messages.js';
import { element, makeRoving, pathText, setShare } from './dom.js';

/** What a part may ask of the page. */
export interface PartHost {
	readonly open: (target: number) => void;
	readonly run: (command: PageCommand) => void;
	readonly choose: (launch: string) => void;
	/** Keys at which the Tab key stops in bar and legend; kept over updates. */
	readonly stops: Map<string, string>;
	/** Lists that are unfolded. */
	readonly unfolded: Set<string>;
	/** Called when something was folded or unfolded. */
	readonly onFold: () => void;
}

export function messageParts({ tone, text, actions }: MessagePage, host: PartHost): readonly HTMLElement[] {
	const buttons = actions.map(({ label, command }) => {
		const button = element('button', { class: 'action', type: 'button' }, label);
		button.addEventListener('click', () => host.run(command));
		return button;
	});
	return [
		element(
			'div',
			{ class: `message ${tone}`, role: tone === 'error' ? 'alert' : 'status' },
			tone === 'busy' ? element('span', { class: 'busy-mark', 'aria-hidden': 'true' }) : undefined,
			element('p', {}, text),
			...buttons,
		),
	];
}

export function budgetParts(page: BudgetPage, host: PartHost): readonly HTMLElement[] {
	const bar = barPart(page, host);
	const legend = legendPart(page, host);
	markTogether(bar, legend);
	return [
		...(page.launches.length > 1 ? [launchPart(page, host)] : []),
		headPart(page),
		bar,
		legend,
		...(page.cards.length > 0 ? [limitsPart(page, host)] : []),
		...(page.trend ? [trendPart(page.words.trend, page.trend, host)] : []),
	];
}

function launchPart({ launches, launch, words }: BudgetPage, host: PartHost): HTMLElement {
	const select = element('select', { 'aria-label': words.launch, 'data-key': 'launch' });
	for (const { key, name } of launches) {
		const option = element('option', { value: key }, name);
		option.selected = key === launch;
		select.append(option);
	}
	select.addEventListener('change', () => host.choose(select.value));
	return element('div', { class: 'launch' }, select);
}

function headPart({ headline, trend }: BudgetPage): HTMLElement {
	return element(
		'header',
		{ class: 'head' },
		element('h1', {}, element('span', { class: 'value' }, headline.value), ' ', element('span', {}, headline.label)),
		element('p', { class: 'detail' }, headline.detail),
		trend?.chip === undefined
			? undefined
			: element('p', { class: `chip ${trend.direction}` }, arrow(trend.direction), trend.chip),
	);
}

const arrow = (direction: PageTrend['direction']): HTMLElement =>
	element('span', { class: `arrow ${direction}`, 'aria-hidden': 'true' });

function barPart({ groups, words }: BudgetPage, host: PartHost): HTMLElement {
	const segments = groups.flatMap(({ group, segments }) =>
		segments.map((segment) => {
			const button = element('button', {
				type: 'button',
				class: `segment fill ${group}`,
				'data-key': segment.key,
				'aria-label': segment.spoken,
				title: segment.spoken,
			});
			setShare(button, segment.weight);
			return opening(button, segment, host);
		}),
	);
	const bar = element('div', { class: 'bar', role: 'toolbar', 'aria-label': words.bar }, ...segments);
	makeRoving(bar, host.stops.get('bar'), (key) => host.stops.set('bar', key));
	return bar;
}

function legendPart({ groups, total, words }: BudgetPage, host: PartHost): HTMLElement {
	const table = element(
		'table',
		{ class: 'legend' },
		element('caption', { class: 'unseen' }, words.legend),
		element(
			'thead',
			{},
			element(
				'tr',
				{},
				element('th', { scope: 'col' }, words.source),
				element('th', { scope: 'col', class: 'number' }, words.tokens),
				element('th', { scope: 'col', class: 'number' }, words.share),
			),
		),
		...groups.map((group) => legendGroup(group, host)),
		element(
			'tfoot',
			{},
			element(
				'tr',
				{ class: 'total' },
				element('th', { scope: 'row' }, words.total),
				element('td', { class: 'number' }, total.tokens),
				element('td', { class: 'number' }),
			),
		),
	);
	makeRoving(table, host.stops.get('legend'), (key) => host.stops.set('legend', key));
	return table;
}

function legendGroup({ group, label, tokens, share, segments }: PageSegmentGroup, host: PartHost): HTMLElement {
	return element(
		'tbody',
		{},
		element(
			'tr',
			{ class: 'group' },
			element(
				'th',
				{ scope: 'rowgroup' },
				element('span', { class: `swatch fill ${group}`, 'aria-hidden': 'true' }),
				label,
			),
			element('td', { class: 'number' }, tokens),
			element('td', { class: 'number' }, share),
		),
		...segments.map((segment) =>
			element(
				'tr',
				{ 'data-row': segment.key },
				element(
					'th',
					{ scope: 'row' },
					element('span', { class: 'cell' }, legendName(segment, host), note(segment.note)),
				),
				element('td', { class: 'number' }, segment.tokens),
				element('td', { class: 'number' }, segment.share),
			),
		),
	);
}

const legendName = (segment: PageSegment, host: PartHost): HTMLElement =>
	linkTo(
		{ name: segment.name, ...(segment.target === undefined ? {} : { target: segment.target }) },
		host,
		segment.key,
	);

const note = (text: string | undefined): HTMLElement | undefined =>
	text === undefined ? undefined : element('span', { class: 'note' }, text);

function limitsPart({ cards, cardsNote, words }: BudgetPage, host: PartHost): HTMLElement {
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

function trendPart(title: string, trend: PageTrend, host: PartHost): HTMLElement {
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

/** A name that opens its source, or only a name. */
function linkTo({ name, target }: PageLink, host: PartHost, key: string): HTMLElement {
	if (target === undefined) return element('span', { class: 'plain' }, pathText(name));
	const button = element('button', { type: 'button', class: 'link', 'data-key': key, title: name }, pathText(name));
	button.addEventListener('click', () => host.open(target));
	return button;
}

function opening(button: HTMLButtonElement, { target }: PageSegment, host: PartHost): HTMLButtonElement {
	if (target === undefined) button.setAttribute('aria-disabled', 'true');
	else button.addEventListener('click', () => host.open(target));
	return button;
}

/** A segment and its row are lit together, by mouse and by focus. */
function markTogether(bar: HTMLElement, legend: HTMLElement): void {
	const mark = (key: string | undefined): void => {
		bar.classList.toggle('has-mark', key !== undefined);
		for (const each of bar.querySelectorAll<HTMLElement>('.segment'))
			each.classList.toggle('is-marked', each.dataset['key'] === key);
		for (const each of legend.querySelectorAll<HTMLElement>('[data-row]'))
			each.classList.toggle('is-marked', each.dataset['row'] === key);
	};
	const keyAt = (target: EventTarget | null): string | undefined => {
		if (!(target instanceof Element)) return undefined;
		const at = target.closest<HTMLElement>('.segment, [data-row]');
		return at?.dataset['row'] ?? at?.dataset['key'];
	};
	for (const part of [bar, legend]) {
		for (const event of ['mouseover', 'focusin']) part.addEventListener(event, ({ target }) => mark(keyAt(target)));
		for (const event of ['mouseleave', 'focusout']) part.addEventListener(event, () => mark(undefined));
	}
}
