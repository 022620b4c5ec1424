/** Copy Context Report: the context of a launch directory as Markdown for an issue or a chat, or as JSON for a program. */

import { commands, env, l10n, window } from 'vscode';
import { buildReport, type ContextReport } from '../core/model/report.js';
import type { Source } from '../core/source.js';
import { Disposable } from './disposable.js';
import { displayPath, formatCost, formatNumber, type PathContext, reasonWord, stateWord } from './format.js';
import { commandIds } from './ids.js';
import type { LaunchDirectory } from './model/launchDirectories.js';
import type { ModelManager } from './modelManager.js';

export type ReportFormat = 'markdown' | 'json';

export class ReportCommand extends Disposable {
	readonly #manager: ModelManager;

	constructor(manager: ModelManager) {
		super();
		this.#manager = manager;
		this._register(commands.registerCommand(commandIds.copyReport, (format?: unknown) => this.#copy(format)));
	}

	/** Without a format (palette) it is asked for. */
	async #copy(given: unknown): Promise<void> {
		const launch = await this.#pickLaunch();
		if (!launch) return;
		const format = given === 'markdown' || given === 'json' ? given : await pickFormat();
		if (!format) return;
		const text = await this.#report(launch, format);
		if (text === undefined) return;
		await env.clipboard.writeText(text);
		window.setStatusBarMessage(l10n.t('The context report is in the clipboard'), 4_000);
	}

	async #report(launch: LaunchDirectory, format: ReportFormat): Promise<string | undefined> {
		const model = await this.#manager.modelFor(launch);
		if (!model) return undefined;
		const report = buildReport(model, this.#manager.discoveryState(launch).result);
		// Contents stay where they are: a report may end up in public.
		if (format === 'json') return JSON.stringify(report, (key, value) => (key === 'text' ? undefined : value), '\t');
		return markdownReport(report, {
			directory: model.place.directory,
			home: model.inputs.environment.homeDirectory,
		});
	}

	async #pickLaunch(): Promise<LaunchDirectory | undefined> {
		const { launches } = this.#manager;
		if (launches.length <= 1) return launches[0];
		const items = launches.map((launch) => ({ label: launch.name, launch }));
		return (await window.showQuickPick(items, { title: l10n.t('Copy Context Report') }))?.launch;
	}
}

async function pickFormat(): Promise<ReportFormat | undefined> {
	const items = [
		{ label: 'Markdown', description: l10n.t('for people'), format: 'markdown' as const },
		{ label: 'JSON', description: l10n.t('for programs'), format: 'json' as const },
	];
	return (await window.showQuickPick(items, { title: l10n.t('Copy Context Report') }))?.format;
}

/** The report in Markdown; paths only, no contents. */
export function markdownReport(report: ContextReport, context: PathContext): string {
	const { alwaysLoaded, memory, skillListing } = report;
	const section = (title: string, lines: readonly string[]): readonly string[] =>
		lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines];
	return [
		`# ${l10n.t('Context of {0}', code(report.launchDirectory))}`,
		'',
		l10n.t('Client {0}, model {1}.', report.client, report.model),
		...(report.clientNote === undefined ? [] : [report.clientNote]),
		...section(
			l10n.t('Startup: {0}', formatCost(alwaysLoaded.startup)),
			report.startup.map((source) => sourceLine(source, context)),
		),
		...section(
			l10n.t('On Demand: {0}', formatCost(report.onDemandCost)),
			report.onDemand.map((source) => sourceLine(source, context)),
		),
		...section(
			l10n.t('Skills: {0} of {1} characters', formatNumber(skillListing.used), formatNumber(skillListing.limit)),
			report.skills.map(({ name, state, reason }) => `- ${code(name)}: ${reason ? reason.sentence : state}`),
		),
		...section(
			l10n.t('Agents'),
			report.agents.map((line) => `- ${code(line.slice(2).split(':', 1)[0] ?? '')}`),
		),
		...section(l10n.t('Memory'), memory ? [memoryLine(memory)] : []),
		...section(
			l10n.t('Not Loaded'),
			report.notLoaded.map((source) => sourceLine(source, context)),
		),
		...section(
			l10n.t('Broken Files'),
			report.broken.map(({ path, message, effect }) => `- ${code(displayPath(context, path))}: ${message} ${effect}`),
		),
		'',
	].join('\n');
}

function sourceLine(source: Source, context: PathContext): string {
	const path = code(displayPath(context, source.path));
	if (source.state === 'not loaded') {
		const { reason } = source;
		return `- ${path}: ${reason ? `${reasonWord(reason.code)}. ${reason.sentence}` : stateWord(source.state)}`;
	}
	const patterns = source.patterns ? `, ${source.patterns.map(code).join(' ')}` : '';
	const state = source.state === 'loaded' || source.state === 'on demand' ? '' : `, ${stateWord(source.state)}`;
	return `- ${path}: ${formatCost(source)}${state}${patterns}`;
}

const memoryLine = (memory: NonNullable<ContextReport['memory']>): string =>
	l10n.t(
		'{0} of {1} lines, {2} of {3} characters of MEMORY.md are read.',
		formatNumber(memory.keptLines),
		formatNumber(memory.lines),
		formatNumber(memory.keptCharacters),
		formatNumber(memory.characters),
	);

/** A code span that holds whatever a path or pattern holds. */
function code(text: string): string {
	const flat = text.replace(/\s+/g, ' ');
	const fence = '`'.repeat(Math.max(0, ...[...flat.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
	return fence === '`' ? `\`${flat}\`` : `${fence} ${flat} ${fence}`;
}
