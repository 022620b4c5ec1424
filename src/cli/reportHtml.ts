/** The report as one page that needs nothing else: no script, no image, no address; what it prints of a repository is escaped. */

import { createHash } from 'node:crypto';
import type { CheckFinding } from '../core/check/checkFinding.js';
import type { PlaceNames } from '../core/check/placeNames.js';
import { alwaysLoadedCost } from '../core/model/contextDiff.js';
import type { ContextModel } from '../core/model/contextModel.js';
import { type ImportRow, importerWords, importRows, whenWords } from '../core/model/importRows.js';
import { type ContextReport, type Cost, lineBreaksOf } from '../core/model/report.js';
import type { Scope, Source } from '../core/source.js';
import type { ModelOptionValues } from './arguments.js';
import { runCheck } from './check/run.js';
import { assumedModelWords, clientAndModel, count, counted } from './format.js';
import { html, Markup, nothing } from './html/markup.js';
import { style } from './html/style.js';

export interface PageInput {
	readonly report: ContextReport;
	readonly findings: readonly CheckFinding[];
	readonly names: PlaceNames;
	/** Takes what must not be shown out of a text. */
	readonly mask: (text: string) => string;
	readonly version: string;
}

/** The page of a model and its report, with what is wrong in its files. */
export async function pageOf(model: ContextModel, report: ContextReport, options: ModelOptionValues): Promise<string> {
	const { result, names, mask } = await runCheck({
		format: 'text',
		directories: [model.place.directory],
		isEachPackage: false,
		isHermetic: false,
		clients: [model.inputs.client.version],
		budgets: {},
		severity: 'info',
		failOn: 'warning',
		levels: {},
		isBaselineUpdated: false,
		model: options,
	});
	return reportPage({ report, findings: result.findings, names, mask, version: result.version });
}

/** Text of the whole page. */
export function reportPage(input: PageInput): string {
	const { report, names, version } = input;
	const place = names.of(report.launchDirectory);
	const title = place.name === '.' ? report.launchDirectory : place.name;
	const page = html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${`Claude Code context of ${title}`}</title>
<style>${new Markup(style)}</style>
</head>
<body>
<header>
<h1>Claude Code context of <span class="path">${title}</span></h1>
<p class="dim">${[clientAndModel(report), ...[report.clientNote, report.modelNote].flatMap((note) => note ?? [])].join('. ')}</p>
</header>
<main>
${cards(report)}
${bar(report, names)}
${gauges(report)}
${tree(input)}
${findingsTable(input)}
</main>
<footer>Made by Context Inspector ${version}. Characters are UTF-16 units, tokens are estimates. The client’s own prompt, its tools and its bundled skills are not in the sums.</footer>
</body>
</html>
`;
	return page.text;
}

/** Nothing but this page's own style may take effect in it. */
const contentPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'`;

const costText = ({ characters, tokens }: Cost): string => `${count(characters)} characters, ~${count(tokens)} tokens`;

function cards(report: ContextReport): Markup {
	const { startup, skillListing, agentListing } = report.alwaysLoaded;
	const card = (title: string, { characters, tokens }: Cost): Markup =>
		html`<li>${title}<b>${count(characters)}</b><span class="dim">~${count(tokens)} tokens</span></li>`;
	return html`<ul class="cards" aria-label="Characters by part">
${[
	card('Always loaded', alwaysLoadedCost(report)),
	card('Startup', startup),
	card('Skill listing', skillListing),
	card('Agent listing', agentListing),
	card('On demand, at most', report.onDemandCost),
]}
</ul>`;
}

const scopeTitles: readonly (readonly [Scope, string])[] = [
	['managed', 'Managed'],
	['user', 'User'],
	['project', 'Project'],
	['local', 'Local'],
	['auto-memory', 'Memory'],
];

/** The always-loaded part as one bar, a piece for each source. */
function bar(report: ContextReport, names: PlaceNames): Markup {
	const { skillListing, agentListing } = report.alwaysLoaded;
	const pieces = [
		...report.startup.map((source) => ({ name: source.scope, title: names.of(source.path).name, cost: source })),
		{ name: 'skills', title: 'Skill listing', cost: skillListing },
		{ name: 'agents', title: 'Agent listing', cost: agentListing },
	].filter(({ cost }) => cost.characters > 0);
	const total = pieces.reduce((sum, { cost }) => sum + cost.characters, 0);
	if (total === 0) return html`<p>Nothing is loaded here by itself.</p>`;
	let left = 0;
	const share = (value: number): string => ((1000 * value) / total).toFixed(2);
	const rects = pieces.map(({ name, title, cost }) => {
		const x = left;
		left += cost.characters;
		return html`<rect class="${name}" x="${share(x)}" y="0" width="${share(cost.characters)}" height="10"><title>${`${title}: ${costText(cost)}`}</title></rect>`;
	});
	const legend = [...scopeTitles, ['skills', 'Skill listing'] as const, ['agents', 'Agent listing'] as const].flatMap(
		([name, title]) => {
			const of = pieces.filter((piece) => piece.name === name);
			if (of.length === 0) return [];
			const characters = of.reduce((sum, { cost }) => sum + cost.characters, 0);
			const percent = Math.round((100 * characters) / total);
			return [
				html`<li><svg viewBox="0 0 10 10" aria-hidden="true"><rect class="${name}" width="10" height="10" rx="2"/></svg>${title} <span class="dim">${count(characters)} (${percent} %)</span></li>`,
			];
		},
	);
	return html`<h2>Always loaded</h2>
<svg class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" role="img" aria-label="Share of each source in the always-loaded part">${rects}</svg>
<ul class="legend">${legend}</ul>`;
}

function gauges(report: ContextReport): Markup {
	const { memory, skillListing } = report;
	const gauge = (title: string, value: number, limit: number): Markup =>
		html`<dt>${title}</dt><dd><meter min="0" max="${limit}" high="${Math.floor(limit * 0.9)}" optimum="0" value="${Math.min(value, limit)}" aria-label="${title}"></meter></dd><dd>${count(value)} of ${count(limit)}</dd>`;
	const cut = memory?.cutAfterLine;
	return html`<h2>Limits</h2>
<dl class="gauges">${memory ? [gauge('MEMORY.md, lines', memory.lines, memory.lineLimit), gauge('MEMORY.md, characters', memory.characters, memory.characterLimit)] : nothing}${gauge('Skill listing, characters', skillListing.needed, skillListing.limit)}</dl>
${skillListing.bundled > 0 ? html`<p class="dim">Skills that come with Claude Code take ${count(skillListing.bundled)} characters of the listing.</p>` : nothing}
${cut === undefined ? nothing : html`<p class="warning">Claude Code reads MEMORY.md to line ${cut} only.</p>`}
${skillListing.needed > skillListing.limit ? html`<p class="warning">The skill listing does not fit; some skills are listed by name only.${assumedModelWords(report)}</p>` : nothing}`;
}

function tree({ report, names, mask }: PageInput): Markup {
	const sourceRows = (sources: readonly Source[]): readonly Markup[] =>
		importRows(sources).map((each) => sourceRow(each, report, names, mask));
	const startup = scopeTitles.flatMap(([scope, title]) => {
		const sources = report.startup.filter((source) => source.scope === scope);
		const rows = sourceRows(sources);
		return sources.length === 0 ? [] : [group(title, rows, sumOf(sources), true)];
	});
	const skills = report.skills.map(({ name, state, characters, reason }) =>
		row(
			name,
			state,
			characters > 0 ? `${count(characters)} characters` : '',
			reason ? reason.sentence : '',
			names,
			mask,
		),
	);
	const agents = report.agents.map((line) =>
		row(line.slice(0, 400), 'listed', `${count(line.length)} characters`, '', names, mask),
	);
	const { skillListing, agentListing } = report.alwaysLoaded;
	const breaks = (listing: Cost, lines: readonly { readonly characters: number }[]): readonly Markup[] => {
		const characters = lineBreaksOf(listing, lines);
		return characters > 0
			? [row('line breaks between them', 'loaded', `${count(characters)} characters`, '', names, mask)]
			: [];
	};
	const agentLines = report.agents.map(({ length }) => ({ characters: length }));
	const others = [
		group('On demand', sourceRows(report.onDemand), report.onDemandCost, false),
		group('Skills', skills, skillListing, false, breaks(skillListing, report.skills)),
		group('Agents', agents, agentListing, false, breaks(agentListing, agentLines)),
		group(
			'Not loaded',
			report.notLoaded.map((source) => sourceRow({ source, depth: 0 }, report, names, mask)),
			undefined,
			false,
		),
	];
	return html`<h2>Sources</h2>
${startup}${others}`;
}

function group(
	title: string,
	rows: readonly Markup[],
	cost: Cost | undefined,
	isOpen: boolean,
	remarks: readonly Markup[] = [],
): Markup {
	if (rows.length === 0) return nothing;
	const sum = cost ? html`<span class="cost">${costText(cost)}</span>` : nothing;
	return html`<details${isOpen ? new Markup(' open') : nothing}><summary>${title} (${rows.length})${sum}</summary><ul>
${rows}${remarks}</ul></details>
`;
}

function sourceRow(
	{ source, depth, importer }: ImportRow,
	{ onDemand, launchDirectory }: ContextReport,
	names: PlaceNames,
	mask: PageInput['mask'],
): Markup {
	const { path, foundAt, state, characters, tokens, reason } = source;
	const isOnDemand = state === 'on demand';
	const when = isOnDemand
		? whenWords(source, (each) => (each === launchDirectory ? 'this directory' : names.of(each).name))
		: undefined;
	const isConditional = !isOnDemand && onDemand.some((each) => each.path === importer);
	const by = importer === undefined ? undefined : importerWords(names.of(importer).name, isConditional);
	const why = [when, by, reason?.sentence].filter((text) => text !== undefined && text !== '').join('. ');
	const cost = characters > 0 ? costText({ characters, tokens }) : '';
	return row(names.of(foundAt ?? path).name, state, cost, why, names, mask, depth);
}

function row(
	name: string,
	state: string,
	cost: string,
	why: string,
	names: PlaceNames,
	mask: PageInput['mask'],
	depth = 0,
): Markup {
	const badge = state === 'loaded' ? nothing : html` <span class="state">${state}</span>`;
	const reason = why === '' ? nothing : html`<div class="dim">${mask(names.sentence(why))}</div>`;
	return html`<li class="d${Math.min(depth, 4)}"><div class="row"><span><span class="path">${mask(name)}</span>${badge}</span><span class="cost">${cost}</span></div>${reason}</li>
`;
}

const sumOf = (sources: readonly Source[]): Cost => ({
	characters: sources.reduce((sum, { characters }) => sum + characters, 0),
	tokens: sources.reduce((sum, { tokens }) => sum + tokens, 0),
});

function findingsTable({ findings }: PageInput): Markup {
	if (findings.length === 0) return html`<h2>Findings</h2><p>Nothing is wrong with these files.</p>`;
	const rows = findings.map(
		({ file, start, severity, code, title, message }) =>
			html`<tr><td class="place ${severity}">${severity}</td><td><span class="path">${file.name}:${start.line}</span><br>${message}</td><td>${title}<br><span class="dim path">${code}</span></td></tr>
`,
	);
	return html`<h2>${counted(findings.length, 'finding')}</h2>
<table><thead><tr><th scope="col">Severity</th><th scope="col">Place and message</th><th scope="col">Kind</th></tr></thead><tbody>
${rows}</tbody></table>`;
}
