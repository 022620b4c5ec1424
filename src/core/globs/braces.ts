/** Comma splitting and brace expansion of a rule's `paths`, as the client does them (loader.md 5). */

import { braceExpansionCharacterLimit, braceExpansionLimit } from '../client/constants.js';

/** What one `paths` value may still expand to. It is used up as patterns are made. */
export class ExpansionBudget {
	patterns: number;
	characters: number;

	constructor(patterns: number = braceExpansionLimit, characters: number = braceExpansionCharacterLimit) {
		this.patterns = patterns;
		this.characters = characters;
	}
}

export interface BraceExpansion {
	readonly patterns: readonly string[];
	/** True where the budget ended before the expansion did; `patterns` then holds what fitted. */
	readonly exceeded: boolean;
}

/**
 * Expands braces, e.g. `*.{ts,tsx}` to `*.ts` and `*.tsx`.
 *
 * From the first `{` to the next `}`, split at commas, blanks around the parts dropped, and again: braces do not nest
 * (corpus `glob/braces-nested`), `{1..3}` is no range and loses its braces, as one item does (`glob/braces`), and an
 * unclosed or empty pair stays as it is. Ends within the budget, in time linear in it.
 */
export function expandBraces(pattern: string, budget: ExpansionBudget = new ExpansionBudget()): BraceExpansion {
	const patterns: string[] = [];
	/** Alternatives still to be followed, the next one last: what is done, and the text that is looked at from `from`. */
	const pending: { readonly done: string; readonly text: string; readonly from: number }[] = [
		{ done: '', text: pattern, from: 0 },
	];
	for (let next = pending.pop(); next; next = pending.pop()) {
		const { done, text, from } = next;
		const open = text.indexOf('{', from);
		const close = open < 0 ? -1 : text.indexOf('}', open);
		if (close < 0 || close === open + 1) {
			const expanded = done + text.slice(from);
			if (budget.patterns < 1 || budget.characters < expanded.length) return { patterns, exceeded: true };
			budget.patterns--;
			budget.characters -= expanded.length;
			patterns.push(expanded);
			continue;
		}
		const before = done + text.slice(from, open);
		// One alternative more than may still be made is enough to find the budget exceeded.
		const parts = splitParts(text.slice(open + 1, close), budget.patterns + 1 - pending.length);
		for (const part of parts.reverse()) {
			const inner = part.indexOf('{');
			if (inner < 0) {
				pending.push({ done: before + part, text, from: close + 1 });
				continue;
			}
			// The part opens a brace that the rest of the pattern may close: what is looked at is a new text.
			budget.characters -= text.length - close;
			if (budget.characters < 0) return { patterns, exceeded: true };
			pending.push({ done: before + part.slice(0, inner), text: part.slice(inner) + text.slice(close + 1), from: 0 });
		}
	}
	return { patterns, exceeded: false };
}

function splitParts(inner: string, limit: number): string[] {
	return inner.split(',', Math.max(1, limit)).map((part) => part.trim());
}

/** Splits a string of patterns at its commas; those within braces do not count. Blanks around and empty parts are dropped. */
export function splitAtCommas(value: string): readonly PatternPart[] {
	const parts: PatternPart[] = [];
	let depth = 0;
	let start = 0;
	const push = (end: number): void => {
		const written = value.slice(start, end);
		const pattern = written.trim();
		if (pattern !== '') parts.push({ pattern, offset: start + (written.length - written.trimStart().length) });
		start = end + 1;
	};
	for (let index = 0; index < value.length; index++) {
		const unit = value[index];
		if (unit === '{') depth++;
		else if (unit === '}') depth = Math.max(0, depth - 1);
		else if (unit === ',' && depth === 0) push(index);
	}
	push(value.length);
	return parts;
}

/** One pattern of a comma-separated string and where it stands there. */
export interface PatternPart {
	readonly pattern: string;
	readonly offset: number;
}
