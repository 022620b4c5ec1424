/** Making elements of a page: texts become text nodes only, never markup. */

type Child = Node | string | undefined;

/** Attributes; `undefined` leaves one out. `class` and `aria-…` are written as in HTML. */
type Attributes = Readonly<Record<string, string | undefined>>;

/**
 * Makes an element.
 *
 * @example element('p', { class: 'note' }, 'text')
 */
export function element<K extends keyof HTMLElementTagNameMap>(
	tag: K,
	attributes: Attributes = {},
	...children: readonly Child[]
): HTMLElementTagNameMap[K] {
	const made = document.createElement(tag);
	for (const [name, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(name, value);
	made.append(...children.filter((child) => child !== undefined));
	return made;
}

/** Sets the share of a bar that an element takes, from 0 to 1. */
export function setShare(of: HTMLElement, share: number): void {
	of.style.setProperty('--share', String(Math.min(1, Math.max(0, share))));
}

/** A path whose last name is never cut: `.claude/rules/` gives way to `api.md`. */
export function pathText(path: string): HTMLElement {
	const end = path.lastIndexOf('/') + 1;
	return element(
		'span',
		{ class: 'path' },
		end > 0 ? element('span', { class: 'directory' }, path.slice(0, end)) : undefined,
		element('span', { class: 'name' }, path.slice(end)),
	);
}

/**
 * Makes the marked elements of a container one stop of the Tab key; arrow keys, Home and End move inside.
 *
 * @param current key of the element that had the stop before
 */
export function makeRoving(container: HTMLElement, current: string | undefined, onMove: (key: string) => void): void {
	const items = [...container.querySelectorAll<HTMLElement>('[data-key]')];
	const first = items.find((item) => item.dataset['key'] === current) ?? items[0];
	const stopAt = (stop: HTMLElement | undefined): void => {
		for (const item of items) item.tabIndex = item === stop ? 0 : -1;
		const key = stop?.dataset['key'];
		if (key !== undefined) onMove(key);
	};
	stopAt(first);
	container.addEventListener('focusin', ({ target }) => {
		if (target instanceof HTMLElement && items.includes(target)) stopAt(target);
	});
	container.addEventListener('keydown', (event) => {
		const at = items.indexOf(event.target as HTMLElement);
		const to = at < 0 ? undefined : items[nextIndex(event.key, at, items.length)];
		if (!to || to === event.target) return;
		event.preventDefault();
		to.focus();
	});
}

function nextIndex(key: string, at: number, count: number): number {
	if (key === 'ArrowRight' || key === 'ArrowDown') return Math.min(count - 1, at + 1);
	if (key === 'ArrowLeft' || key === 'ArrowUp') return Math.max(0, at - 1);
	if (key === 'Home') return 0;
	return key === 'End' ? count - 1 : at;
}
