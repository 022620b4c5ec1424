/** Pieces of text that several commands print alike. */

import { relative, sep } from 'node:path';
import type { ContextModel } from '../core/model/contextModel.js';
import type { Place, Source } from '../core/source.js';
import { grouped } from '../core/text/numbers.js';
import { oneLine, visible } from './output.js';

/** `12,345`. */
export const count = grouped;

/** `1 line`, `2 lines`. */
export const counted = (value: number, one: string, many: string = `${one}s`): string =>
	`${count(value)} ${value === 1 ? one : many}`;

/** Paths as a person reads them: below the launch directory relative, below the home with `~`. */
export class PathNames {
	readonly #launchDirectory: string;
	readonly #home: string;

	constructor(model: ContextModel) {
		this.#launchDirectory = model.place.directory;
		this.#home = model.inputs.environment.homeDirectory;
	}

	name(path: string): string {
		return oneLine(this.#shortened(path));
	}

	#shortened(path: string): string {
		if (path === this.#launchDirectory) return '.';
		if (path.startsWith(this.#launchDirectory + sep)) return relative(this.#launchDirectory, path);
		if (path === this.#home) return '~';
		return path.startsWith(this.#home + sep) ? `~${path.slice(this.#home.length)}` : path;
	}

	/** A sentence of the model with its absolute paths shortened. */
	sentence(text: string): string {
		return text.replaceAll(this.#launchDirectory + sep, '').replaceAll(this.#home + sep, `~${sep}`);
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

/** Columns that a text takes: East Asian wide and emoji characters take two, combining marks and colours none. */
export function displayWidth(text: string): number {
	let width = 0;
	for (const character of text.replace(/\p{Cc}\[\d+m/gu, '')) {
		if (/\p{Mark}|\u200B/u.test(character)) continue;
		width +=
			/[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1FAFF}]/u.test(
				character,
			)
				? 2
				: 1;
	}
	return width;
}

/** A text cut in its middle so that it takes at most `width` columns. */
export function elide(text: string, width: number): string {
	if (displayWidth(text) <= width) return text;
	const keep = Math.max(2, width - 1);
	return `${text.slice(0, Math.floor(keep / 3))}…${text.slice(text.length - (keep - Math.floor(keep / 3)))}`;
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
