/** Figures over sessions, with what the disk says beside them: nested files, topics, and how sound the memory is. */

import { finderInput } from '../../core/findings/finderInput.js';
import { memoryFinder } from '../../core/findings/memoryFindings.js';
import type { ContextModel } from '../../core/model/contextModel.js';
import { type Discovery, discoverBelow } from '../../core/model/discovery.js';
import { type ProjectFigures, projectFigures } from '../../core/sessions/figures.js';
import type { SessionRecord } from '../../core/sessions/sessionRecord.js';
import { scanTopics } from '../../core/sources/memoryTopics.js';

/** Sessions that figures are made of, unless told otherwise. */
export const figureSessions = 50;

/** Figures over the records of a project's sessions; nested files are looked for unless a discovery is at hand. */
export async function figuresOf(
	records: readonly SessionRecord[],
	model: ContextModel,
	known?: Discovery,
): Promise<ProjectFigures> {
	const { fs, inputs } = model.loadContext;
	const [discovery, scan, findings] = await Promise.all([
		known ?? discoverBelow(model),
		scanTopics(fs, model.memory.directory.path, inputs.client.behaviours),
		memoryFinder.find(finderInput(model, {})),
	]);
	const count = (...codes: readonly string[]): number => findings.filter(({ code }) => codes.includes(code)).length;
	return projectFigures({
		records,
		model,
		onDemand: discovery.onDemand,
		topics: scan.topics.map(({ path }) => path),
		links: { broken: count('memory.link-dead'), orphans: count('memory.topic-orphan', 'memory.topic-stale') },
	});
}
