/** YAML as plain data through the `yaml` package, safe against whatever a repository holds. */

import { Composer, type Document, isAlias, isMap, isScalar, isSeq, type Node, Parser } from 'yaml';

export type YamlReading =
	| { readonly ok: true; readonly data: Readonly<Record<string, unknown>> }
	| { readonly ok: false; readonly message: string /** Into the given YAML. */; readonly offset: number };

/** Nodes of the data when every alias is followed; more is an attack ("billion laughs") and no front matter. */
const nodeLimit = 20_000;
/** Units of front matter beyond which the package takes seconds; nobody writes a tenth of it. */
const lengthLimit = 64 * 1024;
/** Nesting of collections; the package and this reader recurse. */
const depthLimit = 100;

/**
 * Reads one YAML document as a record of keys. The client's parser behaves like YAML 1.2's core schema (`yes` is text,
 * corpus `pain/cc-31935`), takes the last of two equal keys (`glob/yaml-forms` dup), refuses tabs as indentation
 * (the second reading makes blanks of them), NUL, and an alias without its anchor (ibid. unquotedstar). Text that holds no mapping has no keys.
 */
export function readYaml(yaml: string): YamlReading {
	if (yaml.length > lengthLimit) return { ok: false, message: 'The front matter is too large.', offset: 0 };
	const nul = yaml.indexOf('\0');
	if (nul >= 0) return { ok: false, message: 'The front matter holds a NUL character.', offset: nul };
	if (nestsTooDeep(yaml)) return { ok: false, message: 'The front matter is nested too deep.', offset: 0 };
	try {
		const documents = composeYaml(yaml);
		const [document] = documents;
		// Several documents in one block have no keys in common; the client finds none (same for a list or a scalar).
		if (documents.length !== 1 || !isMap(document?.contents)) return { ok: true, data: Object.create(null) };
		return { ok: true, data: new DataBuilder().value(document.contents, 0) as Record<string, unknown> };
	} catch (error) {
		if (!(error instanceof YamlFault))
			return { ok: false, message: 'The front matter cannot be read as YAML.', offset: 0 };
		return { ok: false, message: error.message, offset: error.offset };
	}
}

/** True for a list in brackets that is valid by itself, e.g. `[a, "*.ts"]` and not `[*.ts]`. */
export function isFlowSequence(value: string): boolean {
	if (!value.startsWith('[') || !value.endsWith(']') || value.length > lengthLimit || nestsTooDeep(value)) return false;
	try {
		const [document] = composeYaml(value);
		new DataBuilder().value(document?.contents, 0);
		return isSeq(document?.contents);
	} catch {
		return false;
	}
}

/** The documents of a YAML text with the positions of their nodes; throws a `YamlFault` at the first error. */
export function composeYaml(yaml: string): readonly Document.Parsed[] {
	const parser = new ClientParser();
	const composer = new StrictComposer(
		{ uniqueKeys: false, resolveKnownTags: false, logLevel: 'silent' },
		(code, offset) =>
			(code === 'MISSING_CHAR' && parser.tagEnds.has(offset)) || (code === 'BAD_SCALAR_START' && yaml[offset] === ','),
	);
	const documents: Document.Parsed[] = [];
	for (const document of composer.compose(parser.parse(yaml))) {
		// What the parser itself finds is not reported through the composer.
		const [error] = document.errors;
		if (error) throw new YamlFault(`${error.message.replace(/[:.]*$/, '')}.`, error.pos[0]);
		documents.push(document as Document.Parsed);
	}
	return documents;
}

/** The first reason why a text is not YAML. Going on to the others takes quadratic time, and nobody asks for them. */
export class YamlFault extends Error {
	readonly offset: number;
	constructor(message: string, offset: number) {
		super(message);
		this.offset = offset;
	}
}

/** What the package calls where it finds an error or a warning. */
type OnError = (
	source: number | [number, number] | Range | { offset: number },
	code: string,
	message: string,
	warning?: boolean,
) => void;
type Range = readonly [number, number, number];

/** `!`, `!!…`, `!<…>`, or `!` before a letter of a word: the client takes nothing else for a tag (own recordings). */
const clientTag = /^!(?:$|[!<0-9A-Za-z-])/;

/** The package's parser with the client's view of tags. */
class ClientParser extends Parser {
	/** Where tags end; the client wants no blank there, so `!a,b` is the text `,b`, but behind a bare `!` (own recordings). */
	readonly tagEnds = new Set<number>();
	#offset = 0;
	#afterScalarMark = false;
	#afterBareTag = false;

	override *next(lexeme: string): ReturnType<Parser['next']> {
		const isTag = !this.#afterScalarMark && lexeme.startsWith('!');
		if (isTag && !clientTag.test(lexeme)) throw new YamlFault(`"${lexeme}" is no tag.`, this.#offset);
		const isMark = !this.#afterScalarMark && marks.has(lexeme);
		// `[!, a]`: what follows a bare `!` closely belongs to it, and makes no tag of it.
		if (this.#afterBareTag && !isMark && !/^\s/.test(lexeme)) throw new YamlFault('"!" is no tag.', this.#offset - 1);
		if (!isMark) this.#afterBareTag = isTag && lexeme === '!';
		this.#afterScalarMark = isMark && lexeme === scalarMark;
		if (!isMark) this.#offset += lexeme.length;
		if (isTag && lexeme !== '!') this.tagEnds.add(this.#offset);
		yield* super.next(lexeme);
	}
}

/** What the package's lexer puts before the text of a plain or block scalar. */
const scalarMark = '\u001f';
/** Lexemes that stand for no text: this one, a document's start and the end of a broken flow collection. */
const marks: ReadonlySet<string> = new Set([scalarMark, '\u0002', '\u0018']);

class StrictComposer extends Composer {
	/** `tolerates` says which of the package's errors are none to the client. */
	constructor(
		options: ConstructorParameters<typeof Composer>[0],
		tolerates: (code: string, offset: number) => boolean,
	) {
		super(options);
		let first: YamlFault | undefined;
		const onError: OnError = (source, code, message, warning) => {
			if (warning) return;
			const offset = typeof source === 'number' ? source : 'offset' in source ? source.offset : source[0];
			if (tolerates(code, offset)) return;
			// The package catches what is thrown within a collection and reports it again as an error of its own.
			first ??= new YamlFault(`${message.replace(/[:.]*$/, '')}.`, offset);
			throw first;
		};
		// The property is private in the package's types only; a test holds that it is still the one that is called.
		(this as unknown as { onError: OnError }).onError = onError;
	}
}

function faultAt(node: unknown, message: string): YamlFault {
	return new YamlFault(message, (node as Partial<Node>).range?.[0] ?? 0);
}

/** Turns nodes into data; keeps the count of what following aliases amounts to. */
class DataBuilder {
	readonly #anchors = new Map<string, { readonly value: unknown; readonly nodes: number }>();
	#nodes = 0;

	value(node: unknown, depth: number): unknown {
		if (isAlias(node)) {
			const anchor = this.#anchors.get(node.source);
			if (!anchor) throw faultAt(node, `No anchor &${node.source} stands before the alias *${node.source}.`);
			this.#count(anchor.nodes, node);
			return anchor.value;
		}
		const before = this.#nodes;
		this.#count(1, node);
		if (depth > depthLimit) throw faultAt(node, 'The front matter is nested too deep.');
		const value = this.#content(node, depth);
		const anchor = isScalar(node) || isMap(node) || isSeq(node) ? node.anchor : undefined;
		if (anchor) this.#anchors.set(anchor, { value, nodes: this.#nodes - before });
		return value;
	}

	#content(node: unknown, depth: number): unknown {
		if (isScalar(node)) return node.value;
		if (isSeq(node)) return node.items.map((item) => this.value(item, depth + 1));
		if (!isMap(node)) return null;
		const record = Object.create(null) as Record<string, unknown>;
		for (const { key, value } of node.items) {
			const data = value === null ? null : this.value(value, depth + 1);
			if (isScalar(key) && key.source === '<<' && key.type === 'PLAIN') mergeInto(record, data);
			else record[keyText(key === null ? null : this.value(key, depth + 1))] = data;
		}
		return record;
	}

	#count(nodes: number, node: unknown): void {
		this.#nodes += nodes;
		if (this.#nodes > nodeLimit) throw faultAt(node, 'The front matter grows too large by its aliases.');
	}
}

/** A key's text; a collection as a key is nothing that anyone asks for. */
function keyText(key: unknown): string {
	return typeof key === 'object' && key !== null ? '' : String(key);
}

/** `<<: *defaults`: keys that the record does not have yet. */
function mergeInto(record: Record<string, unknown>, source: unknown): void {
	for (const each of Array.isArray(source) ? source : [source]) {
		if (typeof each !== 'object' || each === null || Array.isArray(each)) continue;
		for (const [key, value] of Object.entries(each)) if (!(key in record)) record[key] = value;
	}
}

/** True where brackets, or dashes of lists within lists on one line, open more levels than the package should recurse into. */
function nestsTooDeep(yaml: string): boolean {
	let depth = 0;
	for (let index = 0; index < yaml.length; index++) {
		const unit = yaml[index];
		if (unit === '[' || unit === '{') depth++;
		else if ((unit === ']' || unit === '}') && depth > 0) depth--;
		if (depth > depthLimit) return true;
	}
	return manyIndicators.test(yaml);
}

/** `- - - - …` and `? ? ? …`: a level each. */
const manyIndicators = /(?:[-?:][ \t]+){100}/;
