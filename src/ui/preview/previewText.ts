/** The text of a preview: the parts of a request in order, as Markdown, with the places that its links lead to. */

import { basename } from 'node:path';
import { l10n } from 'vscode';
import type { ContextModel } from '../../core/model/contextModel.js';
import type { RequestPart } from '../../core/model/requestStages.js';
import type { Place, Source } from '../../core/source.js';
import {
	clientAndModel,
	displayPath,
	formatCost,
	formatNumber,
	formatTokens,
	loadReasonSentence,
	type PathContext,
	scopeWord,
	sumOf,
} from '../format.js';
import { code } from '../markdown.js';

/** A stretch of the text that leads to a place. */
export interface PreviewLink {
	readonly offset: number;
	readonly length: number;
	readonly place: Place;
}

export interface PreviewText {
	readonly text: string;
	readonly links: readonly PreviewLink[];
	/** Where the part of a file begins, by the file's path; of several the first. */
	readonly parts: ReadonlyMap<string, number>;
}

/** `title` says which stage it is. */
export function previewText(model: ContextModel, title: string, parts: readonly RequestPart[]): PreviewText {
	const context = { directory: model.place.directory, home: model.inputs.environment.homeDirectory };
	const writer = new Writer();
	writer.line(`# ${l10n.t('Request Context: {0}', title)}`).line();
	writer.line(
		l10n.t(
			'Launch directory {0}, client {1}, model {2}.',
			code(model.place.directory),
			...clientAndModel(model.inputs),
		),
	);
	const cost = formatCost(sumOf(parts.map(costOf)));
	writer.line(
		parts.length === 1 ? l10n.t('1 part: {0}.', cost) : l10n.t('{0} parts: {1}.', formatNumber(parts.length), cost),
	);
	writer
		.line(l10n.t("The client's own prompt, its tools and its bundled skills come on top; they are not shown."))
		.line();
	if (parts.length === 0) writer.line(l10n.t('Nothing of yours is in the request.'));
	for (const part of parts) writePart(writer, context, part);
	return writer.done();
}

/** A preview that has nothing to show but why. */
export const messageText = (title: string, sentence: string): PreviewText =>
	new Writer()
		.line(`# ${l10n.t('Request Context: {0}', title)}`)
		.line()
		.line(sentence)
		.done();

/** Notes speak of the request, they are not part of it. */
const costOf = ({ kind, characters, tokens }: RequestPart): { readonly characters: number; readonly tokens: number } =>
	kind === 'note' ? { characters: 0, tokens: 0 } : { characters, tokens };

function writePart(writer: Writer, context: PathContext, part: RequestPart): void {
	const { source, path } = part;
	// No number: in a comparison every heading after an inserted part would differ.
	const about = [
		headingOf(context, part),
		...(source ? [scopeWord(source.scope)] : []),
		...(part.kind === 'note' ? [] : [formatTokens(part)]),
	];
	if (path !== undefined) writer.part(path);
	writer.line(`## ${about.join(' · ')}`).line();
	if (path !== undefined && !path.startsWith('<')) {
		writer
			.text(`- ${l10n.t('Source')}: `)
			.link(path, { path })
			.line();
	}
	if (source) writeSource(writer, context, source);
	if (part.kind !== 'note') writer.line(`- ${l10n.t('Cost')}: ${formatCost(part)}`);
	writer.line();
	if (part.kind === 'note' && part.text === '') return;
	writer.fenced(part.text);
	if (part.truncated) writeCut(writer, part);
	writer.line();
}

function headingOf(context: PathContext, { kind, title, source, path }: RequestPart): string {
	const name =
		source?.scope === 'auto-memory' ? basename(source.path) : displayPath(context, source?.path ?? path ?? '');
	const words = kind === 'source' ? name : title;
	return words.replace(/\s+/g, ' ');
}

function writeSource(writer: Writer, context: PathContext, source: Source): void {
	if (source.loadReason) writer.line(`- ${l10n.t('Why')}: ${loadReasonSentence(source.loadReason)}`);
	if (source.parent !== undefined) {
		writer.text(`- ${l10n.t('Imported by')}: `);
		writer.link(displayPath(context, source.parent), source.mention ?? { path: source.parent }).line();
	}
	if (source.trigger !== undefined) {
		writer.text(`- ${l10n.t('Attached by')}: `);
		writer.link(displayPath(context, source.trigger), { path: source.trigger }).line();
	}
	if (source.patterns) writer.line(`- ${l10n.t('Patterns')}: ${source.patterns.map(code).join(' ')}`);
	if (source.unsaved) writer.line(`- ${l10n.t('The unsaved text of the editor is shown, not the file on disk.')}`);
	if (source.reason && source.state !== 'truncated') writer.line(`- ${l10n.t('Note')}: ${source.reason.sentence}`);
}

function writeCut(writer: Writer, { source, path }: RequestPart): void {
	const sentence = source?.reason?.sentence ?? l10n.t('The rest does not fit.');
	writer.line().text(`> ✂ **${l10n.t('Cut here')}**: ${sentence} `);
	const place = source?.reason?.place ?? (path === undefined ? undefined : { path });
	if (place) writer.link(l10n.t('Show what is cut'), place);
	writer.line();
}

/** Writes Markdown and remembers where its links are. */
class Writer {
	readonly #pieces: string[] = [];
	readonly #links: PreviewLink[] = [];
	readonly #parts = new Map<string, number>();
	#length = 0;

	text(text: string): this {
		this.#pieces.push(text);
		this.#length += text.length;
		return this;
	}

	line(text = ''): this {
		return this.text(`${text}\n`);
	}

	/** What follows is the part of a file. */
	part(path: string): void {
		if (!this.#parts.has(path)) this.#parts.set(path, this.#length);
	}

	link(label: string, place: Place): this {
		const shown = label.replace(/\s+/g, ' ');
		this.#links.push({ offset: this.#length, length: shown.length, place });
		return this.text(shown);
	}

	/** A text as it is, in a fence that it cannot close. */
	fenced(text: string): this {
		const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([run]) => run.length));
		const fence = '`'.repeat(longest + 1);
		const shown = text.replace(/\r\n?/g, '\n');
		this.line(`${fence}markdown`).text(shown);
		if (shown !== '' && !shown.endsWith('\n')) this.line();
		return this.line(fence);
	}

	done(): PreviewText {
		return { text: this.#pieces.join(''), links: this.#links, parts: this.#parts };
	}
}
