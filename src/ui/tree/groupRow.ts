/** Rows that group others, with sums; and rows that only say something. */

import { l10n, type ThemeIcon } from 'vscode';
import { type ContextWord, contextValue, contextWords } from '../contextValues.js';
import { type Cost, formatCost, formatNumber, formatTokens } from '../format.js';
import { groupIcons } from '../icons.js';
import { escaped } from '../markdown.js';
import { type Children, type Row, tooltipOf } from './row.js';
import type { RowContext } from './sourceRow.js';

export interface GroupOptions {
	/** Last part of the id, e.g. `startup/user`. */
	readonly group: string;
	readonly label: string;
	readonly icon: ThemeIcon;
	readonly children: Children;
	/** Number of things in the group, where it is known. */
	readonly count?: number;
	/** What the group costs, where that is the point of it. */
	readonly cost?: Cost;
	readonly expanded?: boolean;
	/** What the group is, for the tooltip. */
	readonly sentence: string;
	readonly words?: readonly ContextWord[];
	readonly description?: string;
}

export function groupRow(context: RowContext, options: GroupOptions): Row {
	const { count, cost } = options;
	const parts = [...(cost ? [formatTokens(cost)] : []), ...(count === undefined ? [] : [formatNumber(count)])];
	return {
		id: `${context.launch.key}/${options.group}`,
		label: options.label,
		description: options.description ?? parts.join(' · '),
		icon: options.icon,
		contextValue: contextValue(contextWords.group, ...(options.words ?? [])),
		expanded: options.expanded ?? false,
		children: options.children,
		tooltip: tooltipOf((markdown) => {
			markdown.appendMarkdown(escaped(options.sentence));
			if (cost) markdown.appendMarkdown('\n\n').appendMarkdown(escaped(formatCost(cost)));
		}),
		spoken: [
			options.label,
			...(count === undefined ? [] : [l10n.t('{0} items', count)]),
			...(cost ? [formatCost(cost)] : []),
		].join(', '),
		launch: context.launch,
	};
}

/** A row of words. */
export function messageRow(
	id: string,
	label: string,
	options: { readonly icon?: ThemeIcon; readonly words?: readonly ContextWord[] } = {},
): Row {
	return {
		id,
		label,
		icon: options.icon ?? groupIcons.message,
		contextValue: contextValue(contextWords.message, ...(options.words ?? [])),
	};
}
