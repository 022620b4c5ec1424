/** The report as text: a tree with states and costs, gauges, sums; 80 columns where the terminal has no more. */

import { basename } from 'node:path';
import type { ContextModel } from '../core/model/contextModel.js';
import { type ImportRow, importerWords, importRows, whenWords } from '../core/model/importRows.js';
import { type ContextReport, type Cost, lineBreaksOf } from '../core/model/report.js';
import { displayWidth } from '../core/text/displayWidth.js';
import { assumedModelWords, clientAndModel, cost, count, counted, gauge, PathNames, row, wrap } from './format.js';
import { type Output, oneLine } from './output.js';

/** Rows of a long list that are printed before the rest is only counted. */
const shownRows = 30;

export function printReport(model: ContextModel, report: ContextReport, output: Output): void {
	const names = new PathNames(model);
	printHead(report, output);
	printStartup(report, names, output);
	printOnDemand(report, names, output);
	printSkills(report, names, output);
	printAgents(report, output);
	printGauges(report, names, output);
	printNotLoaded(report, names, output);
	printBroken(report, names, output);
	printSums(report, output);
}

function printHead(report: ContextReport, output: Output): void {
	const [place, client] = [oneLine(report.launchDirectory), clientAndModel(report)];
	const fits = displayWidth(place) + 2 + displayWidth(client) <= output.columns;
	output.data(`${output.heading(place)}${fits ? '  ' : '\n'}${client}`);
	if (report.repositoryRoot !== undefined && report.repositoryRoot !== report.launchDirectory) {
		output.data(output.dim(`repository ${oneLine(report.repositoryRoot)}`));
	}
	if (report.clientNote !== undefined) output.data(output.warn(wrap(report.clientNote, output.columns, '')));
	if (report.modelNote !== undefined) output.data(output.warn(wrap(report.modelNote, output.columns, '')));
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
		for (const each of importRows(sources)) printSource(each, 4, report, names, output);
	}
}

function printSource(
	{ source, depth, importer }: ImportRow,
	margin: number,
	report: ContextReport,
	names: PathNames,
	output: Output,
): void {
	const indent = margin + 2 * Math.min(depth, 6);
	const mark = source.kind === 'import' ? '@ ' : '';
	const state = source.state === 'loaded' || source.state === 'on demand' ? '' : `  ${source.state}`;
	const left = `${' '.repeat(indent)}${mark}${names.name(source.path)}${state}`;
	output.data(row(left, cost(source.characters, source.tokens), output.columns));
	const blanks = ' '.repeat(indent + 2);
	const remark = (text: string): void =>
		output.data(output.dim(`${blanks}${wrap(text, output.columns - indent - 2, blanks)}`));
	if (importer !== undefined) {
		const isConditional = source.state !== 'on demand' && report.onDemand.some(({ path }) => path === importer);
		remark(importerWords(names.name(importer), isConditional));
	}
	if (source.reason) remark(names.sentence(source.reason.sentence));
	const when = source.state === 'on demand' ? whenWords(source, (path) => names.directory(path)) : undefined;
	if (when !== undefined) remark(when);
}

function printOnDemand(report: ContextReport, names: PathNames, output: Output): void {
	// Git's own directory holds nothing of anybody's: that it was left out is no news.
	const skipped = report.discovery?.skipped.filter((path) => basename(path) !== '.git') ?? [];
	if (report.onDemand.length === 0 && skipped.length === 0) return;
	section('On demand', report.onDemandCost, output);
	for (const each of importRows(report.onDemand.slice(0, shownRows))) printSource(each, 2, report, names, output);
	rest(report.onDemand.length, output);
	if (skipped.length === 0) return;
	const shown = skipped.slice(0, 4).map((path) => names.name(path));
	const more = skipped.length > 4 ? ` and ${skipped.length - 4} more` : '';
	output.data(output.dim(`  not searched: ${wrap(`${shown.join(', ')}${more}`, output.columns - 16, '  ')}`));
}

function printSkills(report: ContextReport, names: PathNames, output: Output): void {
	if (report.skills.length === 0) return;
	section('Skills', report.alwaysLoaded.skillListing, output);
	// A full listing is one thing to do, however many descriptions it lacks.
	let said = false;
	for (const skill of report.skills.slice(0, shownRows)) {
		output.data(
			row(
				`  ${oneLine(skill.name)}${skill.state === 'listed' ? '' : `  ${skill.state}`}`,
				skill.characters > 0 ? `${count(skill.characters)} ch` : '',
				output.columns,
			),
		);
		const isSaid = skill.reason?.code === 'dropped-by-budget' && said;
		said ||= skill.reason?.code === 'dropped-by-budget';
		if (isSaid) output.data(output.dim('    dropped-by-budget, as above'));
		else if (skill.reason)
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
	if (skillListing.bundled > 0)
		output.data(output.dim(`    Skills that come with Claude Code take ${count(skillListing.bundled)} of them.`));
	const dropped = report.skills.filter((skill) => skill.reason?.code === 'dropped-by-budget').length;
	if (dropped > 0)
		output.data(
			output.warn(
				`    ${wrap(`${counted(dropped, 'description')} dropped: the listing needs ${count(skillListing.needed)} characters.${assumedModelWords(report)}`, output.columns - 4, '    ')}`,
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
	output.data(`\n${output.heading('Not loaded')}: ${counted(total, 'source')}`);
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
			"ch = characters (UTF-16 units); tok = estimated tokens. The client's own\nprompt, its tools and its bundled skills are not in these sums.",
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
