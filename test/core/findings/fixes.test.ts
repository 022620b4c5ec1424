import assert from 'node:assert/strict';
import type { FindingCode } from '../../../src/core/findings/catalog.js';
import type { Fix } from '../../../src/core/findings/fixes.js';
import { link, type Tree } from '../../support/memoryFileSystem.js';
import { applyFix, findingsIn, fixesIn, memoryPath, repositoryTree, type TreeOptions } from './findIn.js';

/** From a finding over a fix of the given title to the text that it leaves; the finding must be gone. */
interface FixRow {
	readonly title: string;
	readonly tree: Tree;
	readonly code: FindingCode;
	readonly fix: string;
	/** File and its text afterwards. */
	readonly leaves: readonly [path: string, text: string];
	readonly isSafe?: boolean;
	readonly options?: TreeOptions;
}

const rule = (frontMatter: string): Tree => ({
	'.claude/rules/r.md': `---\n${frontMatter}\n---\nText.\n`,
	'src/a.ts': '1',
	'app/[id]/page.tsx': '1',
});
const rulePath = '/repo/.claude/rules/r.md';
const ruleText = (frontMatter: string): string => `---\n${frontMatter}\n---\nText.\n`;
const index = `${memoryPath}/MEMORY.md`;

const rows: readonly FixRow[] = [
	{
		title: 'create the missing topic',
		tree: { 'memory/MEMORY.md': '- [Build notes](build.md)\n' },
		code: 'memory.link-dead',
		fix: 'Create build.md',
		leaves: [
			`${memoryPath}/build.md`,
			'---\nname: "build"\ndescription: "Build notes"\ntype: project\n---\n\n# Build notes\n',
		],
	},
	{
		title: 'point a dead link to the closest topic',
		tree: {
			'memory/MEMORY.md': '- [B](bulid.md#x) — how\n- [A](a.md)\n',
			'memory/build notes.md': 'B\n',
			'memory/build.md': 'B\n',
			'memory/a.md': 'A\n',
		},
		code: 'memory.link-dead',
		fix: 'Point the link to build.md',
		leaves: [index, '- [B](build.md#x) — how\n- [A](a.md)\n'],
	},
	{
		title: 'remove a dead entry',
		tree: { 'memory/MEMORY.md': '# M\r\n- [B](b.md) — how\r\n- [A](a.md)\r\n', 'memory/a.md': 'A\n' },
		code: 'memory.link-dead',
		fix: 'Remove the entry',
		leaves: [index, '# M\r\n- [A](a.md)\r\n'],
	},
	{
		title: 'create the topic of a slug',
		tree: { 'memory/MEMORY.md': '[[later]]\n' },
		code: 'memory.slug-without-topic',
		fix: 'Create later.md',
		leaves: [index, '[[later]]\n'],
	},
	{
		title: 'add an orphan topic to the index',
		tree: {
			'memory/MEMORY.md': '* [A](a.md)',
			'memory/a.md': 'A\n',
			'memory/my notes.md': '---\nname: Notes [x]\ndescription: What I saw\n---\nN\n',
		},
		code: 'memory.topic-orphan',
		fix: 'Add the topic to MEMORY.md',
		leaves: [index, '* [A](a.md)\n* [Notes  x ](my%20notes.md) — What I saw\n'],
		isSafe: true,
	},
	{
		title: 'remove the second entry for a topic',
		tree: { 'memory/MEMORY.md': '- [A](a.md)\n- [A](a.md)', 'memory/a.md': 'A\n' },
		code: 'memory.link-duplicate',
		fix: 'Remove the second entry for a.md',
		leaves: [index, '- [A](a.md)'],
	},
	{
		title: 'move the end of a long line into its topic',
		tree: {
			'memory/MEMORY.md': `- [A](a.md) — ${'word '.repeat(20)}end. ${'more '.repeat(10)}last\n`,
			'memory/a.md': 'A\n',
		},
		code: 'memory.line-too-long',
		fix: 'Move the end of the line into a.md',
		leaves: [`${memoryPath}/a.md`, `A\n\n${'more '.repeat(10)}last\n`],
	},
	{
		title: 'create the target of an import',
		tree: { 'CLAUDE.md': '@docs/new.md\n' },
		code: 'import.missing',
		fix: 'Create docs/new.md',
		leaves: ['/repo/docs/new.md', '# new\n'],
	},
	{
		title: 'point an import to the closest file',
		tree: { 'CLAUDE.md': 'See @docs/desing.md!\n', 'docs/design.md': 'D' },
		code: 'import.missing',
		fix: 'Import docs/design.md',
		leaves: ['/repo/CLAUDE.md', 'See @docs/design.md!\n'],
		options: { options: { levels: { 'import.trailing-punctuation': 'off' } } },
	},
	{
		title: 'write a missing import as text',
		tree: { 'CLAUDE.md': 'See @gone.md\n' },
		code: 'import.missing',
		fix: 'Write the path without "@"',
		leaves: ['/repo/CLAUDE.md', 'See gone.md\n'],
	},
	{
		title: 'move punctuation out of an import',
		tree: { 'CLAUDE.md': 'See @a.md, please\n', 'a.md': 'A' },
		code: 'import.trailing-punctuation',
		fix: 'Put a blank between "a.md" and the punctuation',
		leaves: ['/repo/CLAUDE.md', 'See @a.md , please\n'],
		isSafe: true,
	},
	{
		title: 'escape the blanks of an import',
		tree: { 'CLAUDE.md': '@my own notes.md\n', 'my own notes.md': 'A' },
		code: 'import.blank-in-path',
		fix: 'Escape the blanks',
		leaves: ['/repo/CLAUDE.md', '@my\\ own\\ notes.md\n'],
		isSafe: true,
	},
	{
		title: 'spell an import as the file is',
		tree: { 'CLAUDE.md': '@./Docs/A.md\n', 'docs/a.md': 'A' },
		code: 'import.case-differs',
		fix: 'Write "./docs/a.md"',
		leaves: ['/repo/CLAUDE.md', '@./docs/a.md\n'],
		isSafe: true,
	},
	{
		title: 'drop an import that is loaded anyway',
		tree: { 'CLAUDE.md': '# T\n- @.claude/rules/r.md\n- x\n', '.claude/rules/r.md': 'R' },
		code: 'import.loaded-anyway',
		fix: 'Remove the import',
		leaves: ['/repo/CLAUDE.md', '# T\n- x\n'],
		isSafe: true,
	},
	{
		title: 'keep the sentence around an import',
		tree: { 'CLAUDE.md': 'Follow @.claude/rules/r.md please\n', '.claude/rules/r.md': 'R' },
		code: 'import.loaded-anyway',
		fix: 'Write the path without "@"',
		leaves: ['/repo/CLAUDE.md', 'Follow .claude/rules/r.md please\n'],
	},
	{
		title: 'drop an import that defeats a rule',
		tree: { ...rule('paths: "src/**"'), 'CLAUDE.md': '# T\n@.claude/rules/r.md' },
		code: 'import.defeats-paths',
		fix: 'Remove the import',
		leaves: ['/repo/CLAUDE.md', '# T'],
		isSafe: true,
	},
	{
		title: 'quote the items of a list',
		tree: rule('paths:\n  - **/*.ts\n  - "src/**"\n  - {src,app}/** # both'),
		code: 'rule.yaml-unquoted',
		fix: 'Put 2 patterns in quotes',
		leaves: [rulePath, ruleText('paths:\n  - "**/*.ts"\n  - "src/**"\n  - "{src,app}/**" # both')],
		isSafe: true,
		options: { options: { levels: { 'rule.glob-wider': 'off' } } },
	},
	{
		title: 'quote a flow list',
		tree: rule("paths: [**/*.ts, 'src/**', {a,src}/*]"),
		code: 'rule.yaml-flow-unquoted',
		fix: 'Put the patterns in quotes',
		leaves: [rulePath, ruleText(`paths: ["**/*.ts", 'src/**', "{a,src}/*"]`)],
		isSafe: true,
	},
	{
		title: 'rename globs',
		tree: rule('globs: "src/**"'),
		code: 'rule.foreign-key',
		fix: 'Rename the key to "paths"',
		leaves: [rulePath, ruleText('paths: "src/**"')],
	},
	{
		title: 'rename applyTo',
		tree: rule('applyTo: src/**,app/**'),
		code: 'rule.foreign-key',
		fix: 'Rename the key to "paths"',
		leaves: [rulePath, ruleText('paths: src/**,app/**')],
	},
	{
		title: 'escape [id] in double quotes',
		tree: rule('paths: "app/[id]/**"'),
		code: 'rule.glob-bracket-class',
		fix: 'Write "app/\\[id\\]/**"',
		leaves: [rulePath, ruleText('paths: "app/\\\\[id\\\\]/**"')],
	},
	{
		title: 'escape [id] in a plain item',
		tree: rule('paths:\n  - app/[id]/**'),
		code: 'rule.glob-bracket-class',
		fix: 'Write "app/\\[id\\]/**"',
		leaves: [rulePath, ruleText('paths:\n  - app/\\[id\\]/**')],
	},
	{
		title: 'replace *.md by what was meant',
		tree: { ...rule('paths: "*.md"'), 'A.md': '1' },
		code: 'rule.glob-wider',
		fix: 'Write "/*.md"',
		leaves: [rulePath, ruleText('paths: "/*.md"')],
	},
	{
		title: 'take "./" away',
		tree: rule("paths: './src/**'"),
		code: 'rule.glob-never-matches',
		fix: 'Write "/src/**"',
		leaves: [rulePath, ruleText("paths: '/src/**'")],
	},
	{
		title: 'make an absolute pattern relative',
		tree: rule('paths: "/repo/src/*.ts"'),
		code: 'rule.glob-never-matches',
		fix: 'Write "/src/*.ts"',
		leaves: [rulePath, ruleText('paths: "/src/*.ts"')],
	},
	{
		title: 'turn backslashes',
		tree: rule("paths: 'src\\a.ts'"),
		code: 'rule.glob-never-matches',
		fix: 'Write "src/a.ts"',
		leaves: [rulePath, ruleText("paths: 'src/a.ts'")],
	},
	{
		title: 'spell out a range',
		tree: { ...rule('paths: "f{1..3}.ts"'), 'f2.ts': '1' },
		code: 'rule.brace-range',
		fix: 'Write "f{1,2,3}.ts"',
		leaves: [rulePath, ruleText('paths: "f{1,2,3}.ts"')],
	},
	{
		title: 'write braces for an extended glob',
		tree: rule('paths: "@(src|lib)/**"'),
		code: 'rule.glob-extglob',
		fix: 'Write "{src,lib}/**"',
		leaves: [rulePath, ruleText('paths: "{src,lib}/**"')],
		options: { options: { levels: { 'rule.glob-wider': 'off' } } },
	},
	{
		title: 'correct the directory of a pattern',
		tree: rule('paths: "scr/**"'),
		code: 'rule.matches-nothing',
		fix: 'Write "src/**"',
		leaves: [rulePath, ruleText('paths: "src/**"')],
	},
	{
		title: 'remove what hides front matter',
		tree: { '.claude/rules/r.md': `\n\n${ruleText('paths: src/**')}`, 'src/a.ts': '1' },
		code: 'rule.front-matter-broken',
		fix: 'Remove the blank lines',
		leaves: [rulePath, ruleText('paths: src/**')],
		isSafe: true,
	},
	{
		title: 'remove a byte-order mark',
		tree: { '.claude/rules/r.md': `\uFEFF${ruleText('paths: src/**')}`, 'src/a.ts': '1' },
		code: 'rule.byte-order-mark',
		fix: 'Remove the byte-order mark',
		leaves: [rulePath, ruleText('paths: src/**')],
		isSafe: true,
		options: { client: '2.1.235' },
	},
	{
		title: 'rename claude.md',
		tree: { 'claude.md': 'C\n' },
		code: 'instructions.wrong-case',
		fix: 'Rename to CLAUDE.md',
		leaves: ['/repo/CLAUDE.md', 'C\n'],
	},
	{
		title: 'move CLAUDE.local.md out of .claude',
		tree: { '.claude/CLAUDE.local.md': 'L\n' },
		code: 'instructions.local-in-dot-claude',
		fix: 'Move it beside .claude',
		leaves: ['/repo/CLAUDE.local.md', 'L\n'],
	},
	{
		title: 'import what a link checked out as text names',
		tree: { 'CLAUDE.md': 'docs/a.md\n', 'docs/a.md': 'A' },
		code: 'instructions.link-as-text',
		fix: 'Import docs/a.md',
		leaves: ['/repo/CLAUDE.md', '@docs/a.md\n'],
	},
	{
		title: 'rename skill.md',
		tree: { '.claude/skills/a/skill.md': '---\ndescription: A\n---\nB' },
		code: 'skill.wrong-case',
		fix: 'Rename to SKILL.md',
		leaves: ['/repo/.claude/skills/a/SKILL.md', '---\ndescription: A\n---\nB'],
	},
	{
		title: 'move a skill up',
		tree: { '.claude/skills/g/a/SKILL.md': '---\ndescription: A\n---\nB' },
		code: 'skill.wrong-place',
		fix: 'Move it to skills/a',
		leaves: ['/repo/.claude/skills/a/SKILL.md', '---\ndescription: A\n---\nB'],
	},
	{
		title: 'write an exclude for absolute paths',
		tree: { '/home/ann/.claude/settings.json': '{"claudeMdExcludes": ["docs/CLAUDE.md"]}' },
		code: 'settings.exclude-never-matches',
		fix: 'Write "**/docs/CLAUDE.md"',
		leaves: ['/home/ann/.claude/settings.json', '{"claudeMdExcludes": ["**/docs/CLAUDE.md"]}'],
	},
	{
		title: 'list a skill by its name in a new settings file',
		tree: { '.claude/skills/a/SKILL.md': `---\ndescription: ${'w'.repeat(400)}\n---\nB` },
		code: 'skill.dropped-by-budget',
		fix: 'List "a" by its name only',
		leaves: ['/repo/.claude/settings.json', '{\n  "skillOverrides": {\n    "a": "name-only"\n  }\n}\n'],
		options: { variables: { SLASH_COMMAND_TOOL_CHAR_BUDGET: '100' } },
	},
	{
		title: 'list a skill by its name in settings that are there',
		tree: {
			'.claude/skills/a/SKILL.md': `---\ndescription: ${'w'.repeat(400)}\n---\nB`,
			'.claude/settings.json': '{\n\t"model": "x",\n\t"skillOverrides": {\n\t\t"b": "off"\n\t}\n}\n',
		},
		code: 'skill.dropped-by-budget',
		fix: 'List "a" by its name only',
		leaves: [
			'/repo/.claude/settings.json',
			'{\n\t"model": "x",\n\t"skillOverrides": {\n\t\t"b": "off",\n\t\t"a": "name-only"\n\t}\n}\n',
		],
		options: { variables: { SLASH_COMMAND_TOOL_CHAR_BUDGET: '100' } },
	},
];

describe('The quick fixes of findings', () => {
	for (const { title, tree, code, fix: name, leaves, isSafe = false, options } of rows) {
		it(`Should ${title}`, async () => {
			const fs = repositoryTree(tree);
			const finding = (await findingsIn(fs, options)).find((each) => each.code === code);
			assert.ok(finding, `no ${code}`);
			const fixes = await fixesIn(fs, finding);
			const fix = fixes.find((each: Fix) => each.title === name);
			assert.ok(fix, `no "${name}" among ${fixes.map((each) => each.title).join(', ')}`);
			assert.equal(fix.isSafe, isSafe);
			await applyFix(fs, fix);
			const [path, text] = leaves;
			const file = await fs.readText(path);
			assert.equal(file?.ok && file.text, text);
			const left = (await findingsIn(fs, options)).filter((each) => each.code === code);
			assert.deepEqual(
				left.map(({ message }) => message),
				[],
			);
		});
	}

	it('Should offer no fix where a settings file is void', async () => {
		const fs = repositoryTree({
			'.claude/skills/a/SKILL.md': `---\ndescription: ${'w'.repeat(400)}\n---\nB`,
			'.claude/settings.json': '{,}',
		});
		const finding = (await findingsIn(fs, { variables: { SLASH_COMMAND_TOOL_CHAR_BUDGET: '100' } })).find(
			({ code }) => code === 'skill.dropped-by-budget',
		);
		assert.ok(finding);
		assert.deepEqual(await fixesIn(fs, finding), []);
	});

	it('Should look for a missing import from a linked file’s own place', async () => {
		const fs = repositoryTree({ 'CLAUDE.md': link('docs/shared.md'), 'docs/shared.md': '@gone.md\n' });
		const finding = (await findingsIn(fs)).find(({ code }) => code === 'import.missing');
		assert.ok(finding);
		const [fix] = await fixesIn(fs, finding);
		assert.deepEqual(fix?.edits, [{ kind: 'create', path: '/repo/docs/gone.md', text: '# gone\n' }]);
	});
});
