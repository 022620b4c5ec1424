/** What the parts of the Budget view's page share. */

import type { PageCommand, PageLink, PageTrend } from '../../budget/messages.js';
import { element, pathText } from './dom.js';

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

/** A name that opens its source, or only a name. */
export function linkTo({ name, target }: PageLink, host: PartHost, key: string): HTMLElement {
	if (target === undefined) return element('span', { class: 'plain' }, pathText(name));
	const button = element('button', { type: 'button', class: 'link', 'data-key': key, title: name }, pathText(name));
	button.addEventListener('click', () => host.open(target));
	return button;
}

/** A word beside a name. */
export const note = (text: string | undefined): HTMLElement | undefined =>
	text === undefined ? undefined : element('span', { class: 'note' }, text);

/** Up for more, down for less; the words beside it say the same. */
export const arrow = (direction: PageTrend['direction']): HTMLElement =>
	element('span', { class: `arrow ${direction}`, 'aria-hidden': 'true' });
