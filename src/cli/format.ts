/** Pieces of text that several commands print alike. */

import { relative, sep } from 'node:path';
import type { Assumed } from '../core/inputs.js';
import type { ContextModel } from '../core/model/contextModel.js';
import type { ContextReport } from '../core/model/report.js';
import type { Place, Source } from '../core/source.js';
import { displayWidth } from '../core/text/displayWidth.js';
import { grouped } from '../core/text/numbers.js';
import { oneLine, visible } from './output.js';

/** `12,345`. */
export const count = grouped;

/** `1 line`, `2 lines`. */
export const counted = (value: number, one: string, many: string = `${one}s`): string =>
	`${count(value)} ${value === 1 ? one : many}`;

/** `Claude Code 2.1.332, claude-opus-4-6`, and which of them is a guess. */
export function clientAndModel({
	client,
	model,
	assumed = [],
}: Pick<ContextReport, 'client' | 'model' | 'assumed'>): string {
	const guess = (part: Assumed): string => (assumed.includes(part) ? ' (assumed)' : '');
	return oneLine(`Claude Code ${client}${guess('client')}, ${model}${guess('model')}`);
}

/** A sentence for numbers that hang on the model, where that is a guess. */
export const assumedModelWords = ({ model, assumed }: Pick<ContextReport, 'model' | 'assumed'>): string =>
	assumed?.includes('model')
		? ` The limit is that of ${oneLine(model)}, which is assumed; name yours with --model.`
		: '';

/** Paths as a person reads them: relative to the launch directory in its repository, below the home with `~`. */
export class PathNames {
	readonly #launchDirectory: string;
	readonly #home: string;
	/** The repository's root, where the launch directory is one of its subdirectories. */
	readonly #root: string | undefined;

	constructor(model: ContextModel) {
		this.#launchDirectory = model.place.directory;
		this.#home = model.inputs.environment.homeDirectory;
		const root = model.place.repositoryRoot;
		this.#root = root === undefined || root === this.#launchDirectory || root === this.#home ? undefined : root;
	}

	name(path: string): string {
		return oneLine(this.#shortened(path));
	}

	/** A directory in a sentence, where a mere dot would read like a mistake. */
	directory(path: string): string {
		return path === this.#launchDirectory ? 'this directory' : this.name(path);
	}

	#shortened(path: string): string {
		if (path === this.#launchDirectory) return '.';
		if (path.startsWith(this.#launchDirectory + sep)) return relative(this.#launchDirectory, path);
		if (this.#root !== undefined && (path === this.#root || path.startsWith(this.#root + sep)))
			return relative(this.#launchDirectory, path);
		if (path === this.#home) return '~';
		return path.startsWith(this.#home + sep) ? `~${path.slice(this.#home.length)}` : path;
	}

	/** A sentence of the model with its absolute paths shortened. */
	sentence(text: string): string {
		const below = text.replaceAll(this.#launchDirectory + sep, '');
		const inRepository =
			this.#root === undefined
				? below
				: below.replaceAll(this.#root + sep, relative(this.#launchDirectory, this.#root) + sep);
		return inRepository.replaceAll(this.#home + sep, `~${sep}`);
	}
}

/** Words of a text in lines of at most `width` columns, the lines after the first indented. */
export function wrap(text: string, width: number, indent: string): string {
	const lines: string[] = [''];
	for (const word of visible(text, true).split(/\s+/)) {
		const line = lines[lines.length - 1] ?? '';
		const fits = displayWidth(line) + 1 + displayWidth(word) <= width - (lines.length > 1 ? indent.length : 0);
		if (line === '') lines[lines.length - 1] = word;
		else if (fits) lines[lines.length - 1] = `${line} ${word}`;
		else lines.push(word);
	}
	return lines.join(`\n${indent}`);
}

/** A text cut in its middle so that it takes at most `width` columns; no character is cut in two. */
export function elide(text: string, width: number): string {
	if (displayWidth(text) <= width) return text;
	const characters = [...text];
	const keep = Math.max(2, width - 1);
	const head = fitting(characters, Math.floor(keep / 3));
	const tail = fitting([...characters].reverse(), keep - displayWidth(head.join(''))).reverse();
	return `${head.join('')}…${tail.join('')}`;
}

/** The first characters that fit into so many columns. */
function fitting(characters: readonly string[], width: number): string[] {
	let left = width;
	const end = characters.findIndex((character) => {
		left -= displayWidth(character);
		return left < 0;
	});
	return characters.slice(0, end < 0 ? characters.length : end);
}

/** Text on the left, cost on the right, filled up to the width. */
export function row(left: string, right: string, width: number): string {
	if (right === '') return elide(left, width);
	const name = elide(left, width - displayWidth(right) - 1);
	return `${name}${' '.repeat(Math.max(1, width - displayWidth(name) - displayWidth(right)))}${right}`;
}

/** `1,234 ch  ~310 tok`. */
export const cost = (characters: number, tokens: number): string =>
	`${count(characters)} ch ${`~${count(tokens)}`.padStart(7)} tok`;

export const sumOf = (sources: readonly Source[]): { readonly characters: number; readonly tokens: number } => ({
	characters: sources.reduce((sum, source) => sum + source.characters, 0),
	tokens: sources.reduce((sum, source) => sum + source.tokens, 0),
});

/** `▓▓▓▓░░░░ 45 %`. */
export function gauge(used: number, limit: number, width = 24): string {
	const share = limit > 0 ? used / limit : 0;
	const filled = Math.min(width, Math.round(share * width));
	return `${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${Math.round(share * 100)} %`;
}

/** `file.md:12` for a place whose text is at hand, else the file's name alone. */
export function placeName(place: Place, names: PathNames, text?: string): string {
	const line =
		place.line ??
		(place.offset !== undefined && text !== undefined ? text.slice(0, place.offset).split('\n').length : undefined);
	return line === undefined ? names.name(place.path) : `${names.name(place.path)}:${line}`;
}
