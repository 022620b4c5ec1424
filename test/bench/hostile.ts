/** A mebibyte of one unpleasant thing in each place where a repository can put it. */

import { defaultModelId, modelProfileOf } from '../../src/core/client/models.js';
import { newestVersion, profileOf } from '../../src/core/client/profile.js';
import { buildContextModel } from '../../src/core/model/contextModel.js';
import { explainFile } from '../../src/core/model/explain.js';
import { noFlags } from '../../src/core/model/inputs.js';
import { memoryTree, type Tree } from '../support/memoryFileSystem.js';

const mebibyte = 1024 * 1024;

/** The five of the issue, then what is known to be hard on readers of Markdown, YAML and patterns. */
export const fills: readonly string[] = [
	'{',
	'[',
	'@',
	'<!--',
	'-',
	'<!-- -->',
	'<!-- ',
	'-->',
	'@a ',
	'@a\\ ',
	'{a,b}',
	'{,',
	'**/',
	'*',
	'!',
	'\\',
	'`',
	'`` ` ',
	'```\n',
	'~~~\n\n',
	'[](',
	'![[',
	'[[',
	'](',
	'*a **b ',
	'_',
	'> ',
	'>',
	'- ',
	'1. ',
	'\t',
	' ',
	'\n',
	'\r',
	'\r\n\n',
	'# ',
	'|',
	'| a ',
	'|-',
	'<',
	'<a ',
	'<a>',
	'<div>\n',
	'&',
	'&a ',
	'*a ',
	'---\n',
	'a: ',
	'a:\n ',
	'- - ',
	'? ',
	'"',
	"'",
	'#',
	'a\n---\n',
	'a\n\n',
	'a',
	'é',
	'\uFEFF',
	'\uD83D',
	'\0',
];

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

/** One input and how long the startup model and an explanation of a file took with it. */
export interface HostileResult {
	readonly place: string;
	readonly fill: string;
	readonly milliseconds: number;
}

/** Builds a model of every place with every fill. A fill that needs over ten times the limit ends its place early. */
export async function measureHostile(size = mebibyte): Promise<readonly HostileResult[]> {
	const results: HostileResult[] = [];
	for (const [place, treeOf] of Object.entries(places)) {
		for (const fill of fills) {
			const tree = treeOf(fill.repeat(Math.ceil(size / fill.length)));
			results.push({ place, fill, milliseconds: await measureTree(tree) });
		}
	}
	return results;
}

async function measureTree(tree: Tree): Promise<number> {
	const fs = memoryTree({ '/repo/src/a.ts': '', ...tree });
	const client = profileOf(newestVersion);
	const start = performance.now();
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
	return performance.now() - start;
}
