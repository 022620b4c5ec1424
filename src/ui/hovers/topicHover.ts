/** On a topic link in MEMORY.md: the topic, and whether the model ever sees the link. */

import { l10n } from 'vscode';
import { topicTargets } from '../../core/findings/memoryLinks.js';
import type { MemoryIndex } from '../../core/sources/memoryIndex.js';
import { type MemoryTopic, scanTopics } from '../../core/sources/memoryTopics.js';
import { estimateTokens } from '../../core/text/tokens.js';
import { formatCost } from '../format.js';
import { code, escaped } from '../markdown.js';
import { fileLink, type HoverAnswer, type HoverSubject, holds } from './subject.js';

export async function topicHover(subject: HoverSubject): Promise<HoverAnswer | undefined> {
	const { model, paths, document, offset } = subject;
	const { index, directory, off } = model.memory;
	if (index.kind !== 'written' || !paths.includes(index.path)) return undefined;
	const { fs } = model.loadContext;
	const { topics } = await scanTopics(fs, directory.path, model.inputs.client.behaviours);
	// Offsets are the document's: it has no byte-order mark and one kind of line end.
	const shown = { ...index, file: { ...index.file, text: document.getText() } };
	const target = topicTargets(shown, topics).find(({ link }) => holds(link, offset));
	if (!target) return undefined;
	const { link, topic, path } = target;
	const exists = topic !== undefined || (await fs.stat(path)) !== undefined;
	return {
		paragraphs: [
			...(topic
				? aboutTopic(subject, topic)
				: [withoutTopic(subject, link.kind, link.target, exists ? path : undefined)]),
			...(off ? [`$(circle-slash) ${escaped(off.sentence)}`] : isBeyondLimit(index, document.getText(), link.offset)),
		],
		range: link,
	};
}

function aboutTopic({ context }: HoverSubject, topic: MemoryTopic): readonly string[] {
	const { name, description, type, file, path } = topic;
	const cost = { characters: file.text.length, tokens: estimateTokens(file.text) };
	const title = name === undefined ? '' : ` · **${escaped(name)}**`;
	return [
		`$(note) ${fileLink(context, path)}${title}${type === undefined ? '' : ` · ${escaped(type)}`}`,
		...(description === undefined ? [] : [escaped(description)]),
		escaped(l10n.t('Read by the model when it follows the link: {0}.', formatCost(cost))),
	];
}

function withoutTopic(
	{ context }: HoverSubject,
	kind: 'markdown' | 'wiki',
	target: string,
	path: string | undefined,
): string {
	if (path !== undefined && kind === 'markdown')
		return l10n.t('Leads to {0}, which is no topic of this memory.', fileLink(context, path));
	return kind === 'wiki'
		? `$(info) ${l10n.t('No topic has the name {0} yet.', code(target))}`
		: `$(warning) ${l10n.t('There is no file {0}: the model follows this link in vain.', code(target))}`;
}

/** The link stands behind the point where the client cuts the index. */
function isBeyondLimit(index: MemoryIndex & { kind: 'written' }, text: string, offset: number): readonly string[] {
	const { view, file } = index;
	if (!view.index.truncated) return [];
	// Lines are the same in both texts, units need not be.
	const cutLine = file.text.slice(0, view.cutOffset).split('\n').length;
	const line = text.slice(0, offset).split('\n').length;
	if (line < cutLine || (line === cutLine && view.cutOffset > offset)) return [];
	return [`$(warning) ${escaped(l10n.t('Beyond the limit of MEMORY.md: the model never sees this link.'))}`];
}
