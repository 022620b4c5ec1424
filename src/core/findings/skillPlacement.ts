/** Files that were meant to be skills and lie where the client does not look (corpus `pain/cc-39138-skill-three-deep`). */

import { basename, join } from 'node:path';
import type { DirectoryEntry } from '../ports.js';
import { projectDirectories } from '../sources/customizationRoots.js';
import { configDirectory } from '../sources/settings.js';
import { readFrontMatter } from '../text/frontMatter.js';
import { own } from '../values.js';
import type { FinderInput } from './finderInput.js';
import { type Finding, fileStart, finding, quoted } from './finding.js';

/** Entries of one `skills` directory that are looked at. */
const entryLimit = 1_000;

/** What lies wrong in the user's and the project's `skills` directories. */
export async function misplacedSkills(input: FinderInput): Promise<readonly Finding[]> {
	const { inputs, place } = input.model;
	const on = (source: 'user' | 'project'): boolean => inputs.flags.settingSources.includes(source);
	const roots = [
		...(on('user') ? [configDirectory(inputs)] : []),
		...(on('project') ? projectDirectories(inputs, place).map((directory) => join(directory, '.claude')) : []),
	];
	const found: Finding[] = [];
	for (const root of new Set(roots)) {
		const skills = join(root, 'skills');
		for (const entry of (await input.look.list(skills)).slice(0, entryLimit)) {
			found.push(
				...(entry.kind === 'file' ? await looseFile(input, skills, entry) : await skillDirectory(input, skills, entry)),
			);
		}
	}
	return found;
}

/** A file right in `skills`: SKILL.md, or one that describes itself as a skill. */
async function looseFile(input: FinderInput, skills: string, { name }: DirectoryEntry): Promise<readonly Finding[]> {
	if (!name.toLowerCase().endsWith('.md')) return [];
	const path = join(skills, name);
	const described = await describesItself(input, path);
	if (name !== 'SKILL.md' && !described) return [];
	const stem = name === 'SKILL.md' ? described : basename(name, '.md');
	const to = stem && /^[\w.-]+$/.test(stem) ? join(skills, stem, 'SKILL.md') : undefined;
	const free = to !== undefined && (await input.look.kind(to)) === undefined;
	const message = `A skill is a directory with a SKILL.md, so this file right below "skills" is none; move it to ${to ?? 'a directory of its own'}.`;
	return [
		finding('skill.wrong-place', path, fileStart, message, {
			data: free ? { kind: 'rename-file', title: `Move it to ${stem}/SKILL.md`, from: path, to } : undefined,
		}),
	];
}

/** The front matter's `name` (or an empty text) where there is a `description` as well; `undefined` for any other file. */
async function describesItself({ model }: FinderInput, path: string): Promise<string | undefined> {
	const file = await model.loadContext.fs.readText(path);
	if (!file?.ok) return undefined;
	const { data } = readFrontMatter(file.text, { afterByteOrderMark: true });
	const name = own(data, 'name');
	return typeof own(data, 'description') === 'string' && typeof name === 'string' ? name : undefined;
}

/** A directory without SKILL.md: one in the wrong case, or skills one level too deep. */
async function skillDirectory(
	input: FinderInput,
	skills: string,
	{ name }: DirectoryEntry,
): Promise<readonly Finding[]> {
	const { look } = input;
	const directory = join(skills, name);
	const entries = (await look.list(directory)).slice(0, entryLimit);
	if (entries.length === 0 || (await look.kind(join(directory, 'SKILL.md'))) !== undefined) return [];
	const misspelt = entries.find((entry) => entry.kind !== 'directory' && entry.name.toLowerCase() === 'skill.md');
	if (misspelt) return [wrongCase(directory, misspelt.name)];
	const found: Finding[] = [];
	for (const entry of entries) {
		if (entry.kind === 'file' || !(await look.isFile(join(directory, entry.name, 'SKILL.md')))) continue;
		found.push(await tooDeep(input, skills, name, entry.name));
	}
	return found;
}

function wrongCase(directory: string, name: string): Finding {
	const from = join(directory, name);
	const to = join(directory, 'SKILL.md');
	const message = `Only a file named exactly SKILL.md is a skill, so ${quoted(name)} is never listed; rename it.`;
	return finding('skill.wrong-case', from, fileStart, message, {
		data: { kind: 'rename-file', title: 'Rename to SKILL.md', from, to },
	});
}

async function tooDeep({ look }: FinderInput, skills: string, group: string, name: string): Promise<Finding> {
	const from = join(skills, group, name);
	const to = join(skills, name);
	const free = (await look.kind(to)) === undefined;
	const message = `Skills lie one level below "skills", so ${quoted(`${group}/${name}`)} is not found; move it to ${to}.`;
	return finding('skill.wrong-place', join(from, 'SKILL.md'), fileStart, message, {
		data: free ? { kind: 'rename-file', title: `Move it to skills/${name}`, from, to } : undefined,
	});
}
