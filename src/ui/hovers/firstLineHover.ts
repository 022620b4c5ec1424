/** On the first line of any file: what reading the file attaches, and what only looks as if it did. */

import { l10n } from 'vscode';
import type { Attachment, FileExplanation, NearMiss } from '../../core/model/explain.js';
import { formatCost, formatNumber, type PathContext, sumOf } from '../format.js';
import { commandIds } from '../ids.js';
import { code, commandLink, escaped } from '../markdown.js';
import { fileLink } from './subject.js';

/** Files that are named. */
const namedFiles = 10;
/** Near misses that are named. */
const namedMisses = 3;

/** Paragraphs; none where the file attaches nothing. */
export function firstLineParagraphs(
	context: PathContext,
	path: string,
	{ attached, nearMisses }: FileExplanation,
): readonly string[] {
	if (attached.length === 0) return [];
	const cost = formatCost(sumOf(attached.map(({ source }) => source)));
	const title =
		attached.length === 1
			? l10n.t('When Claude Code reads this file it attaches 1 file: {0}', cost)
			: l10n.t('When Claude Code reads this file it attaches {0} files: {1}', formatNumber(attached.length), cost);
	const more = attached.length - namedFiles;
	return [
		`$(link) ${escaped(title)}`,
		[
			...attached.slice(0, namedFiles).map((each) => attachedItem(context, each)),
			...(more > 0 ? [`- ${escaped(l10n.t('{0} more', formatNumber(more)))}`] : []),
		].join('\n'),
		...nearMissList(context, nearMisses),
		commandLink(l10n.t('Explain This File'), commandIds.explainFile, { path }),
	];
}

const attachedItem = (context: PathContext, { source, match }: Attachment): string =>
	`- ${fileLink(context, source.path)}${match ? ` · ${code(match.pattern)}` : ''}`;

function nearMissList(context: PathContext, nearMisses: readonly NearMiss[]): readonly string[] {
	if (nearMisses.length === 0) return [];
	const items = nearMisses.slice(0, namedMisses).map((miss) => nearMissItem(context, miss));
	return [`$(question) ${escaped(l10n.t('Would match, but:'))}`, items.join('\n')];
}

const nearMissItem = (context: PathContext, { source, sentence }: NearMiss): string =>
	`- ${fileLink(context, source.path)}: ${escaped(sentence)}`;
