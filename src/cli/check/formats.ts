/** A check's result for people, for programs, for code scanning and as annotations of a pull request. */

import { isAbsolute, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { budgetWords } from '../../core/check/budgets.js';
import type { CheckFinding, CheckPlace } from '../../core/check/checkFinding.js';
import { type CheckResult, countsOf, failing, limitsOf } from '../../core/check/checkResult.js';
import { sarifLog } from '../../core/check/sarif.js';
import { counted, wrap } from '../format.js';
import { type Output, oneLine, visible } from '../output.js';

/** What the formats have to know beside the result. */
export interface FormatOptions {
	readonly hasBaseline: boolean;
	/** Directory that a code host's paths are relative to, e.g. `GITHUB_WORKSPACE`. */
	readonly workspace?: string;
}

/** Findings by file, then the summary. */
export function printText(result: CheckResult, options: FormatOptions, output: Output): void {
	let file = '';
	for (const found of result.findings.filter(({ isKnown }) => !isKnown)) {
		if (found.file.name !== file) output.data(`${file === '' ? '' : '\n'}${output.heading(oneLine(found.file.name))}`);
		file = found.file.name;
		const limits = limitsOf(found, result);
		const place = `${found.start.line}:${found.start.column}`;
		const severity = found.severity === 'error' || found.severity === 'warning' ? output.warn : output.dim;
		output.data(`  ${place.padEnd(8)}${severity(found.severity.padEnd(8))}${found.code}`);
		output.data(`    ${wrap(found.message, output.columns - 4, '    ')}`);
		const remarks = [...limits, ...(found.unverified ? ['not measured'] : [])];
		if (remarks.length > 0)
			output.data(output.dim(`    ${wrap(`[${remarks.join('; ')}]`, output.columns - 4, '    ')}`));
	}
	if (file !== '') output.data('');
	printSummary(result, options, output);
}

/** Budgets, what was looked at, and what it came to. */
export function printSummary(result: CheckResult, { hasBaseline }: FormatOptions, output: Output): void {
	printBudgets(result, output);
	for (const line of summaryLines(result, hasBaseline)) output.data(wrap(line, output.columns, ''));
}

function printBudgets({ launches, launchDirectories, clients }: CheckResult, output: Output): void {
	for (const { launchDirectory, client, budgets } of launches) {
		const where = [
			...(launchDirectories.length > 1 ? [oneLine(launchDirectory)] : []),
			...(clients.length > 1 ? [client] : []),
		].join(', ');
		for (const budget of budgets) {
			const words = `${where === '' ? '' : `in ${where}: `}${budgetWords(budget)}`;
			output.data(budget.isBroken ? output.warn(`${words}, over the budget`) : output.dim(words));
		}
	}
}

/** What was looked at, what was left out, and what it came to. */
function summaryLines(result: CheckResult, hasBaseline: boolean): readonly string[] {
	const { launches, launchDirectories, clients, findings, gone } = result;
	const counts = countsOf(findings);
	const sources = Math.max(...launches.map((launch) => launch.sources));
	const parts = [
		counted(counts.error, 'error'),
		counted(counts.warning, 'warning'),
		counted(counts.info, 'info', 'infos'),
		...(counts.hint > 0 ? [counted(counts.hint, 'hint')] : []),
	];
	const places =
		launchDirectories.length > 1
			? ` in each of ${counted(launchDirectories.length, 'launch directory', 'launch directories')}`
			: '';
	return [
		...(result.isHermetic
			? ['Hermetic: home, managed and git-ignored files and everything above the repository are left out.']
			: []),
		`Claude Code ${clients.join(', ')}; ${launchDirectories.length > 1 ? 'up to ' : ''}${counted(sources, 'instruction, memory, skill and agent file')}${places}.`,
		...new Set(launches.flatMap(({ clientNote, modelNote }) => [clientNote ?? [], modelNote ?? []].flat())),
		`${parts.join(', ')}${hasBaseline ? `; ${counts.known} more in the baseline` : ''}. ${failing(result).length > 0 ? 'Failed.' : 'Passed.'}`,
		...(gone.length > 0
			? [
					`${counted(gone.length, 'finding')} of the baseline ${gone.length === 1 ? 'is' : 'are'} gone; --update-baseline takes ${gone.length === 1 ? 'it' : 'them'} out.`,
				]
			: []),
	];
}

/** One JSON object; nothing in it depends on the machine where the check is hermetic. */
export function jsonText(result: CheckResult): string {
	const { findings, gone, root, isHermetic, launches, ...rest } = result;
	return JSON.stringify(
		{
			...rest,
			hermetic: isHermetic,
			...(isHermetic ? {} : { root }),
			failed: failing(result).length > 0,
			counts: countsOf(findings),
			launches,
			findings: findings.map((found) => ({
				code: found.code,
				severity: found.severity,
				message: found.message,
				...placeData(found),
				...(found.related.length > 0
					? { related: found.related.map((each) => ({ ...placeData(each), message: each.message })) }
					: {}),
				clients: found.clients,
				launchDirectories: found.launchDirectories,
				...(found.unverified ? { unverified: true } : {}),
				fingerprint: found.fingerprint,
				baseline: found.isKnown,
			})),
			gone,
		},
		null,
		'\t',
	);
}

const placeData = ({ file, start, end }: CheckPlace): Readonly<Record<string, unknown>> => ({
	file: file.name,
	line: start.line,
	column: start.column,
	endLine: end.line,
	endColumn: end.column,
});

export function sarifText(result: CheckResult, { hasBaseline }: FormatOptions): string {
	const log = sarifLog(result, {
		hasBaseline,
		...(result.isHermetic ? {} : { rootUri: `${pathToFileURL(result.root).href}/` }),
		fileUri: (path) => (isAbsolute(path) ? pathToFileURL(path).href : encodeURI(path)),
	});
	return JSON.stringify(log, null, '\t');
}

/** Workflow commands of GitHub Actions: an annotation for each finding that is not in the baseline. */
export function githubLines(result: CheckResult, { workspace }: FormatOptions): readonly string[] {
	return result.findings
		.filter(({ isKnown }) => !isKnown)
		.map((found) => annotation(found, limitsOf(found, result), workspacePath(found, workspace)));
}

function annotation(found: CheckFinding, limits: readonly string[], path: string | undefined): string {
	const command = found.severity === 'error' || found.severity === 'warning' ? found.severity : 'notice';
	const { start, end } = found;
	const properties = [
		...(path === undefined
			? []
			: [
					`file=${escapeProperty(path)}`,
					`line=${start.line}`,
					`endLine=${end.line}`,
					// Columns count only within one line.
					...(start.line === end.line ? [`col=${start.column}`, `endColumn=${end.column}`] : []),
				]),
		`title=${escapeProperty(`${found.title} (${found.code})`)}`,
	];
	const place = path === undefined ? `${found.file.name}: ` : '';
	const message = `${place}${found.message}${limits.length === 0 ? '' : ` (${limits.join('; ')})`}`;
	return `::${command} ${properties.join(',')}::${escapeData(message)}`;
}

/** The file as the code host knows it; `undefined` for one that is not in its checkout. */
function workspacePath({ file }: CheckFinding, workspace: string | undefined): string | undefined {
	if (!file.isInRepository) return undefined;
	const below = workspace === undefined ? undefined : relative(workspace, file.path);
	if (below === undefined || below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below)) return file.name;
	return below.split(sep).join('/');
}

const escapeData = (text: string): string =>
	visible(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const escapeProperty = (text: string): string => escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
