// What starts, scans and rebuilds cost, beside a plain listing of the same tree in the same run.
//   npm run bench [-- --rounds N] [--no-hostile] [--keep]
//   node test/bench/run.mjs --text        only the readers of text, with hostile inputs
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { mebibytes, median, milliseconds, printTable, ratio } from './statistics.mjs';
import { largeTree, smallTree, writeTree } from './tree.mjs';

const { values } = parseArgs({
	options: {
		rounds: { type: 'string', default: '7' },
		'no-hostile': { type: 'boolean', default: false },
		text: { type: 'boolean', default: false },
		keep: { type: 'boolean', default: false },
	},
});
const rounds = Number(values.rounds);
const project = resolve(import.meta.dirname, '../..');
const cli = join(project, 'dist/cli.js');
const measure = join(project, 'out/bench/measure.cjs');

if (!values.text && !existsSync(cli)) {
	console.error('dist/cli.js is missing: run `npm run build` first.');
	process.exit(2);
}
await build({
	entryPoints: [join(project, values.text ? 'test/bench/hostileText.ts' : 'test/bench/measure.ts')],
	outdir: join(project, 'out/bench'),
	outExtension: { '.js': '.cjs' },
	bundle: true,
	minify: true,
	platform: 'node',
	format: 'cjs',
	target: 'node20',
	logLevel: 'warning',
});

const root = realpathSync(mkdtempSync(join(tmpdir(), 'context-inspector-bench-')));
try {
	const passed = values.text
		? [printHostile(JSON.parse(run([join(project, 'out/bench/hostileText.cjs')], root, root)))]
		: benchAll();
	process.exitCode = passed.every(Boolean) ? 0 : 1;
} finally {
	if (values.keep) console.log(`\nTrees kept in ${root}`);
	else rmSync(root, { recursive: true, force: true });
}

function benchAll() {
	const started = performance.now();
	const large = writeTree(join(root, 'large'), largeTree);
	const small = writeTree(join(root, 'small'), smallTree);
	const seconds = ((performance.now() - started) / 1000).toFixed(1);
	console.log(`Trees written in ${seconds} s; ${rounds} rounds; Node ${process.version}.\n`);
	return [
		benchProcess(large, small),
		benchModel(large),
		values['no-hostile'] || printHostile(measured('hostile', large)),
	];
}

/** The whole process of `request`, from the shell's view, against a Node that does nothing. */
function benchProcess(large, small) {
	const empty = [];
	const times = { small: [], large: [] };
	for (let i = 0; i < rounds * 3; i++) {
		empty.push(processTime(['-e', '0'], root, root));
		times.small.push(processTime([cli, 'request', '--json'], small.repository, small.home));
		times.large.push(processTime([cli, 'request', '--json'], large.repository, large.home));
	}
	const base = median(empty);
	const rows = [['node -e 0', milliseconds(base), '', '', '']];
	const verdicts = [];
	for (const [tree, title, aim] of [
		['small', 'request --json, 20 startup files and 80 skills', 3],
		['large', 'request --json, the large tree', undefined],
	]) {
		const times_ = median(times[tree]);
		const isMet = aim === undefined || times_ / base < aim;
		verdicts.push(isMet);
		rows.push([title, milliseconds(times_), ratio(times_ / base), aim ? `< ${aim}×` : '', aim ? word(isMet) : '']);
	}
	printTable(['Whole process (median)', 'time', 'ratio to node -e 0', 'aim', ''], rows);
	console.log();
	return verdicts.every(Boolean);
}

/** The library in processes of its own, each beside a listing of the same round. */
function benchModel(place) {
	const kinds = [
		['startup', 'cold startup model', { ratio: 0.05 }],
		['discovery', 'full discovery (startup model and all below)', { ratio: 1.5 }],
		['discoveryInExtension', 'full discovery without blocking, cached', { ratio: 1.5 }],
		['explain', 'explain one file (median of 300)', { milliseconds: 2 }],
		['rebuild', 'rebuild after one change (median of 25)', { milliseconds: 20 }],
	];
	const results = new Map([['listing', []], ...kinds.map(([kind]) => [kind, []])]);
	for (let i = 0; i < rounds; i++) for (const [kind, list] of results) list.push(measured(kind, place));
	const middle = (kind, key) => median(results.get(kind).map((result) => result[key]));
	const listing = middle('listing', 'milliseconds');
	const memory = middle('listing', 'memory');

	const [{ entries }] = results.get('listing');
	const rows = [
		[`plain recursive listing (${entries} entries)`, milliseconds(listing), '1×', '', '', mebibytes(memory), '1×'],
	];
	const verdicts = [];
	for (const [kind, title, aim] of kinds) {
		const time = middle(kind, 'milliseconds');
		const isMet = aim.ratio === undefined ? time < aim.milliseconds : time / listing < aim.ratio;
		verdicts.push(isMet);
		rows.push([
			title,
			milliseconds(time),
			ratio(time / listing),
			aim.ratio === undefined ? `< ${aim.milliseconds} ms` : `< ${aim.ratio}×`,
			word(isMet),
			mebibytes(middle(kind, 'memory')),
			ratio(middle(kind, 'memory') / memory),
		]);
	}
	printTable(['The large tree (median)', 'time', 'ratio to listing', 'aim', '', 'peak memory', 'ratio'], rows);
	const [{ startup, rules, skills }] = results.get('startup');
	const [{ directories, nested }] = results.get('discovery');
	console.log(
		`\nFound: ${startup} startup sources, ${rules} path rules, ${skills} skills; ${nested} nested in ${directories} directories.\n`,
	);
	return verdicts.every(Boolean);
}

/** The slowest and all too slow ones of a mebibyte of each hostile text in each place. */
function printHostile({ inputs }) {
	const limit = 200;
	const isBad = (input) => input.milliseconds >= limit || input.thrown !== undefined;
	const byPlace = new Map();
	for (const input of inputs) byPlace.set(input.place, [...(byPlace.get(input.place) ?? []), input]);
	const rows = [];
	for (const [name, list] of byPlace) {
		const worst = list.reduce((a, b) => (b.milliseconds > a.milliseconds ? b : a));
		const bad = list.filter(isBad);
		rows.push([
			name,
			milliseconds(median(list.map((input) => input.milliseconds))),
			milliseconds(worst.milliseconds),
			JSON.stringify(worst.fill),
			`< ${limit} ms`,
			bad.length === 0 ? word(true) : `missed by ${bad.length}`,
		]);
	}
	const count = new Set(inputs.map((input) => input.fill)).size;
	printTable([`1 MiB of each of ${count} texts in`, 'median', 'worst', 'by', 'aim', ''], rows);
	for (const { place, fill, milliseconds: time, thrown } of inputs.filter(isBad)) {
		console.log(`  ${place}: ${JSON.stringify(fill)} ${thrown ?? milliseconds(time)}`);
	}
	return !inputs.some(isBad);
}

function word(isMet) {
	return isMet ? 'met' : 'missed';
}

/** Wall time of a Node process; one that fails fails the benchmark. */
function processTime(args, cwd, home) {
	const start = performance.now();
	run(args, cwd, home);
	return performance.now() - start;
}

function measured(kind, place) {
	return JSON.parse(run([measure, kind, JSON.stringify(place)], place.repository, place.home));
}

function run(args, cwd, home) {
	mkdirSync(home, { recursive: true });
	const env = { PATH: process.env.PATH ?? '', HOME: home, ...(process.platform === 'win32' ? process.env : {}) };
	const { status, stdout, stderr, error } = spawnSync(process.execPath, args, {
		cwd,
		env,
		encoding: 'utf8',
		maxBuffer: 2 ** 28,
	});
	if (status !== 0)
		throw error ?? new Error(`node ${args.slice(0, 2).join(' ')} ended with ${status}: ${stderr.slice(0, 2000)}`);
	return stdout;
}
