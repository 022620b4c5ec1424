/** Whether a text holds what a grep looks for, as well as it can be told without running one. */

/** What is looked for. */
export interface GrepPattern {
	/** As given to the tool. */
	readonly pattern: string;
	readonly ignoreCase: boolean;
	readonly syntax: 'basic' | 'extended' | 'fixed';
	/** The whole word or line must match. */
	readonly whole?: 'word' | 'line';
}

/** The pattern of a call of `grep`, `egrep`, `fgrep` or `rg` with these options. */
export function grepPattern(tool: string, options: readonly string[], pattern: string): GrepPattern {
	const has = (letter: string, long: string): boolean =>
		options.some((option) => option === `--${long}` || new RegExp(`^-[^-]*${letter}`).test(option));
	const isFixed = tool === 'fgrep' || has('F', 'fixed-strings');
	const isExtended = tool !== 'grep' || has('E', 'extended-regexp') || has('P', 'perl-regexp');
	const isSmart = tool === 'rg' && has('S', 'smart-case') && pattern === pattern.toLowerCase();
	const whole = has('x', 'line-regexp') ? 'line' : has('w', 'word-regexp') ? 'word' : undefined;
	return {
		pattern,
		ignoreCase: isSmart || has('i', 'ignore-case'),
		syntax: isFixed ? 'fixed' : isExtended ? 'extended' : 'basic',
		...(whole ? { whole } : {}),
	};
}

/**
 * True where a line of the text matches, or where finding out would take too long: a pattern that looks for the same
 * thing in many ways can keep an expression busy for years.
 */
export function holdsMatch(text: string, { pattern, ignoreCase, syntax, whole }: GrepPattern): boolean {
	if (syntax === 'fixed' && !whole) {
		return ignoreCase ? text.toLowerCase().includes(pattern.toLowerCase()) : text.includes(pattern);
	}
	const source = syntax === 'fixed' ? literally(pattern) : syntax === 'basic' ? fromBasic(pattern) : pattern;
	const repeats = source.match(/[*+]|\{\d*,\}/g)?.length ?? 0;
	if (repeats > repeatLimit || /\)[*+{]/.test(source)) return true;
	const scale = repeats > 1 ? 10 : 1;
	const around = whole === 'line' ? ['^(?:', ')$'] : whole === 'word' ? ['(?<!\\w)(?:', ')(?!\\w)'] : ['', ''];
	try {
		const expression = new RegExp(around.join(source), ignoreCase ? 'i' : '');
		const lines = text.split('\n', lineLimit / scale);
		return lines.some((line) => expression.test(line.slice(0, lineLengthLimit / scale)));
	} catch {
		return text.includes(pattern);
	}
}

const repeatLimit = 3;
const lineLimit = 10_000;
const lineLengthLimit = 2_000;

const literally = (pattern: string): string => pattern.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Basic syntax: `+`, `?`, `|`, `(`, `)`, `{` and `}` mean something only behind a backslash. */
function fromBasic(pattern: string): string {
	return pattern.replace(/\\([+?|(){}])|\\[\s\S]|\[\^?\]?[^\]]*\]|[+?|(){}]/g, (found, special: string | undefined) => {
		if (special !== undefined) return special;
		return found.length === 1 ? `\\${found}` : found;
	});
}
