/** Rows of sources: label, cost, reason and the place that a click opens. */

import { basename } from 'node:path';
import { l10n, type MarkdownString, Uri, workspace } from 'vscode';
import type { Place, Source } from '../../core/source.js';
import { type ContextWord, contextValue, contextWords } from '../contextValues.js';
import {
	displayPath,
	formatCost,
	formatTokens,
	loadReasonSentence,
	type PathContext,
	reasonWord,
	scopeWord,
	stateWord,
} from '../format.js';
import { stateIcon } from '../icons.js';
import { escaped } from '../markdown.js';
import type { LaunchDirectory } from '../model/launchDirectories.js';
import { type Row, tooltipOf } from './row.js';

/** What rows of one model share. */
export interface RowContext extends PathContext {
	readonly launch: LaunchDirectory;
	/** Makes ids that occur twice different, in order. */
	readonly unique: (id: string) => string;
	/** What is wrong with a file, asked when the mouse rests on its row. */
	readonly problemsOf?: (path: string) => readonly string[];
}

/** The first use of an id keeps it, further ones get a number. */
export function uniqueIds(): (id: string) => string {
	const uses = new Map<string, number>();
	return (id) => {
		const count = (uses.get(id) ?? 0) + 1;
		uses.set(id, count);
		return count === 1 ? id : `${id}~${count}`;
	};
}

/** What a row may say besides what its source does. */
export interface SourceRowOptions {
	/** Start of the id: the group. */
	readonly group: string;
	readonly label?: string;
	readonly description?: string;
	readonly children?: readonly Row[];
	/** Sentences that come before what is said of any source. */
	readonly sentences?: readonly string[];
}

export function sourceRow(context: RowContext, source: Source, options: SourceRowOptions): Row {
	const label = options.label ?? sourceLabel(context, source);
	const target = openTarget(source);
	return {
		id: context.unique(`${context.launch.key}/${options.group}/${source.path}`),
		label,
		description: options.description ?? sourceDescription(source),
		icon: stateIcon(source.state),
		spoken: [label, stateWord(source.state), source.reason?.sentence ?? formatCost(source)].join(', '),
		tooltip: sourceTooltip(context, source, options.sentences ?? []),
		contextValue: contextValue(...sourceWords(source)),
		...(options.children && options.children.length > 0 ? { children: options.children, expanded: true } : {}),
		...(target ? { target } : {}),
		source,
		launch: context.launch,
	};
}

/** The memory directory lies deep and its name is a slug: its files go by their own names. */
function sourceLabel(context: PathContext, source: Source): string {
	if (source.scope === 'auto-memory') return basename(source.path);
	return displayPath(context, source.foundAt ?? source.path);
}

/** Sources in order, imports below their importer. */
export function sourceRows(context: RowContext, sources: readonly Source[], options: SourceRowOptions): readonly Row[] {
	const byParent = new Map<string, Source[]>();
	const paths = new Set(sources.map((source) => source.path));
	const roots: Source[] = [];
	for (const source of sources) {
		if (source.parent === undefined || !paths.has(source.parent) || source.parent === source.path) roots.push(source);
		else byParent.set(source.parent, [...(byParent.get(source.parent) ?? []), source]);
	}
	const toRow = (source: Source): Row =>
		sourceRow(context, source, { ...options, children: (byParent.get(source.path) ?? []).map(toRow) });
	return roots.map(toRow);
}

/** E.g. `≈577 tokens`, `truncated · ≈5,210 tokens`, `import missing`; and `unsaved`. */
function sourceDescription(source: Source): string {
	const parts = [
		...(source.state === 'not loaded'
			? [source.reason ? reasonWord(source.reason.code) : stateWord(source.state)]
			: []),
		...(source.state === 'truncated' ? [stateWord(source.state)] : []),
		...(source.state === 'not loaded' ? [] : [formatTokens(source)]),
		...(source.unsaved ? [l10n.t('unsaved')] : []),
	];
	return parts.join(' · ');
}

/**
 * Where a click leads: to the point of truncation, to the importing line of a file that does not load as an import, else
 * to the file.
 */
function openTarget(source: Source): Place | undefined {
	const { reason, path, mention } = source;
	if (reason?.place?.path === path) return reason.place;
	if (source.state === 'not loaded' && mention && reason?.code !== 'excluded') return mention;
	return isFile(source) ? { path } : reason?.place;
}

/** False for text of the managed settings. */
export const isFile = ({ path }: Source): boolean => !path.startsWith('<');

function sourceWords(source: Source): readonly ContextWord[] {
	const exists = isFile(source) && source.reason?.code !== 'import-missing';
	const inWorkspace = exists && workspace.getWorkspaceFolder(Uri.file(source.path)) !== undefined;
	return [
		contextWords.source,
		...(exists ? [contextWords.file] : []),
		...(inWorkspace ? [contextWords.workspaceFile] : []),
		source.state === 'not loaded' ? contextWords.unloaded : contextWords.sent,
	];
}

function sourceTooltip(context: RowContext, source: Source, sentences: readonly string[]): () => MarkdownString {
	return tooltipOf((markdown) => {
		const paragraph = (text: string): void => {
			markdown.appendMarkdown(escaped(text)).appendMarkdown('\n\n');
		};
		markdown
			.appendMarkdown(`$(${stateIcon(source.state).id}) **`)
			.appendMarkdown(escaped(stateWord(source.state)))
			.appendMarkdown('** — ');
		paragraph(scopeWord(source.scope));
		for (const sentence of sentences) paragraph(sentence);
		if (source.reason) paragraph(source.reason.sentence);
		if (source.loadReason && source.state !== 'not loaded') paragraph(loadReasonSentence(source.loadReason));
		if (source.parent !== undefined) paragraph(l10n.t('Imported by {0}', displayPath(context, source.parent)));
		if (source.patterns) {
			paragraph(l10n.t('Patterns: {0}', source.patterns.join(', ')));
			if (source.base !== undefined) paragraph(l10n.t('Relative to {0}', source.base));
		}
		for (const problem of context.problemsOf?.(source.path) ?? []) {
			markdown.appendMarkdown('$(warning) ');
			paragraph(problem);
		}
		if (source.state !== 'not loaded') paragraph(formatCost(source));
		if (source.unsaved) paragraph(l10n.t('The unsaved text of the editor is shown, not the file on disk.'));
		if (source.foundAt !== undefined) paragraph(l10n.t('Found through the link {0}', source.foundAt));
		if (source.reason?.unverified) paragraph(l10n.t('Known from documentation only, not from a recording.'));
		markdown.appendCodeblock(source.path, 'plaintext');
	});
}
