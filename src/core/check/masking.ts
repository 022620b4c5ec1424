/** Takes values that must not be shown out of texts that are about to be. */

/** Shorter values would hide ordinary words. */
const leastLength = 8;

/**
 * A function that replaces every one of the values by asterisks, longest first.
 *
 * @example maskerOf(['hunter2-hunter2'])('see hunter2-hunter2') // 'see ****'
 */
export function maskerOf(values: Iterable<string>): (text: string) => string {
	// Messages quote a text on one line.
	const longestFirst = [...new Set([...values].flatMap((value) => [value, value.replace(/\s+/g, ' ')]))]
		.filter((value) => value.length >= leastLength)
		.sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
	// A message quotes at most so many units of a text, so a long value may stand in it cut short.
	return (text) => longestFirst.reduce((masked, value) => maskBeginning(masked.replaceAll(value, '****'), value), text);
}

/** A value that a message cut with an ellipsis. */
function maskBeginning(text: string, value: string): string {
	const head = value.slice(0, leastLength);
	for (let start = text.indexOf(head); start >= 0; start = text.indexOf(head, start + 1)) {
		let end = start;
		while (end < text.length && text[end] === value[end - start]) end++;
		if (text[end] === '…') return maskBeginning(`${text.slice(0, start)}****${text.slice(end)}`, value);
	}
	return text;
}
