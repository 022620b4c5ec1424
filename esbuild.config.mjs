// Bundles what is shipped into dist/ and, with --tests, the tests into out/test/.
//   node esbuild.config.mjs [--production] [--types] [--analyze] [--watch]
//   node esbuild.config.mjs --tests [FOLDER...]      folders of test/; all of them by default
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { analyzeMetafile, build, context } from 'esbuild';

const flags = new Set(process.argv.slice(2).filter((word) => word.startsWith('--')));
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const testFolders = words.length > 0 ? words : ['core', 'host', 'cli', 'conformance', 'suite'];
const production = flags.has('--production');
/** The extension must stay quick to load: a bundle above this many bytes fails the build. */
const extensionLimit = 1024 * 1024;

/** Every file below the folder whose name ends so; none when there is no such folder. */
function filesBelow(folder, ending) {
	if (!existsSync(folder)) return [];
	return readdirSync(folder, { recursive: true })
		.filter((name) => name.endsWith(ending))
		.map((name) => join(folder, name))
		.sort();
}

const node = {
	bundle: true,
	platform: 'node',
	format: 'cjs',
	target: 'node20',
	logLevel: 'warning',
	metafile: true,
	// The CommonJS builds of some packages (jsonc-parser) hide their requires from a bundler; their modules do not.
	mainFields: ['module', 'main'],
	// The modules of yaml load in a third of the time that its CommonJS files take.
	alias: { yaml: './node_modules/yaml/browser/index.js' },
};
/**
 * Modules that the command line loads when one of their functions is called: an engine takes as long to read a Markdown
 * lexer and a YAML parser as a whole start may take, and few files need them.
 */
const loadedLate = { 'src/core/text/lexedBody.ts': 'markdown.js', 'src/core/text/parsedYaml.ts': 'yaml.js' };
const loadsLate = {
	name: 'loads-late',
	setup({ onLoad }) {
		for (const [file, bundle] of Object.entries(loadedLate)) {
			const names = [...readFileSync(file, 'utf8').matchAll(/^export function (\w+)/gm)].map(([, name]) => name);
			const load = `require('./${bundle}')`;
			const contents = names.map((name) => `export const ${name} = (...args) => ${load}.${name}(...args);`).join('\n');
			onLoad({ filter: new RegExp(`/${basename(file, '.ts')}\\.ts$`) }, () => ({ contents, resolveDir: 'src' }));
		}
	},
};

const shipped = {
	...node,
	// Bundled apart, so that only who looks for secrets loads the rules.
	external: ['./secrets.js'],
	// By `require`: Node takes longer to start its other loader than `request` may take.
	supported: { 'dynamic-import': false },
	minify: production,
	sourcemap: !production,
	legalComments: production ? 'none' : 'inline',
	define: {
		'process.env.NODE_ENV': production ? '"production"' : '"development"',
		PACKAGE_VERSION: JSON.stringify(JSON.parse(readFileSync('package.json', 'utf8')).version),
	},
};

const commandLine = {
	...shipped,
	// So that `request` loads little but itself.
	external: [...shipped.external, './commands.js', ...Object.values(loadedLate).map((bundle) => `./${bundle}`)],
	plugins: [loadsLate],
	minify: true,
};

/** One entry per thing that is shipped; those whose source is not written yet are left out. */
const shippedBuilds = [
	{
		...shipped,
		entryPoints: ['src/extension.ts'],
		outfile: 'dist/extension.js',
		external: [...shipped.external, 'vscode'],
	},
	{
		...shipped,
		entryPoints: ['src/host/secrets.ts'],
		outfile: 'dist/secrets.js',
		minify: true,
		alias: { '@secretlint/profiler': './src/host/noProfiler.ts' },
	},
	{
		...commandLine,
		entryPoints: ['src/cli/main.ts'],
		outfile: 'dist/cli.js',
		banner: { js: '#!/usr/bin/env node' },
	},
	{ ...commandLine, entryPoints: ['src/cli/commands.ts'], outfile: 'dist/commands.js' },
	...Object.entries(loadedLate).map(([file, bundle]) => ({
		...shipped,
		entryPoints: [file],
		outfile: `dist/${bundle}`,
		minify: true,
	})),
	{ ...shipped, entryPoints: ['src/library.ts'], outfile: 'dist/library.js' },
	{
		...shipped,
		// Pages lie in the folder itself, what they are made of below it.
		entryPoints: filesBelow('src/ui/webview', '.ts').filter((file) => dirname(file) === join('src/ui/webview')),
		outdir: 'dist/webview',
		outbase: 'src/ui/webview',
		platform: 'browser',
		format: 'iife',
		target: 'es2022',
	},
].filter(({ entryPoints }) => entryPoints.length > 0 && entryPoints.every((file) => existsSync(file)));

const testBuilds = [
	{
		...node,
		sourcemap: 'inline',
		outdir: 'out/test',
		outbase: 'test',
		external: ['vscode'],
		packages: 'external',
		entryPoints: [
			...testFolders.flatMap((name) => filesBelow(`test/${name}`, '.test.ts')),
			...(testFolders.includes('suite') ? ['test/index.ts'] : []),
		],
	},
].filter(({ entryPoints }) => entryPoints.length > 0);

/** Removes what an earlier build left; the current files stay in place all the while, since others may be running them. */
function removeStale(folder, results) {
	const written = new Set(results.flatMap(({ metafile }) => Object.keys(metafile.outputs)));
	for (const file of [...filesBelow(folder, '.js'), ...filesBelow(folder, '.map')]) {
		if (!written.has(file)) rmSync(file);
	}
}

function reportSizes(results) {
	const rows = results
		.flatMap(({ metafile }) => Object.keys(metafile.outputs))
		.filter((file) => !file.endsWith('.map'))
		.map((file) => [file, statSync(file).size]);
	for (const [file, size] of rows) console.log(`${(size / 1024).toFixed(1).padStart(9)} KiB  ${file}`);
	const extension = rows.find(([file]) => file === 'dist/extension.js');
	if (extension && production && extension[1] > extensionLimit) {
		console.error(`dist/extension.js has ${extension[1]} bytes; the limit is ${extensionLimit}`);
		process.exitCode = 1;
	}
}

const builds = flags.has('--tests') ? testBuilds : shippedBuilds;
if (flags.has('--watch')) {
	for (const options of builds) await (await context({ ...options, logLevel: 'info' })).watch();
} else {
	// esbuild has printed what is wrong, so its error says nothing new.
	const results = await Promise.all(builds.map((options) => build(options))).catch(() => process.exit(1));
	const folders = flags.has('--tests') ? testFolders.map((name) => `out/test/${name}`) : ['dist'];
	for (const folder of folders) removeStale(folder, results);
	if (existsSync('dist/cli.js')) chmodSync('dist/cli.js', 0o755);
	if (!flags.has('--tests')) reportSizes(results);
	if (flags.has('--types') && existsSync('src/library.ts')) {
		execFileSync('node_modules/.bin/tsc', ['-p', 'tsconfig.library.json'], { stdio: 'inherit' });
	}
	if (flags.has('--analyze')) for (const { metafile } of results) console.log(await analyzeMetafile(metafile));
}
