/** `check [DIR...]`: everything that is wrong with the context of directories, for people, programs and code hosts. */

import { resolve } from 'node:path';
import { type Baseline, compareWithBaseline, parseBaseline, writeBaseline } from '../core/check/baseline.js';
import { type CheckResult, failing } from '../core/check/checkResult.js';
import type { FileSystem } from '../core/ports.js';
import { findLaunchPlace } from '../core/sources/launchPlace.js';
import { writeOwnFile } from '../host/ownFile.js';
import { parseCommandLine } from './arguments.js';
import { findConfig } from './check/configFile.js';
import { type FormatOptions, githubLines, jsonText, printSummary, printText, sarifText } from './check/formats.js';
import { type CheckPlan, checkOptions, checkPlan } from './check/options.js';
import { runCheck, shownPath } from './check/run.js';
import { counted } from './format.js';
import type { Output } from './output.js';
import { exitCodes, UsageError } from './usageError.js';

export async function checkCommand(argv: readonly string[], fs: FileSystem, output: Output): Promise<number> {
	const { values, positionals } = parseCommandLine(argv, checkOptions);
	const first = resolve(positionals[0] ?? '.');
	const place = await findLaunchPlace(fs, first);
	if (!place) throw new UsageError(`There is no directory ${first}.`);
	const root = place.repositoryRoot ?? place.directory;
	const config = await findConfig(fs, values.config, place.directory, root);
	const plan = checkPlan(values, positionals, config, process.env);
	const baseline = await readBaseline(plan, fs);
	const { result, notes } = await runCheck(plan);
	for (const note of notes) output.note(`context-inspector: ${note}`);

	if (plan.isBaselineUpdated && plan.baseline !== undefined) return updateBaseline(plan.baseline, result, output);
	const { findings, gone } = compareWithBaseline(result.findings, baseline ?? { entries: [] });
	const compared = { ...result, findings, gone };
	print(compared, plan, { hasBaseline: baseline !== undefined, workspace: process.env['GITHUB_WORKSPACE'] }, output);
	for (const { family, message } of result.failures)
		output.note(`context-inspector: the finder of the family "${family}" failed: ${message}`);
	if (result.failures.length > 0) return exitCodes.unusable;
	return failing(compared).length > 0 ? exitCodes.findings : exitCodes.fine;
}

function print(result: CheckResult, { format }: CheckPlan, options: FormatOptions, output: Output): void {
	if (format === 'json') output.data(jsonText(result));
	else if (format === 'sarif') output.data(sarifText(result, options));
	else if (format === 'text') printText(result, options, output);
	else {
		for (const line of githubLines(result, options)) output.command(line);
		// The log of the step says the rest in words.
		printSummary(result, options, output);
	}
}

async function readBaseline({ baseline, isBaselineUpdated }: CheckPlan, fs: FileSystem): Promise<Baseline | undefined> {
	if (baseline === undefined || isBaselineUpdated) return undefined;
	const file = await fs.readText(baseline);
	if (!file) throw new UsageError(`There is no baseline ${shownPath(baseline)}; --update-baseline writes it.`);
	if (!file.ok) throw new UsageError(`The baseline ${shownPath(baseline)} cannot be read (${file.failure}).`);
	const parsed = parseBaseline(file.text);
	if ('fault' in parsed) throw new UsageError(`The baseline ${shownPath(baseline)} ${parsed.fault}.`);
	return parsed;
}

/** Broken budgets are never part of a baseline: a budget that may be broken is none. */
function updateBaseline(path: string, result: CheckResult, output: Output): number {
	const findings = result.findings.filter(({ code }) => !code.startsWith('budget.'));
	const fault = writeOwnFile(path, writeBaseline(findings));
	if (fault !== undefined) throw new UsageError(`The baseline ${shownPath(path)} ${fault}; nothing was written.`);
	output.data(`${shownPath(path)} now holds ${counted(findings.length, 'finding')}.`);
	return exitCodes.fine;
}
