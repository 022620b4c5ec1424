/** Findings of custom agents: why a file gives none (loader.md 9; corpus `agentlist/*`). */

import { basename, dirname } from 'node:path';
import type { Agent } from '../sources/agents.js';
import { readFrontMatter } from '../text/frontMatter.js';
import { own } from '../values.js';
import type { FamilyFinder, FinderInput } from './finderInput.js';
import { type Finding, fileStart, finding } from './finding.js';
import { faultWords, keyPlace } from './frontMatterPlaces.js';
import { Lines } from './textPlaces.js';

export const agentFinder: FamilyFinder = { family: 'agents', find: findInAgents };

async function findInAgents(input: FinderInput): Promise<readonly Finding[]> {
	const found: Finding[] = [];
	for (const agent of input.model.agents) {
		if (agent.state !== 'not loaded' || (agent.scope !== 'user' && agent.scope !== 'project')) continue;
		if (agent.reason?.code === 'superseded') found.push(superseded(agent));
		else if (agent.reason?.code === 'key-missing') found.push(...(await incomplete(input, agent)));
	}
	return found;
}

function superseded({ path, name, reason }: Agent): Finding {
	const by = reason?.place?.path;
	const message = `The name "${name}" belongs to ${by ?? 'another agent'}, which comes first, so this agent cannot be called; give one of them another name.`;
	const related = by === undefined ? [] : [{ path: by, range: fileStart, message: 'The agent that has the name.' }];
	return finding('agent.duplicate', path, fileStart, message, { related });
}

async function incomplete({ model }: FinderInput, { path, name, holder }: Agent): Promise<readonly Finding[]> {
	const file = await model.loadContext.fs.readText(path);
	if (!file?.ok) return [];
	const frontMatter = readFrontMatter(file.text, {
		afterByteOrderMark: model.inputs.client.behaviours.readsFrontMatterAfterByteOrderMark,
	});
	const lines = new Lines(file.text);
	if (frontMatter.reading === 'broken') {
		const message = `The front matter is not valid YAML (${faultWords(frontMatter)}), so there is no such agent; quote the value at fault.`;
		return [finding('agent.front-matter-broken', path, lines.at(frontMatter.fault?.offset ?? 0), message)];
	}
	if (frontMatter.reading === 'none' && isNote(path, holder)) return [];
	const key = name === '' ? 'name' : 'description';
	const written = Object.hasOwn(frontMatter.data, key) && own(frontMatter.data, key) !== null;
	const place = keyPlace(file.text, frontMatter, key);
	const message = `There is no "${key}"${written ? ' that is a text' : ''} in the front matter, so there is no such agent; ${written ? 'put it in quotes' : 'add it'}.`;
	const range = place?.range ?? lines.firstFilled(frontMatter.block?.offset ?? 0);
	return [finding(key === 'name' ? 'agent.name-missing' : 'agent.description-missing', path, range, message)];
}

/** A file without front matter that was hardly meant as an agent: a README, or notes in a folder further down. */
function isNote(path: string, holder: string): boolean {
	if (/^(?:README|CHANGELOG|LICENSE|INDEX|AGENTS|CLAUDE|NOTES|TODO|TEMPLATE)\b/i.test(basename(path))) return true;
	return basename(dirname(path)) !== 'agents' || !path.startsWith(holder);
}
