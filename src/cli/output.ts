/** Where a command writes: data to standard output, words to standard error; colour only where a person reads. */

import { standardOutput } from './standardOutput.js';

/** Colours of our own, or what a terminal obeys or reorders a text by; tabs and line breaks stay. */
const controls =
	// biome-ignore lint/suspicious/noControlCharactersInRegex: written out, since `\p{Cc}` takes longer to look up than a whole report to print
	/[\0-\x1F\x7F-\x9F]\[(?:0|1|2|33)m|\r(?!\n)|[\0-\x08\v\f\x0E-\x1F\x7F-\x9F]|[\u202A-\u202E\u2066-\u2069]/g;

/**
 * What a service that runs a build obeys in its log: `##[error]`, `##vso[…]`, `##teamcity[…]` anywhere, and GitHub's
 * `::error file=x::` where a line begins with it, blanks left out.
 */
const logCommands = /#(?=#\w*\[)|(?<=^[^\S\n]*):(?=:[\w-]+(?: [^\n]*)?::)/gm;

/** Controls and commands written as JSON writes units: they do nothing to whoever reads, and JSON keeps its meaning. */
export function visible(text: string, keepsColours = false): string {
	const calm = text.replace(controls, (found) =>
		keepsColours && found.startsWith('\u001b[') ? found : `${escaped(found)}${found.slice(1)}`,
	);
	return calm.includes('##') || calm.includes('::') ? calm.replace(logCommands, escaped) : calm;
}

/** A name as one line: a line break in it would begin a line that is not ours. */
export const oneLine = (text: string): string => visible(text).replace(/[\t\n\r\u2028\u2029]/g, escaped);

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

export interface Output {
	/** One line or block of the command's result. */
	data(text: string): void;
	/** One line that a service is to obey; what it quotes was made harmless by its maker. */
	command(line: string): void;
	/** One line for the person who runs the command. */
	note(text: string): void;
	/** A heading, bold where colours are on. */
	heading(text: string): string;
	/** Text of less weight. */
	dim(text: string): string;
	/** Text that asks for attention. */
	warn(text: string): string;
	/** Columns of the terminal, 80 where there is none. */
	readonly columns: number;
}

/** Whether colours are wanted: a terminal, no NO_COLOR, and not a dumb one (FORCE_COLOR overrides the terminal). */
export function wantsColour(
	stream: { readonly isTTY?: boolean },
	variables: Readonly<Record<string, string | undefined>>,
): boolean {
	if (variables['NO_COLOR']) return false;
	if (variables['FORCE_COLOR'] && variables['FORCE_COLOR'] !== '0') return true;
	return stream.isTTY === true && variables['TERM'] !== 'dumb';
}

export function processOutput(): Output {
	const standard = standardOutput();
	const colour = wantsColour(standard, process.env);
	const paint = (code: number, text: string): string => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
	return {
		data: (text) => standard.write(`${visible(text, colour)}\n`),
		command: (line) => standard.write(`${line}\n`),
		note: (text) => void process.stderr.write(`${visible(text)}\n`),
		heading: (text) => paint(1, text),
		dim: (text) => paint(2, text),
		warn: (text) => paint(33, text),
		columns: standard.isTTY ? Math.min(standard.columns || 80, 120) : 80,
	};
}
