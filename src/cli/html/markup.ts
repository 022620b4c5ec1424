/** Markup in which everything that is put in is escaped, unless it is markup itself. */

/** Text that is known to be markup. */
export class Markup {
	readonly text: string;

	/** Only for literals of this program and for markup that was made of them. */
	constructor(text: string) {
		this.text = text;
	}
}

type Part = string | number | Markup | readonly Markup[];

/**
 * A piece of a page.
 *
 * @example html`<td>${'<b>'}</td>`.text // '<td>&lt;b&gt;</td>'
 */
export function html(literals: TemplateStringsArray, ...parts: readonly Part[]): Markup {
	const pieces = parts.map((part, index) => textOf(part) + (literals[index + 1] ?? ''));
	return new Markup((literals[0] ?? '') + pieces.join(''));
}

export const nothing = new Markup('');

function textOf(part: Part): string {
	if (part instanceof Markup) return part.text;
	return typeof part === 'object' ? part.map(({ text }) => text).join('') : escaped(String(part));
}

const entities: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Escapes what markup is made of; what would be invisible or turn the direction of a text is shown as a box. */
function escaped(text: string): string {
	return text
		.replace(/[&<>"']/g, (character) => entities[character] ?? '')
		.replace(/[\p{Cc}\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu, (character) =>
			/[\t\n\r]/.test(character) ? ' ' : '\uFFFD',
		);
}
