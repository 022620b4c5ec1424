/** What the model would attach for the files that a session touched, each file once (loader.md 6). */

import { activationsOf } from '../model/activation.js';
import { AttachedFiles } from '../model/attachedFiles.js';
import type { ContextModel } from '../model/contextModel.js';
import { attachedSource } from '../model/loadedSource.js';
import { logicalLaunchDirectory, touchedFile } from '../model/touchedFile.js';
import type { Source } from '../source.js';
import { SkillSession } from '../sources/skillSession.js';
import type { Skill } from '../sources/skills.js';
import type { TouchedPath } from './sessionRecord.js';

/** Touched paths that are looked at; a session that touched more is compared as far as that. */
const touchLimit = 2_000;

export interface ExpectedAttachments {
	/** By path, in the order in which they would be attached. */
	readonly sources: ReadonlyMap<string, Source>;
	/** Skills that the touched files make known. */
	readonly skills: readonly Skill[];
	/** False where the session touched more files than were looked at. */
	readonly isComplete: boolean;
}

/** Attachments that the model predicts for touches in a session's order. */
export async function expectedAttachments(
	model: ContextModel,
	touched: readonly TouchedPath[],
): Promise<ExpectedAttachments> {
	const { fs, place } = model.loadContext;
	const { behaviours } = model.inputs.client;
	const logical = await logicalLaunchDirectory(fs, place, model.inputs.environment.variables['PWD']);
	// A file that was itself read is there already.
	const known = new AttachedFiles();
	let startupIsKnown = !behaviours.startupCountsAsAttached;
	const sources = new Map<string, Source>();
	const skillSession = new SkillSession(model);
	const skills: Skill[] = [];
	for (const { path, tool, isFailed } of touched.slice(0, touchLimit)) {
		const reads = tool === 'Read' || tool === 'mention';
		// What the startup part holds is not attached again once it was sent; files named in the first prompt come before.
		if (!startupIsKnown && tool !== 'mention') {
			startupIsKnown = true;
			known.addStartup(model.startup.map((source) => source.path));
		}
		if (isFailed && tool !== 'Read') continue;
		const file = await touchedFile(fs, place, logical, path);
		if (!file) continue;
		known.add(file.path);
		if (tool !== 'Bash') skills.push(...(await skillSession.touch(file)));
		if (!reads && !behaviours.attachesOnWriteEditAndBash) continue;
		const activations = await activationsOf(model, file);
		const attached = known.attach(file.path, tool === 'Read' ? activations : { ...activations, agentsMd: [] });
		for (const activation of attached) sources.set(activation.file.path, attachedSource(activation.file, path));
	}
	return { sources, skills, isComplete: touched.length <= touchLimit };
}
