/** Which files may hold links to a file: all instruction files and rules of the model, the memory index and its topics. */

import type { ContextModel } from '../model/contextModel.js';
import type { Discovery } from '../model/discovery.js';
import type { DocumentKind } from './documentKind.js';
import type { TopicName } from './documentLinks.js';

export interface LinkingFile {
	readonly path: string;
	readonly kind: DocumentKind;
}

/** The files, each once, in the order of the request; nested ones where they were looked for. */
export function linkingFiles(
	model: ContextModel,
	topics: readonly TopicName[],
	discovery: Discovery | undefined,
): readonly LinkingFile[] {
	const files = new Map<string, LinkingFile>();
	const add = (path: string, kind: DocumentKind): void => {
		if (!files.has(path)) files.set(path, { path, kind });
	};
	const { startup, conditional } = model.instructions;
	const nested = discovery?.nested ?? [];
	for (const { path, kind } of [
		...startup,
		...conditional,
		...nested.flatMap((directory) => [...directory.always, ...directory.conditional, ...directory.agentsMd]),
	])
		add(path, kind === 'rule' ? 'rule' : kind === 'import' ? 'import' : 'instructions');
	if (model.memory.index.kind === 'written') add(model.memory.index.path, 'memory-index');
	for (const { path } of topics) add(path, 'memory-topic');
	return [...files.values()];
}
