/** Patterns explained to people: why one is wider or narrower than it looks. */

import { splitAtCommas } from './braces.js';
import { compilePaths } from './matcher.js';
import { cutTrailingGlobstar, type PathCondition, readPaths } from './paths.js';
import { deadForm, shown } from './patternForms.js';

/** What a remark is about; the first word after the dot is what people search for. */
export type RemarkCode =
	/** Matches nothing at all, e.g. `./src/**`. */
	| 'glob.never-matches'
	/** Nothing but `**`: no condition, so the rule always loads. */
	| 'glob.unconditional'
	/** Matches at any depth though it looks rooted, e.g. `*.ts`, `src/**`. */
	| 'glob.any-depth'
	/** `[id]` is one of the characters `i` and `d`, e.g. in `app/[id]/**`. */
	| 'glob.character-class'
	/** `[!a]` is `!` or `a`: nothing negates a class. */
	| 'glob.negated-class'
	/** Braces within braces, e.g. `{src/{api,x},lib}/*.ts`. */
	| 'glob.nested-braces'
	/** `{1..3}` is the text `1..3`. */
	| 'glob.brace-range'
	/** A `{` without its `}`. */
	| 'glob.unclosed-brace'
	/** More alternatives than the client takes. */
	| 'glob.too-many-alternatives'
	/** `+(a|b)` and the like are plain characters. */
	| 'glob.extglob'
	/** `**` that is not alone between slashes is a `*`, e.g. `src/**client.ts`. */
	| 'glob.globstar-in-name'
	/** A backslash where a slash is meant, e.g. `src\api/*.ts`. */
	| 'glob.backslash'
	/** Text that YAML reads as something else unless it is quoted, e.g. `*.ts`. */
	| 'glob.quote-in-yaml';

/** One remark on a pattern. */
export interface Remark {
	readonly code: RemarkCode;
	/** One sentence for people. */
	readonly sentence: string;
	/** Where in the pattern, in UTF-16 units; the whole pattern where absent. */
	readonly offset?: number;
	readonly length?: number;
	/** A pattern that says what was probably meant. */
	readonly replacement?: string;
}

export interface ExplainOptions {
	/** True where the pattern stands in quotes in its file, so that YAML cannot misread it. */
	readonly quoted?: boolean;
}

/**
 * Everything worth saying of one pattern of a `paths` value, e.g. that `src/**` matches every directory named `src`.
 * A string with commas is explained pattern by pattern.
 */
export function explainPattern(pattern: string, options: ExplainOptions = {}): readonly Remark[] {
	const parts = splitAtCommas(pattern);
	if (parts.length === 1 && parts[0]?.pattern === pattern) return explainOne(pattern, options);
	return parts.flatMap((part) =>
		explainOne(part.pattern, options).map(({ replacement: _, ...remark }) => ({
			...remark,
			offset: part.offset + (remark.offset ?? 0),
			length: remark.length ?? part.pattern.length,
		})),
	);
}

function explainOne(pattern: string, { quoted = false }: ExplainOptions): readonly Remark[] {
	const condition = readPaths([pattern]);
	if (!condition) {
		return [
			{
				code: 'glob.unconditional',
				sentence: `"${shown(pattern)}" is no condition: the rule is loaded at startup, whatever file is read.`,
			},
		];
	}
	const dead = neverMatches(condition);
	if (dead) return [{ code: 'glob.never-matches', ...dead }];
	const braces = [...braceRemarks(pattern, condition)];
	const characters = [...characterRemarks(pattern)];
	// What is not understood as it was meant is to be put right before anybody minds the depth.
	const isMisread = braces.length > 0 || characters.some(({ code }) => code === 'glob.extglob');
	return [
		...braces,
		...(isMisread ? [] : depthRemarks(pattern)),
		...characters,
		...(quoted ? [] : yamlRemarks(pattern)),
	];
}

/** Why a condition matches nothing at all, and a pattern that says what was probably meant. */
export function neverMatches(
	condition: PathCondition,
): { readonly sentence: string; readonly replacement?: string } | undefined {
	const sentence = compilePaths(condition).neverMatches;
	if (sentence === undefined) return undefined;
	const written = condition.written[0] as string;
	const replacement = written.replace(/^(?:\.\/)+/, '/').replaceAll('\\', '/');
	const helps = replacement !== written && deadForm(cutTrailingGlobstar(replacement)) === undefined;
	return { sentence, ...(helps && { replacement }) };
}

function* braceRemarks(pattern: string, condition: PathCondition): Generator<Remark> {
	if (condition.exceeded) {
		yield {
			code: 'glob.too-many-alternatives',
			sentence:
				'The braces make more patterns than the client takes (1,000 patterns or 4 MiB for one rule), so they stand for themselves.',
		};
		return;
	}
	const nested = /\{[^{}]*\{/.exec(pattern);
	const range = /\{(-?\w+\.\.-?\w+)\}/.exec(pattern);
	if (nested && pattern.includes('}', nested.index)) {
		yield {
			code: 'glob.nested-braces',
			sentence: `Braces do not nest: this becomes ${listed(condition.patterns)}.`,
			offset: nested.index,
			length: nested[0].length,
		};
	} else if (pattern.lastIndexOf('{') > pattern.lastIndexOf('}')) {
		yield {
			code: 'glob.unclosed-brace',
			sentence: 'The "{" is never closed and stands for itself.',
			offset: pattern.lastIndexOf('{'),
			length: 1,
		};
	}
	if (range) {
		yield {
			code: 'glob.brace-range',
			sentence: `"${range[0]}" is no range: it stands for the text "${range[1]}".`,
			offset: range.index,
			length: range[0].length,
		};
	}
}

function* depthRemarks(pattern: string): Generator<Remark> {
	const body = pattern.replace(/^!/, '');
	const cut = cutTrailingGlobstar(body);
	const name = cut.replace(/\/$/, '');
	if (name.includes('/') || name === '*' || name === '**') return;
	if (cut !== body) {
		yield {
			code: 'glob.any-depth',
			sentence: `Matches everything below any directory named "${shown(name)}", at any depth; write "/${shown(body)}" for the one in the rule's base directory only.`,
			replacement: `/${body}`,
		};
	} else if (/[*?[]/.test(name)) {
		yield {
			code: 'glob.any-depth',
			sentence: `Without a slash it matches at any depth; write "/${shown(body)}" for the rule's base directory only.`,
			replacement: `/${body}`,
		};
	} else {
		yield {
			code: 'glob.any-depth',
			sentence: `Matches every file or directory named "${shown(name)}", at any depth, and everything below such a directory; write "/${shown(body)}" for the one in the rule's base directory.`,
			replacement: `/${body}`,
		};
	}
}

function* characterRemarks(pattern: string): Generator<Remark> {
	for (const match of pattern.matchAll(/(^|[^\\])\[([^\]/]*)\]/g)) {
		const inner = match[2] as string;
		// `[A-Z]`, `[!_]` and `[0-9]` are written by people who know classes; `[id]`, `[...slug]` are names of routes.
		if (!/^(?:\.{3})?[\w$-]{2,}$/.test(inner) || /\w-\w/.test(inner)) continue;
		const offset = match.index + (match[1] as string).length;
		const length = inner.length + 2;
		yield {
			code: 'glob.character-class',
			sentence: `"[${inner}]" stands for one of its characters; write "\\[${inner}\\]" for a name in brackets.`,
			offset,
			length,
			replacement: `${pattern.slice(0, offset)}\\[${inner}\\]${pattern.slice(offset + length)}`,
		};
	}
	const negated = /(^|[^\\])\[([!^])([^\]/]+)\]/.exec(pattern);
	if (negated) {
		yield {
			code: 'glob.negated-class',
			sentence: `"[${negated[2]}" does not negate: the class stands for "${negated[2]}" and its other characters.`,
			offset: negated.index + (negated[1] as string).length,
			length: negated[0].length - (negated[1] as string).length,
		};
	}
	const extglob = /[+@!?*]\([^()]*\)/.exec(pattern);
	if (extglob) {
		yield {
			code: 'glob.extglob',
			sentence: `"${shown(extglob[0])}" is not supported and stands for its characters; ${insteadOf(extglob[0])}.`,
			offset: extglob.index,
			length: extglob[0].length,
		};
	}
	const globstar = /[^/*!]\*\*+|\*\*+[^/*]/.exec(pattern);
	if (globstar) {
		yield {
			code: 'glob.globstar-in-name',
			sentence: '"**" crosses directories only alone between slashes; here it is a "*".',
			offset: globstar.index,
			length: globstar[0].length,
		};
	}
	const backslash = /\\\w/.exec(pattern);
	if (backslash) {
		yield {
			code: 'glob.backslash',
			sentence: 'A backslash makes the next character literal; it does not separate directories.',
			offset: backslash.index,
			length: 1,
			replacement: pattern.replace(/\\(?=\w)/g, '/'),
		};
	}
}

/** What says the same without an extended pattern; repetition has no equal. */
function insteadOf(extglob: string): string {
	if (extglob.startsWith('!'))
		return 'write a wider pattern, and behind it one that begins with "!" for what it is not to match';
	return /^[+*]/.test(extglob) && !extglob.includes('|') ? 'write a wider pattern' : 'use braces';
}

function* yamlRemarks(pattern: string): Generator<Remark> {
	if (/^[*&!{[|>%@`#]/.test(pattern)) {
		yield {
			code: 'glob.quote-in-yaml',
			sentence: `Quote it in YAML: unquoted, "${pattern[0]}" at the start means something else, and as an item of a list it spoils the whole front matter.`,
			offset: 0,
			length: 1,
		};
	}
}

function listed(patterns: readonly string[]): string {
	const some = patterns.slice(0, 4).map((pattern) => `"${shown(pattern)}"`);
	return patterns.length > 4 ? `${some.join(', ')} and ${patterns.length - 4} more` : some.join(', ');
}
