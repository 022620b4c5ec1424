/** Block-level HTML comments. */

import { parseBody } from './instructionText.js';

/**
 * The body without its block-level HTML comments, as a CommonMark lexer sees them: a block that begins with `<!--` and
 * holds `-->` loses its comments, and all of itself with the blank lines after it when nothing else is left. Comments
 * in a paragraph's text, a list item, a quote, code or other HTML stay (corpus `comments/para`). Not trimmed.
 */
export function stripBlockComments(body: string): string {
	return parseBody(body, { imports: false }).text;
}
