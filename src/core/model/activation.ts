/**
 * What touching a file attaches: managed and user rules that match, nested directories from the top down, then the
 * matching rules of the launch directory and its ancestors (loader.md 6).
 */

import { compilePaths } from '../globs/matcher.js';
import type { LoadedFile } from '../sources/loadPass.js';
import type { NestedDirectory } from '../sources/nestedDirectory.js';
import type { RuleFile } from '../sources/ruleFiles.js';
import { attachmentsOff } from '../sources/switches.js';
import type { ContextModel } from './contextModel.js';
import { NestedDirectories } from './nestedDirectories.js';
import { whyNoAgentsMd } from './nestedSources.js';
import { pathBelow, type TouchedFile } from './touchedFile.js';

/** A file that a touched one would attach, before it is asked whether the session has it already. */
export interface Activation {
	readonly file: LoadedFile;
	/** The written pattern that matched, and the directory it is relative to; absent for files of a nested directory. */
	readonly match?: { readonly pattern: string; readonly base: string };
}

/** A conditional rule that the touched file does not activate. */
export interface Miss {
	readonly file: RuleFile;
	/** Path that its patterns were held against, or `undefined` where the file lies outside the rule's base. */
	readonly path: string | undefined;
}

export interface Activations {
	/** In the order in which the client attaches them. */
	readonly files: readonly Activation[];
	/** AGENTS.md files of nested directories; only the Read tool attaches them. */
	readonly agentsMd: readonly LoadedFile[];
	readonly misses: readonly Miss[];
	readonly nested: readonly NestedDirectory[];
}

const nothing: Activations = { files: [], agentsMd: [], misses: [], nested: [] };

/** Everything that touching the file would attach in a fresh session. */
export async function activationsOf(
	model: ContextModel,
	touched: TouchedFile,
	directories: NestedDirectories = new NestedDirectories(model),
): Promise<Activations> {
	if (attachmentsOff(model.inputs)) return nothing;
	const nested = await Promise.all(touched.nestedDirectories.map((directory) => directories.of(directory)));
	const files: Activation[] = [];
	const misses: Miss[] = [];
	const paths = new Map<string, string | undefined>();
	const pathIn = (base: string): string | undefined => {
		if (!paths.has(base)) paths.set(base, pathBelow(base, touched.path));
		return paths.get(base);
	};
	const match = (rules: readonly RuleFile[]): void => {
		for (const file of rules) {
			const path = pathIn(file.rules.base);
			const verdict = path === undefined || !file.text.paths ? undefined : compilePaths(file.text.paths).matches(path);
			if (verdict?.matched) files.push({ file, match: { pattern: verdict.pattern ?? '', base: file.rules.base } });
			else misses.push({ file, path });
		}
	};
	const { conditional } = model.instructions;
	match(conditional.filter((file) => isGlobal(file)));
	for (const directory of nested) {
		files.push(...directory.always.map((file) => ({ file })));
		match(directory.conditional);
	}
	const seen = nested.at(-1)?.seen;
	match(conditional.filter((file) => !isGlobal(file) && !seen?.has(file.path) && !seen?.has(file.realPath)));
	return { files, agentsMd: nestedAgentsMd(model, nested), misses, nested };
}

/** Managed and user rules come before the nested directories, rules of the walk after them. */
const isGlobal = (file: RuleFile): boolean => file.rules.scope === 'managed' || file.rules.scope === 'user';

/**
 * AGENTS.md of the nested directories that have no CLAUDE.md, under the walk's one decision; without what a CLAUDE.md of
 * these directories imports (own recordings).
 */
function nestedAgentsMd(model: ContextModel, nested: readonly NestedDirectory[]): readonly LoadedFile[] {
	const ofClaudeMd = new Set(nested.flatMap((directory) => directory.claudeMd.map(({ path }) => path)));
	return nested
		.filter((directory) => !whyNoAgentsMd(model, directory))
		.flatMap((directory) => directory.agentsMd.filter(({ path }) => !ofClaudeMd.has(path)));
}
