/**
 * Bash commands that the client takes for plain readers of one literal file, so that they attach what Read does (clients
 * from 2.1.288 on; reports.md b, and own recordings of 640 forms with 2.1.332).
 *
 * Every part of the command line must be a reader or a harmless one. What is not one of the recorded forms reads nothing.
 */

import { type GrepPattern, grepPattern } from './grepPattern.js';
import { type ShellPart, type ShellWord, shellParts } from './shellCommand.js';

/** One plain read; the path is as written, relative ones are the caller's to resolve. */
export interface BashRead {
	readonly path: string;
	/** False where the command succeeds without it: nothing at all is attached where a read fails that it depends on. */
	readonly decides: boolean;
	/** What the file must hold for the command to succeed. */
	readonly needs?: GrepPattern;
	/** True where the shell may put other files in the path's place, which then decide whether the command succeeds. */
	readonly isPattern: boolean;
	/** The paths that the shell certainly puts in its place (`a{b,c}/f`): the command fails unless all are files. */
	readonly expansion?: readonly string[];
	/** First line that is printed, from 1: where the file has fewer lines, nothing of it was read. */
	readonly fromLine?: number;
}

/** Longer command lines carry a program of their own. */
const lengthLimit = 20_000;
/** Harmless ones are told by how they are written: `"echo" a` is none (recorded). */
const harmless = /^(?:echo|printf|true)\b/;

/** Files that a command reads plainly, e.g. `f` for `echo hi; cat f`. */
export function bashReads(command: string): readonly BashRead[] {
	// A pipe or a redirection hides every reader, even quoted or in a comment (recorded).
	if (command.length > lengthLimit || /[|<>]/.test(command)) return [];
	const parts = shellParts(command);
	if (!parts) return [];
	const reads: BashRead[] = [];
	for (const [index, part] of parts.entries()) {
		const read = readOf(part.words, parts.length === 1);
		if (read) reads.push({ ...read, decides: decides(parts, index) });
		else if (part.isGroup || !harmless.test(part.raw)) return [];
	}
	return reads;
}

/** The last of the commands decides, and those that `&&` joins to it; what runs in the background does not. */
function decides(parts: readonly ShellPart[], index: number): boolean {
	const separators = parts.slice(index).map(({ separator }) => separator);
	const last = separators.pop();
	return last !== '&' && separators.every((separator) => separator === '&&');
}

/** Where a command leads the shell: later calls read relative to it. `undefined` where it stays. */
export function bashDirectoryChange(command: string): string | undefined {
	if (command.length > lengthLimit || /[|<>]/.test(command)) return undefined;
	const changes = (shellParts(command) ?? []).flatMap(({ words, raw, separator }) => {
		const [name, target, ...more] = words;
		if (raw === 'false') return [undefined];
		const isChange = (name?.text === 'cd' || name?.text === 'pushd') && target && more.length === 0;
		if (!isChange || raw.startsWith('(') || separator === '&' || target.isExpanded) return [];
		if (target.raw.startsWith('~')) return [];
		return [target.text];
	});
	// A command that fails leaves the shell where it was (recorded); of several changes each starts from the one before.
	if (changes.length === 0 || changes.includes(undefined)) return undefined;
	return changes.reduce((from, to) => (to?.startsWith('/') ? to : `${from}/${to}`));
}

type Read = Pick<BashRead, 'path' | 'needs' | 'isPattern' | 'expansion' | 'fromLine'>;

/** The one file that a plain reader reads, or `undefined` where it is none. A grep reads only when it stands alone. */
function readOf(words: readonly ShellWord[], isAlone: boolean): Read | undefined {
	const [name, ...rest] = words;
	switch (name?.text) {
		case 'cat':
			return fileOf(rest, /^(?:-n|--number)$/);
		case 'nl':
			return fileOf(rest);
		case 'head':
		case 'tail':
			return headFile(rest);
		case 'sed':
			return sedFile(rest);
		case 'grep':
		case 'egrep':
		case 'fgrep':
		case 'rg':
			return isAlone ? grepFile(name.text, rest) : undefined;
		default:
			return undefined;
	}
}

/** The only operand, where all other words are options that an expression allows. */
function fileOf(words: readonly ShellWord[], option?: RegExp): Read | undefined {
	const [file, ...more] = words.filter(({ text }) => !option?.test(text));
	if (!file || more.length > 0 || file.isExpanded || !/^[^-].*[^/]$|^[^-/]$/s.test(file.text)) return undefined;
	// Only an unquoted tilde is the home. A pattern is taken for the file of that very name, if there is one (recorded).
	const isQuotedTilde = file.text.startsWith('~') && !file.raw.startsWith('~');
	const { expansion, isPattern } = file;
	return { path: isQuotedTilde ? `./${file.text}` : file.text, isPattern, ...(expansion && { expansion }) };
}

/** `head -5 f`, `head -n 5 f`, `head --lines=5 f`: at least one line, counted from the start or the end as the tool does. */
function headFile(words: readonly ShellWord[]): Read | undefined {
	const rest: ShellWord[] = [];
	for (let index = 0; index < words.length; index++) {
		const word = words[index] as ShellWord;
		// `-5` is one only at the very beginning.
		const count = (index === 0 ? /^(?:-|-n|--lines=)(\d+)$/ : /^(?:-n|--lines=)(\d+)$/).exec(word.text)?.[1];
		const isApart = word.text === '-n' || word.text === '--lines';
		if (isApart || count !== undefined) {
			const lines = isApart ? words[++index]?.text : count;
			if (lines === undefined || !/^\d+$/.test(lines) || Number(lines) === 0) return undefined;
		} else rest.push(word);
	}
	return fileOf(rest);
}

const sedOption =
	/^(?:-[nErsuzb]+|--(?:quiet|silent|regexp-extended|separate|unbuffered|null-data|debug|sandbox|follow-symlinks|posix|binary))$/;

/** `sed -n '5p' f` and `sed -n '1,5p' f`: one line or range, printed. */
function sedFile(words: readonly ShellWord[]): Read | undefined {
	const operands: ShellWord[] = [];
	let isQuiet = false;
	for (const word of words) {
		// `-ne` is followed by the script, which comes first anyway.
		const isBundledScript = /^-n+e$/.test(word.text) && operands.length === 0;
		if (isBundledScript || sedOption.test(word.text)) isQuiet ||= /^-[a-z]*n|^--(?:quiet|silent)$/i.test(word.text);
		else if (word.text !== '--' || operands.length > 1) operands.push(word);
	}
	const [script, ...files] = operands;
	const range = /^(\d+)(?:,\d+)?p$/.exec(script?.text ?? '');
	const read = fileOf(files);
	const fromLine = Number(range?.[1] ?? 0);
	return isQuiet && fromLine > 0 && read ? { ...read, fromLine } : undefined;
}

interface GrepOptions {
	/** Options of one letter without a value. */
	readonly letters: RegExp;
	readonly long: RegExp;
	/** True where `--context 1` may stand apart. */
	readonly takesValueApart: boolean;
}

const ofGrep: GrepOptions = {
	letters: /^-[niEFGPwxhH]+$/,
	long: /^--(?:line-number|ignore-case|extended-regexp|fixed-strings|basic-regexp|perl-regexp|word-regexp|line-regexp|with-filename|no-filename|color=\w+|(?:after-|before-)?context=\d+)$/,
	takesValueApart: false,
};
const ofRipgrep: GrepOptions = {
	letters: /^-[niwNFSxHUsP]+$/,
	long: /^--(?:line-number|no-line-number|ignore-case|case-sensitive|smart-case|fixed-strings|word-regexp|line-regexp|with-filename|no-filename|multiline|(?:after-|before-)?context=\d+)$/,
	takesValueApart: true,
};

/** `grep [-n -i -A 2 …] pattern f`; counting, listing, inverting and recursive forms do not read a file plainly. */
function grepFile(name: string, words: readonly ShellWord[]): Read | undefined {
	const { letters, long, takesValueApart } = name === 'rg' ? ofRipgrep : ofGrep;
	const options: string[] = [];
	const operands: ShellWord[] = [];
	for (let index = 0; index < words.length; index++) {
		const word = words[index] as ShellWord;
		const { text } = word;
		if (letters.test(text) || long.test(text) || /^-[ABC]\d+$/.test(text)) options.push(text);
		else if (/^-[ABC]$/.test(text) || (takesValueApart && /^--(?:after-|before-)?context$/.test(text))) {
			if (!/^\d+$/.test(words[++index]?.text ?? '')) return undefined;
		} else if (/^-./.test(text)) return undefined;
		else operands.push(word);
	}
	const [pattern, ...files] = operands;
	if (!pattern || pattern.isExpanded || /\$[\w{(]/.test(pattern.text)) return undefined;
	const read = fileOf(files);
	// Here, and only here, a file whose name looks like a pattern is none (recorded).
	if (!read || /[*?[\]{}$`]|^~/.test(files[0]?.text ?? '')) return undefined;
	return { ...read, needs: grepPattern(name, options, pattern.text) };
}
