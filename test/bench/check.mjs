// What a check costs per 1,000 instruction files, and which finder takes how much of it: over the recorded corpus and
// three generated monorepos.
//   node test/bench/check.mjs [--rounds N]
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { median, milliseconds, printTable } from './statistics.mjs';
import { writeTree } from './tree.mjs';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '2' } } });
const project = resolve(import.meta.dirname, '../..');
const measure = join(project, 'out/bench/checkMeasure.cjs');
await build({
	entryPoints: [join(project, 'test/bench/checkMeasure.ts')],
	outfile: measure,
	bundle: true,
	minify: true,
	platform: 'node',
	format: 'cjs',
	target: 'node20',
	mainFields: ['module', 'main'],
	alias: { '@secretlint/profiler': './src/host/noProfiler.ts' },
	logLevel: 'warning',
});

/** Sizes of monorepos: an everyday one, a large one, and one that lives from instruction files. */
const trees = {
	'10,000 files, 120 of Claude Code': {
		files: 10_000,
		directories: 800,
		nested: 40,
		rules: 40,
		skills: 20,
		topics: 20,
	},
	'60,000 files, 900 of Claude Code': {
		files: 60_000,
		directories: 3_500,
		nested: 400,
		rules: 200,
		skills: 150,
		topics: 150,
	},
	'8,000 files, 3,000 of Claude Code': {
		files: 8_000,
		directories: 2_900,
		nested: 1_500,
		rules: 800,
		skills: 400,
		topics: 300,
	},
};

const root = realpathSync(mkdtempSync(join(tmpdir(), 'context-inspector-bench-')));
try {
	const columns = [['recorded corpus', runs('corpus')]];
	console.error('corpus measured');
	for (const [name, counts] of Object.entries(trees)) {
		const place = writeTree(join(root, String(columns.length)), counts);
		columns.push([name, runs(JSON.stringify(place)), whole(place)]);
		console.error(`${name} measured`);
	}
	printShares(columns);
} finally {
	rmSync(root, { recursive: true, force: true });
}

/** The medians of several runs, each in a process of its own. */
function runs(argument) {
	const all = Array.from({ length: Number(values.rounds) }, () => JSON.parse(run([measure, argument], project).stdout));
	const middle = (of) => median(all.map(of));
	const families = Object.keys(all[0].families);
	return {
		files: all[0].files,
		model: middle(({ model }) => model),
		discovery: middle(({ discovery }) => discovery),
		families: Object.fromEntries(families.map((family) => [family, middle((one) => one.families[family])])),
	};
}

/** The whole process of `check`, as CI starts it. */
function whole({ home, repository }) {
	const cli = join(project, 'dist/cli.js');
	if (!existsSync(cli)) return undefined;
	const times = Array.from({ length: Number(values.rounds) }, () => {
		const start = performance.now();
		run([cli, 'check', '--format', 'json'], repository, { HOME: home });
		return performance.now() - start;
	});
	return median(times);
}

function run(args, cwd, variables = {}) {
	const env = { PATH: process.env.PATH, HOME: root, ...variables };
	const result = spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8', maxBuffer: 2 ** 29 });
	// A check that finds something ends with 1.
	if (result.status === null || result.status > 1) throw new Error(result.stderr.slice(0, 2000));
	return result;
}

function printShares(columns) {
	const sum = ({ families }) => Object.values(families).reduce((total, time) => total + time, 0);
	const per = (time, files) => milliseconds((1000 * time) / files);
	printTable(
		['Processor time per 1,000 instruction files', ...columns.map(([name]) => name)],
		[
			['instruction files', ...columns.map(([, { files }]) => String(files))],
			['startup model', ...columns.map(([, { model, files }]) => per(model, files))],
			['discovery', ...columns.map(([, { discovery, files }]) => per(discovery, files))],
			['all finders', ...columns.map(([, costs]) => per(sum(costs), costs.files))],
			[
				'whole process of check, not scaled, by the clock',
				...columns.map(([, , time]) => (time === undefined ? '' : milliseconds(time))),
			],
		],
	);
	console.log();
	printTable(
		['Share of each finder', ...columns.map(([name]) => name)],
		Object.keys(columns[0][1].families).map((family) => [
			family,
			...columns.map(([, costs]) => `${((100 * costs.families[family]) / sum(costs)).toFixed(1)} %`),
		]),
	);
}
