/** A row of a tree as plain data: what it shows, what it opens, what lies below it. */

import { MarkdownString, type ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import type { Place, Source } from '../../core/source.js';
import { commandIds } from '../ids.js';
import type { LaunchDirectory } from '../model/launchDirectories.js';

/** Rows below a row: known, or worked out when it is expanded. */
export type Children = readonly Row[] | (() => Promise<readonly Row[]>);

export interface Row {
	/** Stable over rebuilds and unique in its tree, so that collapse state and selection stay. */
	readonly id: string;
	readonly label: string;
	/** Dimmed, behind the label: cost or reason. */
	readonly description?: string;
	readonly icon?: ThemeIcon;
	/** Markdown, made when the mouse rests on the row. */
	readonly tooltip?: () => MarkdownString;
	/** For screen readers, where label and description do not say it all. */
	readonly spoken?: string;
	readonly contextValue: string;
	/** Whether rows below are shown at first; absent for a row without any. */
	readonly expanded?: boolean;
	readonly children?: Children;
	/** What a click opens. */
	readonly target?: Place;
	/** What the row is about. */
	readonly source?: Source;
	readonly launch?: LaunchDirectory;
}

export function toTreeItem(row: Row): TreeItem {
	const item = new TreeItem(row.label, collapsibleState(row));
	item.id = row.id;
	item.contextValue = row.contextValue;
	if (row.description !== undefined) item.description = row.description;
	if (row.icon) item.iconPath = row.icon;
	if (row.spoken !== undefined) item.accessibilityInformation = { label: row.spoken };
	if (row.target) item.command = { title: '', command: commandIds.openSource, arguments: [row] };
	return item;
}

function collapsibleState({ children, expanded }: Row): TreeItemCollapsibleState {
	if (!children || (Array.isArray(children) && children.length === 0)) return TreeItemCollapsibleState.None;
	return expanded ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed;
}

/** A row as a suite looks at it. */
export interface RowSnapshot {
	readonly label: string;
	readonly description?: string;
	readonly icon?: string;
	readonly contextValue: string;
	readonly target?: Place;
	readonly source?: Source;
	/** Rows below that are known; a group that is worked out on expansion has none before. */
	readonly children?: readonly RowSnapshot[];
}

export function snapshotOf(row: Row): RowSnapshot {
	return {
		label: row.label,
		...(row.description === undefined ? {} : { description: row.description }),
		...(row.icon ? { icon: row.icon.id } : {}),
		contextValue: row.contextValue,
		...(row.target ? { target: row.target } : {}),
		...(row.source ? { source: row.source } : {}),
		...(Array.isArray(row.children) ? { children: row.children.map(snapshotOf) } : {}),
	};
}

/**
 * A Markdown tooltip of paragraphs; the caller passes texts through `escaped`. `appendText` is no good for them: its blanks
 * do not break, so that VS Code cuts long sentences off.
 */
export function tooltipOf(build: (markdown: MarkdownString) => void): () => MarkdownString {
	return () => {
		const markdown = new MarkdownString('', true);
		build(markdown);
		return markdown;
	};
}
