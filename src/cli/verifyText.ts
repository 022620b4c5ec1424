/** A verification as a person reads it: what agrees in a line each, what does not with its difference. */

import type { ContextModel } from '../core/model/contextModel.js';
import type { ComparedPart, PartKind, Verification } from '../core/verification/verification.js';
import { PathNames, row, wrap } from './format.js';
import { type Output, oneLine } from './output.js';

export interface VerifiedClient {
	readonly program: string;
	/** Version of the program. */
	readonly version: string;
	/** Version that is modelled. */
	readonly client: string;
}

const titles: Readonly<Record<PartKind, string>> = {
	startup: 'Startup',
	skill: 'Skill listing',
	agent: 'Agent listing',
	attached: 'Attached',
};

/** Lines of a difference that are shown. */
const shownLines = 40;

export function printVerification(
	{ parts, summary, notes }: Verification,
	{ program, version, client }: VerifiedClient,
	model: ContextModel,
	output: Output,
): void {
	const names = new PathNames(model);
	output.data(output.dim(`Claude Code ${version} (${names.name(program)}), prediction for ${client}`));
	let title = '';
	for (const part of parts) {
		const heading = part.trigger === undefined ? titles[part.kind] : `Reading ${names.name(part.trigger)} brings`;
		if (heading !== title) output.data(`\n${output.heading(heading)}`);
		title = heading;
		printPart(part, names, output);
	}
	output.data('');
	for (const note of notes) output.data(wrap(names.sentence(oneLine(note)), output.columns, ''));
	output.data(wrap(summary, output.columns, ''));
}

function printPart({ name, state, sentence, difference }: ComparedPart, names: PathNames, output: Output): void {
	const line = row(names.name(name), state, output.columns);
	output.data(state === 'same' ? line : output.warn(line));
	if (state === 'same') return;
	output.data(`  ${wrap(names.sentence(oneLine(sentence)), output.columns - 2, '  ')}`);
	const diff = difference?.diff ?? [];
	for (const text of diff.slice(0, shownLines)) output.data(output.dim(`    ${oneLine(text)}`));
	if (diff.length > shownLines) output.data(output.dim(`    … ${diff.length - shownLines} more lines`));
}
