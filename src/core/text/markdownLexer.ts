/**
 * The CommonMark lexer of the client's reading (`marked` 17 without GFM), with a meter: a repository is hostile input,
 * and some texts (nested quotes, thousands of lazy list lines, unclosed emphasis) take the lexer quadratic time or
 * overflow its stack. Work is counted in units looked at; beyond the allowance the caller falls back to plain reading.
 */

import { Lexer, type MarkedOptions, type Token, Tokenizer, type Tokens } from 'marked';

/** Nested quotes and lists; people stop at five. */
const depthLimit = 60;

/** What a block and a piece of inline content cost at least, in units. */
const workPerBlock = 100;
const workPerInline = 50;

/** Thrown when a text takes more work than it is worth. */
export class WorkExceeded extends Error {}

/** An allowance of work, spent as the lexer goes. */
class Meter {
	#left: number;
	constructor(allowance: number) {
		this.#left = allowance;
	}
	spend(units: number): void {
		this.#left -= units;
		if (this.#left < 0) throw new WorkExceeded('The text takes too much work to lex.');
	}
}

/** The blocks of a text; inline content is lexed on demand, block by block. */
export interface LexedBlocks {
	/** Top-level blocks; the inline tokens of a block stay empty until `lexInline` was called for it. */
	readonly tokens: readonly Token[];
	/** Inline content waiting to be lexed into its block's tokens. */
	readonly inlines: readonly { readonly src: string; readonly tokens: Token[] }[];
	/** Fills the tokens of one piece of inline content; throws `WorkExceeded`. */
	lexInline(inline: { readonly src: string; readonly tokens: Token[] }): void;
}

/** Lexes the blocks of a text whose line ends are `\n`; throws `WorkExceeded`. */
export function lexBlocks(text: string): LexedBlocks {
	const lexer = new MeteredLexer(new Meter(2_000_000 + 8 * text.length));
	try {
		lexer.blockTokens(text, lexer.tokens);
	} catch (error) {
		throw asWorkExceeded(error);
	}
	const inlines = lexer.inlineQueue;
	lexer.inlineQueue = [];
	lexer.meter = new Meter(3_000_000 + 8 * text.length);
	return {
		tokens: lexer.tokens,
		inlines,
		lexInline: ({ src, tokens }) => {
			try {
				lexer.inlineTokens(src, tokens);
			} catch (error) {
				tokens.length = 0;
				throw asWorkExceeded(error);
			}
		},
	};
}

/** A stack overflow is too much work as well. */
function asWorkExceeded(error: unknown): unknown {
	return error instanceof RangeError ? new WorkExceeded('The text is nested too deep to lex.') : error;
}

class MeteredLexer extends Lexer {
	meter: Meter;
	#depth = 0;

	constructor(meter: Meter) {
		const tokenizer = new MeteredTokenizer();
		super({ gfm: false, tokenizer } as MarkedOptions);
		this.meter = meter;
		tokenizer.spend = (units) => this.meter.spend(units);
		tokenizer.rules = {
			...tokenizer.rules,
			other: {
				...tokenizer.rules.other,
				...listExpressions(tokenizer.rules.other, () => this.meter.spend(workPerBlock)),
			},
		};
	}

	// biome-ignore lint/suspicious/noExplicitAny: marked types the tokens of nested calls loosely
	override blockTokens(src: string, tokens?: any, lastParagraphClipped?: boolean): any {
		return this.#nested(this.#depth === 0 ? src.length : 4 * src.length, () =>
			super.blockTokens(src, tokens, lastParagraphClipped),
		);
	}

	override inlineTokens(src: string, tokens?: Token[]): Token[] {
		const specials = countSpecials(src);
		// Each masked construct copies the text once; definitions are listed for each piece of inline content.
		const masking =
			Math.ceil((specials * src.length) / 40) + specials * Math.min(64, Object.keys(this.tokens.links).length);
		return this.#nested(src.length + masking, () => super.inlineTokens(src, tokens));
	}

	#nested<T>(work: number, lex: () => T): T {
		this.meter.spend(work);
		if (++this.#depth > depthLimit) throw new WorkExceeded('The text is nested too deep to lex.');
		const result = lex();
		this.#depth--;
		return result;
	}
}

type ByIndent = (indent: number) => RegExp;
type ListExpressions = Readonly<Record<(typeof listExpressionNames)[number], ByIndent>>;

/**
 * The expressions that the lexer makes anew for each list item, made once for each depth of indentation instead; the
 * first of them counts the item.
 */
function listExpressions(other: ListExpressions, countItem: () => void): ListExpressions {
	const entries = listExpressionNames.map((name): [string, ByIndent] => {
		const make = other[name];
		const made = new Map<number, RegExp>();
		return [
			name,
			(indent) => {
				if (name === 'nextBulletRegex') countItem();
				// Deeper ones are all alike: a construct begins within three blanks.
				const depth = Math.min(indent, 5);
				const known = made.get(depth) ?? make(depth);
				made.set(depth, known);
				return known;
			},
		];
	});
	return Object.fromEntries(entries) as ListExpressions;
}

const listExpressionNames = [
	'nextBulletRegex',
	'hrRegex',
	'fencesBeginRegex',
	'headingBeginRegex',
	'htmlBeginRegex',
	'blockquoteBeginRegex',
] as const;

function countSpecials(src: string): number {
	let count = 0;
	for (let index = 0; index < src.length; index++) {
		const unit = src.charCodeAt(index);
		if (unit === 0x5b || unit === 0x60 || unit === 0x3c || unit === 0x5c) count++;
	}
	return count;
}

/** Counts what the expensive attempts look at; an attempt that fails has looked at all the rest. */
class MeteredTokenizer extends Tokenizer {
	spend: (units: number) => void = () => {};
	#quotes = 0;

	/** The first question that is asked of each block. */
	override space(src: string): Tokens.Space | undefined {
		this.spend(workPerBlock);
		return super.space(src);
	}

	/** The first question that is asked of each piece of inline content. */
	override escape(src: string): Tokens.Escape | undefined {
		this.spend(workPerInline);
		return src.startsWith('\\') ? super.escape(src) : undefined;
	}

	override list(src: string): Tokens.List | undefined {
		return this.#container(src, super.list(src));
	}

	override blockquote(src: string): Tokens.Blockquote | undefined {
		this.#quotes++;
		const token = super.blockquote(src);
		this.#quotes--;
		return this.#container(src, token);
	}

	/** Within a list item each line of a paragraph is tried as a heading of all the lines that follow it. */
	override text(src: string): Tokens.Text | undefined {
		this.spend(lengthUpTo(src, '\n\n'));
		const token = super.text(src);
		return token && Object.assign(token, { isBlockText: true });
	}

	/** There a definition is added to the text before it, which is copied each time. */
	override def(src: string): Tokens.Def | undefined {
		const token = super.def(src);
		if (token && !this.lexer.state.top) this.spend(lengthUpTo(src, '\n\n'));
		return token;
	}

	override emStrong(src: string, maskedSrc: string, prevChar?: string): Tokens.Em | Tokens.Strong | undefined {
		if (!/^[*_]/.test(src)) return undefined;
		const token = super.emStrong(src, maskedSrc, prevChar);
		this.spend(16 * (token ? token.raw.length : src.length));
		return token;
	}

	override codespan(src: string): Tokens.Codespan | undefined {
		if (!src.startsWith('`')) return undefined;
		const token = super.codespan(src);
		this.spend(token ? token.raw.length : src.length);
		return token;
	}

	override tag(src: string): Tokens.Tag | undefined {
		if (!src.startsWith('<')) return undefined;
		const token = super.tag(src);
		if (token) this.spend(token.raw.length);
		else if (/^<[!?]/.test(src)) this.spend(src.length);
		else if (/^<[a-z/]/i.test(src)) this.spend(lengthUpTo(src, '>'));
		return token;
	}

	override link(src: string): Tokens.Link | Tokens.Image | undefined {
		if (!/^!?\[/.test(src)) return undefined;
		const token = super.link(src);
		if (token) this.spend(token.raw.length);
		else this.spend(src.slice(0, 1_000).includes('](') ? src.length : Math.min(src.length, 1_000));
		return token;
	}

	/** A quote is read again, with all that follows it, each time that a line continues the list or quote at its end. */
	#container<T extends Tokens.Generic>(src: string, token: T | undefined): T | undefined {
		if (token) this.spend(this.#quotes > 0 ? src.length : token.raw.length);
		return token;
	}
}

/**
 * True for a paragraph's text in a list item. The lexer calls it `text`, like the plain text in it, and `paragraph` where
 * the list is loose.
 */
export function isBlockText(token: Token): boolean {
	return 'isBlockText' in token;
}

function lengthUpTo(src: string, end: string): number {
	const index = src.indexOf(end);
	return index < 0 ? src.length : index;
}
