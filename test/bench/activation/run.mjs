// What activation costs the extension host on a large workspace, in a real VS Code, and what is read before a view asks.
//   node test/bench/activation/run.mjs [FILES]        100,000 by default
// The extension is a copy of its own, built as it is shipped, that nothing activates but the measurement.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { layOut } from '../../../tools/rig/place.mjs';
import { launchBrowser, openWorkbench, projectRoot, removeFolder, startServer } from '../../../tools/rig/rig.mjs';

/** Milliseconds of the extension host's own CPU time. */
const aim = 100;
const filesPerDirectory = 100;
const limitMs = 300_000;

const files = Number(process.argv[2] ?? 100_000);
const place = layOut({ fixture: 'tree', home: 'home-ann' });
const extension = join(place.root, 'extension');
const report = join(place.root, 'report.json');

writeFiles(join(place.folders[0], 'generated'), files);
await makeExtension();
const server = await startServer({ development: true, home: place.home, env: { BENCH_REPORT: report } });
const browser = await launchBrowser();
try {
	await new Promise((done, fail) => {
		setTimeout(() => fail(new Error(`no result within ${limitMs} ms\n${server.log()}`)), limitMs).unref();
		openWorkbench(server, browser, place, {
			developmentPath: extension,
			testsPath: join(extension, 'measure.cjs'),
			onExit: done,
			onLog: () => {},
		}).catch(fail);
	});
	const { activation, reads, searches } = JSON.parse(readFileSync(report, 'utf8'));
	const total = activation.load + activation.activate;
	console.log(`workspace of ${files} files, VS Code ${activation.version}, milliseconds of CPU time`);
	console.log(`  loading the bundle  ${activation.load.toFixed(1)}`);
	console.log(`  activate()          ${activation.activate.toFixed(1)}`);
	console.log(
		`  together            ${total.toFixed(1)}  (aim: below ${aim}; by the clock ${activation.wall.toFixed(1)})`,
	);
	for (const [moment, counts] of Object.entries(reads))
		console.log(`files asked for ${moment}: ${JSON.stringify(counts)}`);
	console.log(`directories searched before a view asked: ${searches}`);
	process.exitCode = activation.activate < aim && searches === 0 ? 0 : 1;
} finally {
	await browser.close();
	await server.stop();
	removeFolder(place.root);
}

function writeFiles(folder, count) {
	for (let i = 0; i < count; i++) {
		const directory = join(folder, `d${Math.floor(i / filesPerDirectory / 32)}/e${Math.floor(i / filesPerDirectory)}`);
		if (i % filesPerDirectory === 0) mkdirSync(directory, { recursive: true });
		writeFileSync(join(directory, `f${i}.ts`), '');
	}
}

async function makeExtension() {
	for (const name of ['package.json', 'package.nls.json', 'l10n', 'media'])
		cpSync(join(projectRoot, name), join(extension, name), { recursive: true });
	const manifest = JSON.parse(readFileSync(join(extension, 'package.json'), 'utf8'));
	writeFileSync(join(extension, 'package.json'), JSON.stringify({ ...manifest, activationEvents: [] }));
	const options = {
		bundle: true,
		minify: true,
		platform: 'node',
		format: 'cjs',
		target: 'node20',
		mainFields: ['module', 'main'],
		external: ['vscode', './secrets.js'],
		logLevel: 'warning',
		absWorkingDir: projectRoot,
	};
	await build({
		...options,
		entryPoints: ['src/extension.ts'],
		outfile: join(extension, 'dist/extension.js'),
		alias: { yaml: './node_modules/yaml/browser/index.js' },
		define: { PACKAGE_VERSION: JSON.stringify(manifest.version) },
	});
	await build({
		...options,
		entryPoints: ['test/bench/activation/measure.ts'],
		outfile: join(extension, 'measure.cjs'),
	});
}
