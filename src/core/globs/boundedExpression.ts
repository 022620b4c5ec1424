/**
 * Regular expressions in bounded time, for those that a repository can write: an engine that tries one way after the
 * other needs years for `(?:[^/]*?)+b`. Here all ways are followed at once, as sets of positions, and each step is
 * counted. A property test holds that the answers are the engine's.
 */

/** Steps that are left; nothing is found once there are none. */
export interface Work {
	left: number;
}

/** True where the expression matches the text from some position on (`^` and `$` are its own affair). */
export type BoundedTest = (text: string, work: Work) => boolean;

/** A part of an expression: where a match may end that begins at one of the positions. */
type Part = (starts: Positions, run: Run) => Positions;

/** Positions in a text, each once, in no order. */
type Positions = readonly number[];

interface Run {
	readonly text: string;
	readonly work: Work;
}

/** Groups in groups; more of them are no pattern that somebody writes. */
const depthLimit = 100;

/** Compiles an expression; `undefined` for one with back references, or that nests too deep. */
export function compileBounded(source: string, flags: '' | 'i' = ''): BoundedTest | undefined {
	const part = new ExpressionParser(source, flags).parse();
	if (!part) return undefined;
	return (text, work) => {
		const run: Run = { text, work };
		for (let start = 0; start <= text.length && work.left > 0; start++) {
			if (part([start], run).length > 0) return work.left > 0;
		}
		return false;
	};
}

/** Thrown and caught in this file only. */
class NotUnderstood extends Error {}

class ExpressionParser {
	readonly #source: string;
	readonly #flags: string;
	#at = 0;
	#depth = 0;
	readonly #kinds = new Map<string, (unit: string) => boolean>();

	constructor(source: string, flags: string) {
		this.#source = source;
		this.#flags = flags;
	}

	parse(): Part | undefined {
		try {
			const part = this.#alternatives();
			return this.#at === this.#source.length ? part : undefined;
		} catch (error) {
			if (error instanceof NotUnderstood) return undefined;
			throw error;
		}
	}

	#alternatives(): Part {
		const parts = [this.#sequence()];
		while (this.#take('|')) parts.push(this.#sequence());
		return parts.length === 1 ? (parts[0] as Part) : anyOf(parts);
	}

	#sequence(): Part {
		const parts: Part[] = [];
		while (this.#at < this.#source.length && !/[|)]/.test(this.#source[this.#at] as string)) {
			parts.push(this.#quantified(this.#atom()));
		}
		return (starts, run) =>
			parts.reduce((positions, part) => (positions.length > 0 ? part(positions, run) : []), starts);
	}

	#quantified(part: Part): Part {
		const written = /^(?:[*+?]|\{(\d+)(,(\d*))?\})\??/.exec(this.#source.slice(this.#at, this.#at + 40));
		if (!written) return part;
		this.#at += written[0].length;
		const [quantifier, least, range, most] = written;
		if (quantifier.startsWith('*')) return repeated(part, 0);
		if (quantifier.startsWith('+')) return repeated(part, 1);
		if (quantifier.startsWith('?')) return repeated(part, 0, 1);
		return repeated(part, Number(least), range === undefined ? Number(least) : most ? Number(most) : undefined);
	}

	#atom(): Part {
		const unit = this.#source[this.#at++] as string;
		if (unit === '^') return (starts) => starts.filter((at) => at === 0);
		if (unit === '$') return (starts, { text }) => starts.filter((at) => at === text.length);
		if (unit === '(') return this.#group();
		if (unit === '[') return this.#unitOf(this.#rest(/^\^?(?:\\[\s\S]|[^\]\\])*\]/, unit));
		if (unit === '\\') return this.#escape();
		return unit === '.' ? this.#unitOf('.') : this.#literal(unit);
	}

	#escape(): Part {
		const escaped = this.#rest(/^(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|[^\dkbBc])/s, '\\');
		return /[a-zA-Z]/.test(escaped) ? this.#unitOf(escaped) : this.#literal(escaped.slice(1));
	}

	#group(): Part {
		if (++this.#depth > depthLimit) throw new NotUnderstood();
		const kind = /^\?(?:[:=!]|<[=!]|<\w+>)/.exec(this.#source.slice(this.#at, this.#at + 80))?.[0] ?? '';
		this.#at += kind.length;
		const part = this.#alternatives();
		if (!this.#take(')')) throw new NotUnderstood();
		this.#depth--;
		if (kind === '?=' || kind === '?!') return lookahead(part, kind === '?=');
		if (kind === '?<=' || kind === '?<!') return lookbehind(part, kind === '?<=');
		return part;
	}

	#literal(unit: string): Part {
		return oneUnit(
			this.#flags === 'i' ? (other) => other.toUpperCase() === unit.toUpperCase() : (other) => other === unit,
		);
	}

	/** One unit of a kind; what the kind is, the engine itself knows. */
	#unitOf(kind: string): Part {
		const test = this.#kinds.get(kind) ?? unitTest(kind, this.#flags);
		this.#kinds.set(kind, test);
		return oneUnit(test);
	}

	#rest(expression: RegExp, before: string): string {
		const found = expression.exec(this.#source.slice(this.#at))?.[0];
		if (found === undefined) throw new NotUnderstood();
		this.#at += found.length;
		return before + found;
	}

	#take(unit: string): boolean {
		const isThere = this.#source[this.#at] === unit;
		if (isThere) this.#at++;
		return isThere;
	}
}

function oneUnit(test: (unit: string) => boolean): Part {
	return (starts, { text, work }) => {
		work.left -= starts.length;
		const ends: number[] = [];
		for (const at of starts) if (at < text.length && test(text[at] as string)) ends.push(at + 1);
		return ends;
	};
}

function unitTest(kind: string, flags: string): (unit: string) => boolean {
	try {
		const expression = new RegExp(`^${kind}$`, flags);
		return (unit) => expression.test(unit);
	} catch {
		throw new NotUnderstood();
	}
}

function anyOf(parts: readonly Part[]): Part {
	return (starts, run) => {
		const ends = parts.map((part) => part(starts, run)).filter(({ length }) => length > 0);
		return ends.length < 2 ? (ends[0] ?? []) : [...new Set(ends.flat())];
	};
}

/** A part so many times; each position is gone on from once, so that repeats in repeats do not multiply. */
function repeated(part: Part, least: number, most = Number.POSITIVE_INFINITY): Part {
	return (starts, run) => {
		const { work } = run;
		let positions = starts;
		let count = 0;
		for (; count < least && positions.length > 0 && work.left > 0; count++) {
			const next = part(positions, run);
			work.left--;
			// A part that stays where it is can do so as often as is wanted.
			const isStill = next.length === positions.length && next.every((at) => positions.includes(at));
			positions = next;
			if (isStill) break;
		}
		const ends = new Set(positions);
		for (count = least; count < most && positions.length > 0 && work.left > 0; count++) {
			work.left--;
			positions = part(positions, run).filter((at) => !ends.has(at));
			for (const at of positions) ends.add(at);
		}
		return [...ends];
	};
}

function lookahead(part: Part, isWanted: boolean): Part {
	return (starts, run) => starts.filter((at) => run.work.left > 0 && part([at], run).length > 0 === isWanted);
}

function lookbehind(part: Part, isWanted: boolean): Part {
	return (starts, run) => {
		const all = Array.from({ length: run.text.length + 1 }, (_, at) => at);
		const ends = (at: number): boolean =>
			all.slice(0, at + 1).some((start) => run.work.left > 0 && part([start], run).includes(at));
		return starts.filter((at) => ends(at) === isWanted);
	};
}
