/**
 * Markdown for hovers, made of texts that a repository wrote: everything of a file goes through `escaped` or `code`, and
 * a link runs a command only where the hover names it.
 */

import { MarkdownString } from 'vscode';

/** Longer stretches of a file are cut in a hover. */
const longest = 500;

/**
 * A text as plain text in Markdown, on one line. `$`, `<` and `&` become entities, so that it holds neither icons nor HTML.
 *
 * @example escaped('[a](command:x) $(bug)') // '\[a\]\(command\:x\) &#36;\(bug\)'
 */
export function escaped(text: string): string {
	return shortened(text)
		.replace(/[\\`*_{}[\]()#+\-.!~|>:@="']/g, '\\$&')
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('$', '&#36;');
}

/** A code span that holds whatever a path or pattern holds. */
export function code(text: string): string {
	const flat = shortened(text).trim() || ' ';
	const fence = '`'.repeat(Math.max(0, ...[...flat.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
	return flat.startsWith('`') || flat.endsWith('`') ? `${fence} ${flat} ${fence}` : `${fence}${flat}${fence}`;
}

/**
 * A link that runs a command with one argument; the label is escaped.
 *
 * @example commandLink('a.md', commandIds.openSource, { path: '/repo/a.md' })
 */
export function commandLink(label: string, command: string, argument: unknown, title?: string): string {
	// Parentheses would end the link's target.
	const encoded = encodeURIComponent(JSON.stringify([argument])).replace(
		/[()']/g,
		(unit) => `%${unit.charCodeAt(0).toString(16)}`,
	);
	const about = title === undefined ? '' : ` "${shortened(title).replace(/["\\<&$`]/g, ' ')}"`;
	return `[${escaped(label)}](command:${command}?${encoded}${about})`;
}

/** Paragraphs as one Markdown text; only the named commands run from its links. */
export function hoverMarkdown(paragraphs: readonly string[], commands: readonly string[]): MarkdownString {
	const markdown = new MarkdownString(paragraphs.join('\n\n'), true);
	markdown.isTrusted = { enabledCommands: commands };
	return markdown;
}

function shortened(text: string): string {
	const flat = text.slice(0, longest + 1).replace(/\s+/g, ' ');
	return text.length > longest ? `${flat.slice(0, longest)}…` : flat;
}
