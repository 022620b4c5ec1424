import * as assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** Lints sources, by path, under this project's own configuration; returns `path:line` of each complaint. */
function lint(sources: Readonly<Record<string, string>>): Set<string> {
	const folder = mkdtempSync(join(tmpdir(), 'context-inspector-lint-'));
	try {
		const config = JSON.parse(readFileSync('biome.json', 'utf8')) as { $schema?: string };
		delete config.$schema;
		writeFileSync(join(folder, 'biome.json'), JSON.stringify(config));
		for (const [path, text] of Object.entries(sources)) {
			mkdirSync(dirname(join(folder, path)), { recursive: true });
			writeFileSync(join(folder, path), text);
		}
		const biome = resolve('node_modules/.bin/biome');
		const args = ['lint', '--reporter=github', '--max-diagnostics=none', 'src'];
		const { stdout } = spawnSync(biome, args, { cwd: folder, encoding: 'utf8' });
		const found = [...stdout.matchAll(/title=lint\/style\/(?:noRestricted|useNodejs)\w+,file=([^,]+),line=(\d+)/g)];
		return new Set(found.map(([, file = '', line]) => `${file.slice(file.indexOf('src/'))}:${line}`));
	} finally {
		rmSync(folder, { recursive: true });
	}
}

const importOf = (name: string, index: number): string => `import * as m${index} from '${name}';`;
const fileOf = (names: readonly string[]): string =>
	`${names.map(importOf).join('\n')}\nexport const all = [${names.map((_, index) => `m${index}`).join(', ')}];\n`;

describe('the lint rules that keep the layers apart', () => {
	it('Should let src/core import no built-in module of Node but node:path', () => {
		const names = builtinModules.flatMap((name) => [`node:${name}`, name]);
		const complaints = lint({ 'src/core/some/place.ts': fileOf(names) });
		const passed = names.filter((_, index) => !complaints.has(`src/core/some/place.ts:${index + 1}`));
		assert.deepEqual(passed, ['node:path']);
	});

	it('Should let src/core import neither VS Code nor another layer', () => {
		const names = ['vscode', '../../host/a.js', '../../ui/a.js', '../../cli/a.js', '../other/a.js'];
		const complaints = lint({ 'src/core/some/place.ts': fileOf(names) });
		assert.deepEqual(
			[...complaints].sort(),
			[1, 2, 3, 4].map((line) => `src/core/some/place.ts:${line}`),
		);
	});

	it('Should let tooltips break their lines: appendText makes every blank one that does not', () => {
		const sources = readdirSync('src/ui', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
		const unbroken = sources.filter((name) => /\.appendText\(/.test(readFileSync(join('src/ui', name), 'utf8')));
		assert.deepEqual(unbroken, []);
	});

	it('Should keep VS Code out of src/host and src/cli, and the command line out of src/ui', () => {
		const complaints = lint({
			'src/host/a.ts': fileOf(['vscode', '../ui/a.js', 'node:fs']),
			'src/cli/a.ts': fileOf(['vscode', '../ui/a.js', 'node:fs']),
			'src/ui/a.ts': fileOf(['../cli/a.js', 'vscode', 'node:fs']),
		});
		const expected = ['src/cli/a.ts:1', 'src/cli/a.ts:2', 'src/host/a.ts:1', 'src/host/a.ts:2', 'src/ui/a.ts:1'];
		assert.deepEqual([...complaints].sort(), expected);
	});
});
