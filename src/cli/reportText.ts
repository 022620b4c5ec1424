/** The report as text: a tree with states and costs, gauges, sums; 80 columns where the terminal has no more. */

import type { ContextModel } from '../core/model/contextModel.js';
import { type ContextReport, type Cost, lineBreaksOf } from '../core/model/report.js';
import type { Source } from '../core/source.js';
import { cost, count, counted, gauge, PathNames, row, wrap } from './format.js';
import { type Output, oneLine } from './output.js';

/** Rows of a long list that are printed before the rest is only counted. */
const shownRows = 30;

export function printReport(model: ContextModel, report: ContextReport, output: Output): void {
	const names = new PathNames(model);
	printHead(report, names, output);
	printStartup(report, names, output);
	printOnDemand(report, names, output);
	printSkills(report, names, output);
	printAgents(report, output);
	printGauges(report, names, output);
	printNotLoaded(report, names, output);
	printBroken(report, names, output);
	printSums(report, output);
}

function printHead(report: ContextReport, names: PathNames, output: Output): void {
	output.data(`${output.heading(oneLine(report.launchDirectory))}  Claude Code ${report.client}, ${report.model}`);
	if (report.repositoryRoot !== undefined && report.repositoryRoot !== report.launchDirectory) {
		output.data(output.dim(`repository ${names.name(report.repositoryRoot)}`));
	}
	if (report.clientNote !== undefined) output.data(output.warn(wrap(report.clientNote, output.columns, '')));
	if (report.uncertain.length > 0) {
		output.data(output.dim(wrap(`Not measured for this version: ${report.uncertain.join(', ')}.`, output.columns, '')));
	}
}

const scopeTitles = [
	['managed', 'Managed'],
	['user', 'User'],
	['project', 'Project'],
	['local', 'Local'],
	['auto-memory', 'Memory'],
] as const;

function printStartup(report: ContextReport, names: PathNames, output: Output): void {
	section('Startup', report.alwaysLoaded.startup, output);
	if (report.startup.length === 0) output.data('  nothing: no instruction file and no memory is loaded here');
	for (const [scope, title] of scopeTitles) {
		const sources = report.startup.filter((source) => source.scope === scope);
		if (sources.length === 0) continue;
		output.data(`  ${title}`);
		for (const source of sources) printSource(source, names, output, 4 + 2 * depthOf(source, report.startup));
	}
}

/** How many importers stand above a source. */
function depthOf(source: Source, all: readonly Source[]): number {
	let depth = 0;
	for (let current: Source | undefined = source; current?.parent !== undefined && depth < 6; depth += 1) {
		const { parent } = current as Source;
		current = all.find((candidate) => candidate.path === parent);
	}
	return depth;
}

function printSource(source: Source, names: PathNames, output: Output, indent: number): void {
	const mark = source.kind === 'import' ? '@ ' : '';
	const state = source.state === 'loaded' || source.state === 'on demand' ? '' : `  ${source.state}`;
	output.data(
		row(
			`${' '.repeat(indent)}${mark}${names.name(source.path)}${state}`,
			cost(source.characters, source.tokens),
			output.columns,
		),
	);
	if (source.reason)
		output.data(
			output.dim(
				`${' '.repeat(indent + 2)}${wrap(names.sentence(source.reason.sentence), output.columns - indent - 2, ' '.repeat(indent + 2))}`,
			),
		);
}

function printOnDemand(report: ContextReport, names: PathNames, output: Output): void {
	if (report.onDemand.length === 0 && !report.discovery?.skipped.length) return;
	section('On demand', report.onDemandCost, output);
	for (const source of report.onDemand.slice(0, shownRows)) {
		printSource(source, names, output, 2);
		if (source.patterns)
			output.data(
				output.dim(
					`    ${wrap(`when a file matches ${source.patterns.map((pattern) => `"${pattern}"`).join(', ')} in ${names.name(source.base ?? '.')}`, output.columns - 4, '    ')}`,
				),
			);
	}
	rest(report.onDemand.length, output);
	const { discovery } = report;
	if (discovery && discovery.skipped.length > 0) {
		output.data(
			output.dim(
				`  not searched: ${wrap(
					discovery.skipped
						.slice(0, 4)
						.map((path) => names.name(path))
						.join(', '),
					output.columns - 16,
					'  ',
				)}${discovery.skipped.length > 4 ? ` and ${discovery.skipped.length - 4} more` : ''}`,
			),
		);
	}
}

function printSkills(report: ContextReport, names: PathNames, output: Output): void {
	if (report.skills.length === 0) return;
	section('Skills', report.alwaysLoaded.skillListing, output);
	for (const skill of report.skills.slice(0, shownRows)) {
		output.data(
			row(
				`  ${oneLine(skill.name)}${skill.state === 'listed' ? '' : `  ${skill.state}`}`,
				skill.characters > 0 ? `${count(skill.characters)} ch` : '',
				output.columns,
			),
		);
		if (skill.reason)
			output.data(
				output.dim(
					`    ${wrap(`${skill.reason.code}: ${names.sentence(skill.reason.sentence)}`, output.columns - 4, '    ')}`,
				),
			);
	}
	rest(report.skills.length, output);
	const breaks = lineBreaksOf(report.alwaysLoaded.skillListing, report.skills);
	if (breaks > 0) output.data(output.dim(row('  line breaks between them', `${count(breaks)} ch`, output.columns)));
}

function printAgents(report: ContextReport, output: Output): void {
	if (report.agents.length === 0) return;
	section('Agents', report.alwaysLoaded.agentListing, output);
	for (const line of report.agents.slice(0, shownRows)) output.data(`  ${wrap(line, output.columns - 2, '    ')}`);
	rest(report.agents.length, output);
}

function printGauges(report: ContextReport, names: PathNames, output: Output): void {
	output.data(`\n${output.heading('Budgets')}`);
	const { memory, skillListing } = report;
	if (memory) {
		output.data(
			row(
				`  MEMORY.md lines        ${gauge(memory.lines, memory.lineLimit)}`,
				`${count(memory.lines)} of ${count(memory.lineLimit)}`,
				output.columns,
			),
		);
		output.data(
			row(
				`  MEMORY.md characters   ${gauge(memory.characters, memory.characterLimit)}`,
				`${count(memory.characters)} of ${count(memory.characterLimit)}`,
				output.columns,
			),
		);
		if (memory.cutAfterLine !== undefined) {
			output.data(
				output.warn(
					`    ${wrap(`Claude Code reads to line ${memory.cutAfterLine} of ${names.name(memory.path)}; ${counted(memory.lines - memory.keptLines, 'line')} are lost.`, output.columns - 4, '    ')}`,
				),
			);
		}
	}
	output.data(
		row(
			`  skill listing          ${gauge(skillListing.needed, skillListing.limit)}`,
			`${count(skillListing.needed)} of ${count(skillListing.limit)}`,
			output.columns,
		),
	);
	const dropped = report.skills.filter((skill) => skill.reason?.code === 'dropped-by-budget').length;
	if (dropped > 0)
		output.data(
			output.warn(
				`    ${counted(dropped, 'description')} dropped: the listing needs ${count(skillListing.needed)} characters.`,
			),
		);
	for (const source of report.largeFiles)
		output.data(
			output.warn(
				`  large: ${names.name(source.path)}, ${count(source.characters)} characters; the client warns of it and cuts nothing.`,
			),
		);
}

function printNotLoaded(report: ContextReport, names: PathNames, output: Output): void {
	if (report.notLoaded.length === 0) return;
	const total = report.notLoaded.length + report.moreNotLoaded;
	output.data(`\n${output.heading('Not loaded')} ${counted(total, 'source')}`);
	for (const { path, foundAt, scope, reason, mention } of report.notLoaded.slice(0, shownRows)) {
		output.data(row(`  ${names.name(foundAt ?? path)}`, scope, output.columns));
		const importer = mention ? ` (imported by ${names.name(mention.path)})` : '';
		if (reason)
			output.data(
				output.dim(
					`    ${wrap(`${reason.code}: ${names.sentence(reason.sentence)}${importer}${reason.unverified ? ' [not measured]' : ''}`, output.columns - 4, '    ')}`,
				),
			);
	}
	rest(total, output);
}

function printBroken(report: ContextReport, names: PathNames, output: Output): void {
	if (report.broken.length === 0) return;
	output.data(`\n${output.heading('Broken')}`);
	for (const { path, line, column, message, effect } of report.broken) {
		output.data(output.warn(`  ${names.name(path)}${line === undefined ? '' : `:${line}:${column}`}`));
		output.data(`    ${wrap(`${message} ${effect}`, output.columns - 4, '    ')}`);
	}
}

function printSums(report: ContextReport, output: Output): void {
	const { startup, skillListing, agentListing } = report.alwaysLoaded;
	const always: Cost = {
		characters: startup.characters + skillListing.characters + agentListing.characters,
		tokens: startup.tokens + skillListing.tokens + agentListing.tokens,
	};
	output.data('');
	output.data(row(output.heading('Always loaded'), cost(always.characters, always.tokens), output.columns));
	output.data(
		row('On demand, at most', cost(report.onDemandCost.characters, report.onDemandCost.tokens), output.columns),
	);
	output.data(
		output.dim(
			"ch = characters (UTF-16 units); tok = estimated tokens. The client's own\nprompt, its tools and its bundled skills are not counted.",
		),
	);
}

function section(title: string, { characters, tokens }: Cost, output: Output): void {
	output.data('');
	output.data(row(output.heading(title), cost(characters, tokens), output.columns));
}

function rest(length: number, output: Output): void {
	if (length > shownRows)
		output.data(output.dim(`  and ${counted(length - shownRows, 'more', 'more')}; --json has all`));
}
