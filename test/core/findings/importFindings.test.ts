import { link } from '../../support/memoryFileSystem.js';
import { itFinds } from './findIn.js';

describe('The findings of imports', () => {
	itFinds([
		[
			'Should find nothing in imports that load',
			{
				'CLAUDE.md': '@a.md @./b.md\n\n- @docs/c.md#part\n',
				'a.md': 'A',
				'b.md': 'B',
				'docs/c.md': '@../d.txt',
				'd.txt': 'D',
			},
			[],
		],
		[
			'Should find a missing file',
			{ 'CLAUDE.md': 'See @docs/gone.md for more\n' },
			['import.missing CLAUDE.md «@docs/gone.md»'],
		],
		[
			'Should find a missing file before punctuation',
			{ 'CLAUDE.md': 'See @docs/gone.md.\n' },
			['import.missing CLAUDE.md «@docs/gone.md»'],
		],
		[
			'Should find a missing file of code whose directory is there',
			{ 'CLAUDE.md': '@src/gone.ts @package.json\n', 'src/a.ts': '1' },
			['import.missing CLAUDE.md «@src/gone.ts»', 'import.missing CLAUDE.md «@package.json»'],
		],
		[
			'Should find a missing file named by its place',
			{ 'CLAUDE.md': '@./gone.ts @../up.ts @~/notes.md\n' },
			[
				'import.missing CLAUDE.md «@./gone.ts»',
				'import.missing CLAUDE.md «@../up.ts»',
				'import.missing CLAUDE.md «@~/notes.md»',
			],
		],
		[
			'Should find nothing in packages, decorators, accounts, aliases, addresses and tags',
			{
				'CLAUDE.md':
					'@types/node @angular/core @tensorflow/tfjs @scope/pkg.js @ann @Injectable() @app.get("/x") @media @param x @2x @example.org @/components/Button.tsx @pytest.mark.asyncio ann@example.com @next @socket.io/admin @path/to/file.md @~/components @./ @..\n',
			},
			[],
		],
		['Should find nothing in code', { 'CLAUDE.md': '`@gone.md`\n\n```\n@gone.md\n```\n\n    @gone.md\n' }, []],
		[
			'Should find punctuation after a file that is there',
			{
				'CLAUDE.md': 'Read @a.md, then @docs/b.md). And @a.md’s end — @README.md: @c!\n',
				'a.md': 'A',
				'docs/b.md': 'B',
				'README.md': 'R',
				c: 'C',
			},
			[
				'import.trailing-punctuation CLAUDE.md «,»',
				'import.trailing-punctuation CLAUDE.md «).»',
				'import.trailing-punctuation CLAUDE.md «’s»',
				'import.trailing-punctuation CLAUDE.md «:»',
				'import.trailing-punctuation CLAUDE.md «!»',
			],
		],
		[
			'Should find a blank in a path',
			{
				'CLAUDE.md': 'See @docs/my notes.md now, @docs/the other/x.md and @docs/my%20notes.md\n',
				'docs/my notes.md': 'N',
				'docs/the other/x.md': 'X',
			},
			[
				'import.blank-in-path CLAUDE.md «@docs/my notes.md»',
				'import.blank-in-path CLAUDE.md «@docs/the other/x.md»',
				'import.blank-in-path CLAUDE.md «@docs/my%20notes.md»',
			],
		],
		['Should find nothing in an escaped blank', { 'CLAUDE.md': '@docs/my\\ notes.md\n', 'docs/my notes.md': 'N' }, []],
		[
			'Should find another case of the name',
			{ 'CLAUDE.md': '@Docs/A.md\n', 'docs/a.md': 'A' },
			['import.case-differs CLAUDE.md «Docs/A.md»'],
		],
		[
			'Should find a file that is no text',
			{ 'CLAUDE.md': '@logo.png @gone.png\n', 'logo.png': 'P' },
			['import.not-text CLAUDE.md «@logo.png»'],
		],
		[
			'Should hint at a directory',
			{ 'CLAUDE.md': 'Code is in @src and @src/api/\n', 'src/api/a.ts': '1' },
			['import.directory CLAUDE.md «@src»', 'import.directory CLAUDE.md «@src/api/»'],
		],
		[
			'Should find a file outside the launch directory',
			{ 'CLAUDE.md': '@../out.md\n', '/out.md': 'O' },
			['import.external-not-approved CLAUDE.md «@../out.md»'],
		],
		[
			'Should find nothing once external imports are approved',
			{
				'CLAUDE.md': '@../out.md\n',
				'/out.md': 'O',
				'/home/ann/.claude.json': '{"projects":{"/repo":{"hasClaudeMdExternalIncludesApproved":true}}}',
			},
			[],
		],
		[
			'Should find nothing in a directory outside the launch directory',
			{ 'CLAUDE.md': 'Logs go to @/home and @~/ now\n' },
			[],
		],
		[
			'Should find the fifth level of imports',
			{ 'CLAUDE.md': '@1.md', '1.md': '@2.md', '2.md': '@3.md', '3.md': '@4.md', '4.md': '@5.md', '5.md': 'x' },
			['import.too-deep 4.md «@5.md»'],
		],
		[
			'Should find a circle and a file that imports itself',
			{ 'CLAUDE.md': '@a.md', 'a.md': '@b.md', 'b.md': '@a.md and @b.md' },
			['import.cyclic b.md «@a.md»', 'import.cyclic b.md «@b.md»'],
		],
		[
			'Should find nothing in two imports of one file',
			{ 'CLAUDE.md': '@a.md @b.md', 'a.md': '@c.md', 'b.md': '@c.md', 'c.md': 'C' },
			[],
		],
		[
			'Should find the import of a rule and of a file that load anyway',
			{ 'CLAUDE.md': '@.claude/rules/r.md @CLAUDE.local.md', '.claude/rules/r.md': 'R', 'CLAUDE.local.md': 'L' },
			['import.loaded-anyway CLAUDE.md «@.claude/rules/r.md»', 'import.loaded-anyway CLAUDE.md «@CLAUDE.local.md»'],
		],
		[
			'Should find the import of what has loaded before',
			{ '.claude/rules/a.md': 'A', 'CLAUDE.local.md': '@.claude/rules/a.md' },
			['import.loaded-anyway CLAUDE.local.md «@.claude/rules/a.md»'],
		],
		[
			'Should find an import that defeats the paths of a rule',
			{ 'CLAUDE.md': '@.claude/rules/r.md', '.claude/rules/r.md': '---\npaths: "src/**"\n---\nR', 'src/a.ts': '1' },
			['import.defeats-paths CLAUDE.md «@.claude/rules/r.md»'],
		],
		[
			'Should find faults in nested files too',
			{ 'packages/a/CLAUDE.md': '@gone.md @./b.md,\n', 'packages/a/b.md': 'B' },
			['import.missing packages/a/CLAUDE.md «@gone.md»', 'import.trailing-punctuation packages/a/CLAUDE.md «,»'],
		],
		[
			'Should look from the real place of a linked file',
			{ 'CLAUDE.md': link('docs/shared.md'), 'docs/shared.md': '@part.md, and @part.md', 'docs/part.md': 'P' },
			['import.trailing-punctuation CLAUDE.md «,»'],
		],
		[
			'Should keep its offsets in texts with CRLF, a byte-order mark and comments',
			{ 'CLAUDE.md': '\uFEFF<!-- x -->\r\nText 😀\r\n\r\n- @gone.md\r\n' },
			['import.missing CLAUDE.md «@gone.md»'],
		],
	]);
});
