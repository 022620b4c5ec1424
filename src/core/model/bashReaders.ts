/**
 * Bash commands that the client takes for plain readers of one literal file, so that they attach what Read does
 * (reports.md b, clients from 2.1.288 on).
 *
 * The shell is not interpreted: whatever is not one of the measured plain forms reads nothing.
 */

/** One plain read; the path is as written, relative ones are the caller's to resolve. */
export interface BashRead {
	readonly path: string;
	/** What the file must hold for the read to count: a grep without a match reads nothing. */
	readonly needs?: { readonly pattern: string; readonly ignoreCase: boolean };
}

/** Files that a command reads plainly. */
export function bashReads(command: string): readonly BashRead[] {
	const statements = splitStatements(command);
	if (!statements) return [];
	const reads: BashRead[] = [];
	for (const { words, joiner } of statements) {
		const name = words[0];
		if (name === undefined) continue;
		if (joiner === '||' || changesDirectory.has(name)) return [];
		const read = readOf(words);
		if (read !== undefined) reads.push(read);
		else if (!harmless.has(name)) return [];
	}
	return reads;
}

/** Where a command that is nothing but `cd` leads: later calls read relative to it. */
export function bashDirectoryChange(command: string): string | undefined {
	const statements = splitStatements(command);
	const words = statements?.length === 1 ? statements[0]?.words : undefined;
	return words?.[0] === 'cd' && words.length === 2 ? words[1] : undefined;
}

/** Commands that may stand beside a reader without hiding it. */
const harmless = new Set(['true', 'echo', ':']);
const changesDirectory = new Set(['cd', 'pushd', 'popd']);

interface Statement {
	/** Words with their quotes removed; leading `NAME=value` is left out. */
	readonly words: readonly string[];
	/** What joins the statement to the one before. */
	readonly joiner: '' | '&&' | '||' | ';';
}

/** Statements of a command line, or `undefined` where it holds anything but plain words (pipes, redirections, globs, …). */
function splitStatements(command: string): readonly Statement[] | undefined {
	const statements: { words: string[]; joiner: Statement['joiner'] }[] = [{ words: [], joiner: '' }];
	let rest = command;
	while (rest !== '') {
		const blank = /^[ \t]+/.exec(rest);
		const comment = /^#[^\n]*/.exec(rest);
		const joiner = /^(?:&&|\|\||;|\n)\s*/.exec(rest);
		const word = /^(?:[A-Za-z0-9_@%+=:,./^-]|'[^'\n]*'|"[^"$`\\\n]*")+/.exec(rest);
		if (blank) rest = rest.slice(blank[0].length);
		else if (comment) rest = rest.slice(comment[0].length);
		else if (joiner) {
			const text = joiner[0].trim();
			statements.push({ words: [], joiner: text === '' ? ';' : (text as Statement['joiner']) });
			rest = rest.slice(joiner[0].length);
		} else if (word) {
			const current = statements[statements.length - 1];
			if (!current) return undefined;
			const isAssignment = current.words.length === 0 && /^[A-Za-z_][A-Za-z0-9_]*=/.test(word[0]);
			if (!isAssignment) current.words.push(word[0].replace(/'([^']*)'|"([^"]*)"/g, '$1$2'));
			rest = rest.slice(word[0].length);
		} else return undefined;
	}
	return statements.filter(({ words }) => words.length > 0);
}

/** The one file that a plain reader reads, or `undefined` where it is none. */
function readOf(words: readonly string[]): BashRead | undefined {
	const [name = '', ...rest] = words;
	switch (name) {
		case 'cat':
			return singleFile(rest.filter((word) => word !== '-n'));
		case 'nl':
			return singleFile(rest);
		case 'head':
		case 'tail':
			return singleFile(withoutCount(rest));
		case 'sed':
			return sedFile(rest);
		case 'grep':
		case 'egrep':
		case 'rg':
			return grepFile(rest);
		default:
			return undefined;
	}
}

/** The only argument, where it is a file name and no option. */
function singleFile(words: readonly string[]): BashRead | undefined {
	return words.length === 1 && words[0] !== undefined && !words[0].startsWith('-') ? { path: words[0] } : undefined;
}

/** Arguments without `-5`, `-n5` or `-n 5`. */
function withoutCount(words: readonly string[]): readonly string[] {
	const [first = '', second = '', ...rest] = words;
	if (/^-n?\d+$/.test(first)) return words.slice(1);
	return first === '-n' && /^\d+$/.test(second) ? rest : words;
}

/** `sed -n '5p' f` and `sed -n '1,5p' f`: one line range, printed. */
function sedFile(words: readonly string[]): BashRead | undefined {
	const [option = '', script = '', ...rest] = words;
	if (!/^-(?:n|nE|En|nr|rn)$/.test(option) || !/^\d+(?:,\d+)?p$/.test(script)) return undefined;
	return singleFile(rest);
}

/** `grep [-n -i -E] pattern f`; counting, listing and recursive forms do not read a file plainly. */
function grepFile(words: readonly string[]): BashRead | undefined {
	const rest = [...words];
	let ignoreCase = false;
	while (rest[0] !== undefined && /^-[niE]+$/.test(rest[0]))
		ignoreCase = (rest.shift() ?? '').includes('i') || ignoreCase;
	const [pattern, ...files] = rest;
	if (pattern === undefined || pattern.startsWith('-')) return undefined;
	const file = singleFile(files);
	return file ? { ...file, needs: { pattern, ignoreCase } } : undefined;
}
