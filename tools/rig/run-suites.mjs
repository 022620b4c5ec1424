// Runs the suites of test/suite inside real extension hosts: one server and one workbench per group.
//   node tools/rig/run-suites.mjs [--grep TEXT] [GROUP...]
// Variables: RIG_VSCODE=oldest, RIG_VERBOSE=1 (VS Code's own log), RIG_TIMEOUT_MS (per group).
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, parseArgs } from 'node:util';
import { recordPart } from '../report.mjs';
import { expandPlaces, layOut, readGroups } from './place.mjs';
import { launchBrowser, openWorkbench, projectRoot, removeFolder, startServer, vscodeName } from './rig.mjs';

const { values, positionals } = parseArgs({ options: { grep: { type: 'string' } }, allowPositionals: true });
const limitMs = Number(process.env.RIG_TIMEOUT_MS ?? 180_000);
const shots = join(projectRoot, 'out/shots', vscodeName);

/** Prints what is appended to a file, until stopped. */
function follow(file) {
	let printed = 0;
	const print = () => {
		const text = readFileSync(file);
		if (text.length > printed) process.stdout.write(text.subarray(printed));
		printed = text.length;
	};
	const timer = setInterval(print, 100);
	return () => {
		clearInterval(timer);
		print();
	};
}

/** Runs one group to its end; a group that wrote no report counts as one failure. */
async function runGroup(browser, group) {
	console.log(`\n=== ${group.name} (VS Code ${vscodeName})`);
	const began = Date.now();
	const place = layOut(group);
	const report = join(place.root, 'report.json');
	const output = join(place.root, 'output.txt');
	writeFileSync(output, '');
	const server = await startServer({
		development: true,
		trust: group.trust,
		home: place.home,
		settings: expandPlaces(group.settings, place),
		env: {
			...expandPlaces(group.env, place),
			RIG_GROUP: group.name,
			RIG_REPORT: report,
			RIG_OUTPUT: output,
			...(values.grep ? { RIG_GREP: values.grep } : {}),
		},
	});
	const stopFollowing = follow(output);
	let timer;
	try {
		const code = await new Promise((done, fail) => {
			const opened = openWorkbench(server, browser, place, {
				developmentPath: projectRoot,
				testsPath: join(projectRoot, 'out/test/index.js'),
				onLog: (type, args) => process.env.RIG_VERBOSE && console.log(`[${type}] ${format(...args)}`),
				onExit: done,
			});
			opened.catch(fail);
			timer = setTimeout(async () => {
				mkdirSync(shots, { recursive: true });
				const file = join(shots, `timeout-${group.name}.png`);
				await opened.then((page) => page.screenshot({ path: file })).catch(() => {});
				console.error(`no result within ${limitMs} ms; see ${file}\n${server.log()}`);
				done(124);
			}, limitMs);
		});
		stopFollowing();
		const counts = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined;
		const seconds = ((Date.now() - began) / 1000).toFixed(1);
		console.log(`(${group.name}: ${seconds} s, extension host exit code ${code})`);
		const named = (lines) => lines.map((line) => `${group.name}: ${line}`);
		if (counts) return { ...counts, failures: named(counts.failures), retried: named(counts.retried) };
		console.error(`${group.name} wrote no report: its suite never ran to its end`);
	} catch (error) {
		stopFollowing();
		console.error(error);
	} finally {
		clearTimeout(timer);
		await Promise.all(browser.contexts().map((context) => context.close()));
		await server.stop();
		removeFolder(place.root);
	}
	return { passed: 0, failed: 1, skipped: 0, failures: [`${group.name}: wrote no report`], retried: [] };
}

const all = readGroups();
const unknown = positionals.filter((name) => !all.some((group) => group.name === name));
if (unknown.length > 0) throw new Error(`no such group: ${unknown.join(', ')}`);
let total = { passed: 0, failed: 0, skipped: 0, failures: [], retried: [] };
const browser = await launchBrowser();
for (const group of all.filter(({ name }) => positionals.length === 0 || positionals.includes(name))) {
	const counts = await runGroup(browser, group);
	// Numbers are added, lists are joined.
	total = Object.fromEntries(
		Object.entries(total).map(([key, sum]) => [key, Array.isArray(sum) ? [...sum, ...counts[key]] : sum + counts[key]]),
	);
}
await browser.close();
recordPart(`integration-${vscodeName}`, total);
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0);
