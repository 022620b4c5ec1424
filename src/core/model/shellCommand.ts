/**
 * A shell command line taken apart as far as the client does it: into the commands that `;`, `&&`, `&` and line ends
 * separate. Nothing but braces is expanded and nothing is run; a group or compound command counts as one, by the first plain command in it.
 */

import { expandShellBraces } from './shellBraces.js';

/** One word of a command. */
export interface ShellWord {
	/** The word with its quotes and backslashes removed. */
	readonly text: string;
	/** As written. */
	readonly raw: string;
	/** True where the shell would put something else in its place: `$x`, `$(…)`, backticks. */
	readonly isExpanded: boolean;
	/** True where an unquoted `*`, `?`, `[` or `{` may make other words of it. */
	readonly isPattern: boolean;
	/** The words that unquoted braces make of it, e.g. `ab` and `ac` for `a{b,c}`; absent where they make nothing. */
	readonly expansion?: readonly string[];
}

/** What stands between two separators. */
export interface ShellPart {
	/** As written, e.g. `{ cat f; }`. */
	readonly raw: string;
	/** Words of the command, or of the first plain command of a group; leading `NAME=value` is left out. */
	readonly words: readonly ShellWord[];
	/** True for `( … )`, `{ … }`, `if`, `for`, `while`, `until` and `case`. */
	readonly isGroup: boolean;
	/** What follows the part. */
	readonly separator: '' | ';' | '&&' | '&';
}

/** `;;` ends a case of `case`; a line end separates like `;`, but may stand anywhere. */
type Operator = ';' | ';;' | '\n' | '&&' | '&' | '(' | ')';

type Token =
	| { readonly kind: 'word'; readonly word: ShellWord; readonly start: number; readonly end: number }
	| { readonly kind: 'operator'; readonly operator: Operator; readonly start: number; readonly end: number };

/**
 * The parts of a command line; `undefined` where it is not closed (a quote, a group). `|`, `<` and `>` must not stand in it.
 *
 * @example shellParts('cat a; echo b')?.map(({ raw }) => raw) // ['cat a', 'echo b']
 */
export function shellParts(command: string): readonly ShellPart[] | undefined {
	const tokens = tokenise(command);
	if (!tokens) return undefined;
	const parts: ShellPart[] = [];
	let index = 0;
	while (index < tokens.length) {
		const first = tokens[index] as Token;
		if (first.kind === 'operator' && first.operator === '\n') {
			index++;
			continue;
		}
		const end = endOfPart(tokens, index);
		const separator = separatorOf(tokens[end]);
		if (end === index || separator === undefined) return undefined;
		const part = tokens.slice(index, end);
		const isGroup = isGroupStart(first);
		parts.push({
			raw: command.slice(first.start, (part.at(-1) as Token).end),
			words: isGroup ? firstPlainCommand(part) : withoutAssignments(wordsOf(part)),
			isGroup,
			separator,
		});
		index = end + 1;
	}
	return parts;
}

/** How a token separates parts; the end of the command line does too. `undefined` where it does not belong there. */
function separatorOf(token: Token | undefined): ShellPart['separator'] | undefined {
	if (!token) return '';
	if (token.kind === 'word') return undefined;
	const { operator } = token;
	if (operator === '\n') return ';';
	return operator === ';' || operator === '&&' || operator === '&' ? operator : undefined;
}

const closers: ReadonlyMap<string, string> = new Map([
	['if', 'fi'],
	['for', 'done'],
	['while', 'done'],
	['until', 'done'],
	['case', 'esac'],
	['{', '}'],
	['(', ')'],
]);
/** Words after which another command begins. */
const introducers: ReadonlySet<string> = new Set(['if', 'then', 'elif', 'else', 'while', 'until', 'do', '{', '!']);

const textOf = (token: Token): string => (token.kind === 'word' ? token.word.raw : token.operator);
const isGroupStart = (token: Token): boolean => closers.has(textOf(token));
const isSeparator = (token: Token): boolean =>
	token.kind === 'operator' && token.operator !== '(' && token.operator !== ')';

/** Index of the separator behind the part that begins at an index, or the number of tokens. */
function endOfPart(tokens: readonly Token[], start: number): number {
	const open: string[] = [];
	let isCommandPosition = true;
	for (let index = start; index < tokens.length; index++) {
		const token = tokens[index] as Token;
		const text = textOf(token);
		if (open.length === 0 && isSeparator(token)) return index;
		if (isCommandPosition || text === '(') {
			const closer = closers.get(text);
			if (closer !== undefined) open.push(closer);
		}
		if ((isCommandPosition || text === ')') && text === open.at(-1)) open.pop();
		isCommandPosition = token.kind === 'operator' || introducers.has(text);
	}
	return open.length === 0 ? tokens.length : start;
}

/** The words of the first command in a group that is neither a test nor an assignment. */
function firstPlainCommand(tokens: readonly Token[]): readonly ShellWord[] {
	// `((…))` is arithmetic.
	if (tokens[1]?.kind === 'operator' && tokens[1].operator === '(' && tokens[1].start === tokens[0]?.end) return [];
	let index = 0;
	while (index < tokens.length) {
		const text = textOf(tokens[index] as Token);
		if (text === 'for') index = next(tokens, index, (other) => textOf(other) === 'do') + 1;
		else if (text === 'case') index = next(tokens, index, (other) => textOf(other) === ')') + 1;
		else if (text === '[' || text === '[[') index = next(tokens, index, isSeparator) + 1;
		else if (introducers.has(text) || (tokens[index] as Token).kind === 'operator') index++;
		else {
			const end = next(tokens, index, (other) => other.kind === 'operator');
			const words = withoutAssignments(wordsOf(tokens.slice(index, end)));
			if (words.length > 0) return words;
			index = end;
		}
	}
	return [];
}

function next(tokens: readonly Token[], from: number, isIt: (token: Token) => boolean): number {
	for (let index = from; index < tokens.length; index++) if (isIt(tokens[index] as Token)) return index;
	return tokens.length;
}

/** A command's words; none where it holds a parenthesis (a function's definition). */
function wordsOf(tokens: readonly Token[]): readonly ShellWord[] {
	const words = tokens.flatMap((token) => (token.kind === 'word' ? [token.word] : []));
	return words.length === tokens.length ? words : [];
}

function withoutAssignments(words: readonly ShellWord[]): readonly ShellWord[] {
	const first = words.findIndex(({ raw }) => !/^[A-Za-z_]\w*\+?=/.test(raw));
	return first < 0 ? [] : words.slice(first);
}

function tokenise(command: string): readonly Token[] | undefined {
	const tokens: Token[] = [];
	const joined = /[ \t]+|\\\n|#[^\n]*/y;
	let position = 0;
	while (position < command.length) {
		joined.lastIndex = position;
		const skipped = joined.exec(command);
		if (skipped) {
			position += skipped[0].length;
			continue;
		}
		const operator = operatorAt(command, position);
		if (operator) {
			tokens.push({ kind: 'operator', operator: operator.kind, start: position, end: position + operator.length });
			position += operator.length;
			continue;
		}
		const word = readWord(command, position);
		if (!word) return undefined;
		tokens.push({ kind: 'word', word: word.word, start: position, end: word.end });
		position = word.end;
	}
	return tokens;
}

function operatorAt(command: string, at: number): { readonly kind: Operator; readonly length: number } | undefined {
	switch (command[at]) {
		case '&':
			return command[at + 1] === '&'
				? { kind: '&&', length: withLineEnds(command, at + 2) - at }
				: { kind: '&', length: 1 };
		case ';':
			return command[at + 1] === ';' ? { kind: ';;', length: 2 } : { kind: ';', length: 1 };
		case '\n':
			return { kind: '\n', length: 1 };
		case '(':
			return { kind: '(', length: 1 };
		case ')':
			return { kind: ')', length: 1 };
		default:
			return undefined;
	}
}

/** Line ends behind `&&` separate nothing. */
function withLineEnds(command: string, from: number): number {
	let end = from;
	while (/[ \t\n]/.test(command.charAt(end))) end++;
	return end;
}

function readWord(command: string, start: number): { readonly word: ShellWord; readonly end: number } | undefined {
	let text = '';
	let isExpanded = false;
	let isPattern = false;
	/** As long as `text`, with blanks in the place of what is quoted. */
	let unquoted = '';
	let at = start;
	while (at < command.length && !/[ \t\n;&()]/.test(command.charAt(at))) {
		const unit = command.charAt(at);
		if (unit === '\\') {
			text += command[at + 1] === '\n' ? '' : command.charAt(at + 1);
			at += 2;
		} else if (unit === "'") {
			const close = command.indexOf("'", at + 1);
			if (close < 0) return undefined;
			text += command.slice(at + 1, close);
			at = close + 1;
		} else if (unit === '"') {
			const quoted = readQuoted(command, at + 1);
			if (!quoted) return undefined;
			text += quoted.text;
			isExpanded ||= quoted.isExpanded;
			at = quoted.end;
		} else if (unit === '`' || unit === '$') {
			const end = endOfExpansion(command, at);
			if (end === undefined) return undefined;
			isExpanded ||= end > at + 1;
			text += command.slice(at, end);
			at = end;
		} else {
			unquoted = unquoted.padEnd(text.length) + unit;
			text += unit;
			isPattern ||= /[*?[{]/.test(unit);
			at++;
			// `NAME=(…)` is one word.
			if (unit === '=' && command[at] === '(') at = endOfBrackets(command, at, '(', ')') ?? command.length;
		}
	}
	if (at > command.length) return undefined;
	const expansion = isPattern ? expandShellBraces(text, unquoted.padEnd(text.length)) : undefined;
	const raw = command.slice(start, at);
	return { word: { text, raw, isExpanded, isPattern, ...(expansion && { expansion }) }, end: at };
}

function readQuoted(
	command: string,
	start: number,
): { readonly text: string; readonly isExpanded: boolean; readonly end: number } | undefined {
	let text = '';
	let isExpanded = false;
	let at = start;
	while (at < command.length && command[at] !== '"') {
		if (command[at] === '\\') {
			const escaped = command.charAt(at + 1);
			text += /[$`"\\]/.test(escaped) ? escaped : escaped === '\n' ? '' : `\\${escaped}`;
			at += 2;
		} else if (command[at] === '$' || command[at] === '`') {
			const end = endOfExpansion(command, at);
			if (end === undefined) return undefined;
			isExpanded ||= end > at + 1;
			text += command.slice(at, end);
			at = end;
		} else {
			text += command.charAt(at);
			at++;
		}
	}
	return at < command.length ? { text, isExpanded, end: at + 1 } : undefined;
}

/** End of `$x`, `${x}`, `$(…)`, `$'…'` or backticks; a `$` alone is one unit. */
function endOfExpansion(command: string, at: number): number | undefined {
	const follows = command.charAt(at + 1);
	if (command[at] === '`' || follows === "'") {
		const close = command.indexOf(command[at] === '`' ? '`' : "'", at + (follows === "'" ? 2 : 1));
		return close < 0 ? undefined : close + 1;
	}
	if (follows === '(') return endOfBrackets(command, at + 1, '(', ')');
	if (follows === '{') return endOfBrackets(command, at + 1, '{', '}');
	const name = /^(?:\w+|[?!#@*$-])/.exec(command.slice(at + 1, at + 200));
	return at + 1 + (name?.[0].length ?? 0);
}

function endOfBrackets(command: string, at: number, open: string, close: string): number | undefined {
	let depth = 0;
	for (let index = at; index < command.length; index++) {
		if (command[index] === open) depth++;
		else if (command[index] === close && --depth === 0) return index + 1;
	}
	return undefined;
}
