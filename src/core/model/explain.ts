/** For one file: what the session has already, what reading the file attaches and why, and what nearly matches. */

import { isAbsolute, resolve } from 'node:path';
import { nearMissIn } from '../globs/nearMiss.js';
import type { Source } from '../source.js';
import { SkillSession } from '../sources/skillSession.js';
import type { Skill } from '../sources/skills.js';
import { type Activation, type Activations, activationsOf, type Miss } from './activation.js';
import { AttachedFiles } from './attachedFiles.js';
import type { ContextModel } from './contextModel.js';
import { fileSource } from './fileSource.js';
import { attachedSource, conditionalSource } from './loadedSource.js';
import { NestedDirectories } from './nestedDirectories.js';
import { notLoadedIn } from './nestedSources.js';
import { logicalLaunchDirectory, touchedFile } from './touchedFile.js';

/** A source that the file attaches. */
export interface Attachment {
	readonly source: Source;
	/** Pattern that matched and the directory it is relative to; absent for files of a nested directory and imports. */
	readonly match?: { readonly pattern: string; readonly base: string };
}

/** A conditional rule that the file does not activate though it looks as if it might. */
export interface NearMiss {
	readonly source: Source;
	readonly pattern: string;
	/** One sentence that says why the pattern does not match, or what else keeps the rule away. */
	readonly sentence: string;
}

export interface FileExplanation {
	/** Path as the loader sees it. */
	readonly path: string;
	/** False where the file lies outside the launch directory: it then triggers nothing. */
	readonly insideLaunchDirectory: boolean;
	/** What the file itself is to Claude Code, where it is something. */
	readonly itself?: Source;
	/** Everything that is in the request before the file is read. */
	readonly alreadyLoaded: readonly Source[];
	readonly attached: readonly Attachment[];
	/** Sources that match but that the session has already. */
	readonly alreadyAttached: readonly Attachment[];
	readonly nearMisses: readonly NearMiss[];
	/** Nested files of the file's directories that do not load, with their reasons. */
	readonly notLoaded: readonly Source[];
	/** Skills that touching the file makes known. */
	readonly skills: readonly Skill[];
}

/**
 * Explains one file for a fresh session that reads it with the Read tool.
 *
 * @example (await explainFile(model, 'src/a.ts')).attached[0]?.match?.pattern // 'src/**'
 */
export async function explainFile(model: ContextModel, file: string): Promise<FileExplanation> {
	const { fs } = model.loadContext;
	const logical = await logicalLaunchDirectory(fs, model.place, model.inputs.environment.variables['PWD']);
	const touched = await touchedFile(fs, model.place, logical, file);
	const alreadyLoaded = model.startup;
	if (!touched) {
		const path = isAbsolute(file) ? resolve(file) : resolve(model.place.directory, file);
		const itself = await fileSource(model, path);
		return {
			path: file,
			insideLaunchDirectory: false,
			...(itself ? { itself } : {}),
			alreadyLoaded,
			attached: [],
			alreadyAttached: [],
			nearMisses: [],
			notLoaded: [],
			skills: [],
		};
	}
	const directories = new NestedDirectories(model);
	const activations = await activationsOf(model, touched, directories);
	const itself = await fileSource(model, touched.path, directories);
	const { fresh, known } = partition(model, touched.path, activations);
	return {
		path: touched.path,
		insideLaunchDirectory: true,
		...(itself ? { itself } : {}),
		alreadyLoaded,
		attached: fresh.map((activation) => attachment(activation, touched.path)),
		alreadyAttached: known.map((activation) => attachment(activation, touched.path)),
		nearMisses: activations.misses.flatMap(nearMissOf),
		notLoaded: activations.nested.flatMap((directory) => notLoadedIn(model, directory)),
		skills: await new SkillSession(model).touch(touched),
	};
}

/** Which activations a session that has only its startup part does not have yet. */
export function partition(
	model: ContextModel,
	path: string,
	activations: Activations,
): { fresh: readonly Activation[]; known: readonly Activation[] } {
	const attached = new AttachedFiles();
	if (model.inputs.client.behaviours.startupCountsAsAttached)
		attached.addStartup(model.startup.map((source) => source.path));
	const fresh = attached.attach(path, activations);
	const freshFiles = new Set(fresh.map(({ file }) => file));
	const all = [...activations.agentsMd.map((file): Activation => ({ file })), ...activations.files];
	return { fresh, known: all.filter(({ file }) => !freshFiles.has(file)) };
}

/** An activation as a source. */
export const attachment = ({ file, match }: Activation, trigger: string): Attachment => ({
	source: attachedSource(file, trigger),
	...(match ? { match } : {}),
});

function nearMissOf({ file, path }: Miss): readonly NearMiss[] {
	const near = path === undefined || !file.text.paths ? undefined : nearMissIn(file.text.paths, path);
	return near ? [{ source: conditionalSource(file), ...near }] : [];
}
