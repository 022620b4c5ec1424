/** The sentences of a verification; file and name stand before them. */

import type { Scope } from '../source.js';
import { grouped } from '../text/numbers.js';
import type { TextDifference } from './textDifference.js';
import type { PartKind, PartState } from './verification.js';

export const same = 'Claude Code sent it as predicted.';

/** Words for where a part stands. */
const places: Readonly<Record<PartKind, string>> = {
	startup: 'at its start',
	attached: 'with that file',
	skill: 'in its skill listing',
	agent: 'in its agent listing',
};

export const missing = (kind: PartKind, trigger?: string): string =>
	trigger === undefined
		? `Predicted, but Claude Code did not send it ${places[kind]}.`
		: `Predicted, but reading ${trigger} did not bring it.`;

export function unexpected(kind: PartKind, trigger?: string, reason?: string): string {
	const sent =
		trigger === undefined
			? `Claude Code sent it ${places[kind]}, which is not predicted.`
			: `Reading ${trigger} brought it, which is not predicted.`;
	return reason === undefined ? sent : `${sent} The prediction says: ${reason}`;
}

export function differentText({ line, offset, predicted, received }: TextDifference): string {
	const words = (text: string): string => (text === '' ? 'the end of the text' : JSON.stringify(text));
	return `The text differs from line ${line} (character ${grouped(offset)}) on: predicted ${words(predicted)}, sent ${words(received)}.`;
}

export const otherTruncation = (isPredicted: boolean): string =>
	isPredicted ? 'Predicted to be cut, but Claude Code did not cut it.' : 'Claude Code cut it, which is not predicted.';

export const otherScope = (predicted: Scope, received: Scope): string =>
	`Predicted as ${predicted}, but Claude Code sent it as ${received}.`;

export const otherPlace = (before: string | undefined): string =>
	before === undefined
		? 'Claude Code sent it first, which is not predicted.'
		: `Claude Code sent it right after ${before}, which is not predicted.`;

export const failedRead = (path: string): string =>
	`Claude Code could not read ${path}: there is no such file, or its permissions deny it.`;

export const unmadeRead = (path: string): string => `Claude Code ended before it read ${path}.`;

/** E.g. `Claude Code sends what is predicted: 12 of 12 parts.` */
export function summary(parts: number, counts: Readonly<Record<PartState, number>>): string {
	const unit = parts === 1 ? 'part' : 'parts';
	if (parts === 0) return 'Claude Code sends nothing of yours from here, as predicted.';
	if (counts.same === parts) return `Claude Code sends what is predicted: ${parts} of ${parts} ${unit}.`;
	const others = (['different text', 'other place', 'missing', 'unexpected'] as const)
		.filter((state) => counts[state] > 0)
		.map((state) => `${counts[state]} ${state}`);
	return `Claude Code does not send what is predicted: of ${parts} ${unit} ${counts.same} are the same, ${others.join(', ')}.`;
}
