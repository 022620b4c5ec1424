/** The page of the Budget view: shows what the extension says, and asks it to open what is clicked. */

import { isPage, isShowMessage, type Page, type PageRequest } from '../budget/messages.js';
import { budgetParts, messageParts } from './parts/budgetParts.js';
import type { PartHost } from './parts/common.js';

declare function acquireVsCodeApi(): {
	postMessage(message: unknown): void;
	getState(): unknown;
	setState(state: unknown): void;
};

const vscode = acquireVsCodeApi();
const main = document.querySelector('main') as HTMLElement;
const ask = (request: PageRequest): void => vscode.postMessage(request);

let shown: Page | undefined;
let shownAs = '';

const host: PartHost = {
	open: (target) => {
		if (shown?.kind === 'budget') ask({ type: 'open', revision: shown.revision, target });
	},
	run: (command) => ask({ type: 'run', command }),
	choose: (launch) => ask({ type: 'choose', launch }),
	stops: new Map(),
	unfolded: new Set(),
	onFold: () => keep(),
};

/** Shows a page; the focus and the place that is looked at stay. */
function show(page: Page): void {
	const looks = JSON.stringify(page.kind === 'budget' ? { ...page, revision: '' } : page);
	shown = page;
	if (looks === shownAs) return;
	shownAs = looks;
	const focused = document.activeElement instanceof HTMLElement ? document.activeElement : undefined;
	const focus = focused?.dataset['key'];
	const isInBar = focused?.closest('.bar') !== null;
	const { scrollY } = window;
	main.replaceChildren(...(page.kind === 'budget' ? budgetParts(page, host) : messageParts(page, host)));
	if (page.kind === 'budget') main.removeAttribute('aria-busy');
	else main.setAttribute('aria-busy', String(page.tone === 'busy'));
	window.scrollTo(0, scrollY);
	if (focus === undefined) return;
	[...main.querySelectorAll<HTMLElement>('[data-key]')]
		.find((each) => each.dataset['key'] === focus && (each.closest('.bar') !== null) === isInBar)
		?.focus({ preventScroll: true });
}

/** Kept while the view is hidden, when the page does not exist. */
function keep(): void {
	if (shown) vscode.setState({ page: shown, scroll: window.scrollY, unfolded: [...host.unfolded] });
}

function restore(): void {
	const kept = vscode.getState();
	if (typeof kept !== 'object' || kept === null) return;
	const { page, scroll, unfolded } = kept as Readonly<Record<string, unknown>>;
	if (!isPage(page) || page.kind !== 'budget') return;
	if (Array.isArray(unfolded)) for (const key of unfolded) if (typeof key === 'string') host.unfolded.add(key);
	show(page);
	if (typeof scroll === 'number' && Number.isFinite(scroll)) window.scrollTo(0, scroll);
}

window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
	if (!isShowMessage(data)) return;
	show(data.page);
	keep();
});
let scrolled: number | undefined;
window.addEventListener('scroll', () => {
	clearTimeout(scrolled);
	scrolled = window.setTimeout(keep, 200);
});

restore();
ask({ type: 'ready', ...(shown?.kind === 'budget' ? { launch: shown.launch } : {}) });
