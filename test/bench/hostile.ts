/** A mebibyte of one unpleasant thing in each place where a repository can put it. */

import { defaultModelId, modelProfileOf } from '../../src/core/client/models.js';
import { newestVersion, profileOf } from '../../src/core/client/profile.js';
import { noFlags } from '../../src/core/inputs.js';
import { buildContextModel } from '../../src/core/model/contextModel.js';
import { explainFile } from '../../src/core/model/explain.js';
import { memoryTree, type Tree } from '../support/memoryFileSystem.js';
import { type HostileResult, measureFills } from './fills.js';

/** Trees with the text in one place each. */
export const places: Readonly<Record<string, (text: string) => Tree>> = {
	'CLAUDE.md': (text) => ({ '/repo/CLAUDE.md': text }),
	'CLAUDE.md, on one line with text': (text) => ({ '/repo/CLAUDE.md': `text ${text} text` }),
	'front matter': (text) => ({ '/repo/.claude/rules/a.md': `---\n${text}\n---\nbody` }),
	paths: (text) => ({ '/repo/.claude/rules/a.md': `---\npaths: ${text}\n---\nbody` }),
	'quoted paths': (text) => ({ '/repo/.claude/rules/a.md': `---\npaths:\n  - ${JSON.stringify(text)}\n---\nbody` }),
	'nested CLAUDE.md': (text) => ({ '/repo/src/CLAUDE.md': text }),
	'MEMORY.md': (text) => ({ '/home/.claude/projects/-repo/memory/MEMORY.md': text }),
	'memory topic': (text) => ({ '/home/.claude/projects/-repo/memory/a.md': text }),
	'SKILL.md': (text) => ({ '/repo/.claude/skills/a/SKILL.md': text }),
	'skill description': (text) => ({ '/repo/.claude/skills/a/SKILL.md': `---\ndescription: ${text}\n---\nbody` }),
	agent: (text) => ({ '/repo/.claude/agents/a.md': `---\nname: a\ndescription: ${text}\n---\nbody` }),
	'settings.json': (text) => ({ '/repo/.claude/settings.json': text }),
	claudeMdExcludes: (text) => ({
		'/repo/.claude/settings.json': JSON.stringify({ claudeMdExcludes: [text, `/${text}`] }),
		'/repo/CLAUDE.md': 'text',
	}),
	'.claude.json': (text) => ({ '/home/.claude.json': text }),
	'.git': (text) => ({ '/repo/.git': `gitdir: ${text}` }),
};

/** Builds a model of every place with every fill, and explains a file with it. */
export async function measureHostile(): Promise<readonly HostileResult[]> {
	const results: HostileResult[] = [];
	for (const [place, treeOf] of Object.entries(places)) {
		results.push(...(await measureFills(place, (text) => readTree(treeOf(text)))));
	}
	return results;
}

async function readTree(tree: Tree): Promise<void> {
	const fs = memoryTree({ '/repo/src/a.ts': '', ...tree });
	const client = profileOf(newestVersion);
	const model = await buildContextModel(fs, {
		launchDirectory: '/repo',
		client,
		model: modelProfileOf(defaultModelId, client.behaviours),
		flags: noFlags,
		environment: { variables: {}, homeDirectory: '/home', managedDirectory: '/etc/claude-code', now: 0 },
		trusted: true,
		pinnedMemory: false,
	});
	if (!model) throw new Error('no model');
	await explainFile(model, '/repo/src/a.ts');
}
