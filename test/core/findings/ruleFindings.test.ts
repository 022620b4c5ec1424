import { itFinds } from './findIn.js';

const rule = (frontMatter: string, body = 'Text.\n'): Readonly<Record<string, string>> => ({
	'.claude/rules/r.md': `---\n${frontMatter}\n---\n${body}`,
	'src/api/a.ts': '1',
	'docs/a.md': '1',
});
const inRule = (code: string, text: string): string => `${code} .claude/rules/r.md «${text}»`;

describe('The findings of a rule’s front matter', () => {
	itFinds([
		[
			'Should find nothing in the spellings of paths that work',
			rule('paths:\n  - "src/**"\n  - docs/*.md # notes\n  - \'**/*.ts\''),
			[],
		],
		['Should find nothing in plain values that the client reads all the same', rule('paths: **/*.ts'), []],
		['Should find nothing in braces and lists on one line', rule('paths: ["{src,docs}/**"]'), []],
		['Should find nothing in a rule without a condition', rule('description: always'), []],
		['Should find nothing in a rule that says it is for everything', rule('paths: "**"'), []],
		[
			'Should find plain items that YAML cannot read',
			rule('paths:\n  - src/**\n  - **/*.ts\n  - {a,b}/**'),
			[inRule('rule.yaml-unquoted', '**/*.ts'), inRule('rule.yaml-unquoted', '{a,b}/**')],
		],
		[
			'Should find items that YAML reads as something else',
			rule('paths:\n  - !src/**\n  - &docs/**'),
			[inRule('rule.yaml-unquoted', '!src/**'), inRule('rule.yaml-unquoted', '&docs/**')],
		],
		[
			'Should find a value that YAML reads as an anchor or a mapping',
			rule('paths: {src,docs}'),
			[inRule('rule.yaml-unquoted', '{src,docs}')],
		],
		[
			'Should find a flow list that lost its quotes',
			rule('paths: [**/*.ts, "docs/**"]'),
			[inRule('rule.yaml-flow-unquoted', '[**/*.ts, "docs/**"]')],
		],
		[
			'Should find front matter that is no YAML',
			rule('description: "a\npaths: src/**'),
			[inRule('rule.front-matter-broken', '---')],
		],
		[
			'Should find the keys of other tools',
			rule('description: x\nglobs: "src/**"'),
			[inRule('rule.foreign-key', 'globs')],
		],
		['Should find a key in the wrong case', rule('Paths:\n  - src/**'), [inRule('rule.foreign-key', 'Paths')]],
		[
			'Should find applyTo and alwaysApply',
			rule('applyTo: "src/**/*.ts"\nalwaysApply: false'),
			[inRule('rule.foreign-key', 'applyTo')],
		],
		[
			'Should find a rule that waits for Cursor’s agent',
			rule('description: x\nalwaysApply: false'),
			[inRule('rule.foreign-key', 'alwaysApply')],
		],
		[
			'Should find nothing in foreign keys beside paths, for everything, or without a value',
			rule('paths: src/**\nglobs: src/**'),
			[],
		],
		['Should find nothing in foreign keys that mean always', rule('globs:\nalwaysApply: true'), []],
		['Should find nothing in a foreign condition that every file meets', rule('applyTo: "**"'), []],
		['Should find nothing in the path of the rule itself', rule('path: .claude/rules/r.md'), []],
		['Should find a paths without a pattern', rule('paths: []'), [inRule('rule.paths-without-pattern', 'paths')]],
		[
			'Should find front matter that does not begin on the first line',
			{ '.claude/rules/r.md': '\n---\npaths: src/**\n---\nText\n' },
			[inRule('rule.front-matter-broken', 'paths')],
		],
		[
			'Should find front matter after a comment',
			{ '.claude/rules/r.md': '<!-- ours -->\n---\npaths: src/**\n---\nText\n' },
			[inRule('rule.front-matter-broken', 'paths')],
		],
		[
			'Should find front matter that is never closed',
			{ '.claude/rules/r.md': '---\npaths: src/**\n\nText\n' },
			[inRule('rule.front-matter-broken', 'paths')],
		],
		[
			'Should find nothing in a text about front matter',
			{ '.claude/rules/r.md': '# Rules\n\nBegin rules with\n\n---\npaths: src/**\n---\n' },
			[],
		],
		[
			'Should find a byte-order mark where the client does not look behind it',
			{ '.claude/rules/r.md': '\uFEFF---\npaths: src/**\n---\nText\n', 'src/a.ts': '1' },
			[inRule('rule.byte-order-mark', '\uFEFF')],
			{ client: '2.1.235' },
		],
		[
			'Should find nothing in a byte-order mark where it does',
			{ '.claude/rules/r.md': '\uFEFF---\npaths: src/**\n---\nText\n', 'src/a.ts': '1' },
			[],
		],
		[
			'Should look at user rules and nested rules',
			{
				'/home/ann/.claude/rules/u.md': '---\nglobs: "*.py"\n---\nU\n',
				'a/.claude/rules/n.md': '---\nglobs: "*.py"\n---\nN\n',
			},
			['rule.foreign-key /home/ann/.claude/rules/u.md «globs»', 'rule.foreign-key a/.claude/rules/n.md «globs»'],
		],
	]);
});

describe('The findings of a rule’s patterns', () => {
	const pattern = (written: string): Readonly<Record<string, string>> => rule(`paths:\n  - ${written}`);
	const found = (
		written: string,
		code: string,
		text: string,
		files: Readonly<Record<string, string>> = {},
	): readonly [string, Readonly<Record<string, string>>, readonly string[], { listFiles: false }] => [
		`Should find ${text} in ${written}`,
		{ ...pattern(written), ...files },
		[inRule(code, text)],
		{ listFiles: false },
	];
	const sound = (
		written: string,
		files: Readonly<Record<string, string>> = {},
	): readonly [string, Readonly<Record<string, string>>, readonly string[], { listFiles: false }] => [
		`Should find nothing in ${written}`,
		{ ...pattern(written), ...files },
		[],
		{ listFiles: false },
	];
	itFinds([
		found('"./src/**"', 'rule.glob-never-matches', './src/**'),
		found('../x/**', 'rule.glob-never-matches', '../x/**'),
		found('"~/src/**"', 'rule.glob-never-matches', '~/src/**'),
		found('/repo/src/**', 'rule.glob-never-matches', '/repo/src/**'),
		found('"/home/ann/x/*.ts"', 'rule.glob-never-matches', '/home/ann/x/*.ts'),
		found("'src\\api\\**'", 'rule.glob-never-matches', 'src\\api\\**'),
		found('"!src/**"', 'rule.glob-never-matches', '!src/**'),
		found('src//api', 'rule.glob-never-matches', 'src//api'),
		found('"app/[id]/**"', 'rule.glob-bracket-class', '[id]'),
		found('"app/[...slug]/page.tsx"', 'rule.glob-bracket-class', '[...slug]'),
		found('"pages/[[...all]]/**"', 'rule.glob-bracket-class', '[[...all]]'),
		found('"lib/[x]/**"', 'rule.glob-bracket-class', '[x]', { 'lib/[x]/a.ts': '1' }),
		found('"src/@(a|b)/*.ts"', 'rule.glob-extglob', '@(a|b)'),
		found("'src/**/!(b).ts'", 'rule.glob-extglob', '!(b)'),
		found('"src/*.ts?(x)"', 'rule.glob-extglob', '?(x)'),
		sound('"app/*(auth)/x.ts"'),
		found('"{src/{api,x},lib}/*.ts"', 'rule.brace-nested', '{src/{'),
		found('"file{1..3}.ts"', 'rule.brace-range', '{1..3}'),
		found('"src/{a,b"', 'rule.brace-unclosed', '{'),
		found('src/**client.ts', 'rule.glob-narrower', '**c'),
		sound('"src/**"'),
		sound('/src/**/*.ts'),
		sound('"**/*.{ts,tsx}"'),
		sound('"src/[a-z]*.ts"'),
		sound('"src/[ab]/**"'),
		sound('"src/[!_]*.ts"'),
		sound('"app/\\\\[id\\\\]/**"'),
		sound('"app/(auth)/**"'),
		sound('"**.ts"'),
		sound('"/home/**"', { 'home/a.ts': '1' }),
		['Should find nothing in a negation after a pattern', rule('paths: ["src/**", "!src/api/**"]'), []],
		[
			'Should find braces over the budget',
			pattern(`"${'{a,b,c,d}'.repeat(6)}"`),
			[inRule('rule.brace-budget', `- "${'{a,b,c,d}'.repeat(6)}"`)],
			{ listFiles: false },
		],
	]);
});

describe('The findings of a rule’s patterns held against the workspace', () => {
	itFinds([
		[
			'Should find a rule that takes away whatever it matches',
			{ ...rule('paths: ["src/*.ts", "!src/*"]'), 'src/a.ts': '1' },
			[inRule('rule.matches-nothing', 'paths')],
		],
		[
			'Should find nothing in a rule that takes away some of what it matches',
			{ ...rule('paths: ["src/*", "!src/a.ts"]'), 'src/a.ts': '1', 'src/b.ts': '1' },
			[],
		],
		['Should find a rule that no file activates', rule('paths: "scr/**"'), [inRule('rule.matches-nothing', 'scr/**')]],
		[
			'Should find one pattern of several',
			rule('paths: ["src/**", "lib/**"]'),
			[inRule('rule.glob-matches-nothing', 'lib/**')],
		],
		['Should find nothing without a list of files', rule('paths: "scr/**"'), [], { listFiles: false }],
		['Should find nothing while the list is empty', rule('paths: "scr/**"'), [], { options: { workspaceFiles: [] } }],
		[
			'Should find nothing in a place that the list leaves out',
			{ ...rule('paths: "dist/**"'), 'dist/a.js': '1' },
			[],
			{ options: { workspaceFiles: ['/repo/src/api/a.ts'] } },
		],
		[
			'Should find nothing in user rules: they are for other projects too',
			{ '/home/ann/.claude/rules/u.md': '---\npaths: "*.py"\n---\nU\n', 'a.ts': '1' },
			[],
		],
		[
			'Should find nothing in the rules of a directory above',
			{ '.claude/rules/r.md': '---\npaths: "web/**"\n---\nR\n', 'api/a.ts': '1' },
			[],
			{ launchDirectory: '/repo/api' },
		],
		[
			'Should hint at a pattern that matches deeper than it looks',
			{ ...rule('paths: "*.md"'), 'README.md': '1' },
			[inRule('rule.glob-wider', '*.md')],
		],
		[
			'Should hint at a directory of which there are two',
			{ ...rule('paths: src/**'), 'packages/web/src/q.ts': '1' },
			[inRule('rule.glob-wider', 'src/**')],
		],
		['Should find nothing where it matches what it looks like only', rule('paths: "src/**"'), []],
		[
			'Should hint at a rule longer than its files',
			rule('paths: "src/**"', `${'Words. '.repeat(100)}\n`),
			[inRule('rule.larger-than-scope', 'paths')],
		],
		[
			'Should map files that are listed under another name of the launch directory',
			{ '/real/.git/HEAD': 'x', '/real/.claude/rules/r.md': '---\npaths: src/**\n---\nR\n', '/real/src/a.ts': '1' },
			[],
			{ launchDirectory: '/real', options: { workspaceFiles: ['/real/src/a.ts'] } },
		],
	]);
});
