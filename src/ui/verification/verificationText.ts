/** A verification as a Markdown document: a table of all parts, then the differences. */

import { l10n } from 'vscode';
import type { ContextModel } from '../../core/model/contextModel.js';
import type { ComparedPart, PartKind, PartState, Verification } from '../../core/verification/verification.js';
import { displayPath, type PathContext } from '../format.js';
import { code, escaped } from '../markdown.js';

export interface VerifiedRun {
	readonly model: ContextModel;
	readonly program: string;
	/** Version of the program. */
	readonly version: string;
}

/** Lines of a difference that are shown. */
const shownLines = 200;

export function verificationText(
	{ parts, summary, notes }: Verification,
	{ model, program, version }: VerifiedRun,
): string {
	const context = { directory: model.place.directory, home: model.inputs.environment.homeDirectory };
	const different = parts.filter(({ state }) => state !== 'same');
	return [
		`# ${l10n.t('Verification of {0}', code(model.place.directory))}`,
		'',
		`**${escaped(summary)}**`,
		'',
		l10n.t(
			'Claude Code {0} ({1}), model {2}; the prediction is for {3}.',
			version,
			code(program),
			code(model.inputs.model.id),
			model.inputs.client.version,
		),
		...notes.flatMap((note) => ['', `> ${escaped(note)}`]),
		'',
		...(parts.length === 0 ? [] : table(parts, context)),
		...different.flatMap((part) => section(part, context)),
		'',
	].join('\n');
}

function table(parts: readonly ComparedPart[], context: PathContext): readonly string[] {
	const rows = parts.map((part) => {
		const cells = [placeOf(part, context), cell(code(nameOf(part, context))), stateWord(part.state)];
		return `| ${cells.join(' | ')} |`;
	});
	const heads = [l10n.t('Part'), l10n.t('Source'), l10n.t('Result')];
	return [`| ${heads.join(' | ')} |`, '| --- | --- | --- |', ...rows];
}

function section(part: ComparedPart, context: PathContext): readonly string[] {
	const diff = part.difference?.diff ?? [];
	const rest = diff.length - shownLines;
	const lines = [...diff.slice(0, shownLines), ...(rest > 0 ? [`… ${l10n.t('{0} more lines', rest)}`] : [])];
	const fence = '`'.repeat(Math.max(2, ...lines.map((line) => /`{3,}/.exec(line)?.[0].length ?? 0)) + 1);
	return [
		'',
		`## ${code(nameOf(part, context))}: ${stateWord(part.state)}`,
		'',
		escaped(part.sentence),
		...(lines.length === 0 ? [] : ['', `${fence}diff`, ...lines, fence]),
	];
}

const nameOf = ({ kind, name }: ComparedPart, context: PathContext): string =>
	kind === 'startup' || kind === 'attached' ? displayPath(context, name) : name;

/** A bar would end the table's cell, also in a code span. */
const cell = (text: string): string => text.replaceAll('|', '\\|');

function placeOf({ kind, trigger }: ComparedPart, context: PathContext): string {
	if (trigger !== undefined) return cell(l10n.t('Reading {0}', code(displayPath(context, trigger))));
	const words: Readonly<Record<PartKind, string>> = {
		startup: l10n.t('Startup'),
		attached: l10n.t('Attached'),
		skill: l10n.t('Skill Listing'),
		agent: l10n.t('Agent Listing'),
	};
	return words[kind];
}

function stateWord(state: PartState): string {
	switch (state) {
		case 'same':
			return l10n.t('same');
		case 'different text':
			return l10n.t('different text');
		case 'other place':
			return l10n.t('other place');
		case 'missing':
			return l10n.t('missing');
		case 'unexpected':
			return l10n.t('unexpected');
	}
}
