/** The parts of the Budget view's page: head, bar and legend, or a message. */

import type { BudgetPage, MessagePage, PageSegment, PageSegmentGroup } from '../../budget/messages.js';
import { arrow, linkTo, note, type PartHost } from './common.js';
import { element, makeRoving, setShare } from './dom.js';
import { limitsPart, trendPart } from './limitParts.js';

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
