/** Comma splitting and brace expansion of a rule's `paths`, as the client does them (loader.md 5). */

import { braceExpansionCharacterLimit, braceExpansionLimit } from '../client/constants.js';

/** What one `paths` value may still expand to; it is used up as patterns are made. */
export interface ExpansionBudget {
	/** Expanded patterns. Patterns without braces do not count. */
	patterns: number;
	/** Units of the texts that are taken apart and made. */
	characters: number;
}

/** The client's budget for one rule: 1,000 patterns and 4 MiB (recorded: 1,000 fit, 1,001 do not). */
export const newBudget = (): ExpansionBudget => ({
	patterns: braceExpansionLimit,
	characters: braceExpansionCharacterLimit,
});

export interface BraceExpansion {
	readonly patterns: readonly string[];
	/** True where the budget does not suffice: the pattern then stays as it is, with its braces. */
	readonly exceeded: boolean;
}

/**
 * Expands braces, e.g. `*.{ts,tsx}` to `*.ts` and `*.tsx`.
 *
 * From the first `{` to the next `}`, split at commas, blanks around the parts dropped, and again: braces do not nest
 * (corpus `glob/braces-nested`), `{1..3}` is no range and loses its braces, as one item does (`glob/braces`); an unclosed
 * pair stays as it is, and an empty one keeps all that follows it. A pattern that the budget does not suffice for stays
 * unexpanded, and the next one has what is left. The work is bounded by the budget.
 */
export function expandBraces(pattern: string, budget: ExpansionBudget = newBudget()): BraceExpansion {
	if (!firstBraces(pattern)) return { patterns: [pattern], exceeded: false };
	const trial = { ...budget };
	const patterns = expandWithin(pattern, trial);
	if (patterns) Object.assign(budget, trial);
	else budget.characters -= pattern.length;
	return { patterns: patterns ?? [pattern], exceeded: patterns === undefined };
}

function expandWithin(pattern: string, budget: ExpansionBudget): readonly string[] | undefined {
	const patterns: string[] = [];
	/** Texts still to be looked at, the next one last. */
	const pending = [pattern];
	for (let text = pending.pop(); text !== undefined; text = pending.pop()) {
		const braces = firstBraces(text);
		if (!braces) {
			budget.patterns--;
			budget.characters -= text.length;
			if (budget.patterns < 0 || budget.characters < 0) return undefined;
			patterns.push(text);
			continue;
		}
		const { open, close } = braces;
		const before = text.slice(0, open);
		const after = text.slice(close + 1);
		// One alternative more than the budget has is enough to find it exceeded.
		const parts = text.slice(open + 1, close).split(',', budget.patterns + 1);
		// Recorded: each alternative costs as much as the text that it is taken from.
		budget.characters -= parts.length * text.length;
		if (budget.characters < 0 || pending.length + parts.length > budget.patterns) return undefined;
		for (const part of parts.reverse()) pending.push(before + part.trim() + after);
	}
	return patterns;
}

/** The first `{` and the next `}`, where something stands between them. */
function firstBraces(text: string): { readonly open: number; readonly close: number } | undefined {
	const open = text.indexOf('{');
	const close = open < 0 ? -1 : text.indexOf('}', open);
	return close > open + 1 ? { open, close } : undefined;
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
