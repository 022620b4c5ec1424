/** On an `@import`: where it leads, whether the file loads or why not, and what it costs. */

import { dirname } from 'node:path';
import { l10n } from 'vscode';
import type { Source } from '../../core/source.js';
import { parseInstructionText } from '../../core/sources/instructionFile.js';
import { importTarget } from '../../core/sources/loadPass.js';
import { formatCost, reasonWord, stateWord } from '../format.js';
import { stateIcon } from '../icons.js';
import { code, escaped } from '../markdown.js';
import { fileLink, fileOf, type HoverAnswer, type HoverSubject, type Loader, loaderOf } from './subject.js';

export async function importHover(subject: HoverSubject): Promise<HoverAnswer | undefined> {
	const loader = await loaderOf(subject);
	const importer = fileOf(subject, loader.files);
	if (!importer) return undefined;
	const { imports } = parseInstructionText(subject.document.getText(), true);
	const mention = imports.find(({ offset, length }) => offset <= subject.offset && subject.offset < offset + length);
	if (!mention) return undefined;
	const real = await subject.model.loadContext.fs.realPath(importer.path);
	const target = importTarget(mention.path, dirname(real ?? importer.path), subject.context.home);
	const exists = (await subject.model.loadContext.fs.stat(target)) !== undefined;
	return {
		paragraphs: [
			l10n.t('Imports {0}', exists ? fileLink(subject.context, target) : code(mention.path)),
			...fate(loader, importer.path, target),
		],
		range: mention,
	};
}

/** What becomes of an import: its source where it loads, else the reason of this importer's mention. */
function fate({ sources, rejected }: Loader, importer: string, target: string): readonly string[] {
	const source = sources.find(({ path }) => path === target);
	const refused = rejected.find(({ path, parent }) => path === target && parent === importer);
	if (source && source.state !== 'not loaded') {
		const through =
			source.parent === importer || source.parent === undefined ? [] : [escaped(refused?.reason.sentence ?? '')];
		return [loaded(source), ...through.filter((sentence) => sentence !== '')];
	}
	if (!refused) return [];
	const icon = `$(${stateIcon('not loaded').id})`;
	const word = `**${escaped(stateWord('not loaded'))}** (${escaped(reasonWord(refused.reason.code))})`;
	return [`${icon} ${word}: ${escaped(refused.reason.sentence)}`];
}

const loaded = (source: Source): string =>
	`$(${stateIcon(source.state).id}) **${escaped(stateWord(source.state))}** · ${escaped(formatCost(source))}`;
