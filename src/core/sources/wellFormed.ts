/** Text on its way out of the client: UTF-8 has no halves of surrogate pairs. */

/** Replaces each surrogate without a partner by U+FFFD, as encoding to UTF-8 does. */
export function toWellFormed(text: string): string {
	return text.replace(/[\uD800-\uDFFF]/gu, '\uFFFD');
}
